"""``standpat odds``: what a hand becomes, who wins how often, and what to discard. See ``docs/odds.md``.

One hand: its probabilities after the draws to come. Two to six hands: their shares. ``--discards`` with one hand: the
value of every discard, by ``--make`` or ``--against``. ``--matrix``: each hand against each other hand.
"""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from standpat.cli.game_option import add_game, game_of
from standpat.cli.ray_option import add_ray, pool_of
from standpat.engine.games import Game

if TYPE_CHECKING:
    from standpat.lab.odds import Becoming


class Answer(NamedTuple):
    """A result to print: a headline, a table of `columns` and `rows`, and its form in JSON."""

    head: str
    columns: tuple[str, ...]
    rows: list[tuple[str | float, ...]]
    told: Any


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat odds``."""
    parser.add_argument(
        "hands",
        nargs="+",
        metavar="HAND",
        help="cards (2c3d4h7sKc; kept cards: 2c3d; kept and discarded: 2c3d/4h7sKc) or a range (pat:9-7, d1:8)",
    )
    add_game(parser)
    parser.add_argument("--to-come", type=int, metavar="N", help="draws to come (default: all of the game's)")
    parser.add_argument(
        "--policy",
        action="append",
        metavar="WAY",
        help="best, pat:LOW, make:LOW, keep:LOW, hold:LOW, optimal, optimal:RANGE; once, or for each hand",
    )
    parser.add_argument("--dead", default="", metavar="CARDS", help="dead cards")
    parser.add_argument("--folded", type=int, default=0, metavar="N", help="players who were dealt in and have folded")
    parser.add_argument("--discards", action="store_true", help="the value of every discard of one hand")
    parser.add_argument("--make", metavar="LOW", help="--discards by the probability of this low or better")
    parser.add_argument("--against", metavar="HAND", help="--discards by the share against this hand or range")
    parser.add_argument("--matrix", action="store_true", help="each hand against each other hand")
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--exact", action="store_true", default=None, help="enumerate all deals; an error if there are too many"
    )
    way.add_argument(
        "--sampled", dest="exact", action="store_false", help="deal at random, even where enumeration is possible"
    )
    parser.add_argument("--samples", type=int, metavar="N", help="random deals (1000000; 100000 for each discard)")
    parser.add_argument("--precision", type=float, metavar="P", help="stop when all 95%% intervals are within P")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="0: one for each core (default: 1)")
    add_ray(parser)
    parser.add_argument("--ranks", action="store_true", help="one hand: by the ranks of each low instead of its class")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the result as JSON")
    form.add_argument("--csv", action="store_true", help="the table as CSV")
    parser.add_argument(
        "--plot", metavar="FILE", help="a picture of one hand or the matrix: .svg, or .png (extra plot)"
    )


def run(args: argparse.Namespace) -> int:
    """Compute odds and print them; returns the exit status."""
    played = game_of(args)
    if (args.make or args.against) and not args.discards:
        raise ValueError("--make and --against need --discards")
    if args.discards and len(args.hands) != 1:
        raise ValueError(f"--discards takes one hand, not {len(args.hands)}")
    if args.ranks and (len(args.hands) > 1 or args.discards):
        raise ValueError("--ranks takes one hand, without --matrix or --discards")
    if args.plot:
        _check_plot(args)
    if args.discards:
        ask = _discards
    elif args.matrix:
        ask = _matrix
    else:
        ask = _becomes if len(args.hands) == 1 else _matchup
    with pool_of(args) as pool:
        args.threads = args.threads if pool is None else pool
        answer = ask(args, played)
    if args.json:
        print(json.dumps(answer.told, ensure_ascii=False))
    elif args.csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(answer.columns)
        lines.writerows(answer.rows)
    else:
        _print(answer)
    return 0


def _check_plot(args: argparse.Namespace) -> None:
    """Check ``--plot`` before anything is computed."""
    from standpat.lab.drawing import picture_kind

    if args.discards:
        raise ValueError("--plot draws the chances of a hand or a matrix, not --discards")
    if len(args.hands) > 1 and not args.matrix:
        raise ValueError("--plot of several hands draws their matrix: give --matrix too")
    picture_kind(args.plot)


def _options(args: argparse.Namespace, samples: int) -> dict[str, Any]:
    """The options that all computations share."""
    options = {name: getattr(args, name) for name in ("dead", "exact", "seed", "threads")}
    return options | {"draws": args.to_come, "samples": samples if args.samples is None else args.samples}


def _becomes(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import becomes

    if args.folded or args.precision:
        raise ValueError("--folded and --precision need two hands or more")
    options, policy = _options(args, 1_000_000) | {"game": played}, _policies(args, 1)[0]
    with _progress() as progress:
        becoming = becomes(args.hands[0], policy=policy, progress=progress, **options)
        if args.plot:
            fewer = range(1, becoming.draws)
            curves = [
                becomes(args.hands[0], policy=policy, progress=progress, **options | {"draws": draws})
                for draws in fewer
            ]
            _plot_curve(args.plot, [*curves, becoming])
    report = becoming.to_dict()
    rows: list[tuple[str | float, ...]] = [
        (row["label"], row["chance"], row["or_better"], row["low"], row["high"])
        for row in report["ranks" if args.ranks else "classes"]
    ]
    how = _method(becoming.exact, becoming.total)
    head = f"{becoming.hand}, {_draws(becoming.draws)}, policy {becoming.policy}: {how}"
    return Answer(head, ("ranks" if args.ranks else "class", "chance", "or better", "low", "high"), rows, report)


def _plot_curve(path: str, all_found: "Sequence[Becoming]") -> None:
    """Draw a line for each number of draws."""
    from standpat.lab.odds.plot import Series, curve

    last = all_found[-1]
    series, lows = [], []
    for one in all_found:
        rows = [row for row in one.to_dict()["classes"] if row["label"].endswith("-low")]
        lows = [row["label"] for row in rows]
        ends = (None, None) if one.exact else ([row["low"] for row in rows], [row["high"] for row in rows])
        name = "as it is" if one.draws == 0 else f"{one.draws} draw{'s' if one.draws > 1 else ''}"
        series.append(Series(name, [row["or_better"] for row in rows], *ends))
    how = [one for one in all_found if not one.exact]
    note = f"policy {last.policy}, {last.game}{f', dead {last.dead}' if last.dead else ''}; "
    note += f"{how[0].total:,} random deals with 95% intervals" if how else "exact"
    curve(f"What {last.hand} becomes", note, lows, series).save(path)


def _matchup(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import matchup

    with _progress() as progress:
        result = matchup(
            args.hands,
            game=played,
            policies=_policies(args, len(args.hands)),
            folded=args.folded,
            precision=args.precision,
            progress=progress,
            **_options(args, 1_000_000),
        )
    rows: list[tuple[str | float, ...]] = [
        (side.hand, side.policy, side.equity, side.win, side.tie, side.low, side.high) for side in result.sides
    ]
    head = f"{_draws(result.draws)}: {_method(result.exact, result.showdowns, 'courses of the cards')}"
    if result.reshuffled:
        head += f"; the deck ran out in {100 * result.reshuffled:.2f}%"
    return Answer(head, ("hand", "policy", "equity", "win", "tie", "low", "high"), rows, result.to_dict())


def _discards(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import discards

    if args.folded or args.precision:
        raise ValueError("--folded and --precision do not go with --discards")
    with _progress() as progress:
        result = discards(
            args.hands[0],
            made=args.make,
            against=args.against,
            game=played,
            policies=_policies(args, 2),
            progress=progress,
            **_options(args, 100_000),
        )
    rows: list[tuple[str | float, ...]] = [
        (o.throw or "pat", o.keep or "nothing", o.worth, o.low, o.high) for o in result
    ]
    by = f"the chance of {args.make} or better" if args.make else f"the share against {args.against}"
    how = _method(all([odds.exact for odds in result]), args.samples or 100_000)
    columns = ("throw", "keep", "worth", "low", "high")
    return Answer(f"{args.hands[0]}, by {by}: {how}", columns, rows, [odds.to_dict() for odds in result])


def _matrix(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import matrix

    if args.policy and len(args.policy) > 1:
        raise ValueError("--matrix takes one --policy for all hands")
    with _progress() as progress:
        result = matrix(
            args.hands,
            game=played,
            policy=_policies(args, 1)[0],
            folded=args.folded,
            precision=args.precision,
            progress=progress,
            **_options(args, 1_000_000),
        )
    how = "exact" if result.exact else f"95% intervals within ±{100 * result.half_width:.3f}%"
    head = f"share of the row's hand against the column's, {_draws(result.draws)}, policy {result.policy}: {how}"
    if args.plot:
        from standpat.lab.odds.plot import heat

        note = f"{result.game}, {_draws(result.draws)}, policy {result.policy}; {how}"
        heat("Who wins how much", note, result).save(args.plot)
    rows: list[tuple[str | float, ...]] = [(hand, *line) for hand, line in zip(args.hands, result.shares, strict=True)]
    return Answer(head, ("against", *args.hands), rows, result.to_dict())


def _policies(args: argparse.Namespace, count: int) -> list[str]:
    given: list[str] = args.policy or ["best"]
    if len(given) == 1:
        return given * count
    if len(given) != count:
        raise ValueError(f"{len(given)} times --policy for {count} hands: expected one for all, or one each")
    return given


def _draws(count: int) -> str:
    return "no draw to come" if count == 0 else f"{count} draw{'s' if count > 1 else ''} to come"


def _method(exact: bool, count: int, what: str = "") -> str:
    if exact:
        return f"exact{f', {count:,} {what}' if what else ''}"
    return f"{count:,} random deals, 95% intervals"


def _print(answer: Answer) -> None:
    cells = [answer.columns, *[tuple([_cell(value) for value in row]) for row in answer.rows]]
    widths = [max([len(row[k]) for row in cells]) for k in range(len(answer.columns))]
    print(answer.head)
    for row in cells:
        parts = [
            cell.ljust(width) if isinstance(answer.rows[0][k], str) else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(parts).rstrip())


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else "-" if value != value else f"{100 * value:.3f}%"


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting", total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)
