"""The two low orders, and the one set of tables that everything ranks by (R2.2, R2.3).

`deuce_to_seven` gives 1 (7-5-4-3-2) … 7,462 (the royal flush), `ace_to_five` 1 (5-4-3-2-A) … 6,175 (four kings and a
queen). Lower is better, equal is a tie. Both take five different cards as text, texts or ints; anything else raises a
`ValueError` that says what is wrong.

Hands are looked up by the sum of five weights, one for each rank, which identifies the multiset of ranks. (`WEIGHT` was
found by greedy search: each weight is the smallest that keeps the 6,175 sums distinct.) `Ranking.by_sum[sum]` is the
value of that multiset, and in deuce-to-seven `Ranking.suited[sum]` its value if all five cards share a suit. The batch
evaluator, the kernel and the solver read the same tables.
"""

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final

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


@dataclass(frozen=True, slots=True)
class Ranking:
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
    by_sum: list[int] = field(repr=False)
    suited: dict[int, int] = field(repr=False)

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


def _class_and_order(ranks: tuple[int, ...], aces_low: bool) -> tuple[str, tuple[int, ...]]:
    """The class of a multiset of ranks, and what decides within it: ranks by how often they occur, then from the
    top.
    """
    pips = [-1 if aces_low and r == 12 else r for r in ranks]
    counts = sorted(((pips.count(p), p) for p in set(pips)), reverse=True)
    order = tuple(p for _, p in counts)
    match [n for n, _ in counts]:
        case [1, 1, 1, 1, 1]:
            straight = not aces_low and order[0] - order[4] == 4
            return ("straight" if straight else "no-pair"), order
        case [2, 1, 1, 1]:
            return "pair", order
        case [2, 2, 1]:
            return "two-pair", order
        case [3, 1, 1]:
            return "trips", order
        case [3, 2]:
            return "full-house", order
        case _:
            return "quads", order


def _build(id: str, aces_low: bool, flushes: bool) -> Ranking:
    entries: list[tuple[int, tuple[int, ...], int, bool]] = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        kind, order = _class_and_order(ranks, aces_low)
        key = sum(WEIGHT[r] for r in ranks)
        entries.append((CLASSES.index(kind), order, key, False))
        if flushes and len(set(ranks)) == 5:
            kind = "straight-flush" if kind == "straight" else "flush"
            entries.append((CLASSES.index(kind), order, key, True))
    entries.sort()
    by_sum = [_NO_HAND] * (4 * WEIGHT[12] + WEIGHT[11] + 1)
    suited: dict[int, int] = {}
    starts: dict[str, int] = {}
    for value, (kind_index, _, key, one_suit) in enumerate(entries, start=1):
        starts.setdefault(CLASSES[kind_index], value)
        if one_suit:
            suited[key] = value
        else:
            by_sum[key] = value
    return Ranking(id, tuple(starts), tuple(starts.values()), len(entries), aces_low, by_sum, suited)


DEUCE_TO_SEVEN: Final = _build("deuce-to-seven", aces_low=False, flushes=True)
ACE_TO_FIVE: Final = _build("ace-to-five", aces_low=True, flushes=False)
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
