"""What hands become in a draw, and which cards they hold: counts over random hands (compiled)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel
from standpat.solver.kernels.deck import DECK, evaluate, new_deck
from standpat.solver.kernels.random_stream import Row, below
from standpat.solver.nolimit.buckets import COUNTS
from standpat.solver.nolimit.deal_kernel import HAND

DRAWS: Final = 40
"""Draws of several cards for each hand; of one card all 47."""


@fast_allocating_kernel
def count_draws(
    cards: Row,
    hands: int,
    seed: int,
    become: NDArray[np.float32],
    held: NDArray[np.float64],
    dealt: NDArray[np.float64],
) -> None:
    """Deal random hands and draw to them from the other 47 cards.

    Args:
        cards: A row of `deal_kernel.CARDS`.
        hands: The number of hands.
        seed: The seed.
        become: Shape (COUNTS, values, BEFORE): adds up what hands of a bucket become, 1 for each hand and number of
            cards that the bucket may draw.
        held: Shape (13, BEFORE): adds up the cards of a rank in the hands of a bucket.
        dealt: Shape (BEFORE,): adds up the hands.
    """
    last = cards.draws - 1
    hand = np.zeros(1, HAND)[0]
    deck = np.zeros(1, DECK)[0]
    deck.random = np.uint64(seed)
    for _ in range(hands):
        new_deck(deck, deck)
        for k in range(5):
            hand.cards[0, k] = deck.first[k]
        evaluate(hand, cards, 0)
        value = hand.value[0]
        bucket = int(np.int64(cards.bucket[last, value]))
        dealt[bucket] += 1.0
        for k in range(5):
            held[np.int64(deck.first[k]) >> 2, bucket] += 1.0
        for thrown in range(COUNTS):
            if np.int64(cards.allowed[last, bucket]) >> thrown & 1 == 0:
                continue
            keep = int(np.int64(cards.keep[last, value, thrown]))
            kept = 0
            for k in range(5):
                rank = int(np.int64(deck.first[k])) >> 2
                if thrown == 0 or keep >> rank & 1:
                    keep &= ~(1 << rank)
                    hand.cards[0, kept] = deck.first[k]
                    kept += 1
            many = 1 if kept == 5 else 47 if kept == 4 else DRAWS
            for t in range(many):
                for k in range(kept, 5):
                    at = 5 + k - kept
                    other = 5 + t if many == 47 else at + below(deck, 52 - at)
                    hand.cards[0, k] = deck.first[other]
                    if many != 47:
                        deck.first[other] = deck.first[at]
                        deck.first[at] = hand.cards[0, k]
                evaluate(hand, cards, 0)
                become[thrown, hand.value[0], bucket] += np.float32(1.0 / many)
