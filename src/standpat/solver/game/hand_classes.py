"""Hands as the class game knows them: multisets of five ranks, and in deuce-to-seven their flush twins.

A low order compares nothing else, so two hands of one class have the same value and, except for the suits that a redraw
may bring, the same draws. `HandClasses(ranking)` numbers the classes, best first: class `i` has the value `i + 1` of
`standpat.cards.ranking` if the deck is whole (7,462 classes in deuce-to-seven, 6,175 in ace-to-five).

A short deck (the `ranks` lowest ranks, deuce first) makes a small game of the same kind for tests; its classes keep the
order of the values. `chance[i]` is the probability to be dealt class `i`. Both seats are dealt independently of each
other, which is what makes it the *class game*.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import RANKS, parse
from standpat.cards.ranking import RANKINGS, WEIGHT, Ranking

HAND = 5
"""Cards of a hand."""


class HandClasses:
    """The classes of one ranking over a deck of `ranks` x 4 cards.

    Args:
        ranking: The order of hands.
        ranks: Ranks of the deck, deuce first, 2 to 13.

    Attributes:
        values: By class, its value in the ranking.
        hands: By class, its ranks in ascending order.
        flush: By class, whether it is a flush twin.
        chance: By class, the probability of the deal.
        plain: The class of five ranks without a flush.
        of_value: The class of a value.

    Raises:
        ValueError: `ranks` is out of its range.
    """

    def __init__(self, ranking: Ranking, ranks: int = 13) -> None:
        if not 2 <= ranks <= 13:
            raise ValueError(f"ranks={ranks}: a deck here has 2 to 13 ranks, deuce first")
        self.ranking = ranking
        self.ranks = ranks
        deals = comb(4 * ranks, HAND)
        rows: list[tuple[int, tuple[int, ...], bool, float]] = []
        for hand in combinations_with_replacement(range(ranks), HAND):
            if hand[0] == hand[-1]:
                continue
            key = sum([WEIGHT[r] for r in hand])
            ways = prod([comb(4, hand.count(r)) for r in set(hand)])
            twin = ranking.suited.get(key) if len(set(hand)) == HAND else None
            if twin is not None:
                rows.append((twin, hand, True, 4 / deals))
                ways -= 4
            rows.append((ranking.by_sum[key], hand, False, ways / deals))
        rows.sort()
        self.values: NDArray[np.int32] = np.array([row[0] for row in rows], np.int32)
        self.hands: tuple[tuple[int, ...], ...] = tuple([row[1] for row in rows])
        self.flush: NDArray[np.bool_] = np.array([row[2] for row in rows])
        self.chance: NDArray[np.float64] = np.array([row[3] for row in rows])
        self.plain: dict[tuple[int, ...], int] = {row[1]: i for i, row in enumerate(rows) if not row[2]}
        self.of_value = {row[0]: i for i, row in enumerate(rows)}

    def __len__(self) -> int:
        return len(self.hands)

    def of(self, cards: str | Sequence[int]) -> int:
        """The class of five cards.

        Args:
            cards: Text such as ``"7c5d4h3s2c"``, or ints.

        Returns:
            The number of the class.

        Raises:
            ValueError: These are not five different cards of the deck.
        """
        hand = parse(cards)
        value = self.ranking(hand)
        if value not in self.of_value:
            raise ValueError(f"{cards!r} has ranks that are not in this deck: expected {RANKS[: self.ranks]}")
        return self.of_value[value]

    def ranks_of(self, text: str) -> int:
        """The class of five ranks without a flush.

        Args:
            text: The ranks, such as ``"75432"``.

        Returns:
            The number of the class.

        Raises:
            ValueError: These are not five ranks of the deck, or all are the same.
        """
        hand = tuple(sorted(RANKS.index(c) for c in text))
        if hand not in self.plain:
            raise ValueError(
                f"{text!r} is not a hand: expected {HAND} ranks of {RANKS[: self.ranks]}, not all the same"
            )
        return self.plain[hand]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By class, its name (`name`)."""
        return tuple([self.name(index) for index in range(len(self))])

    def name(self, index: int) -> str:
        """The name of a class, such as ``75432``: ranks from the top, with the ace as the ranking counts it. A flush
        twin ends in ``s``.
        """
        low = self.ranking.aces_low
        hand = sorted(self.hands[index], key=lambda r: -1 if low and r == 12 else r, reverse=True)
        return "".join([RANKS[r] for r in hand]) + ("s" if self.flush[index] else "")


@cache
def hand_classes(ranking: str, ranks: int = 13) -> HandClasses:
    """The classes of a ranking, by its id. They are made once for the process."""
    return HandClasses(RANKINGS[ranking], ranks)
