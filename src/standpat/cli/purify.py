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
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from standpat.cli.multiway_files import check_seats, file_to_write, file_with

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from standpat.bots.multiway_file import Strategy
    from standpat.solver.multiway.leaning import Measured

WORSE = 3.0
BELOW = 0.2
RARE = 10.0
DEALS = 12_000_000
DEALS_OF_WORTH = 60_000_000
MILLION = 1_000_000
DECKS = 50_000
"""Decks of each match; each is played in every seat."""


@dataclass(frozen=True)
class _Way:
    """Which choices are given up.

    Attributes:
        deals: The deals among players of its own to measure with; 0 if nothing is measured.
        without: The strategy without them, a row of `cfr_kernel.POLICY`, from the strategy and its measurement.
        report: What the command prints of it.
        told: What the file says of it.
    """

    deals: int
    without: "Callable[[Strategy, Measured | None], NDArray[np.void]]"
    report: dict[str, Any]
    told: Any


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
    check_seats(args.seats)
    way = _losing(args) if args.below is None and args.rare is None else _unlikely(args)
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.engine.games import game
    from standpat.solver.multiway.export import export, policy_of_file
    from standpat.solver.multiway.leaning import measured
    from standpat.solver.multiway.match import Arena

    def tell(done: int) -> None:
        print(f"{done:,} deals", file=sys.stderr, flush=True)

    numbers = sorted(set(args.seats))
    held, path = file_with(args.file, numbers), file_to_write(args.export)
    record, policies = game(held.game), {}
    for seats in numbers:
        strategy = held.strategy(seats)
        itself = measured(record, seats, strategy, strategy, way.deals, tell=tell) if way.deals else None
        policies[seats] = way.without(strategy, itself)
    facts: dict[str, Any] = {"seats": {}, "purified": dict.fromkeys(map(str, numbers), way.told)}
    size = export(record, policies, path, facts, held)
    del policies  # 600 MB each
    new, wins = MultiwayFile.load(path), {}
    for seats in numbers:
        players = [policy_of_file(file.strategy(seats)) for file in (held, new)]
        won = Arena(record, players).play([1] + [0] * (seats - 1), DECKS, 11)[0]
        wins[str(seats)] = {"msb": round(won.msb, 1), "within": round(won.within, 1)}
    report = {"game": held.game, **way.report, "from_before": wins, "export": {"file": str(path), "bytes": size}}
    print(json.dumps(report))
    return 0


def _losing(args: argparse.Namespace) -> _Way:
    """Choices that lose by so many standard errors."""
    worse = WORSE if args.worse is None else args.worse
    if not (worse > 0 and isfinite(worse)):
        raise ValueError(f"--worse {worse:g}: expected more than 0, and no infinity")
    deals = _deals(args, DEALS_OF_WORTH)

    def without(strategy: "Strategy", itself: "Measured | None") -> "NDArray[np.void]":
        from standpat.solver.multiway.purifying import without_losing

        assert itself is not None
        return without_losing(strategy, itself, worse)

    facts = {"worse": worse, "deals": deals}
    return _Way(deals, without, facts, facts)


def _unlikely(args: argparse.Namespace) -> _Way:
    """Less likely choices, at rare decisions or everywhere."""
    below, rare = BELOW if args.below is None else args.below, RARE if args.rare is None else args.rare
    if args.worse is not None:
        raise ValueError("--worse goes by what choices win: leave out --below and --rare")
    if not 0 < below <= 1:
        raise ValueError(f"--below {below:g}: expected more than 0 and up to 1")
    if not rare > 0:
        raise ValueError(f"--rare {rare:g}: expected more than 0")
    deals = _deals(args, DEALS)

    def without(strategy: "Strategy", itself: "Measured | None") -> "NDArray[np.void]":
        from standpat.solver.multiway.export import policy_of_file
        from standpat.solver.multiway.file_rows import FileRows
        from standpat.solver.multiway.purifying import purified

        seldom = None if itself is None else FileRows(strategy).often(itself.visits, itself.deals) < rare / MILLION
        return purified(policy_of_file(strategy), below, seldom)

    if rare == inf:
        return _Way(0, without, {"below": below, "rare": None}, below)
    facts = {"below": below, "rare": rare, "deals": deals}
    return _Way(deals, without, facts, facts)


def _deals(args: argparse.Namespace, usual: int) -> int:
    """The deals to measure with."""
    deals: int = usual if args.deals is None else args.deals
    if deals < 1:
        raise ValueError(f"--deals {deals}: expected 1 or more")
    return deals
