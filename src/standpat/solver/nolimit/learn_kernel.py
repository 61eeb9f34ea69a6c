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
from standpat.solver.nolimit.cfr_kernel import DEPTH, Space, every_hand, explore
from standpat.solver.nolimit.deal_kernel import HAND, deal
from standpat.solver.nolimit.deal_plan import new_setting
from standpat.solver.nolimit.ends_kernel import Opponent
from standpat.solver.nolimit.sampled_kernel import DealtSpace, traverse


@fast_allocating_kernel
def learn(
    book: Row,
    mind: NDArray[np.float32],
    cards: Row,
    decks: NDArray[np.void],
    settings: NDArray[np.void],
    opponent: Opponent,
    frozen: int,
    sizes: NDArray[np.int64],
    plan: Row,
) -> float:
    """Learn from more deals.

    Args:
        book: A row of `book_kernel.BOOK`, which is changed.
        mind: What is learned, which is changed.
        cards: A row of `deal_kernel.CARDS`.
        decks: Space for a deck.
        settings: Space for a setting.
        opponent: As in `cfr_kernel.explore`.
        frozen: As in `cfr_kernel.explore`.
        sizes: As in `cfr_kernel.explore`.
        plan: A row of `deal_plan.PLAN`.

    Returns:
        The sum of the traversers' values under the strategies of the time, in big blinds; in single draw of the values
        of one bucket.
    """
    space = Space(
        np.zeros(DEPTH, HAND),
        np.zeros((2, DEPTH, CHOICES, buckets.BEFORE), np.float32),
        np.zeros((DEPTH + 3, buckets.BEFORE), np.float32),
        np.zeros((DEPTH, CHOICES)),
        np.zeros((DEPTH, 4), np.int64),
    )
    dealt = DealtSpace(
        np.zeros(DEPTH, HAND),
        np.zeros((3, DEPTH + 1, CHOICES)),
        np.zeros(DEPTH + 1),
        np.zeros((DEPTH + 1, 4), np.int64),
    )
    chances = np.zeros(CHOICES)
    deck = decks[0]
    setting = settings[0]
    won = 0.0
    for _ in range(plan.deals):
        new_setting(setting, book, plan)
        new_deck(deck, book)
        hand = space.hands[0] if cards.draws == 1 else dealt.hands[0]
        deal(hand, deck, cards, setting)
        traverser = below(book, setting.seats)
        stray = -1
        scale = 1.0
        if frozen == 0 and uniform(book) < plan.strays:
            stray = (traverser + 1 + below(book, setting.seats - 1)) % setting.seats
            scale = plan.scale
        known = (plan, book, mind, opponent, frozen, sizes, cards, deck, setting)
        if cards.draws == 1:
            every_hand(hand, setting, traverser, scale, cards, space.reach)
            won += explore(space, traverser, stray, scale, *known, chances)
        else:
            won += traverse(dealt, traverser, stray, scale, *known, chances, space)
        book.deals += 1
        if book.full:
            break
    return won
