"""Monte Carlo CFR over the game of `deal_kernel` with the cards that were dealt, for games of three draws (compiled).

It learns as `cfr_kernel` does, from the same spots in the same `book` and `mind`, with one difference: up to the last
draw the *traverser* has the hand and the draws that were dealt, instead of all hands at once. A hand of three draws has
so many rounds that few choices are right for every hand, and following one hand leaves the others out. It is external-
sampling counterfactual regret minimisation (Lanctot et al. 2009). From the traverser's last draw on all final hands are
followed at once (`cfr_kernel.explore`), each with the probability with which the draw leads to it. The average is kept
where the traverser decides, weighted by how often the traverser's own choices lead there.

Values are big blinds.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_draws_spot import BUCKETS
from standpat.bots.nolimit_hand import CHOICES, FOLD
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, uniform
from standpat.solver.nolimit import buckets
from standpat.solver.nolimit.book_kernel import block_of, visit
from standpat.solver.nolimit.cfr_kernel import (
    DEPTH,
    UNREACHED,
    Space,
    explore,
    play_others,
    try_choice,
)
from standpat.solver.nolimit.deal_kernel import BIG, allowed_choices, bucket_of, net, pass_cards, rows_of
from standpat.solver.nolimit.ends_kernel import Opponent
from standpat.solver.nolimit.regret_matching import matching

SOMETIMES: Final = 0.2
SELDOM: Final = 0.05
"""The probability to try a choice of probability 0, and one whose regret is below `HOPELESS` (big blinds).

A try counts once, not as often as it stands for: the sums would be dominated by a few of them.
"""
HOPELESS: Final = -40.0


class DealtSpace(NamedTuple):
    """Space for a deal up to the traverser's last draw, by the number of their decision.

    Attributes:
        hands: The hand at the decision.
        room: Shape (3, DEPTH + 1, CHOICES): probabilities and values of the choices, and 1 for each that was tried.
        reach: Shape (DEPTH + 1,): how often the traverser's own choices lead to a decision.
        stack: Shape (DEPTH + 1, 4): where the spot begins, the choice that is being tried, the choices allowed, and the
            stray that is still to go astray.
    """

    hands: NDArray[np.void]
    room: NDArray[np.float64]
    reach: NDArray[np.float64]
    stack: NDArray[np.int64]


@fast_kernel
def become_of(hand: Row, traverser: int, thrown: int, b: int, cards: Row) -> float:
    """The probability that the traverser's hand ends in bucket b if they draw a number of cards in the last draw."""
    value = hand.value[traverser]
    if thrown == 0:
        return 1.0 if np.int64(cards.bucket[hand.draws, value]) == b else 0.0
    return float(cards.become[thrown, b, np.int64(cards.bucket[hand.street, value])])


@fast_kernel
def traverse(
    space: DealtSpace,
    traverser: int,
    stray: int,
    scale: float,
    plan: Row,
    book: Row,
    mind: NDArray[np.float32],
    opponent: Opponent,
    frozen: int,
    sizes: NDArray[np.int64],
    cards: Row,
    deck: Row,
    setting: Row,
    chances: NDArray[np.float64],
    end: Space,
) -> float:
    """Compute the value of a hand for the traverser, who tries every choice, and learn on the way.

    Args:
        space: Space for the deal; `hands[0]` is the hand.
        traverser: The place of the traverser.
        stray: The place of the stray, -1 for none.
        scale: What everything that is learned counts.
        plan: A row of `deal_plan.PLAN`.
        book: A row of `book_kernel.BOOK`.
        mind: What is learned.
        opponent: As in `cfr_kernel.explore`.
        frozen: As in `cfr_kernel.explore`.
        sizes: As in `cfr_kernel.explore`.
        cards: A row of `deal_kernel.CARDS`.
        deck: A row of `deck.DECK`.
        setting: A row of `deal_kernel.SETTING`.
        chances: Space for the probabilities of another player.
        end: Space for the end of the hand.

    Returns:
        The value in big blinds.
    """
    hands, room, reach, stack = space
    depth = 0
    value = 0.0
    back = False
    stack[0, 3] = stray
    reach[0] = 1.0
    while True:
        hand = hands[depth]
        sigma, worth, tried = room[0, depth], room[1, depth], room[2, depth]
        if back:
            worth[stack[depth, 1]] = value
        else:
            known = (plan, book, mind, opponent, frozen, cards, deck, setting)
            stack[depth, 3] = play_others(hand, traverser, stack[depth, 3], *known, chances)
            start = -1
            if hand.to_act >= 0:
                start = block_of(book, mind, hand)
            if start < 0:
                if book.full:
                    return 0.0
                value = net(hand, setting, traverser)
                if depth == 0:
                    return value
                depth -= 1
                back = True
                continue
            stack[depth, 0] = start
            stack[depth, 1] = -1
            stack[depth, 2] = allowed_choices(hand, cards)
            half = buckets.COUNTS if hand.drawing else CHOICES
            matching(mind, start, rows_of(hand), bucket_of(hand, cards), half, stack[depth, 2], sigma)
            tried[:] = 0.0
        allowed = stack[depth, 2]
        rows = rows_of(hand)
        half = buckets.COUNTS if hand.drawing else CHOICES
        at = stack[depth, 0] + bucket_of(hand, cards)
        deeper = False
        for a in range(stack[depth, 1] + 1, half):
            if allowed >> a & 1 == 0:
                continue
            if sigma[a] == 0.0:
                likely = SELDOM if mind[at + a * rows] < HOPELESS else SOMETIMES
                if uniform(book) >= likely:
                    continue
            tried[a] = 1.0
            if hand.drawing and hand.street == cards.draws - 1:
                for b in range(BUCKETS):
                    often = reach[depth] * sigma[a] * become_of(hand, traverser, a, b, cards)
                    end.reach[0, b] = np.float32(BUCKETS * often)
                    end.reach[DEPTH + 2, b] = np.float32(scale)
                end.hands[0] = hand
                pass_cards(end.hands[0], a)
                last = (plan, book, mind, opponent, frozen, sizes, cards, deck, setting)
                explore(end, traverser, stack[depth, 3], scale, *last, chances)
                if book.full:
                    return 0.0
                worth[a] = 0.0
                for b in range(BUCKETS):
                    worth[a] += become_of(hand, traverser, a, b, cards) * end.reach[DEPTH, b]
                continue
            if a == FOLD and hand.drawing == 0:
                worth[a] = (hand.stack[traverser] - setting.stack[traverser]) / BIG
                continue
            stack[depth, 1] = a
            stack[depth + 1, 3] = stack[depth, 3]
            reach[depth + 1] = reach[depth] * sigma[a]
            hands[depth + 1] = hand
            try_choice(hands[depth + 1], deck, cards, sizes, a)
            deeper = True
            break
        if deeper:
            depth += 1
            back = False
            continue
        value = 0.0
        for a in range(half):
            if tried[a] > 0:
                value += sigma[a] * worth[a]
        counted = scale * (reach[depth] + UNREACHED)
        for a in range(half):
            if tried[a] > 0:
                mind[at + a * rows] += np.float32(scale * (worth[a] - value))
            if allowed >> a & 1:
                mind[at + (half + a) * rows] += np.float32(counted * sigma[a])
        visit(book, hand)
        if depth == 0:
            return value
        depth -= 1
        back = True
