"""The two low orders, and the one set of tables that everything ranks by (R2.2, R2.3).

`deuce_to_seven` gives 1 (7-5-4-3-2) … 7,462 (the royal flush), `ace_to_five` 1 (5-4-3-2-A) … 6,175 (four kings and a
queen). Lower is better, equal is a tie. Both take five different cards as text, texts or ints; anything else raises a
`ValueError` that says what is wrong.

Hands are looked up by the sum of five weights, one for each rank, which identifies the multiset of ranks. (`WEIGHT` was
found by greedy search: each weight is the smallest that keeps the 6,175 sums distinct.) `Ranking.by_sum[sum]` is the
value of that multiset, and in deuce-to-seven `Ranking.suited[sum]` its value if all five cards share a suit. The batch
evaluator, the kernel and the solver read the same tables.
"""

from itertools import combinations
from typing import Final

from msgspec import Struct

from standpat.cards.card import TEXT, UNKNOWN, Cards, parse

WEIGHT: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""By rank, deuce first. The largest sum of five weights, four aces and a king, is below 2**19."""

_CARD_WEIGHT: Final = [WEIGHT[card >> 2] for card in range(52)]

# The entry of `by_sum` for sums that no hand has. It is above every value, so that such hands are checked.
_NO_HAND: Final = 1 << 14

# Best to worst (R2.2); ace-to-five has no straights and flushes (R2.3).
CLASSES: Final = (
    "no-pair",
    "pair",
    "two-pair",
    "trips",
    "straight",
    "flush",
    "full-house",
    "quads",
    "straight-flush",
)


class Ranking(Struct, frozen=True):
    """A low order as tables.

    Attributes:
        id: The name of the order.
        classes: The classes of hands, best first.
        starts: The first (best) value of each class.
        count: The number of values.
        aces_low: Whether aces are low.
        by_sum: The value of each sum of weights; above `count` where no hand has this sum.
        suited: The value of each sum of weights for five cards of one suit; empty if flushes do not count.
    """

    id: str
    classes: tuple[str, ...]
    starts: tuple[int, ...]
    count: int
    aces_low: bool
    by_sum: list[int]
    suited: dict[int, int]

    def __repr__(self) -> str:
        return f"<Ranking {self.id}>"

    def __call__(self, cards: Cards) -> int:
        """The value of five cards, 1 best."""
        hand = _five(cards)
        key = sum([WEIGHT[card >> 2] for card in hand])
        if self.suited and len({card & 3 for card in hand}) == 1:
            return self.suited[key]
        return self.by_sum[key]

    def category(self, value: int) -> str:
        """The class of a value: ``no-pair`` … ``straight-flush``.

        Args:
            value: A value of this order.

        Returns:
            The class, one of `classes`.

        Raises:
            ValueError: The order has no such value.
        """
        if not 1 <= value <= self.count:
            raise ValueError(f"{value} is not a value of {self.id}: expected 1..{self.count}")
        return next(c for c, s in zip(reversed(self.classes), reversed(self.starts), strict=True) if value >= s)


# By class: how often the ranks compared first occur and how many of them there are, then the same of the other ranks.
_OFTEN: Final = {
    "pair": ((2, 1), (1, 3)),
    "two-pair": ((2, 2), (1, 1)),
    "trips": ((3, 1), (1, 2)),
    "full-house": ((3, 1), (2, 1)),
    "quads": ((4, 1), (1, 1)),
}


def _falling(count: int) -> list[tuple[int, ...]]:
    """All sets of some of thirteen ranks, each from the top down, in the order in which hands compare them."""
    return sorted([ranks[::-1] for ranks in combinations(range(13), count)])


def _sums(kind: str, weight: tuple[int, ...], aces_low: bool) -> list[int]:
    """The sums of weights of the hands of a class, best hand first.

    Args:
        kind: The class.
        weight: The weights of the ranks, the lowest rank first.
        aces_low: Whether aces are low, so that there are no straights and flushes.
    """
    if kind in _OFTEN:
        (first_times, first_count), (other_times, other_count) = _OFTEN[kind]
        others = [(set(ranks), other_times * sum([weight[r] for r in ranks])) for ranks in _falling(other_count)]
        return [
            first_times * sum([weight[r] for r in first]) + other
            for first in _falling(first_count)
            for ranks, other in others
            if ranks.isdisjoint(first)
        ]
    straight = kind in ("straight", "straight-flush")
    return [
        weight[a] + weight[b] + weight[c] + weight[d] + weight[e]
        for a, b, c, d, e in _falling(5)
        if (a - e == 4 and not aces_low) == straight
    ]


def _build(id: str, aces_low: bool, classes: tuple[str, ...]) -> Ranking:
    """The tables of a low order whose classes are given best first."""
    weight = (WEIGHT[12], *WEIGHT[:12]) if aces_low else WEIGHT
    by_sum = [_NO_HAND] * (4 * WEIGHT[12] + WEIGHT[11] + 1)
    suited: dict[int, int] = {}
    starts: list[int] = []
    count = 0
    for kind in classes:
        starts.append(count + 1)
        table = suited if kind in ("flush", "straight-flush") else by_sum
        for key in _sums(kind, weight, aces_low):
            count += 1
            table[key] = count
    return Ranking(id, classes, tuple(starts), count, aces_low, by_sum, suited)


DEUCE_TO_SEVEN: Final = _build("deuce-to-seven", aces_low=False, classes=CLASSES)
ACE_TO_FIVE: Final = _build("ace-to-five", aces_low=True, classes=("no-pair", *_OFTEN))
RANKINGS: Final = {ranking.id: ranking for ranking in (DEUCE_TO_SEVEN, ACE_TO_FIVE)}

# The two functions read well-formed ints from the tables directly. A repeated card makes a pair of its rank, so only
# paired hands need that check. Everything unusual goes to `Ranking.__call__`, which raises the error.
_27_BY_SUM: Final = DEUCE_TO_SEVEN.by_sum
_27_NO_PAIR: Final = DEUCE_TO_SEVEN.starts[1] - 1
_A5_BY_SUM: Final = ACE_TO_FIVE.by_sum
_A5_NO_PAIR: Final = ACE_TO_FIVE.starts[1] - 1


def deuce_to_seven(cards: Cards) -> int:
    """The deuce-to-seven value of five cards (R2.2).

    Args:
        cards: Five different cards, as text (``"7c5d4h3s2c"``) or as ints (rank * 4 + suit).

    Returns:
        1 for the best hand, 7-5-4-3-2, to 7,462 for the worst. Hands that tie have the same value.

    Raises:
        ValueError: Not five cards, or not five different known ones.

    >>> deuce_to_seven("7c5d4h3s2c"), deuce_to_seven("AsKsQsJsTs")
    (1, 7462)
    """
    try:
        a, b, c, d, e = cards  # type: ignore[str-unpack]
    except (TypeError, ValueError):
        return DEUCE_TO_SEVEN(cards)
    w = _CARD_WEIGHT
    try:
        if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:  # type: ignore[operator]
            raise IndexError
        value = _27_BY_SUM[w[a] + w[b] + w[c] + w[d] + w[e]]  # type: ignore[index]
    except (IndexError, TypeError):
        return DEUCE_TO_SEVEN((a, b, c, d, e))
    if (a ^ b) & 3 or (a ^ c) & 3 or (a ^ d) & 3 or (a ^ e) & 3:  # type: ignore[operator]
        if value > _27_NO_PAIR and (  # ten comparisons take half as long as a set
            a == b or a == c or a == d or a == e or b == c or b == d or b == e or c == d or c == e or d == e
        ):
            return DEUCE_TO_SEVEN((a, b, c, d, e))
        return value
    return DEUCE_TO_SEVEN((a, b, c, d, e))


def ace_to_five(cards: Cards) -> int:
    """The ace-to-five value of five cards (R2.3).

    Args:
        cards: Five different cards, as text (``"7c5d4h3s2c"``) or as ints (rank * 4 + suit).

    Returns:
        1 for the best hand, 5-4-3-2-A, to 6,175 for the worst. Hands that tie have the same value.

    Raises:
        ValueError: Not five cards, or not five different known ones.

    >>> ace_to_five("5c4d3h2sAc"), ace_to_five("KcKdKhKsQc")
    (1, 6175)
    """
    try:
        a, b, c, d, e = cards  # type: ignore[str-unpack]
    except (TypeError, ValueError):
        return ACE_TO_FIVE(cards)
    w = _CARD_WEIGHT
    try:
        if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:  # type: ignore[operator]
            raise IndexError
        value = _A5_BY_SUM[w[a] + w[b] + w[c] + w[d] + w[e]]  # type: ignore[index]
    except (IndexError, TypeError):
        return ACE_TO_FIVE((a, b, c, d, e))
    if value > _A5_NO_PAIR and (
        a == b or a == c or a == d or a == e or b == c or b == d or b == e or c == d or c == e or d == e
    ):
        return ACE_TO_FIVE((a, b, c, d, e))
    return value


VALUE: Final = {DEUCE_TO_SEVEN.id: deuce_to_seven, ACE_TO_FIVE.id: ace_to_five}


def _five(cards: Cards) -> tuple[int, ...]:
    """Read five different known cards, or raise a `ValueError` that says what is wrong."""
    hand = parse(cards)
    if len(hand) != 5:
        raise ValueError(f"a hand is five cards, not {len(hand)}: {[TEXT[c] for c in hand]}")
    for card in hand:
        if card == UNKNOWN:
            raise ValueError("a hand with an unknown card has no value")
        if hand.count(card) > 1:
            raise ValueError(f"{TEXT[card]} comes twice in {[TEXT[c] for c in hand]}")
    return hand
