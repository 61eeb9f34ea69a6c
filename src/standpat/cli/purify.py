"""``standpat purify``: give up what a strategy of `multiway` should not choose. See docs/multiway.md.

``standpat purify FILE --seats 5 6 --worse 3 --export NEW/27td-multiway.table`` plays 60 million deals among players of
the strategy and gives up choices that lose, by three standard errors of what they win more than the strategy.

With ``--below 0.2`` it gives up choices that have less than a fifth of the probability instead, at decisions to which a
million deals of its own play come fewer than ten times (``--rare``); it plays some deals to count that. The strategies
for other numbers of seats stay. The command prints what one with the new strategy wins from others with the old one.
"""

import argparse
import json
import sys
from math import isfinite
from typing import Any

from standpat.cli.multiway_files import check_seats, file_to_write, file_with

WORSE = 3.0
BELOW = 0.2
RARE = 10.0
DEALS = 12_000_000
DEALS_OF_WORTH = 60_000_000
MILLION = 1_000_000
DECKS = 50_000
"""Decks of each match; each is played in every seat."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat purify``."""
    parser.add_argument("file", metavar="FILE", help="a strategy file of multiway")
    parser.add_argument("--seats", type=int, nargs="+", required=True, metavar="N", help="numbers of seats, 3 to 6")
    parser.add_argument("--worse", type=float, metavar="N", help="give up choices that lose by N standard errors (3)")
    parser.add_argument(
        "--below", type=float, metavar="N", help="or give up less likely choices, above 0 and up to 1 (0.2)"
    )
    parser.add_argument(
        "--rare",
        type=float,
        metavar="N",
        help="with --below: only at decisions that come fewer times in a million deals; inf for everywhere (10)",
    )
    parser.add_argument(
        "--deals", type=int, metavar="N", help="deals to measure (60,000,000) or to count decisions in (12,000,000)"
    )
    parser.add_argument("--export", required=True, metavar="FILE", help="the strategy file to write")


def run(args: argparse.Namespace) -> int:
    """Purify strategies; returns the exit status."""
    seldom = args.below is not None or args.rare is not None
    if seldom and args.worse is not None:
        raise ValueError("--worse goes by what choices win: leave out --below and --rare")
    below, rare = BELOW if args.below is None else args.below, RARE if args.rare is None else args.rare
    worse = WORSE if args.worse is None else args.worse
    deals = (DEALS if seldom else DEALS_OF_WORTH) if args.deals is None else args.deals
    check_seats(args.seats)
    if not (worse > 0 and isfinite(worse)):
        raise ValueError(f"--worse {worse:g}: expected more than 0, and no infinity")
    if not 0 < below <= 1:
        raise ValueError(f"--below {below:g}: expected more than 0 and up to 1")
    if not rare > 0:
        raise ValueError(f"--rare {rare:g}: expected more than 0")
    if deals < 1:
        raise ValueError(f"--deals {deals}: expected 1 or more")
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.engine.games import game
    from standpat.solver.multiway.export import export, policy_of_file
    from standpat.solver.multiway.file_rows import FileRows
    from standpat.solver.multiway.leaning import measured
    from standpat.solver.multiway.match import Arena
    from standpat.solver.multiway.purifying import purified, without_losing

    def tell(done: int) -> None:
        print(f"{done:,} deals", file=sys.stderr, flush=True)

    numbers = sorted(set(args.seats))
    held, path = file_with(args.file, numbers), file_to_write(args.export)
    record, policies = game(held.game), {}
    for seats in numbers:
        strategy, where = held.strategy(seats), None
        if not seldom or isfinite(rare):
            itself = measured(record, seats, strategy, strategy, deals, tell=tell)
            if not seldom:
                policies[seats] = without_losing(strategy, itself, worse)
                continue
            where = FileRows(strategy).often(itself.visits, itself.deals) < rare / MILLION
        policies[seats] = purified(policy_of_file(strategy), below, where)
    counted = {"rare": rare, "deals": deals} if isfinite(rare) else {"rare": None}
    how: dict[str, Any] = {"below": below, **counted} if seldom else {"worse": worse, "deals": deals}
    told = below if seldom and not isfinite(rare) else how
    facts: dict[str, Any] = {"seats": {}, "purified": dict.fromkeys(map(str, numbers), told)}
    size = export(record, policies, path, facts, held)
    del policies  # 600 MB each
    new, wins = MultiwayFile.load(path), {}
    for seats in numbers:
        players = [policy_of_file(file.strategy(seats)) for file in (held, new)]
        won = Arena(record, players).play([1] + [0] * (seats - 1), DECKS, 11)[0]
        wins[str(seats)] = {"msb": round(won.msb, 1), "within": round(won.within, 1)}
    report = {"game": held.game, **how, "from_before": wins, "export": {"file": str(path), "bytes": size}}
    print(json.dumps(report))
    return 0
