"""External-sampling Monte Carlo CFR over the game of `deal_kernel` (compiled).

As in `standpat.solver.multiway.cfr_kernel`, one player of each deal, the *traverser*, tries every choice, and the
others sample theirs by regret matching (Lanctot et al. 2009). Spots are met, not listed: `book_kernel` finds their rows
in one flat array, `mind`. All sizes are open in every deal. The traverser tries them all, so that each has answers
with an average. (With a random menu for each deal the average is not the strategy that opponents learn against. A
response won 20 big blinds per 100 hands from it five big blinds deep, one from this.)

Values are big blinds.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, FOLD, JAM, MOST, PASS
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.deck import new_deck
from standpat.solver.kernels.random_stream import Row, below, sampled, uniform
from standpat.solver.nolimit import buckets, rules
from standpat.solver.nolimit.book_kernel import policy_choice, row_of
from standpat.solver.nolimit.deal_kernel import BIG, allowed_choices, apply_choice, bet, deal, net

SOMETIMES: Final = 0.4
SELDOM: Final = 0.1
"""The probability to try a choice of probability 0, and one whose regret is below `HOPELESS` (big blinds)."""
HOPELESS: Final = -100.0
DEPTH: Final = 40
"""More decisions than one player can have in a hand."""

PLAN: Final = np.dtype(
    [
        ("deals", np.int64),
        ("seats", np.float64, MOST - 1),  # the probability of two to six seats
        ("usual", np.float64),  # the probability of a usual depth, and these depths in big blinds
        ("depths", np.float64, 4),
        ("least", np.float64),  # else the depth is between these, uniform in its logarithm
        ("most", np.float64),
        ("uneven", np.float64),  # the probability that each stack is drawn by itself
        ("antes", np.float64, 4),  # the probability of no ante, 1/8 and 1/4 big blinds each, one by the big blind
    ],
    align=True,
)
"""Which deals are learned from."""


@fast_kernel
def matching(mind: NDArray[np.float32], row: int, half: int, allowed: int, chances: NDArray[np.float64]) -> None:
    """Regret matching: probabilities in proportion to the positive regrets; if there is none, all draws alike, and of
    the bets fold and check or call.

    Args:
        mind: What is learned.
        row: The row.
        half: Half of its width, the number of choices.
        allowed: The choices, a bit each.
        chances: Gets the probabilities.
    """
    total = 0.0
    for a in range(CHOICES):
        chances[a] = 0.0
        if allowed >> a & 1:
            regret = mind[row + a]
            if regret > 0:
                chances[a] = regret
                total += regret
    many = 0
    if total <= 0:
        if half == CHOICES:
            allowed &= 1 << FOLD | 1 << PASS
        for a in range(half):
            many += allowed >> a & 1
    for a in range(half):
        if total > 0:
            chances[a] /= total
        elif allowed >> a & 1:
            chances[a] = 1.0 / many


@fast_kernel
def play_others(
    hand: Row,
    traverser: int,
    book: Row,
    mind: NDArray[np.float32],
    rival_book: Row,
    rivals: NDArray[np.float32],
    frozen: int,
    cards: Row,
    deck: Row,
    sigma: NDArray[np.float64],
) -> None:
    """Play up to the next decision of the traverser, or to the end of the hand."""
    while hand.to_act >= 0:
        book.nodes += 1
        if hand.to_act == traverser:
            return
        if frozen:
            apply_choice(hand, deck, cards, policy_choice(rival_book, rivals, hand, cards, uniform(book)))
            continue
        row = row_of(book, mind, hand, cards)
        if row < 0:
            hand.to_act = -1
            return
        half = buckets.COUNTS if hand.drawing else CHOICES
        allowed = allowed_choices(hand, cards)
        matching(mind, row, half, allowed, sigma)
        for a in range(half):
            mind[row + half + a] += np.float32(sigma[a])
        apply_choice(hand, deck, cards, sampled(sigma, uniform(book)))


@fast_kernel
def try_choice(hand: Row, deck: Row, cards: Row, sizes: NDArray[np.int64], choice: int) -> None:
    """Do a choice of the traverser, whose sizes may be others than those of the strategy."""
    if hand.drawing or choice <= PASS or choice == JAM:
        apply_choice(hand, deck, cards, choice)
        return
    jam = rules.jam_to(hand)
    to = max(hand.price + hand.full, rules.size_to(hand, sizes[hand.street, choice - 2]))
    bet(hand, choice, min(to, jam))


@fast_kernel
def traverse(
    hands: NDArray[np.void],
    traverser: int,
    book: Row,
    mind: NDArray[np.float32],
    rival_book: Row,
    rivals: NDArray[np.float32],
    frozen: int,
    sizes: NDArray[np.int64],
    cards: Row,
    deck: Row,
    setting: Row,
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> float:
    """Compute the value of the hand at `hands[0]` for the traverser, who tries every choice, and learn on the way.

    With `frozen` the others play a strategy and learn nothing. The recursion is written as a loop, because numba does
    not load recursive functions from its cache.

    Args:
        hands: Hands by depth: `hands[depth]` is the hand at the traverser's decision number `depth`.
        traverser: The place of the traverser.
        book: A row of `book_kernel.BOOK`.
        mind: What is learned.
        rival_book: A row of `book_kernel.BOOK`, used with `frozen`.
        rivals: The strategy of the others, used with `frozen` (`book_kernel.policy_choice`).
        frozen: 1 if the others play `rivals`, else 0.
        sizes: Shape (2, SIZES): the traverser's sizes by street, in thousandths of the pot after the call.
        cards: A row of `deal_kernel.CARDS`.
        deck: A row of `deck.DECK`.
        setting: A row of `deal_kernel.SETTING`.
        room: Shape (3, DEPTH, CHOICES): probabilities, values and weights of the choices; weight 0 if a choice is left
            out.
        stack: Shape (DEPTH, 3): the row, the choice that is being tried, and the choices that are allowed.

    Returns:
        The value in big blinds.
    """
    depth = 0
    value = 0.0
    back = False
    while True:
        hand = hands[depth]
        sigma, worth, weight = room[0, depth], room[1, depth], room[2, depth]
        if back:
            worth[stack[depth, 1]] = value
        else:
            play_others(hand, traverser, book, mind, rival_book, rivals, frozen, cards, deck, sigma)
            row = -1
            if hand.to_act >= 0:
                row = row_of(book, mind, hand, cards)
            if row < 0:
                value = net(hand, setting, traverser) if book.full == 0 else 0.0
                if depth == 0:
                    return value
                depth -= 1
                back = True
                continue
            stack[depth, 0] = row
            stack[depth, 1] = -1
            stack[depth, 2] = allowed_choices(hand, cards)
            half = buckets.COUNTS if hand.drawing else CHOICES
            matching(mind, row, half, stack[depth, 2], sigma)
            weight[:] = 0.0
            if frozen:
                for a in range(half):
                    mind[row + half + a] += np.float32(sigma[a])
        row = stack[depth, 0]
        allowed = stack[depth, 2]
        deeper = False
        for a in range(stack[depth, 1] + 1, CHOICES):
            if allowed >> a & 1 == 0:
                continue
            likely = 1.0
            if sigma[a] == 0.0:
                likely = SELDOM if mind[row + a] < HOPELESS else SOMETIMES
                if uniform(book) >= likely:
                    continue
            weight[a] = 1.0 / likely
            if a == FOLD and hand.drawing == 0:
                worth[a] = (hand.stack[traverser] - setting.stack[traverser]) / BIG
                continue
            stack[depth, 1] = a
            hands[depth + 1] = hand
            try_choice(hands[depth + 1], deck, cards, sizes, a)
            deeper = True
            break
        if deeper:
            depth += 1
            back = False
            continue
        value = 0.0
        for a in range(CHOICES):
            if weight[a] > 0:
                value += sigma[a] * worth[a]
        for a in range(CHOICES):
            if weight[a] > 0:
                mind[row + a] += np.float32(weight[a] * (worth[a] - value))
        if depth == 0:
            return value
        depth -= 1
        back = True


@fast_kernel
def depth_of(book: Row, plan: Row) -> int:
    """A random depth, in chips."""
    if uniform(book) < plan.usual:
        return int(plan.depths[below(book, 4)] * BIG)
    return int(BIG * plan.least * (plan.most / plan.least) ** uniform(book))


@fast_kernel
def new_setting(setting: Row, book: Row, plan: Row) -> None:
    """Draw the seats, the stacks and the antes of a deal."""
    setting.seats = 2 + sampled(plan.seats, uniform(book))
    even = depth_of(book, plan)
    uneven = uniform(book) < plan.uneven
    for place in range(setting.seats):
        setting.stack[place] = depth_of(book, plan) if uneven else even
    kind = sampled(plan.antes, uniform(book))
    setting.ante = BIG // 8 if kind == 1 else BIG // 4 if kind == 2 else 0
    setting.big_ante = BIG if kind == 3 else 0
    setting.roll = below(book, 1 << 16)


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
        rival_book: As in `traverse`.
        rivals: As in `traverse`.
        frozen: As in `traverse`.
        sizes: As in `traverse`.
        plan: A row of `PLAN`.

    Returns:
        The sum of the traversers' values under the strategies of the time, in big blinds.
    """
    room = np.zeros((3, DEPTH, CHOICES))
    at = np.zeros((DEPTH, 3), np.int64)
    deck = decks[0]
    setting = settings[0]
    won = 0.0
    for _ in range(plan.deals):
        new_setting(setting, book, plan)
        new_deck(deck, book)
        deal(hands[0], deck, cards, setting)
        traverser = below(book, setting.seats)
        won += traverse(hands, traverser, book, mind, rival_book, rivals, frozen, sizes, cards, deck, setting, room, at)
        book.deals += 1
        if book.full:
            break
    return won
