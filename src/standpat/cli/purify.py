"""``standpat purify``: give up what a strategy of `multiway` hardly ever chooses. See docs/multiway.md.

``standpat purify FILE --seats 5 6 --export NEW/27td-multiway.table`` writes the strategies of FILE without the choices
that have less than a fifth of the probability (``--below``) at five and six seats, at decisions to which a million
deals of its own play come fewer than ten times (``--rare``). It plays some deals to count that. The strategies for
other numbers of seats stay. The command prints what one with the new strategy wins from others with the old one.
"""

import argparse
import json
import sys
from math import isfinite
from typing import Any

from standpat.cli.multiway_files import check_seats, file_to_write, file_with

BELOW = 0.2
RARE = 10.0
DEALS = 12_000_000
MILLION = 1_000_000
DECKS = 50_000
"""Decks of each match; each is played in every seat."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat purify``."""
    parser.add_argument("file", metavar="FILE", help="a strategy file of multiway")
    parser.add_argument("--seats", type=int, nargs="+", required=True, metavar="N", help="numbers of seats, 3 to 6")
    parser.add_argument(
        "--below", type=float, default=BELOW, metavar="N", help="give up less likely choices, above 0 and up to 1 (0.2)"
    )
    parser.add_argument(
        "--rare",
        type=float,
        default=RARE,
        metavar="N",
        help="only at decisions that come fewer times in a million deals; inf for everywhere (10)",
    )
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help="deals to count them in (12,000,000)")
    parser.add_argument("--export", required=True, metavar="FILE", help="the strategy file to write")


def run(args: argparse.Namespace) -> int:
    """Purify strategies; returns the exit status."""
    check_seats(args.seats)
    if not 0 < args.below <= 1:
        raise ValueError(f"--below {args.below:g}: expected more than 0 and up to 1")
    if not args.rare > 0:
        raise ValueError(f"--rare {args.rare:g}: expected more than 0")
    if args.deals < 1:
        raise ValueError(f"--deals {args.deals}: expected 1 or more")
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.engine.games import game
    from standpat.solver.multiway.export import export, policy_of_file
    from standpat.solver.multiway.file_rows import FileRows
    from standpat.solver.multiway.leaning import measured
    from standpat.solver.multiway.match import Arena
    from standpat.solver.multiway.purifying import purified

    def tell(done: int) -> None:
        print(f"{done:,} deals", file=sys.stderr, flush=True)

    numbers = sorted(set(args.seats))
    rare = args.rare if isfinite(args.rare) else None
    held, path = file_with(args.file, numbers), file_to_write(args.export)
    record, policies = game(held.game), {}
    for seats in numbers:
        strategy = held.strategy(seats)
        where = None
        if rare is not None:
            itself = measured(record, seats, strategy, strategy, args.deals, tell=tell)
            where = FileRows(strategy).often(itself.visits, itself.deals) < rare / MILLION
        policies[seats] = purified(policy_of_file(strategy), args.below, where)
    told = args.below if rare is None else {"below": args.below, "rare": rare, "deals": args.deals}
    facts: dict[str, Any] = {"seats": {}, "purified": dict.fromkeys(map(str, numbers), told)}
    size = export(record, policies, path, facts, held)
    del policies  # 600 MB each
    new, wins = MultiwayFile.load(path), {}
    for seats in numbers:
        players = [policy_of_file(file.strategy(seats)) for file in (held, new)]
        won = Arena(record, players).play([1] + [0] * (seats - 1), DECKS, 11)[0]
        wins[str(seats)] = {"msb": round(won.msb, 1), "within": round(won.within, 1)}
    report = {"game": held.game, "below": args.below, "rare": rare, "from_before": wins}
    print(json.dumps(report | {"export": {"file": str(path), "bytes": size}}))
    return 0
