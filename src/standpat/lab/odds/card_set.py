"""Sets of cards as bits (bit c for card c), in compiled code: how many, of which suits, their value, what is kept."""

from typing import Final

import numpy as np

from standpat.compute.compiled import kernel
from standpat.lab.kernel.state import Row

FULL: Final = (1 << 52) - 1
"""All cards."""

# By card, whether there is a card of a lower suit one, two and three places below it.
_ABOVE_ONE: Final = np.uint64(0xEEEEEEEEEEEEE)
_ABOVE_TWO: Final = np.uint64(0xCCCCCCCCCCCCC)
_ABOVE_THREE: Final = np.uint64(0x8888888888888)


@kernel
def held_count(cards: np.uint64) -> int:
    """The number of cards in a set."""
    cards -= cards >> np.uint64(1) & np.uint64(0x5555555555555555)
    cards = (cards & np.uint64(0x3333333333333333)) + (cards >> np.uint64(2) & np.uint64(0x3333333333333333))
    cards = cards + (cards >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(cards * np.uint64(0x0101010101010101) >> np.uint64(56))


@kernel
def rank_counts(cards: np.uint64) -> np.uint64:
    """How many cards of each rank are in a set, four bits for each."""
    cards -= cards >> np.uint64(1) & np.uint64(0x5555555555555555)
    return (cards & np.uint64(0x3333333333333333)) + (cards >> np.uint64(2) & np.uint64(0x3333333333333333))


@kernel
def suits_of(cards: np.uint64) -> int:
    """The suits in a set, as four bits."""
    cards |= cards >> np.uint64(32)
    cards |= cards >> np.uint64(16)
    cards |= cards >> np.uint64(8)
    cards |= cards >> np.uint64(4)
    return int(cards & np.uint64(15))


@kernel
def weight_of(cards: np.uint64, tables: Row) -> int:
    """The sum of the cards' weights."""
    total = 0
    while cards:
        above = cards & (cards - np.uint64(1))
        total += tables.weight[held_count((cards ^ above) - np.uint64(1))]
        cards = above
    return total


@kernel
def value_of(cards: np.uint64, order: int, tables: Row) -> int:
    """The value of five cards."""
    suits = suits_of(cards)
    return int(tables.value[order, 1 if suits & (suits - 1) == 0 else 0, weight_of(cards, tables)])


@kernel
def kept_cards(cards: np.uint64, ranks: int) -> np.uint64:
    """One card of each of these ranks (a bit mask), the one of the lowest suit."""
    spread = np.uint64(ranks)  # bit r goes to bit 4 r
    spread = (spread | spread << np.uint64(24)) & np.uint64(0x000000FF000000FF)
    spread = (spread | spread << np.uint64(12)) & np.uint64(0x000F000F000F000F)
    spread = (spread | spread << np.uint64(6)) & np.uint64(0x0303030303030303)
    spread = (spread | spread << np.uint64(3)) & np.uint64(0x1111111111111111)
    kept = cards & spread * np.uint64(15)
    lower = kept << np.uint64(1) & _ABOVE_ONE | kept << np.uint64(2) & _ABOVE_TWO | kept << np.uint64(3) & _ABOVE_THREE
    return kept & ~lower
