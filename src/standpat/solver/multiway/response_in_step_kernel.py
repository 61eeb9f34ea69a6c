"""The walk of `response_kernel`, for many deals in step (compiled): see `in_step_kernel`.

With one lane it learns the same as `response_kernel.walk` does for a player who solves no rounds, to the last bit.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel, inner_kernel
from standpat.solver.kernels.random_stream import Row, uniform
from standpat.solver.multiway.cfr_kernel import HOPELESS, deal, grow
from standpat.solver.multiway.coded_policy import coded_choice
from standpat.solver.multiway.hand_kernel import allowed_choices, apply_choice, net, spot_of
from standpat.solver.multiway.in_step_kernel import Dealt, Lanes, Space, ahead, decide, end, go_on, put, take
from standpat.solver.multiway.learned_rows import AVERAGE, LEARNED, Learned, place_of
from standpat.solver.multiway.response_kernel import held, responder_matching
from standpat.solver.multiway.response_spots import EXTRAS, extra_of


@inner_kernel
def look(lane: Row, hand: Row, cards: Row, learned: Learned, policy: Row, codes: Row) -> bool:
    """Find the spot of whoever is to act, and ask for what the next turn reads there. Returns whether anybody is."""
    if hand.to_act < 0:
        return False
    lane.spot, lane.allowed = spot_of(hand, cards), allowed_choices(hand, cards)
    if hand.to_act == lane.traverser:
        ahead(learned.places, lane.spot * EXTRAS + extra_of(hand))
        ahead(policy.chance, lane.spot)
    else:
        ahead(codes.code, lane.spot)
    return True


@inner_kernel
def begin(lane: Row, hand: Row, roles: Row, cards: Row, learned: Learned, policy: Row, codes: Row) -> None:
    """Take up a deal.

    Args:
        lane: A row of `in_step_kernel.LANE`, is set.
        hand: The hand at its beginning.
        roles: A row of `cfr_kernel.ROLES`; the traverser is the responder.
        cards: As in `turn`.
        learned: As in `turn`.
        policy: As in `turn`.
        codes: As in `turn`.
    """
    lane.traverser = roles.traverser
    lane.depth = 0
    lane.back = 0
    look(lane, hand, cards, learned, policy, codes)


@inner_kernel
def turn(
    lane: Row,
    deck: Row,
    weight_of_epoch: float,
    learned: Learned,
    policy: Row,
    codes: Row,
    least: float,
    state: Row,
    cards: Row,
    space: Space,
) -> bool:
    """Do a decision of whoever is to act, or go back from one, and learn on the way.

    Args:
        lane: A row of `in_step_kernel.LANE`.
        deck: A row of `deck.DECK`.
        weight_of_epoch: As in `response_kernel.walk`.
        learned: As in `response_kernel.walk`.
        policy: As in `response_kernel.walk`.
        codes: As in `response_kernel.walk`.
        least: As in `response_kernel.walk`.
        state: A row of `cfr_kernel.THREAD`.
        cards: As in `response_kernel.walk`.
        space: Space of the deal, with the place of its sums for the spot.

    Returns:
        Whether the walk has come to another decision.
    """
    hand, depth = space.now[0], lane.depth
    chances = space.room[0, depth]
    choice = -1
    if not lane.back:
        if hand.to_act < 0:
            end(lane, net(hand, lane.traverser))
        else:
            state.nodes += 1
            spot, allowed = lane.spot, lane.allowed
            if hand.to_act == lane.traverser:
                place = place_of(learned, spot * EXTRAS + extra_of(hand))
                if least > 0.0:
                    allowed = held(policy, spot, allowed, least)
                responder_matching(learned.sums, place, policy, spot, allowed, chances)
                put(space.kept, depth, space.now, 0)
                decide(space, depth, place, allowed)
                for a in range(CHOICES):
                    if chances[a] > 0.0:
                        grow(learned.sums[place, AVERAGE], a, np.float32(weight_of_epoch * chances[a]))
            else:
                choice = coded_choice(codes, policy, spot, allowed, uniform(state))
    if lane.depth >= 0 and choice < 0:
        mine = learned.sums[space.stack[lane.depth, 0], LEARNED]
        choice = go_on(mine, HOPELESS, 1.0, lane, state, space)
    if choice < 0:
        return False
    apply_choice(hand, deck, cards, choice)
    return look(lane, hand, cards, learned, policy, codes)


@fast_kernel
def respond_in_step(
    state: Row,
    cards: Row,
    plan: Row,
    weight_of_epoch: float,
    learned: Learned,
    policy: Row,
    codes: Row,
    least: float,
    lanes: Lanes,
) -> float:
    """Learn to answer a player, from more deals.

    Args:
        state: A row of `cfr_kernel.THREAD`.
        cards: As in `turn`.
        plan: A row of `cfr_kernel.PLAN`.
        weight_of_epoch: As in `turn`.
        learned: As in `turn`.
        policy: As in `turn`.
        codes: As in `turn`.
        least: As in `turn`.
        lanes: Space for deals in step.

    Returns:
        The sum of the responder's values under their strategies of the time, in small blinds.
    """
    left = plan.deals
    won = 0.0
    for i in range(len(lanes.at)):
        lanes.at[i].depth = -1
    playing = True
    while playing:
        playing = False
        for i in range(len(lanes.at)):
            lane, deck = lanes.at[i], lanes.decks[i]
            space = Space(lanes.now[i : i + 1], lanes.kept[i], lanes.room[i], lanes.stack[i], lanes.worth)
            asked = False
            while not asked and (lane.depth >= 0 or left > 0):
                if lane.depth < 0:
                    left -= 1
                    state.deals += 1
                    deal(space.now[0], deck, lanes.roles[i], cards, plan, state)
                    begin(lane, space.now[0], lanes.roles[i], cards, learned, policy, codes)
                    asked = True
                else:
                    asked = turn(lane, deck, weight_of_epoch, learned, policy, codes, least, state, cards, space)
                    if lane.depth < 0:
                        won += lane.value
            playing |= asked
    return won


@fast_kernel
def respond_deals(
    pile: NDArray[np.int64],
    deals: int,
    dealt: Dealt,
    weight_of_epoch: float,
    learned: Learned,
    policy: Row,
    codes: Row,
    least: float,
    state: Row,
    cards: Row,
    lane: Row,
    space: Space,
) -> float:
    """Learn to answer a player, from deals until all have been taken, as a thread of a card does.

    Args:
        pile: As in `in_step_kernel.learn_deals`.
        deals: As in `in_step_kernel.learn_deals`.
        dealt: As in `in_step_kernel.learn_deals`.
        weight_of_epoch: As in `turn`.
        learned: As in `turn`.
        policy: As in `turn`.
        codes: As in `turn`.
        least: As in `turn`.
        state: As in `turn`.
        cards: As in `turn`.
        lane: As in `in_step_kernel.learn_deals`.
        space: As in `in_step_kernel.learn_deals`.

    Returns:
        The sum of the responder's values under their strategies of the time, in small blinds.
    """
    at = 0
    won = 0.0
    lane.depth = -1
    while True:
        if lane.depth < 0:
            at = take(pile)
            if at >= deals:
                return won
            put(space.now, 0, dealt.hands, at)
            state.deals += 1
            begin(lane, space.now[0], dealt.roles[at], cards, learned, policy, codes)
        turn(lane, dealt.decks[at], weight_of_epoch, learned, policy, codes, least, state, cards, space)
        if lane.depth < 0:
            won += lane.value
