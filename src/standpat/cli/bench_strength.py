"""``standpat bench strength``: what the players of the package can lose, by game and number of seats."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

HELP = """\
Each table of the room has a row that says who plays there, and rows of what they can lose. Only `exact` is all of it,
in the class game; every other figure is a lower bound: what a search has found. The responses of limit games are kept
in FOLDER, continued from there, and tried against every later player; the best one counts. Those whose figures are
published take 75 million deals at three and four seats and 150 million at five and six, half an hour of one core each.

  standpat bench strength --game 27td --seats 3 --folder DIR
  standpat bench strength --seats 3 6 --deals 5 --only response held       five million deals each: a first look
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat bench strength``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HELP
    parser.add_argument("--game", nargs="+", metavar="GAME", help="the games (all)")
    parser.add_argument("--seats", nargs="+", type=int, metavar="N", help="2 to 7 (all that the game has)")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="KIND",
        help="some of: player exact last exploiters response held engine seated (all)",
    )
    parser.add_argument("--folder", default="strength", metavar="DIR", help="of the responses (default: %(default)s)")
    parser.add_argument("--deals", type=float, metavar="N", help="million deals of a response")
    parser.add_argument("--begin", metavar="FILE", help="a saved response from which new ones start")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="of a response; 0: one for each core. N > 1 cannot be repeated to the last bit",
    )
    parser.add_argument("--gpu", action="store_true", help="learn responses on an NVIDIA graphics card (extra: gpu)")
    parser.add_argument("--decks", type=int, metavar="N", help="decks for each of the five seeds of a measurement")
    parser.add_argument("--hands", type=int, metavar="N", help="hands in the engine")
    parser.add_argument("--lines", type=int, metavar="N", help="lines in which the last round is played perfectly")
    parser.add_argument("--course", action="store_true", help="what a response won while learning, too")
    parser.add_argument("--json", action="store_true", help="a JSON object in each line instead of text")


def run(args: argparse.Namespace) -> int:
    """Measure and print each figure when it is found; returns the exit status."""
    for seats in args.seats or ():
        if not 2 <= seats <= 7:
            raise ValueError(f"--seats {seats}: expected 2 to 7")
    for name in ("deals", "decks", "hands", "lines"):
        given = getattr(args, name)
        if given is not None and given <= 0:
            raise ValueError(f"--{name} {given:g}: expected more than 0")
    if args.gpu and args.threads != 1:
        raise ValueError("--gpu: a card learns with its own threads: leave out --threads")
    import msgspec

    from standpat.compute.gpu import Gpu
    from standpat.compute.threads import count_of
    from standpat.engine.games import game, ids
    from standpat.solver.strength.row import DECKS, ENGINE, KINDS, LINES, Order
    from standpat.solver.strength.table import strength

    for kind in args.only or ():
        if kind not in KINDS:
            raise ValueError(f"--only {kind}: expected {', '.join(KINDS)}")
    order = Order(
        Path(args.folder),
        tuple(args.only or KINDS),
        None if args.deals is None else max(1, int(args.deals * 1_000_000)),
        args.decks or DECKS,
        args.hands or ENGINE,
        args.lines or LINES,
        None if args.begin is None else Path(args.begin),
        lambda text: print(text, file=sys.stderr, flush=True),
        count_of(args.threads),
        Gpu() if args.gpu else None,
    )
    if order.begin is not None and not order.begin.is_file():
        raise ValueError(f"--begin {args.begin}: there is no such file")
    for record in map(game, args.game or ids()):
        for seats in args.seats or range(record.min_seats, record.max_seats + 1):
            if not record.min_seats <= seats <= record.max_seats:
                continue
            for row in strength(record, seats, order):
                print(msgspec.json.encode(asdict(row)).decode() if args.json else row, flush=True)
                if args.course and not args.json:
                    print("".join([f"    {deals:>13,} deals {msb:+8.1f}\n" for deals, msb in row.course]), end="")
    return 0
