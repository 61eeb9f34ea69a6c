"""``standpat lean``: let a strategy of `multiway` win more from a known player, in minutes. See docs/multiway.md.

``standpat lean FILE --seats 6 --against rule --export NEW/27td-multiway.table`` changes the strategy of FILE for six
seats where it mixes choices: more often it takes those that win more from the bot `rule`. With ``--against FILE`` it
leans against players of a strategy file, such as ``standpat multiway --watch PLAYER`` makes of another bot. The
strategies for other numbers of seats stay.
``--part`` says how far it leans: decisions are changed until they bring this part of what all would bring, beginning
with those that the strategy hardly ever comes to among players of its own kind. The command prints what it wins from
the known players before and after, and what the new strategy wins from players of the old one.

The further it leans, the more a response wins from it. How much, ``standpat bench strength`` says.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cli.multiway_files import check_seats, file_to_write, file_with

if TYPE_CHECKING:
    from standpat.solver.multiway.known_player import Known

PART = 0.5
DEALS = 60_000_000
DECKS = 100_000
"""Decks of each match at the end; each is played in every seat."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat lean``."""
    parser.add_argument("file", metavar="FILE", help="a strategy file of multiway")
    parser.add_argument("--seats", type=int, required=True, metavar="N", help="the number of seats, 3 to 6")
    parser.add_argument("--against", required=True, metavar="WHO", help="the bot rule, or the strategy file of another")
    parser.add_argument(
        "--part", type=float, default=PART, metavar="N", help="how far to lean, above 0 and up to 1 (0.5)"
    )
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help="deals to measure with (60,000,000)")
    parser.add_argument("--export", required=True, metavar="FILE", help="the strategy file to write")


def run(args: argparse.Namespace) -> int:
    """Lean a strategy; returns the exit status."""
    check_seats([args.seats])
    if not 0 < args.part <= 1:
        raise ValueError(f"--part {args.part:g}: expected more than 0 and up to 1")
    if args.deals < 1:
        raise ValueError(f"--deals {args.deals}: expected 1 or more")
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.engine.games import game
    from standpat.solver.multiway.export import export, policy_of_file
    from standpat.solver.multiway.leaning import leaned, measured
    from standpat.solver.multiway.match import Arena

    held = file_with(args.file, [args.seats])
    record, seats = game(held.game), args.seats
    before, (others, name) = held.strategy(seats), _others(args.against, held.game, seats)
    path = file_to_write(args.export)

    def tell(done: int) -> None:
        print(f"{done:,} deals", file=sys.stderr, flush=True)

    among = measured(record, seats, before, others, args.deals, tell=tell)
    itself = measured(record, seats, before, before, max(1, args.deals // 2), tell=tell)
    lean = {"against": name, "part": args.part, "deals": args.deals}
    facts: dict[str, Any] = {"seats": {}, "leaned": {str(seats): lean}}
    size = export(record, {seats: leaned(before, among, itself, args.part)}, path, facts, held)
    after = MultiwayFile.load(path).strategy(seats)
    old, new = policy_of_file(before), policy_of_file(after)
    them = [] if others == "rule" else [policy_of_file(others)]  # `rule` has the number after the last strategy
    one = [0] + [1] * (seats - 1)
    report: dict[str, Any] = {"game": held.game, "seats": seats, **lean}
    for what, players in (("before", [old, *them]), ("after", [new, *them]), ("from_before", [new, old])):
        won = Arena(record, players).play(one, DECKS, 11)[0]
        report[what] = {"msb": round(won.msb, 1), "within": round(won.within, 1)}
    print(json.dumps(report | {"export": {"file": str(path), "bytes": size}}))
    return 0


def _others(against: str, game: str, seats: int) -> "tuple[Known, str]":
    """The known player, and their name."""
    if against == "rule":
        return "rule", "rule"
    known = file_with(against, [seats])
    if known.game != game:
        raise ValueError(f"{against} is for {known.game}, not for {game}")
    return known.strategy(seats), known.head.get("watched", Path(against).name)
