"""One player learns to win from others who do not change: the walk and the measurement (compiled).

The *responder* sees more than the player they answer: the rows of their tables are the spots of
`standpat.solver.multiway.response_spots`.

`respond` is external-sampling counterfactual regret minimisation (as in `cfr_kernel`) for the responder alone: they try
every choice, the others sample theirs from the player's strategy. The responder begins as the player: their regrets are
`HEAD_START` times the player's probabilities plus what they learn (`LEARNED`), and nothing is ever discounted. Choices
of probability 0 are tried only now and then, with a weight that makes up for it. With `least` above 0 the responder is
held to choices that the player makes with at least that probability. Where the player solves no rounds, deals are
played in step (`response_in_step_kernel`), which learns the same sooner.

`measure` plays one responder among players, each deck in every seat. The responder takes the best choice in each spot
that they have learned, and plays like the player elsewhere; or they play a *habit* (`HABITS`): the player's own choice,
which is exchanged for another with some probability.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import ACTIONS, CHOICES, COUNTS
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import Row, below, uniform
from standpat.solver.multiway.cfr_kernel import DEPTH, HOPELESS, SELDOM, SOMETIMES
from standpat.solver.multiway.coded_policy import coded_choice
from standpat.solver.multiway.hand_kernel import (
    FOLD,
    HAND,
    PASS,
    allowed_choices,
    apply_choice,
    draws_left,
    net,
    spot_of,
    start,
)
from standpat.solver.multiway.last_round_kernel import Rounds
from standpat.solver.multiway.learned_rows import AVERAGE, LEARNED, Learned, place_of
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN, extra_of
from standpat.solver.multiway.solved_round_kernel import dealt, hand_down, note, solution, solved

HEAD_START: Final = 1500.0
"""The regret that a choice of probability 1 begins with (small blinds)."""

HABITS: Final = np.dtype(
    [("bet", np.float64, (4, ACTIONS, ACTIONS)), ("draw", np.float64, (4, COUNTS, COUNTS))], align=True
)
"""By street (`standpat.bots.multiway_spot.street_of`; by the number of the draw, for draws), by the player's own choice
and by another: the probability that the other is made instead, where it is possible.
"""


@fast_kernel
def held(policy: Row, spot: int, allowed: int, least: float) -> int:
    """The choices among those allowed that a strategy makes with at least a probability; the likeliest if none."""
    total = 0.0
    likeliest = PASS
    most = -1.0
    for a in range(CHOICES):
        if allowed >> a & 1:
            total += policy.chance[spot, a]
            if policy.chance[spot, a] > most:
                most = policy.chance[spot, a]
                likeliest = a
    kept = 1 << likeliest
    for a in range(CHOICES):
        if allowed >> a & 1 and policy.chance[spot, a] >= least * total:
            kept |= 1 << a
    return kept


@fast_kernel
def responder_matching(
    sums: NDArray[np.float32], place: int, policy: Row, spot: int, allowed: int, chances: NDArray[np.float64]
) -> None:
    """Regret matching with the head start: probabilities in proportion to positive regrets, equal if there is none.

    Args:
        sums: `Learned.sums`.
        place: The place of the row.
        policy: A row of `cfr_kernel.POLICY`, the player.
        spot: The spot.
        allowed: The choices.
        chances: By choice, is set.
    """
    total = 0.0
    many = 0
    for a in range(CHOICES):
        chances[a] = 0.0
        if allowed >> a & 1:
            many += 1
            regret = HEAD_START * policy.chance[spot, a] + sums[place, LEARNED, a]
            if regret > 0:
                chances[a] = regret
                total += regret
    for a in range(CHOICES):
        if total > 0:
            chances[a] /= total
        elif allowed >> a & 1:
            chances[a] = 1.0 / many


@fast_kernel
def play_on(
    hand: Row,
    depth: int,
    responder: int,
    policy: Row,
    codes: Row,
    cards: Row,
    deck: Row,
    rounds: Rounds | None,
    response: Row,
) -> None:
    """Play up to the next decision that the responder makes themselves, or to the end of the hand."""
    while hand.to_act >= 0:
        response.nodes += 1
        if solved(hand, depth, policy, cards, rounds):
            choice = solution(hand, depth, responder, cards, rounds, uniform(response))
        elif hand.to_act == responder:
            return
        else:
            spot, allowed = spot_of(hand, cards), allowed_choices(hand, cards)
            choice = coded_choice(codes, policy, spot, allowed, uniform(response))
            note(hand, depth, spot, allowed, choice, policy, cards, rounds)
        apply_choice(hand, deck, cards, choice)


@fast_kernel
def walk(
    hands: NDArray[np.void],
    responder: int,
    response: Row,
    learned: Learned,
    weight_of_epoch: float,
    policy: Row,
    codes: Row,
    least: float,
    cards: Row,
    deck: Row,
    rounds: Rounds | None,
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> float:
    """Compute the value of the hand at `hands[0]` for the responder, who tries every choice, and learn on the way.

    Args:
        hands: Hands by depth: `hands[depth]` is the hand at the responder's decision number `depth`.
        responder: The place of the responder.
        response: A row of `cfr_kernel.THREAD`.
        learned: What the responder has learned.
        weight_of_epoch: What is added to the average strategy for a visit.
        policy: A row of `cfr_kernel.POLICY`, the player.
        codes: A row of `coded_policy.CODES`, the same.
        least: The responder makes choices only that the player makes with this probability or more.
        cards: A row of `hand_kernel.CARDS`.
        deck: A row of `deck.DECK`.
        rounds: The last rounds between two that are solved; None if none is.
        room: Shape (3, DEPTH, CHOICES): probabilities, values and weights of the choices; weight 0 if a choice is left
            out.
        stack: Shape (DEPTH, 3): the row, the choices, and the choice that is being tried.

    Returns:
        The value in small blinds.
    """
    sums = learned.sums
    depth = 0
    value = 0.0
    back = False
    while True:
        hand = hands[depth]
        sigma, worth, weight = room[0, depth], room[1, depth], room[2, depth]
        if back:
            worth[stack[depth, 2]] = value
        else:
            play_on(hand, depth, responder, policy, codes, cards, deck, rounds, response)
            if hand.to_act < 0:
                value = net(hand, responder)
                if depth == 0:
                    return value
                depth -= 1
                back = True
                continue
            spot = spot_of(hand, cards)
            row = spot * EXTRAS + extra_of(hand)
            place = place_of(learned, row)
            choices = allowed_choices(hand, cards)
            if least > 0.0:
                choices = held(policy, spot, choices, least)
            responder_matching(sums, place, policy, spot, choices, sigma)
            weight[:] = 0.0
            for a in range(CHOICES):
                sums[place, AVERAGE, a] += np.float32(weight_of_epoch * sigma[a])
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = row, choices, -1
        row, choices = stack[depth, 0], stack[depth, 1]
        place = place_of(learned, row)
        deeper = False
        for a in range(stack[depth, 2] + 1, CHOICES):
            if choices >> a & 1 == 0:
                continue
            likely = 1.0
            if sigma[a] == 0.0:
                likely = SELDOM if sums[place, LEARNED, a] < HOPELESS else SOMETIMES
                if uniform(response) >= likely:
                    continue
            weight[a] = 1.0 / likely
            if a == FOLD and not hand.drawing:
                worth[a] = -np.float64(hand.total[responder])
                continue
            stack[depth, 2] = a
            hands[depth + 1] = hand
            hand_down(depth, rounds)
            note(hand, depth + 1, row // EXTRAS, allowed_choices(hand, cards), a, policy, cards, rounds)
            apply_choice(hands[depth + 1], deck, cards, a)
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
                sums[place, LEARNED, a] += np.float32(weight[a] * (worth[a] - value))
        if depth == 0:
            return value
        depth -= 1
        back = True


@fast_allocating_kernel
def respond(
    response: Row,
    learned: Learned,
    weight_of_epoch: float,
    policy: Row,
    codes: Row,
    least: float,
    cards: Row,
    rounds: Rounds | None,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    seats: int,
    deals: int,
) -> float:
    """Learn from more deals.

    Args:
        response: A row of `cfr_kernel.THREAD`, which is changed.
        learned: As in `walk`; it is changed.
        weight_of_epoch: As in `walk`.
        policy: As in `walk`.
        codes: As in `walk`.
        least: As in `walk`.
        cards: As in `walk`.
        rounds: As in `walk`.
        hands: Space for `cfr_kernel.DEPTH` hands.
        decks: Space for a deck.
        seats: The number of seats.
        deals: The number of deals.

    Returns:
        The sum of the responder's values under their strategies of the time, in small blinds.
    """
    room = np.zeros((3, DEPTH, CHOICES))
    stack = np.zeros((DEPTH, 3), np.int64)
    deck = decks[0]
    won = 0.0
    for _ in range(deals):
        new_deck(deck, response)
        start(hands[0], deck, cards, seats)
        dealt(hands[0], rounds)
        responder = below(response, seats)
        won += walk(
            hands,
            responder,
            response,
            learned,
            weight_of_epoch,
            policy,
            codes,
            least,
            cards,
            deck,
            rounds,
            room,
            stack,
        )
        response.deals += 1
    return won


@fast_kernel
def by_habit(hand: Row, cards: Row, choice: int, allowed: int, habit: Row, state: Row) -> int:
    """The choice of a responder whose player's choice is `choice`."""
    roll = uniform(state)
    if hand.drawing:
        left = draws_left(hand, cards)
        for other in range(COUNTS):
            if allowed >> other & 1:
                roll -= habit.draw[4 - left, choice, other]
                if roll < 0:
                    return other
        return choice
    for other in range(ACTIONS):
        if allowed >> other & 1:
            roll -= habit.bet[hand.street, choice, other]
            if roll < 0:
                return other
    return choice


@fast_allocating_kernel
def measure(
    best: NDArray[np.uint8],
    habits: NDArray[np.void],
    policy: Row,
    codes: Row,
    cards: Row,
    rounds: Rounds | None,
    seats: int,
    decks: int,
    state: Row,
    won: NDArray[np.float64],
) -> None:
    """Play each deck with the responder once in every seat.

    Args:
        best: By row, the responder's choice, `UNKNOWN` where they play like the player.
        habits: A row of `HABITS`, which is applied to every choice of the responder.
        policy: A row of `cfr_kernel.POLICY`, the player.
        codes: A row of `coded_policy.CODES`, the same.
        cards: A row of `hand_kernel.CARDS`.
        rounds: As in `walk`.
        seats: The number of seats.
        decks: The number of decks.
        state: The random stream.
        won: Adds the sum over the decks of what the responder won in all seats, in small blinds, and the sum of its
            squares.
    """
    hands = np.zeros(1, HAND)
    rows = np.zeros(1, DECK)
    hand, deck, habit = hands[0], rows[0], habits[0]
    for _ in range(decks):
        new_deck(deck, state)
        total = 0.0
        for responder in range(seats):
            start(hand, deck, cards, seats)
            dealt(hand, rounds)
            while hand.to_act >= 0:
                spot = spot_of(hand, cards)
                allowed = allowed_choices(hand, cards)
                learned = UNKNOWN
                if solved(hand, 0, policy, cards, rounds):
                    choice = solution(hand, 0, responder, cards, rounds, uniform(state))
                else:
                    choice = coded_choice(codes, policy, spot, allowed, uniform(state))
                    if hand.to_act == responder:
                        learned = int(np.int64(best[spot * EXTRAS + extra_of(hand)]))
                if learned != UNKNOWN:
                    choice = learned
                if hand.to_act == responder:
                    choice = by_habit(hand, cards, choice, allowed, habit, state)
                note(hand, 0, spot, allowed, choice, policy, cards, rounds)
                apply_choice(hand, deck, cards, choice)
            total += net(hand, responder)
        won[0] += total
        won[1] += total * total
