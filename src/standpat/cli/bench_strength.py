"""``standpat bench strength``: what the players of the package can lose, by game and number of seats."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

HELP = """\
Heads-up the figure is exact, in the class game. With more seats each figure is a lower bound: what a search has found.
Responses are kept in FOLDER, continued from there, and tried against every later player; the best one counts. Those
whose figures are published take 75 million deals at three and four seats and 150 million at five and six, which is
minutes to an hour of one core each.

  standpat bench strength --game 27td --seats 3 --folder DIR
  standpat bench strength --seats 3 6 --deals 5 --only response held       five million deals each: a first look
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat bench strength``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HELP
    parser.add_argument("--game", nargs="+", metavar="GAME", help="the games (all that strategy files are there for)")
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4, 5, 6], metavar="N", help="2 to 6 (all)")
    parser.add_argument(
        "--only", nargs="+", metavar="KIND", help="some of: exact exploiters response held engine (all)"
    )
    parser.add_argument("--folder", default="strength", metavar="DIR", help="of the responses (default: %(default)s)")
    parser.add_argument("--deals", type=float, metavar="N", help="million deals of a response")
    parser.add_argument("--begin", metavar="FILE", help="a saved response from which new ones start")
    parser.add_argument("--decks", type=int, metavar="N", help="decks for each of the five seeds of a measurement")
    parser.add_argument("--hands", type=int, metavar="N", help="hands in the engine")
    parser.add_argument("--course", action="store_true", help="what a response won while learning, too")
    parser.add_argument("--json", action="store_true", help="a JSON object in each line instead of text")


def run(args: argparse.Namespace) -> int:
    """Measure and print each figure when it is found; returns the exit status."""
    for seats in args.seats:
        if not 2 <= seats <= 6:
            raise ValueError(f"--seats {seats}: expected 2 to 6")
    for name in ("deals", "decks", "hands"):
        given = getattr(args, name)
        if given is not None and given <= 0:
            raise ValueError(f"--{name} {given:g}: expected more than 0")
    import msgspec

    from standpat.bots.blueprint import strategy_files
    from standpat.bots.multiway import multiway_files
    from standpat.engine.games import game
    from standpat.solver.multiway.strength import DECKS, ENGINE, KINDS, Order, strength

    for kind in args.only or ():
        if kind not in KINDS:
            raise ValueError(f"--only {kind}: expected {', '.join(KINDS)}")
    order = Order(
        Path(args.folder),
        tuple(args.only or KINDS),
        None if args.deals is None else max(1, int(args.deals * 1_000_000)),
        args.decks or DECKS,
        args.hands or ENGINE,
        None if args.begin is None else Path(args.begin),
        lambda text: print(text, file=sys.stderr, flush=True),
    )
    if order.begin is not None and not order.begin.is_file():
        raise ValueError(f"--begin {args.begin}: there is no such file")
    for id in args.game or sorted({*strategy_files(), *multiway_files()}):
        for seats in args.seats:
            for row in strength(game(id), seats, order):
                print(msgspec.json.encode(asdict(row)).decode() if args.json else row, flush=True)
                if args.course and not args.json:
                    print("".join([f"    {deals:>13,} deals {msb:+8.1f}\n" for deals, msb in row.course]), end="")
    return 0
