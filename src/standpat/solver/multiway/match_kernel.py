"""Matches in the game of `standpat.solver.multiway.hand_kernel`, of strategies, habits and the bot `rule` (compiled).

A habit (`HABIT`) is a player of a few numbers, among which exploiters are searched. Strengths are those of
`standpat.solver.multiway.buckets`: the chance to win a check-down against one random hand.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down_values import SPANS
from standpat.bots.multiway_spot import BITS, CHOICES
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import Row, sampled, uniform
from standpat.solver.multiway.cfr_kernel import sampled_choice
from standpat.solver.multiway.hand_kernel import (
    CAP,
    FOLD,
    HAND,
    MOST,
    PASS,
    WAGER,
    allowed_choices,
    apply_choice,
    draws_left,
    net,
    spot_of,
    start,
)
from standpat.solver.multiway.rule_kernel import rule_chances

HABIT: Final = np.dtype(
    [
        ("open", np.float64),  # the fraction of all deals, best first, that raises before the first draw
        ("come", np.float64),  # the fraction that plays at all
        ("wager", np.float64, 4),  # by street (0: reraise before the draw), the least strength for a bet or raise
        ("step", np.float64),  # added to it for each wager made
        ("call", np.float64, 4),  # by street, the least strength for a call
        ("snow", np.float64),  # the probability to stand pat with a hand that would draw (a snow)
        ("snow_from", np.int64),  # the first draw at which it snows
        ("snow_rivals", np.int64),  # the most opponents against whom it snows
        ("snow_wagers", np.int64),  # the wagers up to which a snow bets or raises
        ("bluff", np.float64),  # the probability to bet a hand that it would check after the last draw
    ],
    align=True,
)


@fast_kernel
def habitual(hand: Row, cards: Row, place_of: NDArray[np.float64], habit: Row, snowing: int, state: Row) -> int:
    """The choice of a habit; 8 where it begins to snow."""
    seat = hand.to_act
    value = hand.value[seat]
    left = draws_left(hand, cards)
    strength = cards.strength[left, value]
    rivals = BITS[hand.live] - 1
    if hand.drawing:
        if snowing:
            return 0
        count = min(int(np.int64(cards.best[left - 1, value])), 3)
        begins = count > 0 and 4 - left >= habit.snow_from and rivals <= habit.snow_rivals
        if begins and uniform(state) < habit.snow:
            return 8
        return count
    owed = hand.price - hand.commit[seat]
    if snowing:
        if hand.wagers < min(CAP, habit.snow_wagers):
            return WAGER
        return FOLD if owed and hand.wagers > habit.snow_wagers else PASS
    if hand.street == 0:
        place = place_of[value]
        if hand.wagers == 1 and place <= habit.open:
            return WAGER
        if hand.wagers > 1 and hand.wagers < CAP and strength >= habit.wager[0] + habit.step * (hand.wagers - 2):
            return WAGER
        return PASS if place <= habit.come or not owed else FOLD
    if hand.wagers < CAP and strength >= habit.wager[hand.street] + habit.step * hand.wagers:
        return WAGER
    if not owed:
        if hand.street == 3 and hand.wagers == 0 and uniform(state) < habit.bluff:
            return WAGER
        return PASS
    return PASS if strength >= habit.call[hand.street] else FOLD


@fast_allocating_kernel
def match(
    who: NDArray[np.int64],
    policies: NDArray[np.void],
    habits: NDArray[np.void],
    cards: Row,
    place_of: NDArray[np.float64],
    rule: Row,
    decks: int,
    state: Row,
    won: NDArray[np.float64],
) -> None:
    """Play each deck once in every cyclic seating of the players.

    Args:
        who: Player p plays strategy `who[p]`; the bot `rule` if that is the number of strategies; habit -1 - `who[p]`
            if it is negative.
        policies: Rows of `cfr_kernel.POLICY`.
        habits: Rows of `HABIT`.
        cards: A row of `hand_kernel.CARDS`.
        place_of: By value of the hand, its place among all deals (`check_down.Plan.place`).
        rule: A row of `rule_kernel.RULE`.
        decks: The number of decks.
        state: The random stream.
        won: Adds at p the sum over the decks of what player p won in all seatings, in small blinds, and at n + p the
            sum of its squares. Equal players are added up first and stand with the first of them.
    """
    seats = len(who)
    hands = np.zeros(1, HAND)
    deck_rows = np.zeros(1, DECK)
    hand, deck = hands[0], deck_rows[0]
    sums = np.zeros(MOST)
    snowing = np.zeros(MOST, np.int64)
    worth, chances = np.zeros(SPANS, np.float32), np.zeros(CHOICES)
    for _ in range(decks):
        new_deck(deck, state)
        sums[:] = 0.0
        for shift in range(seats):
            start(hand, deck, cards, seats)
            snowing[:] = 0
            while hand.to_act >= 0:
                place = hand.to_act
                chosen = who[(place + shift) % seats]
                if chosen == len(policies):
                    rule_chances(hand, cards, rule, worth, chances)
                    choice = sampled(chances, uniform(state))
                elif chosen >= 0:
                    choice = sampled_choice(
                        policies[chosen].chance, spot_of(hand, cards), allowed_choices(hand, cards), uniform(state)
                    )
                else:
                    choice = habitual(hand, cards, place_of, habits[-1 - chosen], snowing[place], state)
                    if choice == 8:
                        snowing[place] = 1
                        choice = 0
                apply_choice(hand, deck, cards, choice)
            for place in range(seats):
                player = (place + shift) % seats
                first = player
                for other in range(player - 1, -1, -1):
                    if who[other] == who[player]:
                        first = other
                sums[first] += net(hand, place)
        for player in range(seats):
            won[player] += sums[player]
            won[seats + player] += sums[player] * sums[player]
