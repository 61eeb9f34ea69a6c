"""What replaces discards, as arrays: the hands that kept cards can become, and how likely each is.

Hands are multisets of ranks, given by how often they have each rank: shape (hands, ranks). Replacements come from a
deck of four cards of each rank without the kept ones.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import WEIGHT

HAND: Final = 5
SUITS: Final = 4

_CHOOSE: Final = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(SUITS + 1)])

Counts = NDArray[np.int64]


def rank_counts(cards: NDArray[np.integer], ranks: int) -> Counts:
    """How often hands have each rank.

    Args:
        cards: The ranks of their cards, shape (hands, cards).
        ranks: The number of ranks in the deck.
    """
    of = np.zeros((len(cards), ranks), np.int64)
    for column in cards.T:
        of[np.arange(len(cards)), column] += 1
    return of


def multisets(ranks: int, size: int) -> Counts:
    """All multisets of some ranks that a deck has, in order.

    Args:
        ranks: The number of ranks in the deck.
        size: The number of cards.
    """
    of = rank_counts(np.array(list(combinations_with_replacement(range(ranks), size)), np.int64), ranks)
    return np.asarray(of[of.max(axis=1) <= SUITS])


def replaced(keeps: Counts, size: int) -> tuple[Counts, Counts, NDArray[np.float64]]:
    """The hands that keeps of one size become.

    Args:
        keeps: The kept cards.
        size: Their number.

    Returns:
        The number of different hands of each keep; then by hand, keep after keep, the sum of weights that names it
        (`standpat.cards.ranking.WEIGHT`) and its probability.
    """
    ranks = keeps.shape[1]
    new = multisets(ranks, HAND - size)
    number = np.ones((len(keeps), len(new)), np.int64)
    for rank in range(ranks):
        number *= _CHOOSE[SUITS - keeps[:, rank, None], new[:, rank]]
    weight = np.array(WEIGHT[:ranks])
    sums = (keeps @ weight)[:, None] + new @ weight
    some = number > 0
    return some.sum(axis=1), sums[some], number[some] / comb(SUITS * ranks - size, HAND - size)
