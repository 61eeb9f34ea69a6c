"""The walk of `cfr_kernel`, for many threads in step (compiled).

A graphics card runs threads in groups that do the same at the same time. So `learn_deals` is written as one loop that
does a decision of whoever is to act, or goes back from one, in each turn; a thread that is done with a deal takes the
next from a common pile (`take`). The hand being played is in a place of its own, and those to which the traverser comes
back are kept by depth. With one thread it learns the same as `cfr_kernel.traverse`, to the last bit.

`put`, `take` and `cfr_kernel.grow` are what a card does in its own way (`standpat.solver.multiway.gpu_kernel`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, sampled, uniform
from standpat.solver.multiway.cfr_kernel import HOPELESS, SELDOM, SOMETIMES, grow, matching, random_choice
from standpat.solver.multiway.hand_kernel import FOLD, allowed_choices, apply_choice, net, spot_of
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN, extra_of


@fast_kernel
def put(into: NDArray[np.void], i: int, of: NDArray[np.void], j: int) -> None:
    """Copy a row."""
    into[i] = of[j]


@fast_kernel
def take(pile: NDArray[np.int64]) -> Any:
    """The number of the next deal."""
    at = pile[0]
    pile[0] += 1
    return at


@fast_kernel
def next_choice(
    regret: NDArray[np.float32],
    hopeless: float,
    traverser: int,
    depth: int,
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
    state: Row,
) -> int:
    """The next choice that the traverser follows at a decision, -1 for none. What a fold is worth is known at once.

    Args:
        regret: The sums of regrets of the decision.
        hopeless: Choices with less regret are tried seldom.
        traverser: The place of the traverser.
        depth: The number of the decision.
        kept: As in `learn_deals`.
        room: As in `learn_deals`.
        stack: As in `learn_deals`.
        state: The random stream.
    """
    choice = -1
    for a in range(CHOICES):
        if choice < 0 and a > stack[depth, 1] and stack[depth, 2] >> a & 1:
            likely = 1.0
            tried = True
            if room[0, depth, a] == 0.0:
                likely = SELDOM if regret[a] < hopeless else SOMETIMES
                tried = uniform(state) < likely
            if tried:
                room[2, depth, a] = 1.0 / likely
                if a == FOLD and not kept[depth].drawing:
                    room[1, depth, a] = -np.float64(kept[depth].total[traverser])
                else:
                    choice = a
    if choice >= 0:
        stack[depth, 1] = choice
    return choice


@fast_kernel
def settle(regret: NDArray[np.float32], scale: float, depth: int, room: NDArray[np.float64]) -> float:
    """Learn from the values of all choices that were tried at a decision. Returns the value of the decision.

    Args:
        regret: The sums of regrets of the decision.
        scale: What everything learned here counts.
        depth: The number of the decision.
        room: As in `learn_deals`.
    """
    value = 0.0
    for a in range(CHOICES):
        if room[2, depth, a] > 0:
            value += room[0, depth, a] * room[1, depth, a]
    for a in range(CHOICES):
        if room[2, depth, a] > 0:
            grow(regret, a, np.float32(scale * room[2, depth, a] * (room[1, depth, a] - value)))
    return value


@fast_kernel
def learn_deals(
    pile: NDArray[np.int64],
    deals: int,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    roles: NDArray[np.void],
    epoch: float,
    response: NDArray[np.uint8],
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
    state: Row,
    cards: Row,
    now: NDArray[np.void],
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> None:
    """Learn from deals until all have been taken.

    Args:
        pile: The number of deals that have been taken; it is common to all threads.
        deals: The number of deals.
        hands: By deal, the hand at its beginning.
        decks: By deal, the deck.
        roles: By deal, a row of `cfr_kernel.ROLES`.
        epoch: As in `cfr_kernel.traverse`.
        response: As in `cfr_kernel.traverse`.
        regret: As in `cfr_kernel.traverse`.
        average: As in `cfr_kernel.traverse`.
        state: A row with the fields `random`, `deals` and `nodes` of `cfr_kernel.LEARNER`.
        cards: As in `cfr_kernel.traverse`.
        now: Space for a hand.
        kept: Space for DEPTH hands.
        room: As in `cfr_kernel.traverse`.
        stack: Shape (DEPTH, 3): the spot, the choice that is being tried, and the choices.
    """
    hand = now[0]
    at, depth, traverser, stray = 0, -1, 0, -1
    value, astray, scale = 0.0, 0.0, 1.0
    back = False
    while True:
        if depth < 0:
            at = take(pile)
            if at >= deals:
                return
            put(now, 0, hands, at)
            traverser, stray = roles[at].traverser, roles[at].stray
            astray, scale = roles[at].astray, roles[at].scale
            state.deals += 1
            depth = 0
            back = False
        choice = -1
        if not back:
            if hand.to_act < 0:
                value = net(hand, traverser)
                depth -= 1
                back = True
            else:
                state.nodes += 1
                spot, allowed = spot_of(hand, cards), allowed_choices(hand, cards)
                matching(regret, spot, allowed, room[0, depth])
                if hand.to_act == traverser:
                    put(kept, depth, now, 0)
                    stack[depth, 0], stack[depth, 1], stack[depth, 2] = spot, -1, allowed
                    for a in range(CHOICES):
                        room[2, depth, a] = 0.0
                else:
                    for a in range(CHOICES):
                        if room[0, depth, a] > 0.0:
                            grow(average[spot], a, scale * epoch * epoch * room[0, depth, a])
                    if hand.to_act == stray:
                        if astray < 0.0:
                            answer = int(np.int64(response[spot * EXTRAS + extra_of(hand)]))
                            if answer != UNKNOWN and allowed >> answer & 1:
                                choice = answer
                        elif uniform(state) < astray:
                            choice = random_choice(allowed, hand.drawing, state)
                    if choice < 0:
                        choice = sampled(room[0, depth], uniform(state))
        if depth >= 0 and choice < 0:
            if back:
                room[1, depth, stack[depth, 1]] = value
                back = False
            mine = regret[stack[depth, 0]]
            choice = next_choice(mine, HOPELESS * epoch, traverser, depth, kept, room, stack, state)
            if choice >= 0:
                put(now, 0, kept, depth)
                depth += 1
            else:
                value = settle(mine, scale * epoch, depth, room)
                depth -= 1
                back = True
        if choice >= 0:
            apply_choice(hand, decks[at], cards, choice)
