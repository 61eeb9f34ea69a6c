"""Hands of several players that went as one did, and what each choice wins from there (compiled).

`replay` deals the cards that a player has not seen to the others and repeats what everybody did. Each hand is weighted
by the probability that the others' strategies do that. `finish` plays on from the decision, once for each choice.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.deck import evaluate, new_deck
from standpat.solver.kernels.random_stream import Row, uniform
from standpat.solver.multiway.cfr_kernel import sampled_choice
from standpat.solver.multiway.hand_kernel import (
    allowed_choices,
    apply_choice,
    has_drawn,
    net,
    spot_of,
    start,
)

DRAWS: Final = 10
"""In a line, 10 and more are draws: of none, one, … cards. Smaller numbers are actions (`hand_kernel`)."""
MOST_DRAWN: Final = 3


@fast_kernel
def replay(
    seats: int,
    hero: int,
    own: NDArray[np.uint8],
    dead: int,
    line: NDArray[np.int64],
    policy: Row,
    cards: Row,
    state: Row,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    weights: NDArray[np.float64],
) -> int:
    """Deal and repeat hands.

    Args:
        seats: The number of seats.
        hero: The place of the player who asks; -1 to follow the line only.
        own: Their five cards at the decision.
        dead: The cards that no other player holds and that are not to come, a bit each: their own and others seen.
        line: What was done, in order (`DRAWS`).
        policy: The strategy of all, a row of `cfr_kernel.POLICY`.
        cards: A row of `hand_kernel.CARDS`.
        state: The random stream.
        hands: Set to the hands at the decision, one for each weight.
        decks: Set to their decks.
        weights: Set to the probability of what the others did.

    Returns:
        -1, or the index in the line of the first step that is not possible.
    """
    for number in range(len(weights)):
        hand, deck = hands[number], decks[number]
        new_deck(deck, state)
        kept = 0
        for at in range(52):  # the dead cards last
            card = np.int64(deck.first[at])
            if not dead >> card & 1:
                deck.first[at] = deck.first[kept]
                deck.first[kept] = card
                kept += 1
        start(hand, deck, cards, seats)
        weight = 1.0
        if hero >= 0:
            for k in range(5):
                hand.held &= ~(1 << np.int64(hand.cards[hero, k]))
            for k in range(5):
                hand.cards[hero, k] = own[k]
                hand.held |= 1 << np.int64(own[k])
            evaluate(hand, cards, hero)
        for at in range(len(line)):
            step = line[at]
            if hand.to_act < 0 or (step >= DRAWS) != (hand.drawing == 1):
                return at
            choice = min(step - DRAWS, MOST_DRAWN) if step >= DRAWS else step
            if hand.to_act == hero:
                if step >= DRAWS:
                    has_drawn(hand, cards, step - DRAWS)
                    continue
            else:
                spot, allowed, total = spot_of(hand, cards), allowed_choices(hand, cards), 0.0
                if step < DRAWS and not allowed >> choice & 1:
                    return at
                for a in range(CHOICES):
                    if allowed >> a & 1:
                        total += policy.chance[spot, a]
                if hero >= 0:
                    chance = policy.chance[spot, choice] if allowed >> choice & 1 else 0.0
                    weight *= chance / total if total > 0 else 0.0
            if step < DRAWS and not allowed_choices(hand, cards) >> choice & 1:
                return at
            apply_choice(hand, deck, cards, choice)
            if weight == 0.0:
                break
        weights[number] = weight
    return -1


@fast_kernel
def finish(
    chosen: NDArray[np.int64],
    choices: NDArray[np.int64],
    policy: Row,
    cards: Row,
    state: Row,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    aside: NDArray[np.void],
    shelf: NDArray[np.void],
    won: NDArray[np.float64],
) -> None:
    """Play on from the decision.

    Args:
        chosen: The numbers of the hands to play on.
        choices: The choices of the player who asks.
        policy: The strategy of all afterwards.
        cards: A row of `hand_kernel.CARDS`.
        state: The random stream; all choices of a hand meet the same numbers.
        hands: The hands at the decision.
        decks: Their decks.
        aside: Room for a hand.
        shelf: Room for a deck.
        won: Shape (hands, choices): set to what the player wins in small blinds.
    """
    for row in range(len(chosen)):
        begun = state.random
        hero = hands[chosen[row]].to_act
        for column in range(len(choices)):
            state.random = begun
            aside[0] = hands[chosen[row]]
            shelf[0] = decks[chosen[row]]
            hand, deck = aside[0], shelf[0]
            apply_choice(hand, deck, cards, choices[column])
            while hand.to_act >= 0:
                spot, allowed = spot_of(hand, cards), allowed_choices(hand, cards)
                choice = sampled_choice(policy.chance, spot, allowed, uniform(state))
                apply_choice(hand, deck, cards, choice)
            won[row, column] = net(hand, hero)
        state.random = begun + np.uint64(0x632BE59BD9B4E019)
