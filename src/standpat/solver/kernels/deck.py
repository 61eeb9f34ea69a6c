"""The deck of a dealt hand, and what five cards are worth, for kernels that play hands from real cards."""

from typing import Final

import numpy as np

from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, number, shuffle

DECK: Final = np.dtype([("first", np.uint8, 52), ("second", np.uint8, 52), ("mixed", np.int64), ("random", np.uint64)])
"""Two orders of the cards, whether the second has been shuffled yet, and the random stream for it."""


@fast_kernel
def new_deck(deck: Row, state: Row) -> None:
    """Shuffle a deck; `state` has the random stream."""
    shuffle(deck.first, state)
    deck.mixed = 0
    deck.random = number(state)


@fast_kernel
def evaluate(hand: Row, cards: Row, place: int) -> None:
    """Set the value of the hand at a place.

    Args:
        hand: A row with the fields `cards` and `value`, by place.
        cards: A row with the fields `weight` and `value`, the tables of `standpat.compute.rank_table`.
        place: The place.
    """
    key = np.uint32(0)
    first = hand.cards[place, 0]
    suits = 0
    for k in range(5):
        card = hand.cards[place, k]
        key += cards.weight[card]
        suits |= first ^ card
    hand.value[place] = cards.value[0 if suits & 3 else 1, key]
