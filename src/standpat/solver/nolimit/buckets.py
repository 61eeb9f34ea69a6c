"""Hand buckets of the bot `nolimit`, and what each of them may draw.

`buckets_of(game)` groups the values of hands (`standpat.cards.ranking`) by the check-down optimum
(`standpat.bots.check_down`):

- After the draw a bucket is a span of final hands, narrower for better hands: `AFTER`.
- Before it, the hands of jack low and better (`HIGHEST`) are grouped by how often they win pat, the rougher ones also
  by how good their best draw is. All others are grouped by the number of cards they would draw and, within it, by how
  often they win, in narrower spans for better hands: `BEFORE`.

Every hand may stand pat, so weak hands may snow. A hand that would draw n cards may also draw n - 1 or n + 1, one to
three; three stands for three or more. Made hands may draw one or two.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import Plan, plan_of
from standpat.bots.draw import classes, replacements
from standpat.engine.games import Game
from standpat.solver.multiway import buckets as multiway

COUNTS: Final = 4
"""The choices of a draw: pat, 1, 2, 3 or more."""
FINE: Final = 14
"""Buckets of the best made hands."""
ROUGH: Final = (6, 2)
"""Spans of the rougher made hands, and of the worth of a draw within each."""
DRAWN: Final = (28, 18, 12)
"""Buckets of the other hands that draw 1, 2, 3 or more cards."""
BEFORE: Final = FINE + ROUGH[0] * ROUGH[1] + sum(DRAWN)
AFTER: Final = 40
HIGHEST: Final = 9
"""The highest rank of a made hand: a jack."""
SMOOTH: Final = 0.87
"""Made hands that beat this part of final hands are in the `FINE` buckets."""


class Buckets(NamedTuple):
    """The buckets of all hands of a game.

    Attributes:
        bucket: Shape (draws + 1, values): by round, before the first draw, …, after the last.
        keep: Shape (draws, values, COUNTS): by draw, the ranks to keep for each number of discards, a bit mask with the
            deuce lowest.
        allowed: Shape (draws, buckets): by draw, the numbers of discards of a bucket, a bit each.
        place: Shape (values,): before a draw, the part of all deals that are better, plus half of the equal ones.
        best: Shape (draws, values): by draw, the number of cards to draw if there is no more betting.
        final: Shape (values,): after the last draw, the probability to beat a final hand of a check-down.
    """

    bucket: NDArray[np.uint8]
    keep: NDArray[np.uint16]
    allowed: NDArray[np.uint8]
    place: NDArray[np.float64]
    best: NDArray[np.uint8]
    final: NDArray[np.float64]


def buckets_of(game: Game) -> Buckets:
    """Compute the buckets of a game: those of single draw, or with three draws those of
    `standpat.solver.multiway.buckets`.

    Raises:
        ValueError: The game has neither one draw nor three.
    """
    if game.draw_rounds == 1:
        return _single_draw(game)
    plan, hands = plan_of(game), multiway.buckets_of(game)
    by_draw = hands.keep[::-1], hands.allowed[::-1], np.array(plan.place), hands.best[::-1]
    return Buckets(hands.bucket[::-1], *by_draw, np.array(plan.worth[0]))


def _single_draw(game: Game) -> Buckets:
    plan = plan_of(game)
    deal = np.array(classes(plan.ranking.id).deal)
    values = len(deal)
    pat = np.array(plan.worth[0])
    draws, keep = _draws(plan, values)
    best_draw, count = draws[:, 1:].max(axis=1), 1 + draws[:, 1:].argmax(axis=1)
    bucket = np.zeros((2, values), np.uint8)
    final = np.array(plan.final)
    edges = (np.arange(1, AFTER) / AFTER) ** 1.5
    bucket[1] = np.searchsorted(edges, np.cumsum(final) - final / 2)
    low = np.array([_low(mask) for mask in classes(plan.ranking.id).ranks])
    made = low & (pat > 0.5)  # no straights and flushes
    fine = made & (pat >= SMOOTH)
    rough = made & ~fine
    before, kinds = bucket[0], [0] * (FINE + ROUGH[0] * ROUGH[1])
    before[fine] = FINE - 1 - _spans(pat[fine], deal[fine], FINE)
    span = _spans(pat[rough], deal[rough], ROUGH[0])
    within = np.zeros_like(span)
    for one in range(ROUGH[0]):
        these = span == one
        within[these] = _spans(best_draw[rough][these], deal[rough][these], ROUGH[1])
    before[rough] = FINE + ROUGH[1] * (ROUGH[0] - 1 - span) + ROUGH[1] - 1 - within
    for thrown, many in enumerate(DRAWN, 1):
        chosen = ~made & (count == thrown)
        chosen[0] = False
        before[chosen] = len(kinds) + many - 1 - _spans(best_draw[chosen], deal[chosen], many)
        kinds += [thrown] * many
    allowed = np.array([0b0111 if not kind else 1 | 0b1110 & (0b111 << kind - 1) for kind in kinds], np.uint8)
    best = np.where(pat >= best_draw, 0, count).astype(np.uint8)
    return Buckets(bucket, keep[None], allowed[None], np.array(plan.place), best[None], pat)


def _low(mask: int) -> bool:
    """Whether these are five ranks up to a jack."""
    return mask.bit_count() == 5 and mask >> (HIGHEST + 1) == 0


def _draws(plan: Plan, values: int) -> tuple[NDArray[np.float64], NDArray[np.uint16]]:
    """By value and number of discards: the chance to win a check-down, and the ranks to keep."""
    worth = {}
    for keep, (_, chances, pick) in replacements(plan.ranking.id).items():
        worth[keep] = sum([chance * one for chance, one in zip(chances, pick(plan.worth[0]), strict=True)])
    draws, keeps = np.zeros((values, COUNTS)), np.zeros((values, COUNTS), np.uint16)
    for value in range(1, values):
        best = [(-1.0, 0)] * COUNTS
        for keep in plan.keeps(value):
            thrown = min(5 - keep.bit_count(), COUNTS - 1)
            if thrown:
                best[thrown] = max(best[thrown], (worth[keep], keep))
        for thrown in range(COUNTS - 1, 0, -1):
            if best[thrown][0] < 0:  # too few ranks to keep so many
                best[thrown] = (best[thrown + 1][0] - 1, best[thrown + 1][1])
            draws[value, thrown], keeps[value, thrown] = best[thrown]
    return draws, keeps


def _spans(worth: NDArray[np.float64], mass: NDArray[np.float64], many: int) -> NDArray[np.int64]:
    """Divide the mass into spans, worst first; better spans are smaller."""
    order = np.argsort(worth, kind="stable")
    share = mass[order] + 1e-12
    middle = (np.cumsum(share) - share / 2) / share.sum()
    spans = np.zeros(len(worth), np.int64)
    spans[order] = np.minimum(((1 - (1 - middle) ** (1 / 1.4)) * many).astype(np.int64), many - 1)
    return spans
