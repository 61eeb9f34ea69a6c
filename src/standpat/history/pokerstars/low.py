"""PokerStars' names of hands at the showdown: ``8,6,4,3,2``, ``a pair of Fives``, ``a straight, Four to Eight``."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from standpat.cards.card import RANKS, rank
from standpat.cards.ranking import RANKINGS

_NAME: Final = (
    *("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"),
)


def low(cards: Iterable[int], ranking: str) -> str:
    """The name of five known cards.

    >>> from standpat.cards.card import parse
    >>> low(parse("2c3c4c5d7h"), "deuce-to-seven"), low(parse("5s5c8dKdKh"), "deuce-to-seven")
    ('7,5,4,3,2', 'two pair, Kings and Fives')
    >>> low(parse("2c3c4c5cAc"), "ace-to-five")
    '5,4,3,2,A'
    """
    order = RANKINGS[ranking]
    hand = tuple(cards)
    counts = Counter(rank(card) for card in hand)
    ranks = sorted(counts, key=lambda r: (counts[r], -1 if order.aces_low and r == 12 else r), reverse=True)
    top, many = _NAME[ranks[0]], [_plural(r) for r in ranks]
    match order.category(order(hand)):
        case "no-pair":
            return ",".join(RANKS[r] for r in ranks)
        case "pair":
            return f"a pair of {many[0]}"
        case "two-pair":
            return f"two pair, {many[0]} and {many[1]}"
        case "trips":
            return f"three of a kind, {many[0]}"
        case "straight":
            return f"a straight, {_NAME[ranks[4]]} to {top}"
        case "flush":
            return f"a flush, {top} high"
        case "full-house":
            return f"a full house, {many[0]} full of {many[1]}"
        case "quads":
            return f"four of a kind, {many[0]}"
        case _:
            return f"a straight flush, {_NAME[ranks[4]]} to {top}"


def _plural(rank: int) -> str:
    return "Sixes" if _NAME[rank] == "Six" else f"{_NAME[rank]}s"
