"""The deals of a training of `nolimit` and of a response: one player of each tries every choice (compiled).

In single draw the traverser has all hands at once (`cfr_kernel`), with more draws the hand that was dealt
(`sampled_kernel`).
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES
from standpat.compute.compiled import fast_allocating_kernel
from standpat.solver.kernels.deck import new_deck
from standpat.solver.kernels.random_stream import Row, below, uniform
from standpat.solver.nolimit import buckets
from standpat.solver.nolimit.cfr_kernel import DEPTH, every_hand, explore
from standpat.solver.nolimit.deal_kernel import HAND, deal
from standpat.solver.nolimit.deal_plan import new_setting
from standpat.solver.nolimit.sampled_kernel import traverse


@fast_allocating_kernel
def learn(
    book: Row,
    mind: NDArray[np.float32],
    cards: Row,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    settings: NDArray[np.void],
    rival_book: Row,
    rivals: NDArray[np.float32],
    ends: Row,
    entries: NDArray[np.void],
    frozen: int,
    sizes: NDArray[np.int64],
    plan: Row,
) -> float:
    """Learn from more deals.

    Args:
        book: A row of `book_kernel.BOOK`, which is changed.
        mind: What is learned, which is changed.
        cards: A row of `deal_kernel.CARDS`.
        hands: Space for DEPTH hands.
        decks: Space for a deck.
        settings: Space for a setting.
        rival_book: As in `cfr_kernel.explore`.
        rivals: As in `cfr_kernel.explore`.
        ends: As in `cfr_kernel.explore`.
        entries: As in `cfr_kernel.explore`.
        frozen: As in `cfr_kernel.explore`.
        sizes: As in `cfr_kernel.explore`.
        plan: A row of `deal_plan.PLAN`.

    Returns:
        The sum of the traversers' values under the strategies of the time, in big blinds; in single draw of the values
        of one bucket.
    """
    room = np.zeros((2, DEPTH, CHOICES, buckets.BEFORE), np.float32)
    reach = np.zeros((DEPTH + 3, buckets.BEFORE), np.float32)
    weight = np.zeros((DEPTH, CHOICES))
    chances = np.zeros(CHOICES)
    at = np.zeros((DEPTH, 4), np.int64)
    end_hands = np.zeros(DEPTH, HAND)
    dealt_room = np.zeros((3, DEPTH + 1, CHOICES))
    dealt_reach = np.zeros(DEPTH + 1)
    dealt_at = np.zeros((DEPTH + 1, 4), np.int64)
    deck = decks[0]
    setting = settings[0]
    won = 0.0
    for _ in range(plan.deals):
        new_setting(setting, book, plan)
        new_deck(deck, book)
        deal(hands[0], deck, cards, setting)
        traverser = below(book, setting.seats)
        stray = -1
        scale = 1.0
        if frozen == 0 and uniform(book) < plan.strays:
            stray = (traverser + 1 + below(book, setting.seats - 1)) % setting.seats
            scale = plan.scale
        if cards.draws == 1:
            every_hand(hands[0], setting, traverser, scale, cards, reach)
            won += explore(
                hands, traverser, stray, scale, plan, book, mind, rival_book, rivals, ends, entries, frozen, sizes,
                cards, deck, setting, room, reach, weight, chances, at,
            )  # fmt: skip
        else:
            won += traverse(
                hands, traverser, stray, scale, plan, book, mind, rival_book, rivals, ends, entries, frozen, sizes,
                cards, deck, setting, dealt_room, dealt_reach, chances, dealt_at, end_hands, room, reach, weight, at,
            )  # fmt: skip
        book.deals += 1
        if book.full:
            break
    return won
