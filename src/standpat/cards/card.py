"""Cards are ints 0..51: rank * 4 + suit, from the deuce of clubs to the ace of spades (R2.1).

The text form is rank then suit, ``2c``, ``Td``, ``As``; ranks ``23456789TJQKA``, suits ``cdhs``. `UNKNOWN` (52, text
``??``) stands for a card that a one-sided history never showed. It is in no deck.

Wherever the package takes cards it takes text (``"7c5d4h"``, spaces and commas allowed), a sequence of texts, or a
sequence of ints, and reads them with `parse`. Bad input raises a `ValueError` that names the card.
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
    """Read one card.

    Args:
        value: Text such as ``"Td"``, or an int 0..52.

    Returns:
        The card.

    Raises:
        ValueError: This is not a card.
    """
    if isinstance(value, str):
        number_of_card = _CARD.get(value)
        if number_of_card is None:
            raise ValueError(f"{value!r} is not a card: expected a rank of {RANKS} and a suit of {SUITS}, such as 'Td'")
        return number_of_card
    try:
        number = value.__index__()
    except AttributeError:
        raise ValueError(f"{value!r} is not a card: expected text such as 'Td' or an int 0..51") from None
    if not 0 <= number <= UNKNOWN:
        raise ValueError(f"{value!r} is not a card: expected an int 0..51")
    return number


def parse(cards: Cards) -> tuple[int, ...]:
    """Read cards, in the order given. A card may come twice.

    Args:
        cards: Text such as ``"2c As"``, or a sequence of texts or ints.

    Returns:
        The cards.

    Raises:
        ValueError: One of them is not a card.

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
    """Cards as text, the inverse of `parse`: ``text([0, 51]) == "2cAs"``."""
    return "".join([TEXT[c] for c in cards])


def typed(cards: str) -> str:
    """Cards as a person types them (in either case, 10 for T) in the text form. What is no card stays as it is.

    >>> typed("10D 8c 7H")
    'Td 8c 7h'
    """
    read, at = "", 0
    while at < len(cards):
        after = at + (2 if cards.startswith("10", at) else 1)
        rank, suit = "T" if after - at == 2 else cards[at].upper(), cards[after : after + 1].lower()
        is_card = rank in RANKS and suit != "" and suit in SUITS
        read, at = (read + rank + suit, after + 1) if is_card else (read + cards[at], at + 1)
    return read


def rank(card: int) -> int:
    """The rank of a card: 0 for a deuce … 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3
