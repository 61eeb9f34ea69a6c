"""Cards are ints 0..51: rank * 4 + suit, deuce of clubs first, ace of spades last (R2.1).

Text form is rank then suit, ``2c``, ``Td``, ``As``; ranks ``23456789TJQKA``, suits ``cdhs``.
`UNKNOWN` (52, text ``??``) stands for a card that a one-sided history never showed. It is in no deck.

Wherever the package takes cards it takes text (``"7c5d4h"``, spaces and commas allowed), a sequence of
texts, or a sequence of ints, and reads them with `parse`. Bad input is a `ValueError` that says which card.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Cards: TypeAlias = str | Iterable[int | str]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
UNKNOWN: Final = 52
TEXT: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
DECK: Final = tuple(range(52))
_CARD: Final = {text: card for card, text in enumerate(TEXT)}


def card(value: int | str) -> int:
    """One card from its text or its int."""
    if isinstance(value, str):
        found = _CARD.get(value)
        if found is None:
            raise ValueError(f"{value!r} is not a card: expected a rank of {RANKS} and a suit of {SUITS}, such as 'Td'")
        return found
    try:
        number = value.__index__()
    except AttributeError:
        raise ValueError(f"{value!r} is not a card: expected text such as 'Td' or an int 0..51") from None
    if not 0 <= number <= UNKNOWN:
        raise ValueError(f"{value!r} is not a card: expected an int 0..51")
    return number


def parse(cards: Cards) -> tuple[int, ...]:
    """Cards in the order given; repeats are allowed here.

    >>> parse("2c As")
    (0, 51)
    """
    if isinstance(cards, str):
        packed = cards.replace(" ", "").replace(",", "")
        cards = [packed[i : i + 2] for i in range(0, len(packed), 2)]
    try:
        return tuple([card(c) for c in cards])
    except TypeError:
        raise ValueError(f"{cards!r} is not a sequence of cards") from None


def text(cards: Iterable[int]) -> str:
    """The opposite of `parse`: ``text([0, 51]) == "2cAs"``."""
    return "".join([TEXT[c] for c in cards])


def rank(card: int) -> int:
    """0 for a deuce … 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3
