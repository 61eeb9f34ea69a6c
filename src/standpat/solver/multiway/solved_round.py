"""The last rounds between two of several, solved in the compiled game: the tables of `solved_round_kernel`."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of
from standpat.bots.draw import replacements
from standpat.bots.multiway_spot import ACTIONS, BUCKETS, COUNTS
from standpat.engine.games import Game
from standpat.solver.kernels.gadget import DOUBT, MARGIN
from standpat.solver.multiway.buckets import buckets_of, masses_of
from standpat.solver.multiway.cfr_kernel import DEPTH
from standpat.solver.multiway.hand_kernel import HAND
from standpat.solver.multiway.last_round_kernel import ITERATIONS, NODES, RANGES, Rounds
from standpat.solver.multiway.solved_round_kernel import EXACT, MISSED, SOLVED

SPACE: Final = 1 << 19
"""Rounds that are kept at most; a kilobyte each."""
GRAIN: Final = 4
"""The grain for training a response."""
DRAWS: Final = 3


def rounds_of(
    game: Game, space: int = SPACE, grain: int = EXACT, doubt: float = DOUBT, margin: float = MARGIN
) -> Rounds:
    """Space for the rounds of a game.

    Args:
        game: A limit game of three draws.
        space: The most rounds.
        grain: Which rounds share a solution (`Rounds.grain`).
        doubt: As `gadget.DOUBT`.
        margin: As `gadget.MARGIN`.
    """
    deal, become = moves_of(game)
    places = 4 << (space - 1).bit_length()
    node = NODES, ACTIONS, BUCKETS

    def room(*shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, np.float32)

    return Rounds(
        grain=np.array([grain]),
        key=np.zeros(places, np.int64),
        row=np.zeros(places, np.int32),
        play=np.zeros((space, 2, NODES, 2, BUCKETS), np.uint8),
        counts=np.zeros(3, np.int64),
        deal=deal.astype(np.float32),
        become=become.astype(np.float32),
        range=room(2, BUCKETS),
        now=room(*node),
        regret=room(*node),
        mean=room(*node),
        reach=room(2, NODES, BUCKETS),
        value=room(NODES, BUCKETS),
        worth=room(ACTIONS, BUCKETS),
        other=room(BUCKETS),
        follow=room(3, BUCKETS),
        hands=np.zeros(NODES, HAND),
        ranges=np.zeros(DEPTH, RANGES),
        gadget=np.array([doubt, margin], np.float32),
    )


def played_from_solutions(rounds: Rounds) -> float:
    """The part of the decisions in last rounds between two that were played from a solution."""
    solved, missed = int(rounds.counts[SOLVED]), int(rounds.counts[MISSED])
    return solved / max(1, solved + missed)


def described(rounds: Rounds) -> list[float]:
    """How rounds are solved: grain, doubt, iterations, margin."""
    doubt, margin = rounds.gadget.tolist()
    return [int(rounds.grain[0]), doubt, ITERATIONS, margin]


@cache
def moves_of(game: Game) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How buckets are dealt and drawn, if the hands of a bucket are as frequent as under the check-down plan.

    Args:
        game: A limit game of three draws.

    Returns:
        By bucket, the probability that it is dealt; and `Rounds.become`.
    """
    hands, masses = buckets_of(game), masses_of(plan_of(game))
    become = np.zeros((DRAWS, COUNTS, BUCKETS, BUCKETS))
    drawn = replacements(game.ranking)
    for left in range(1, DRAWS + 1):
        now, then, mass = hands.bucket[left], hands.bucket[left - 1], masses[left] + 1e-12
        for value in range(1, len(mass)):
            become[left - 1, 0, now[value], then[value]] += mass[value]
            for thrown in range(1, COUNTS):
                values, chances, _ = drawn[int(hands.keep[left - 1, value, thrown])]
                np.add.at(become[left - 1, thrown, now[value]], then[list(values)], mass[value] * np.array(chances))
    total = become.sum(axis=3, keepdims=True)
    np.divide(become, total, out=become, where=total > 0)
    deal = np.bincount(hands.bucket[DRAWS][1:], masses[DRAWS][1:], BUCKETS)
    return deal / deal.sum(), become
