"""Ranges: which of the 2,598,960 hands a player may have, and how often, as text.

A range is a list of items with commas between them. Of the items that a hand fits, the first counts. The items are:

- ``pat:9-7`` a nine-seven or better; ``pat:8..T`` an eight-low to a ten-low (lows as in `standpat.lab.odds.low`);
- ``d1:8`` a one-card draw to an eight: it has four different ranks up to the eight, whatever the fifth card is, or five
  that make no low (a straight, a flush); ``d2:7`` three ranks up to the seven, and so on to ``d4``;
- ``237`` a hand whose good cards are these: it has a 2, a 3 and a 7, and no other rank up to the eight (or up to the
  highest rank named, if that is higher);
- ``237+`` this or better, card by card: three different ranks of which the lowest is no higher than 2, the next no
  higher than 3, the next no higher than 7, whatever the others are; so 236, 2347 and a pat 7-5-4-3-2, but not 346;
- ``7c5d4h3s2c`` that hand; ``random`` every hand;
- each with ``@`` and a weight, ``d2:7@0.25``; the default is 1. A weight of 0 excludes hands: ``pat:8@0, d1:8``.

In ace-to-five the ace is the lowest rank, in deuce-to-seven the highest.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import RANKS, parse
from standpat.cards.ranking import DEUCE_TO_SEVEN, Ranking
from standpat.compute.rank_table import VALUE, WEIGHT
from standpat.lab.odds.low import height, low, span

Sets: TypeAlias = NDArray[np.uint64]

RANDOM: Final = "random"
_EIGHT: Final = RANKS.index("8")
CARDS: Final = re.compile(rf"(?:[{RANKS}][cdhs][ ,]*)+")
_WANT: Final = "expected one such as pat:9-7, pat:8..T, d1:8, 237, 237+, 7c5d4h3s2c or random, with @0.5 for a weight"


@dataclass(frozen=True)
class Range:
    """A range.

    Attributes:
        text: Its text.
        hands: Hands as bit sets of five cards.
        values: By hand, its value.
        which: By hand, the item that it fits.
        weights: By item, its weight; hands of weight 0 are left out.
    """

    text: str
    hands: Sets = field(repr=False)
    values: NDArray[np.uint16] = field(repr=False)
    which: NDArray[np.uint8] = field(repr=False)
    weights: tuple[Fraction, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.hands)

    def without(self, gone: int) -> "Range":
        """The range without the hands that hold one of these cards."""
        free = self.hands & np.uint64(gone) == 0
        return Range(self.text, self.hands[free], self.values[free], self.which[free], self.weights)

    def mass(self) -> NDArray[np.float64]:
        """The weight of each hand."""
        return np.array([float(w) for w in self.weights])[self.which]


def hand_range(text: str, ranking: Ranking = DEUCE_TO_SEVEN) -> Range:
    """Read a range.

    Args:
        text: The range.
        ranking: The order of hands.

    Returns:
        The range.

    Raises:
        ValueError: The text is wrong, or no hand is left.

    >>> len(hand_range("pat:7")), len(hand_range("d1:8-low, pat:8"))
    (4080, 290304)
    """
    table = _table(ranking.id == DEUCE_TO_SEVEN.id)
    which = np.full(len(table.hands), 255, np.uint8)
    weights = []
    items = [item.strip() for item in text.split(",")]
    if len(items) > 250:
        raise ValueError(f"range of {len(items)} items: expected up to 250")
    for number, item in enumerate(items):
        named, at, share = item.partition("@")
        fits = _fits(table, ranking, named.strip())
        which[fits & (which == 255)] = number
        weights.append(_weight(item, share) if at else Fraction(1))
    for number, weight in enumerate(weights):
        if not weight:
            which[which == number] = 255
    in_range = which != 255
    if not in_range.any():
        raise ValueError(f"range {text!r} holds no hand")
    return Range(text, table.hands[in_range], table.values[in_range], which[in_range], tuple(weights))


@dataclass(frozen=True)
class _Table:
    hands: Sets
    ranks: NDArray[np.uint16]
    values: NDArray[np.uint16]


@cache
def _table(deuce: bool) -> _Table:
    cards = np.arange(52)
    hands = _of_all_hands(np.bitwise_or, np.uint64(1) << cards.astype(np.uint64))
    ranks = _of_all_hands(np.bitwise_or, (1 << (cards >> 2)).astype(np.uint16))
    suits = _of_all_hands(np.bitwise_or, (1 << (cards & 3)).astype(np.uint8))
    sums = _of_all_hands(np.add, WEIGHT[cards])
    values = VALUE[0 if deuce else 1, 0][sums]
    (suited,) = np.nonzero(suits & (suits - 1) == 0)
    values[suited] = VALUE[0 if deuce else 1, 1][sums[suited]]
    return _Table(hands, ranks, values)


def _of_all_hands(combine: np.ufunc, of_card: NDArray[Any]) -> NDArray[Any]:
    """What the cards of each of all hands have together. Hands are ordered by their highest card, then the next."""
    found = of_card
    for size in range(1, 5):
        found = np.concatenate([combine(found[: comb(card, size)], of_card[card]) for card in range(52)])
    return found


def _fits(table: _Table, ranking: Ranking, item: str) -> NDArray[np.bool_]:
    fits: NDArray[np.bool_]
    kind, colon, rest = item.partition(":")
    if item in (RANDOM, "*"):
        return np.ones(len(table.hands), bool)
    if kind == "pat" and colon:
        best, dots, worst = rest.partition("..")
        if not dots:
            return table.values <= low(ranking, rest)
        first, last = span(ranking, best)[0], low(ranking, worst)
        if first > last:
            raise ValueError(f"range item {item!r}: expected the better low first, {kind}:{worst}..{best}")
        return (table.values >= first) & (table.values <= last)
    if re.fullmatch("d[1-4]", kind) and colon:
        top = rest.strip().removesuffix("-low")
        if top not in RANKS or not top:
            raise ValueError(f"range item {item!r}: expected one rank after the colon, such as {kind}:8")
        drawn = int(kind[1])
        good = np.bitwise_count(table.ranks & _up_to(ranking, top))
        fits = good == 5 - drawn
        return fits | (good == 5) & (table.values >= ranking.starts[1]) if drawn == 1 else fits
    if CARDS.fullmatch(item):
        cards = parse(item)
        if len(set(cards)) != 5 or len(cards) != 5:
            raise ValueError(f"range item {item!r}: expected five different cards")
        fits = table.hands == np.uint64(sum([1 << card for card in cards]))
        return fits
    named = item.removesuffix("+")
    if named and len(named) <= 5 and len(set(named)) == len(named) and not set(named) - set(RANKS):
        places = sorted([_place(ranking, rank) for rank in named])
        if item.endswith("+"):
            fits = np.ones(len(table.hands), bool)
            for at, place in enumerate(places):
                fits &= np.bitwise_count(table.ranks & _lowest(ranking, place)) > at
            return fits
        wanted = np.uint16(sum([1 << RANKS.index(rank) for rank in named]))
        eight = _EIGHT + (1 if ranking.aces_low else 0)
        fits = table.ranks & _lowest(ranking, max(places[-1], eight)) == wanted
        return fits
    raise ValueError(f"{item!r} is not a range: {_WANT}")


def _place(ranking: Ranking, rank: str) -> int:
    return height(ranking, RANKS.index(rank))


def _lowest(ranking: Ranking, place: int) -> np.uint16:
    """The ranks up to this height."""
    return np.uint16(sum([1 << r for r in range(13) if _place(ranking, RANKS[r]) <= place]))


def _up_to(ranking: Ranking, rank: str) -> np.uint16:
    return _lowest(ranking, _place(ranking, rank))


def _weight(item: str, text: str) -> Fraction:
    try:
        weight = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        weight = Fraction(-1)
    if not 0 <= weight <= 10**6:
        raise ValueError(f"range item {item!r}: expected a weight from 0 such as 0.5 or 1/3 after @")
    return weight
