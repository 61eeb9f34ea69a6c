"""``standpat odds``: what a hand becomes, who wins how often, and what to throw. See ``docs/odds.md``.

One hand: its chances after the draws to come. Two to six: their shares. ``--discards`` with one hand: the worth of
every discard, by ``--make`` or ``--against``. ``--matrix``: each hand against each other one.
"""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from standpat.cli.game_option import add_game, game_of
from standpat.game import Game


class Answer(NamedTuple):
    """What is printed: a line above, a table of `columns` and `rows`; and what goes into JSON."""

    head: str
    columns: tuple[str, ...]
    rows: list[tuple[str | float, ...]]
    told: Any


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "hands", nargs="+", metavar="HAND", help="cards (2c3d4h7sKc, or those kept: 2c3d) or a range (pat:9-7, d1:8)"
    )
    add_game(parser)
    parser.add_argument("--to-come", type=int, metavar="N", help="draws to come (default: all the game has)")
    parser.add_argument(
        "--policy", action="append", metavar="WAY", help="best, pat:LOW, make:LOW, hold:LOW, optimal; once, or per hand"
    )
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards known to be gone")
    parser.add_argument("--folded", type=int, default=0, metavar="N", help="other players who had cards")
    parser.add_argument("--discards", action="store_true", help="the worth of every discard of one hand")
    parser.add_argument("--make", metavar="LOW", help="by the chance of this low or better")
    parser.add_argument("--against", metavar="HAND", help="by the share against this hand or range")
    parser.add_argument("--matrix", action="store_true", help="each hand against each other one")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--exact", action="store_true", default=None, help="enumerate, or say why not")
    way.add_argument("--sampled", dest="exact", action="store_false", help="deal at random even so")
    parser.add_argument("--samples", type=int, default=1_000_000, metavar="N", help="random deals (default: 1000000)")
    parser.add_argument("--precision", type=float, metavar="P", help="stop when all 95%% intervals are within P")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the result as JSON")
    form.add_argument("--csv", action="store_true", help="the table as CSV")
    parser.add_argument("--plot", metavar="FILE", help="a picture, .svg (or .png, with the extra plot)")


def run(args: argparse.Namespace) -> int:
    played = game_of(args)
    if (args.make or args.against) and not args.discards:
        raise ValueError("--make and --against say by what --discards are measured: give --discards too")
    if args.discards and len(args.hands) != 1:
        raise ValueError(f"--discards are of one hand, not {len(args.hands)}")
    if args.discards and args.plot:
        raise ValueError("--plot draws the chances of a hand or a matrix, not --discards")
    if len(args.hands) > 1 and args.plot and not args.matrix:
        raise ValueError("--plot of several hands draws their matrix: give --matrix too")
    if args.discards:
        answer = _discards(args, played)
    elif args.matrix:
        answer = _matrix(args, played)
    elif len(args.hands) == 1:
        answer = _becomes(args, played)
    else:
        answer = _matchup(args, played)
    if args.json:
        print(json.dumps(answer.told, ensure_ascii=False))
    elif args.csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(answer.columns)
        lines.writerows(answer.rows)
    else:
        _print(answer)
    return 0


def _becomes(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import becomes

    if args.folded or args.precision:
        raise ValueError("--folded and --precision are for two hands or more")
    with _progress() as progress:
        found = becomes(
            args.hands[0],
            draws=args.to_come,
            game=played,
            policy=_policies(args, 1)[0],
            dead=args.dead,
            exact=args.exact,
            samples=args.samples,
            seed=args.seed,
            progress=progress,
        )
    told = found.to_dict()
    rows: list[tuple[str | float, ...]] = [
        (row["label"], row["chance"], row["or_better"], row["low"], row["high"]) for row in told["classes"]
    ]
    head = f"{found.hand}, {_draws(found.draws)}, policy {found.policy}: {_method(found.exact, found.total)}"
    if args.plot:
        from standpat.lab.odds.plot import Series, save_curve

        lows = [row for row in told["classes"] if row["label"].endswith("-low")]
        line = Series(found.hand, [row["or_better"] for row in lows])
        save_curve(args.plot, f"{head.partition(':')[0]}: this low or better", [r["label"] for r in lows], [line])
    return Answer(head, ("class", "chance", "or better", "low", "high"), rows, told)


def _matchup(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import matchup

    with _progress() as progress:
        found = matchup(
            args.hands,
            draws=args.to_come,
            game=played,
            policies=_policies(args, len(args.hands)),
            dead=args.dead,
            folded=args.folded,
            exact=args.exact,
            samples=args.samples,
            precision=args.precision,
            seed=args.seed,
            progress=progress,
        )
    rows: list[tuple[str | float, ...]] = [
        (side.hand, side.policy, side.equity, side.win, side.tie, side.low, side.high) for side in found.sides
    ]
    head = f"{_draws(found.draws)}: {_method(found.exact, found.showdowns, 'courses of the cards')}"
    if found.reshuffled:
        head += f"; the deck ran out in {100 * found.reshuffled:.2f}%"
    return Answer(head, ("hand", "policy", "equity", "win", "tie", "low", "high"), rows, found.to_dict())


def _discards(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import discards

    if args.folded or args.precision or args.exact is not None:
        raise ValueError("--folded, --precision, --exact and --sampled are not for --discards")
    with _progress() as progress:
        found = discards(
            args.hands[0],
            made=args.make,
            against=args.against,
            draws=args.to_come,
            game=played,
            policies=_policies(args, 2),
            dead=args.dead,
            samples=min(args.samples, 100_000),
            seed=args.seed,
            progress=progress,
        )
    rows: list[tuple[str | float, ...]] = [(o.throw or "pat", o.keep, o.worth, o.low, o.high) for o in found]
    by = f"the chance of {args.make} or better" if args.make else f"the share against {args.against}"
    columns = ("throw", "keep", "worth", "low", "high")
    return Answer(f"{args.hands[0]}, by {by}", columns, rows, [odds.to_dict() for odds in found])


def _matrix(args: argparse.Namespace, played: Game) -> Answer:
    from standpat.lab.odds import share_table

    if args.policy and len(args.policy) > 1:
        raise ValueError("--matrix takes one --policy, for all")
    shares = share_table(
        args.hands,
        draws=args.to_come,
        game=played,
        policies=_policies(args, 1)[0],
        dead=args.dead,
        folded=args.folded,
        exact=args.exact,
        samples=args.samples,
        precision=args.precision,
        seed=args.seed,
    )
    head = "share of the row's hand against the column's"
    if args.plot:
        from standpat.lab.odds.plot import save_matrix

        save_matrix(args.plot, head[0].upper() + head[1:], args.hands, shares)
    told = [[share if share == share else None for share in line] for line in shares]
    rows: list[tuple[str | float, ...]] = [(hand, *line) for hand, line in zip(args.hands, shares, strict=True)]
    return Answer(head, ("against", *args.hands), rows, {"hands": args.hands, "shares": told})


def _policies(args: argparse.Namespace, count: int) -> list[str]:
    given: list[str] = args.policy or ["best"]
    if len(given) == 1:
        return given * count
    if len(given) != count:
        raise ValueError(f"{len(given)} times --policy for {count} hands: want one for all, or one each")
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
    """A bar on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("dealing", total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)
