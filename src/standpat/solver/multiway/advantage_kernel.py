"""What each choice of a strategy is worth more than the strategy itself, among players of another one (compiled).

One player, the traverser, plays the strategy and all others play the other one, or the bot `rule`; neither changes. At
each decision of the traverser all choices of the strategy are followed to the end of the hand, and what each wins more
than their mean is added to its sum (as in external sampling, Lanctot et al. 2009). Deals are played in step
(`in_step_kernel`).
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel, inner_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.cfr_kernel import HOPELESS, deal, matching
from standpat.solver.multiway.hand_kernel import allowed_choices, apply_choice, net, spot_of
from standpat.solver.multiway.in_step_kernel import Lanes, Space, ahead, decide, end, go_on, known_choice, put


@inner_kernel
def look(
    lane: Row,
    hand: Row,
    cards: Row,
    strategy: NDArray[np.float32],
    others: NDArray[np.float32],
    rule: Row,
) -> bool:
    """Find the spot of whoever is to act, and ask for what the next turn reads there. Returns whether anybody is."""
    if hand.to_act < 0:
        return False
    if hand.to_act != lane.traverser and rule.plays:
        return True
    lane.spot, lane.allowed = spot_of(hand, cards), allowed_choices(hand, cards)
    if hand.to_act == lane.traverser:
        ahead(strategy, lane.spot)
    else:
        ahead(others, lane.spot)
    return True


@inner_kernel
def turn(
    lane: Row,
    deck: Row,
    strategy: NDArray[np.float32],
    others: NDArray[np.float32],
    rule: Row,
    sums: NDArray[np.float32],
    visits: NDArray[np.uint32],
    state: Row,
    cards: Row,
    space: Space,
) -> bool:
    """Do a decision of whoever is to act, or go back from one, and add up what the choices are worth.

    Args:
        lane: A row of `in_step_kernel.LANE`.
        deck: A row of `deck.DECK`.
        strategy: The strategy of the traverser, by spot and choice. Choices of probability 0 are not followed.
        others: That of all others; not looked at if they play `rule`.
        rule: A row of `rule_kernel.RULE`, which says whether all others play `rule`.
        sums: By spot and choice, what the choice wins more, in small blinds; is added to.
        visits: The visits of the traverser by spot; is added to.
        state: A row of `cfr_kernel.THREAD`.
        cards: A row of `hand_kernel.CARDS`.
        space: Space of the deal.

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
            if hand.to_act == lane.traverser:
                matching(strategy, lane.spot, lane.allowed, chances)
                put(space.kept, depth, space.now, 0)
                followed = 0
                for a in range(CHOICES):
                    if chances[a] > 0.0:
                        followed |= 1 << a
                decide(space, depth, lane.spot, followed)
                visits[lane.spot] += np.uint32(1)
            else:
                choice = known_choice(lane, others, rule, state, cards, space)
    if lane.depth >= 0 and choice < 0:
        choice = go_on(sums[space.stack[lane.depth, 0]], HOPELESS, 1.0, lane, state, space)
    if choice < 0:
        return False
    apply_choice(hand, deck, cards, choice)
    return look(lane, hand, cards, strategy, others, rule)


@fast_kernel
def measure(
    state: Row,
    cards: Row,
    plan: Row,
    strategy: NDArray[np.float32],
    others: NDArray[np.float32],
    rule: Row,
    sums: NDArray[np.float32],
    visits: NDArray[np.uint32],
    lanes: Lanes,
) -> float:
    """Play deals and add up what choices are worth.

    Args:
        state: As in `turn`.
        cards: As in `turn`.
        plan: A row of `cfr_kernel.PLAN`, without strays and without a known player.
        strategy: As in `turn`.
        others: As in `turn`.
        rule: As in `turn`.
        sums: As in `turn`.
        visits: As in `turn`.
        lanes: Space for deals in step.

    Returns:
        What the strategy wins in all these deals, in small blinds.
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
                    lane.traverser, lane.depth, lane.back = lanes.roles[i].traverser, 0, 0
                    look(lane, space.now[0], cards, strategy, others, rule)
                    asked = True
                else:
                    asked = turn(lane, deck, strategy, others, rule, sums, visits, state, cards, space)
                    if lane.depth < 0:
                        won += lane.value
            playing |= asked
    return won
