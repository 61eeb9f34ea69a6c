"""Hand buckets of the bot `multiway`, and what each of them may draw.

`buckets_of(game)` gives, by draws left and value of the hand (`standpat.cards.ranking`): its bucket, one of
`standpat.bots.multiway_spot.BUCKETS`; for each number of discards the set of ranks to keep (a bit mask, deuce the
lowest bit); and its strength. In single draw there are hands with no draw or one left only. They come from the
check-down optimum, `standpat.bots.check_down`.

- After the last draw a bucket is a span of final hands, narrower for better hands.
- Before it, hands that could stand pat (`MADE`) are grouped by how often they win pat and by whether a draw would be
  better. All others are grouped by the number of cards they would draw and, within it, by how often they win, in
  narrower spans for better hands.

A hand may draw 0 cards (any hand may stand pat, so weak hands may snow), or one of two other numbers: `COUNTS_OF`.
"""

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import Plan, plan_of
from standpat.bots.check_down_values import PAT
from standpat.bots.draw import KEEPS, classes, replacements
from standpat.bots.multiway_spot import BUCKETS, COUNTS
from standpat.engine.games import Game

MADE: Final = (0.27, 0.33, 0.41)
"""By draws left less one: the chance to beat a final hand from which a hand may stand pat (about a queen, a jack, a
ten).
"""
PAT_EDGES: Final = (0.36, 0.415, 0.48, 0.554, 0.66, 0.74, 0.79, 0.85, 0.9, 0.95)
SPLIT: Final = 5
"""The lowest spans of made hands, so many, are divided by the value of a draw."""
DRAWN: Final = ((14, 11, 7), (14, 11, 7), (12, 12, 8))
"""Buckets of the other hands, by draws left less one, for 1, 2 and 3 cards."""
COUNTS_OF: Final = ((0, 1, 2), (0, 1, 2), (0, 2, 3), (0, 2, 3))
"""The draws of made hands, and of hands whose best draw is of 1, 2 and 3 cards."""


class Cards(NamedTuple):
    """The buckets of all hands of a game.

    Attributes:
        bucket: Shape (4, values), by draws left.
        strength: Shape (4, values), by draws left: the chance to win a check-down against one random hand.
        keep: Shape (3, values, 4), by draws left less one and number of discards: the ranks to keep.
        best: Shape (3, values): the best number of discards.
        allowed: Shape (3, BUCKETS): the numbers of discards that a bucket may choose from, a bit each.
    """

    bucket: NDArray[np.uint8]
    strength: NDArray[np.float32]
    keep: NDArray[np.uint16]
    best: NDArray[np.uint8]
    allowed: NDArray[np.uint8]


@cache
def buckets_of(game: Game) -> Cards:
    """Compute the buckets of a game, once.

    Args:
        game: A game of three draws.

    Returns:
        The buckets of all hands.

    Raises:
        ValueError: The game has neither one draw nor three.
    """
    plan = plan_of(game)
    ranking = plan.ranking
    values = ranking.count + 1
    if plan.draws not in (1, 3):
        raise ValueError(f"{game.id} has {plan.draws} draws: this player is for games of one and three")
    cards = Cards(
        np.zeros((4, values), np.uint8),
        np.zeros((4, values), np.float32),
        np.zeros((3, values, COUNTS), np.uint16),
        np.zeros((3, values), np.uint8),
        np.zeros((3, BUCKETS), np.uint8),
    )
    for left in range(plan.draws + 1):
        cards.strength[left] = plan.worth[left]
    final = np.cumsum(plan.final) - np.array(plan.final) / 2
    edges = (np.arange(1, BUCKETS) / BUCKETS) ** 1.35
    cards.bucket[0] = np.searchsorted(edges, final)
    masses = masses_of(plan)
    for left in range(1, plan.draws + 1):
        _before_a_draw(plan, left, masses[left], cards)
    return cards


def _before_a_draw(plan: Plan, left: int, mass: NDArray[np.float64], cards: Cards) -> None:
    ranks = classes(plan.ranking.id).ranks
    pat = np.array(plan.worth[0])
    worth = _worth_of_keeps(plan, left)
    draws = np.zeros((len(ranks), COUNTS))
    for value in range(1, len(ranks)):
        best = [(-1.0, 0)] * COUNTS
        for keep in plan.keeps(value):
            thrown = min(5 - keep.bit_count(), COUNTS - 1)
            best[thrown] = max(best[thrown], (worth[keep], keep))
        for thrown in range(COUNTS - 1, 0, -1):
            if best[thrown][0] < 0:  # too few ranks to keep so many
                best[thrown] = (best[thrown + 1][0] - 1, best[thrown + 1][1])
            draws[value, thrown], cards.keep[left - 1, value, thrown] = best[thrown]
    count = 1 + np.argmax(draws[:, 1:], axis=1)
    best_draw = draws[:, 1:].max(axis=1)
    made = pat >= MADE[left - 1]
    cards.best[left - 1] = np.where(np.array(plan.choice[left]) == PAT, 0, count)
    bucket = cards.bucket[left]
    span = np.searchsorted(PAT_EDGES, pat)
    better = best_draw > np.median(best_draw[made & (span < SPLIT)])
    number = len(PAT_EDGES) + 1
    bucket[made] = np.where(span < SPLIT, 2 * span + better, span + SPLIT)[made]
    kinds = [0] * (number + SPLIT)
    for thrown, many in enumerate(DRAWN[left - 1], 1):
        chosen = ~made & (count == thrown)
        chosen[0] = False
        bucket[chosen] = len(kinds) + _spans(best_draw[chosen], mass[chosen], many)
        kinds += [thrown] * many
    assert len(kinds) == BUCKETS
    for at, kind in enumerate(kinds):
        cards.allowed[left - 1, at] = sum([1 << n for n in COUNTS_OF[kind]])


def _worth_of_keeps(plan: Plan, left: int) -> dict[int, float]:
    worth = {}
    for keep in KEEPS:
        _, chances, pick = replacements(plan.ranking.id)[keep]
        worth[keep] = sum(map(mul, chances, pick(plan.worth[left - 1])))
    return worth


def masses_of(plan: Plan) -> list[NDArray[np.float64]]:
    """By draws left: the probability that a random hand that follows the plan has each value."""
    mass: Sequence[float] = classes(plan.ranking.id).deal
    masses = [np.array(mass)]
    for left in range(plan.draws, 0, -1):
        mass = plan.drawn(mass, left)
        masses.append(np.array(mass))
    return masses[::-1]


def _spans(worth: NDArray[np.float64], mass: NDArray[np.float64], many: int) -> NDArray[np.int64]:
    """Divide the mass into spans, worst first; better spans are smaller."""
    order = np.argsort(worth, kind="stable")
    share = mass[order] + 1e-9
    middle = (np.cumsum(share) - share / 2) / share.sum()
    spans = np.zeros(len(worth), np.int64)
    spans[order] = np.minimum((middle**1.4 * many).astype(np.int64), many - 1)
    return spans
