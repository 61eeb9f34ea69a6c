"""Monte Carlo CFR over the game of `deal_kernel`, with all hands of one player at once (compiled).

One player of each deal, the *traverser*, tries every choice with all buckets at once; the cards of the others are dealt
and their choices sampled by regret matching (opponent-public chance sampling, Johanson et al. 2012). What the
traverser's buckets become in a draw is `CARDS.become`, so their own cards and draws are not sampled. The others' first
cards change how rare a bucket is (`CARDS.clash`); otherwise hands are independent. Spots are met, not listed:
`book_kernel` finds their blocks in one flat array, `mind`. The average is kept where the traverser decides, weighted by
how often the traverser's own choices lead there.

All sizes are open in every deal. The traverser tries them all, so that each has answers with an average. In some deals
one of the others is a *stray*, who makes other choices (`go_astray`), so that the players do not forget how to meet
bets that nobody makes any more. What is learned in such a deal counts less.

Values are big blinds.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, FOLD, JAM, PASS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, sampled, uniform
from standpat.solver.nolimit import buckets, rules
from standpat.solver.nolimit.book_kernel import block_at, block_of, visit
from standpat.solver.nolimit.deal_kernel import (
    BIG,
    allowed_choices,
    apply_choice,
    bet,
    bucket_of,
    net,
    pass_cards,
    rows_of,
)
from standpat.solver.nolimit.ends_kernel import Opponent, reply
from standpat.solver.nolimit.regret_matching import matching, matching_all

SOMETIMES: Final = 0.4
SELDOM: Final = 0.1
"""The probability to try a choice of probability 0, and one whose regret is below `HOPELESS` (big blinds)."""
HOPELESS: Final = -100.0
SLIP: Final = 0.01
"""A stray makes a choice in proportion to 1 / (this + what it costs, in pots)."""
CARELESS: Final = 1000.0
"""The same for one who does not look at the cost."""
SHOVES: Final = 2.0
"""How often such a stray goes all-in after a draw, times the cube of the strength; before it a quarter of that."""
UNREACHED: Final = np.float32(0.01)
"""What the average of a bucket counts that the traverser's own choices do not lead to."""
DEPTH: Final = 40
"""More decisions than one player can have in a hand."""


class Space(NamedTuple):
    """Space for a deal, by the number of the traverser's decision.

    Attributes:
        hands: The hand at the decision.
        room: Shape (2, DEPTH, CHOICES, BEFORE): probabilities and values of the choices, by bucket.
        reach: Shape (DEPTH + 3, BEFORE): how often the traverser's own choices lead to a decision, where row 0 is
            given; row `DEPTH` gets the values of the hand; row `DEPTH` + 2 is what a visit counts, by bucket.
        weight: Shape (DEPTH, CHOICES): the weights of the choices, 0 if one is left out.
        stack: Shape (DEPTH, 4): where the spot begins, the choice that is being tried, the choices allowed, and the
            stray that is still to go astray.
    """

    hands: NDArray[np.void]
    room: NDArray[np.float32]
    reach: NDArray[np.float32]
    weight: NDArray[np.float64]
    stack: NDArray[np.int64]


@fast_kernel
def play_others(
    hand: Row,
    traverser: int,
    stray: int,
    plan: Row,
    book: Row,
    mind: NDArray[np.float32],
    opponent: Opponent,
    frozen: int,
    cards: Row,
    deck: Row,
    setting: Row,
    sigma: NDArray[np.float64],
) -> int:
    """Play up to the next decision of the traverser, or to the end of the hand.

    Returns:
        The stray that is still to go astray, -1 for none.
    """
    while hand.to_act >= 0:
        if hand.drawing == 0 and rules.obliged(hand):
            bet(hand, PASS, 0)
            continue
        book.nodes += 1
        if hand.to_act == traverser:
            return stray
        if frozen:
            reply(opponent, hand, deck, cards, setting, uniform(book))
            continue
        start = block_of(book, mind, hand)
        if start < 0:
            hand.to_act = -1
            return stray
        half = buckets.COUNTS if hand.drawing else CHOICES
        rows = rows_of(hand)
        matching(mind, start, rows, bucket_of(hand, cards), half, allowed_choices(hand, cards), sigma)
        choice = sampled(sigma, uniform(book))
        if hand.to_act == stray and uniform(book) < plan.astray:
            go_astray(hand, choice, start, plan, book, mind, cards, deck, sigma)
            if plan.again <= 0 or uniform(book) >= plan.again:
                stray = -1
        else:
            apply_choice(hand, deck, cards, choice)
    return stray


@fast_kernel
def go_astray(
    hand: Row,
    choice: int,
    start: int,
    plan: Row,
    book: Row,
    mind: NDArray[np.float32],
    cards: Row,
    deck: Row,
    chances: NDArray[np.float64],
) -> None:
    """Do something else than a choice, but no fold: the likelier the less it costs, so that a bet that nobody makes has
    a range that could make it. Sizes are stretched at random."""
    half = buckets.COUNTS if hand.drawing else CHOICES
    rows = rows_of(hand)
    allowed = allowed_choices(hand, cards)
    if hand.drawing == 0:
        allowed &= ~(1 << FOLD)
    at = start + bucket_of(hand, cards)
    visits = book.visits[block_at(book, hand)]
    if hand.street < hand.draws and hand.draws > 1:  # a visit teaches one bucket
        visits /= rows
    visits = max(1.0, visits)
    pot = rules.pot_of(hand) / BIG
    slip = SLIP
    stretch = 4.0
    if plan.careless > 0 and uniform(book) < plan.careless:
        slip = CARELESS
        stretch = 60.0
        value = hand.value[hand.to_act]
        strength = 1.0 - cards.place[value] if hand.street == 0 else cards.final[value]
        often = SHOVES * (1.0 if hand.street else 0.25) * strength**3
        if hand.drawing == 0 and rules.may_raise(hand) and uniform(book) < often:
            bet(hand, JAM, rules.jam_to(hand))
            return
    total = 0.0
    for a in range(half):
        chances[a] = 0.0
        if allowed >> a & 1 and a != choice:
            chances[a] = 1.0 / (slip + max(0.0, -mind[at + a * rows]) / (visits * pot))
            total += chances[a]
    if total > 0:
        for a in range(half):
            chances[a] /= total
        choice = sampled(chances[:half], uniform(book))
    if hand.drawing or choice <= PASS or choice == JAM:
        apply_choice(hand, deck, cards, choice)
        return
    size = rules.known_size(hand, choice - 2)
    to = max(hand.price + hand.full, rules.size_to(hand, int(size * stretch ** (uniform(book) - 0.5))))
    bet(hand, choice, min(to, rules.jam_to(hand)))


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
def settle(hand: Row, setting: Row, traverser: int, cards: Row, value: NDArray[np.float32]) -> None:
    """What the traverser wins or loses in a hand that is over, by their bucket, in big blinds. Values of hands change.

    Args:
        hand: The hand.
        setting: Its table.
        traverser: The place of the traverser.
        cards: A row of `deal_kernel.CARDS`.
        value: Gets the winnings.
    """
    rows = rows_of(hand)
    if hand.live & (hand.live - 1) == 0:
        won = np.float32(net(hand, setting, traverser))
        for b in range(rows):
            value[b] = won
        return
    rivals = 0
    for place in range(hand.seats):
        if place != traverser and hand.live >> place & 1:
            hand.value[place] *= 2
            rivals += 1
    hand.value[traverser] = 1 << 20
    worst = net(hand, setting, traverser)
    for b in range(rows):
        value[b] = worst
    beaten = 1 << 20
    for _ in range(rivals):  # the best hand that the traverser beats goes up, from the worst rival to the best
        strongest = 0
        for place in range(hand.seats):
            if place != traverser and hand.live >> place & 1 and hand.value[place] < beaten:
                strongest = max(strongest, hand.value[place])
        if strongest == 0:
            return  # equal hands
        beaten = strongest
        hand.value[traverser] = beaten - 1
        best = net(hand, setting, traverser)
        more = np.float32(best - worst)
        worst = best
        bucket = int(np.int64(cards.bucket[hand.draws, beaten >> 1]))
        for b in range(bucket):
            value[b] += more
        value[bucket] += more * cards.better[beaten >> 1]


@fast_kernel
def before_drawing(value: NDArray[np.float32], become: NDArray[np.float32], worth: NDArray[np.float32]) -> None:
    """The values before a draw from those after it."""
    for b in range(buckets.BEFORE):
        worth[b] = np.float32(0.0)
    for f in range(buckets.AFTER):
        part = become[f]
        v = value[f]
        for b in range(buckets.BEFORE):
            worth[b] += part[b] * v


@fast_kernel
def after_drawing(
    reach: NDArray[np.float32], sigma: NDArray[np.float32], came: NDArray[np.float32], to: NDArray[np.float32]
) -> None:
    """How often the traverser's choices lead to a final bucket, from how often they lead to a draw."""
    for f in range(buckets.AFTER):
        part = came[f]
        total = np.float32(0.0)
        for b in range(buckets.BEFORE):
            total += part[b] * reach[b] * sigma[b]
        to[f] = total


@fast_kernel
def explore(
    space: Space,
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
) -> float:
    """Compute the values of a hand for all buckets of the traverser, who tries every choice, and learn on the way.

    The hand is one of single draw, or of more draws and the traverser has made the last. With `frozen` the others play
    a strategy and learn nothing. The recursion is written as a loop, because numba does not load recursive functions
    from its cache.

    Args:
        space: Space for the deal; `hands[0]` is the hand.
        traverser: The place of the traverser.
        stray: The place of the stray, -1 for none.
        scale: What everything that is learned counts.
        plan: A row of `deal_plan.PLAN`.
        book: A row of `book_kernel.BOOK`.
        mind: What is learned.
        opponent: The strategy of the others, used with `frozen`.
        frozen: 1 if the others play `opponent`, else 0.
        sizes: Shape (rounds, SIZES): the traverser's sizes by round, in thousandths of the pot after the call.
        cards: A row of `deal_kernel.CARDS`.
        deck: A row of `deck.DECK`.
        setting: A row of `deal_kernel.SETTING`.
        chances: Space for the probabilities of another player.

    Returns:
        The value in big blinds of a random bucket, to see that it is a number.
    """
    hands, room, reach, weight, stack = space
    depth = 0
    value = reach[DEPTH]
    total = reach[DEPTH + 1]
    rare = reach[DEPTH + 2]
    zero = np.float32(0.0)
    back = False
    stack[0, 3] = stray
    while True:
        hand = hands[depth]
        sigma, worth = room[0, depth], room[1, depth]
        drawing = hand.drawing
        if back:
            a = stack[depth, 1]
            if drawing:
                before_drawing(value, cards.become[a], worth[a])
            else:
                mine = worth[a]
                for b in range(rows_of(hand)):
                    mine[b] = value[b]
        else:
            known = (plan, book, mind, opponent, frozen, cards, deck, setting)
            stack[depth, 3] = play_others(hand, traverser, stack[depth, 3], *known, chances)
            start = -1
            if hand.to_act >= 0:
                start = block_of(book, mind, hand)
            if start < 0:
                if book.full:
                    return 0.0
                settle(hand, setting, traverser, cards, value)
                if depth == 0:
                    return float(value[0])
                depth -= 1
                back = True
                continue
            drawing = hand.drawing
            stack[depth, 0] = start
            stack[depth, 1] = -1
            stack[depth, 2] = (1 << buckets.COUNTS) - 1 if drawing else allowed_choices(hand, cards)
            rows = rows_of(hand)
            half = buckets.COUNTS if drawing else CHOICES
            matching_all(mind[start : start + half * rows], rows, half, stack[depth, 2], cards, sigma, total)
            for a in range(CHOICES):
                weight[depth, a] = 0.0
        start = stack[depth, 0]
        allowed = stack[depth, 2]
        rows = rows_of(hand)
        half = buckets.COUNTS if drawing else CHOICES
        deeper = False
        for a in range(stack[depth, 1] + 1, half):
            if allowed >> a & 1 == 0:
                continue
            mine = sigma[a]
            most = zero
            for b in range(rows):
                most = max(most, mine[b])
            likely = 1.0
            if most <= zero:
                regret = mind[start + a * rows : start + (a + 1) * rows]
                best = np.float32(HOPELESS)
                for b in range(rows):
                    best = max(best, regret[b])
                likely = SELDOM if best <= HOPELESS else SOMETIMES
                if uniform(book) >= likely:
                    continue
            weight[depth, a] = 1.0 / likely
            if a == FOLD and drawing == 0:
                lost = np.float32((hand.stack[traverser] - setting.stack[traverser]) / BIG)
                mine = worth[a]
                for b in range(rows):
                    mine[b] = lost
                continue
            stack[depth, 1] = a
            stack[depth + 1, 3] = stack[depth, 3]
            hands[depth + 1] = hand
            if drawing:
                pass_cards(hands[depth + 1], a)
                after_drawing(reach[depth], mine, cards.came[a], reach[depth + 1])
            else:
                try_choice(hands[depth + 1], deck, cards, sizes, a)
                now, then = reach[depth], reach[depth + 1]
                for b in range(rows):
                    then[b] = now[b] * mine[b]
            deeper = True
            break
        if deeper:
            depth += 1
            back = False
            continue
        for b in range(rows):
            value[b] = zero
        for a in range(half):
            if weight[depth, a] > 0:
                mine, won = sigma[a], worth[a]
                for b in range(rows):
                    value[b] += mine[b] * won[b]
        now = reach[depth]
        counted = np.float32(scale)
        for a in range(half):
            mine, won = sigma[a], worth[a]
            if weight[depth, a] > 0:
                regret = mind[start + a * rows : start + (a + 1) * rows]
                much = np.float32(weight[depth, a])
                if drawing:
                    for b in range(rows):
                        if cards.allowed[0, b] >> np.uint8(a) & np.uint8(1):
                            regret[b] += much * rare[b] * (won[b] - value[b])
                elif hand.street:
                    for b in range(rows):
                        regret[b] += much * counted * (won[b] - value[b])
                else:
                    for b in range(rows):
                        regret[b] += much * rare[b] * (won[b] - value[b])
            if allowed >> a & 1:
                average = mind[start + (half + a) * rows : start + (half + a + 1) * rows]
                for b in range(rows):
                    average[b] += counted * (now[b] + UNREACHED) * mine[b]
        visit(book, hand)
        if depth == 0:
            return float(value[0])
        depth -= 1
        back = True


@fast_kernel
def every_hand(hand: Row, setting: Row, traverser: int, scale: float, cards: Row, reach: NDArray[np.float32]) -> None:
    """Set what `explore` is given at the deal of single draw: every bucket is reached. The cards of the others count in
    how rare a bucket is.

    Args:
        hand: The hand at the deal.
        setting: Its table.
        traverser: The place of the traverser.
        scale: What everything that is learned counts.
        cards: A row of `deal_kernel.CARDS`.
        reach: As in `Space`, of which the given rows are set.
    """
    rare = reach[DEPTH + 2]
    for b in range(buckets.BEFORE):
        reach[0, b] = np.float32(1.0)
        rare[b] = np.float32(0.0)
    for place in range(setting.seats):
        if place != traverser:
            for k in range(5):
                clash = cards.clash[np.int64(hand.cards[place, k]) >> 2]
                for b in range(buckets.BEFORE):
                    rare[b] += clash[b]
    for b in range(buckets.BEFORE):
        rare[b] = np.float32(scale * exp(rare[b]))
