"""The walk of `response_kernel`, for many threads in step (compiled): see `in_step_kernel`.

With one thread it learns the same as `response_kernel.walk` does for a player who solves no rounds, to the last bit.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, uniform
from standpat.solver.multiway.cfr_kernel import HOPELESS, grow
from standpat.solver.multiway.coded_policy import coded_choice
from standpat.solver.multiway.hand_kernel import allowed_choices, apply_choice, net, spot_of
from standpat.solver.multiway.in_step_kernel import next_choice, put, settle, take
from standpat.solver.multiway.response_kernel import AVERAGE, LEARNED, held, responder_matching
from standpat.solver.multiway.response_spots import EXTRAS, extra_of


@fast_kernel
def respond_deals(
    pile: NDArray[np.int64],
    deals: int,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    roles: NDArray[np.void],
    weight_of_epoch: float,
    tables: NDArray[np.float32],
    policy: Row,
    codes: Row,
    least: float,
    state: Row,
    cards: Row,
    now: NDArray[np.void],
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> float:
    """Learn to answer a player, from deals until all have been taken.

    Args:
        pile: As in `in_step_kernel.learn_deals`.
        deals: As in `in_step_kernel.learn_deals`.
        hands: As in `in_step_kernel.learn_deals`.
        decks: As in `in_step_kernel.learn_deals`.
        roles: As in `in_step_kernel.learn_deals`; the traverser is the responder.
        weight_of_epoch: As in `response_kernel.walk`.
        tables: As in `response_kernel.walk`.
        policy: As in `response_kernel.walk`.
        codes: As in `response_kernel.walk`.
        least: As in `response_kernel.walk`.
        state: A row of `cfr_kernel.THREAD`.
        cards: As in `response_kernel.walk`.
        now: Space for a hand.
        kept: Space for `cfr_kernel.DEPTH` hands.
        room: As in `response_kernel.walk`.
        stack: Shape (DEPTH, 3): the row, the choice that is being tried, and the choices.

    Returns:
        The sum of the responder's values under their strategies of the time, in small blinds.
    """
    hand = now[0]
    at, depth, responder = 0, -1, 0
    value, won = 0.0, 0.0
    back = False
    while True:
        if depth < 0:
            won += value
            at = take(pile)
            if at >= deals:
                return won
            put(now, 0, hands, at)
            responder = roles[at].traverser
            state.deals += 1
            depth = 0
            back = False
        choice = -1
        if not back:
            if hand.to_act < 0:
                value = net(hand, responder)
                depth -= 1
                back = True
            else:
                state.nodes += 1
                spot, allowed = spot_of(hand, cards), allowed_choices(hand, cards)
                if hand.to_act == responder:
                    row = spot * EXTRAS + extra_of(hand)
                    if least > 0.0:
                        allowed = held(policy, spot, allowed, least)
                    responder_matching(tables, row, policy, spot, allowed, room[0, depth])
                    put(kept, depth, now, 0)
                    stack[depth, 0], stack[depth, 1], stack[depth, 2] = row, -1, allowed
                    for a in range(CHOICES):
                        room[2, depth, a] = 0.0
                        if room[0, depth, a] > 0.0:
                            grow(tables[row, AVERAGE], a, np.float32(weight_of_epoch * room[0, depth, a]))
                else:
                    choice = coded_choice(codes, policy, spot, allowed, uniform(state))
        if depth >= 0 and choice < 0:
            if back:
                room[1, depth, stack[depth, 1]] = value
                back = False
            mine = tables[stack[depth, 0], LEARNED]
            choice = next_choice(mine, HOPELESS, responder, depth, kept, room, stack, state)
            if choice >= 0:
                put(now, 0, kept, depth)
                depth += 1
            else:
                value = settle(mine, 1.0, depth, room)
                depth -= 1
                back = True
        if choice >= 0:
            apply_choice(hand, decks[at], cards, choice)
