"""``standpat match``: players against each other, with duplicate dealing. See docs/matches.md.

Standings go to standard error while the match runs, the report to standard output. The first Ctrl-C ends the match
after the present deck, the second at once. The exit status is 130 if it was stopped.
"""

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING

from standpat.cli.game_option import add_ante, add_game, game_of, stakes_of
from standpat.cli.ray_option import add_ray, pool_of

if TYPE_CHECKING:
    from standpat.lab.match.plan import Plan
    from standpat.lab.match.result import Result

STOPPED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat match``."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="NAME, py:MODULE:FUNCTION, cmd:PROGRAM or tcp:PORT; resolve is blueprint as in a room",
    )
    add_game(parser)
    parser.set_defaults(house=None)
    parser.add_argument("--hands", type=int, default=10_000, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed; the same seed repeats a match")
    parser.add_argument("--stakes", metavar="LOW/HIGH", help="small/big bet of a limit game, else the blinds")
    add_ante(parser)
    parser.add_argument("--stack", type=int, metavar="CHIPS", help="stack at the start of each hand (100 big blinds)")
    parser.add_argument("--timeout", type=int, default=5000, metavar="MS", help="for programs; 0: none (%(default)s)")
    parser.add_argument("--aivat", action="store_true", help="AIVAT too: a second estimate with less variance")
    parser.add_argument(
        "--imagined",
        type=int,
        metavar="N",
        help="with --aivat: average over N sets of cards that known players might have held; 0: none (256)",
    )
    parser.add_argument(
        "--precision",
        "--until",
        type=_margin,
        metavar="X",
        help="end when the margins are ±X big bets or blinds per 100 (AIVAT's with --aivat)",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes")
    add_ray(parser)
    parser.add_argument("--checkpoint", metavar="FILE", help="save the match here, and continue from it")
    parser.add_argument("--log", metavar="FILE", help="save the hands, as arena JSON lines")
    parser.add_argument(
        "--snow-class", default="J", metavar="RANK", help="standing pat with a worse high card is a snow (%(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="the report in poker-arena's schema")
    parser.add_argument("--progress-json", action="store_true", help="standings as JSON lines")
    parser.add_argument("--quiet", action="store_true", help="no standings while it plays")


def run(args: argparse.Namespace) -> int:
    """Play a match and print its result; returns the exit status."""
    from rich.console import Console

    from standpat.lab.match.contest import play
    from standpat.lab.match.standing import standings

    plan = _plan(args)
    with ExitStack() as shown:
        pool = shown.enter_context(pool_of(args))
        stopped = shown.enter_context(_interrupts())
        watch = shown.enter_context(_display(args))
        try:
            result = play(
                plan,
                args.hands,
                jobs=args.jobs,
                pool=pool,
                precision=args.precision,
                log=_path(args.log),
                checkpoint=_path(args.checkpoint),
                watch=watch,
                stopped=stopped,
            )
        except KeyboardInterrupt:
            return STOPPED
    if args.json:
        print(json.dumps(result.to_dict(), ensure_ascii=False, separators=(",", ":")))
    else:
        console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
        console.print(f"{plan.game.id}, house {plan.game.house.name}, seed {plan.seed}, {result.ended}")
        console.print(standings(result))
    return STOPPED if result.ended == "stopped" else 0


def _plan(args: argparse.Namespace) -> "Plan":
    """The match the options describe; a wrong option is a `ValueError`."""
    from standpat.lab.match.checkpoint import Checkpoint
    from standpat.lab.match.entrant import entries
    from standpat.lab.match.plan import IMAGINED, Plan

    if len(args.players) < 2:
        raise ValueError("a match is between two players or more")
    if args.house is None:
        args.house = "arena" if any([one.outside for one in entries(args.players)]) else "online"
    played = game_of(args)
    usual = "100/200" if played.betting == "fixed-limit" else "50/100"
    stakes = stakes_of(args.stakes or usual, args.ante, played, args.ante_by)
    before = Checkpoint.load(Path(args.checkpoint)) if args.checkpoint else None
    seed = args.seed
    if seed is None:
        seed = secrets.randbits(63) if before is None else before.plan.get("seed")
    return Plan(
        game=played,
        stakes=stakes,
        stack=stakes.big_blind * 100 if args.stack is None else args.stack,
        seed=seed,
        entries=tuple(args.players),
        snow_class=args.snow_class,
        timeout_ms=args.timeout or None,
        aivat=args.aivat,
        imagined=IMAGINED if args.imagined is None else args.imagined,
    )


def _margin(text: str) -> float:
    """``2`` or ``±2``."""
    try:
        return float(text.removeprefix("±"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a margin: expected a number, such as 2 or ±2") from None


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Has Ctrl-C been pressed? The second time is a `KeyboardInterrupt`."""
    pressed: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _display(args: argparse.Namespace) -> Iterator[Callable[["Result"], object]]:
    """What to do with the standings after each deck."""
    from rich.console import Console
    from rich.live import Live

    from standpat.lab.match.result import progress
    from standpat.lab.match.standing import standings

    if args.progress_json:
        yield _now_and_then(2, lambda result: print(json.dumps(progress(result)), file=sys.stderr, flush=True))
    elif args.quiet or not sys.stderr.isatty():
        yield lambda result: None
    else:
        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            yield _now_and_then(0.5, lambda result: live.update(standings(result), refresh=True))


def _now_and_then(seconds: float, show: Callable[["Result"], object]) -> Callable[["Result"], object]:
    due = 0.0

    def watch(result: "Result") -> None:
        nonlocal due
        if monotonic() >= due:
            show(result)
            due = monotonic() + seconds

    return watch
