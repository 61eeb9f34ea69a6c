"""The walk of `cfr_kernel`, for many deals in step (compiled).

The walk is written in *turns*. A turn is a decision of whoever is to act, or a step back from one. Each deal under way
has a *lane*, which says where its walk is. The hand being played is in a place of its own, and those to which the
traverser comes back are kept by depth.

On the processor `learn` gives each lane a turn, and then begins again with the first. Meanwhile the processor fetches
what the next turn of the others will read (`ahead`): the sums of 38 million spots are in no cache, and a walk that
waits for them does little else. What a deal teaches counts at once, for those under way too. With one lane `learn` is
the plain recursion, to the last bit.

A graphics card runs threads in groups that do the same at the same time. Each of its threads has a lane, and takes its
deals from a common pile (`learn_deals`). `put`, `take`, `ahead` and `cfr_kernel.grow` are what a card does in its own
way (`standpat.solver.multiway.gpu_kernel`).
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel, inner_kernel
from standpat.compute.prefetch import prefetch
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import Row, sampled, uniform
from standpat.solver.multiway.cfr_kernel import (
    DEPTH,
    HOPELESS,
    ROLES,
    SELDOM,
    SOMETIMES,
    deal,
    grow,
    matching,
    random_choice,
    sampled_choice,
)
from standpat.solver.multiway.hand_kernel import FOLD, HAND, allowed_choices, apply_choice, net, spot_of
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN, extra_of

LANES: Final = 16
"""Deals that the processor plays in step. With 8 or 32 it is as fast."""

LANE: Final = np.dtype(
    [
        ("value", np.float64),
        ("astray", np.float64),
        ("scale", np.float64),
        ("traverser", np.int64),
        ("stray", np.int64),
        ("hero", np.int64),
        ("depth", np.int64),
        ("back", np.int64),
        ("spot", np.int64),
        ("allowed", np.int64),
    ],
    align=True,
)
"""Where the walk of a deal is: the value of what it comes back from, in small blinds; who does what, as in
`cfr_kernel.ROLES`; the number of the traverser's decision, -1 once the deal is done; whether the walk goes back; the
spot of whoever is to act, and the choices there, a bit each.
"""


class Lanes(NamedTuple):
    """Space for deals in step.

    Attributes:
        at: By lane, a row of `LANE`.
        now: By lane, the hand being played, a row of `hand_kernel.HAND`.
        decks: By lane, a row of `deck.DECK`.
        roles: By lane, a row of `cfr_kernel.ROLES`.
        kept: By lane and depth, the hand at the traverser's decision.
        room: Shape (lanes, 3, DEPTH, CHOICES): probabilities, values and weights of the choices; weight 0 if a choice
            is left out.
        stack: Shape (lanes, DEPTH, 3): the spot, the choice that is being tried, and the choices.
    """

    at: NDArray[np.void]
    now: NDArray[np.void]
    decks: NDArray[np.void]
    roles: NDArray[np.void]
    kept: NDArray[np.void]
    room: NDArray[np.float64]
    stack: NDArray[np.int64]


def lanes_of(count: int = LANES) -> Lanes:
    """Space for so many deals in step."""
    return Lanes(
        np.zeros(count, LANE),
        np.zeros(count, HAND),
        np.zeros(count, DECK),
        np.zeros(count, ROLES),
        np.zeros((count, DEPTH), HAND),
        np.zeros((count, 3, DEPTH, CHOICES)),
        np.zeros((count, DEPTH, 3), np.int64),
    )


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
        kept: As in `turn`.
        room: As in `turn`.
        stack: As in `turn`.
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
        room: As in `turn`.
    """
    value = 0.0
    for a in range(CHOICES):
        if room[2, depth, a] > 0:
            value += room[0, depth, a] * room[1, depth, a]
    for a in range(CHOICES):
        if room[2, depth, a] > 0:
            grow(regret, a, np.float32(scale * room[2, depth, a] * (room[1, depth, a] - value)))
    return value


@inner_kernel
def end(lane: Row, value: float) -> None:
    """Go back with a value: that of a hand that is over, or of a decision whose choices have been tried.

    Args:
        lane: A row of `LANE`.
        value: The value for the traverser, in small blinds.
    """
    lane.value = value
    lane.depth -= 1
    lane.back = 1


@inner_kernel
def go_on(
    mine: NDArray[np.float32],
    hopeless: float,
    scale: float,
    lane: Row,
    state: Row,
    now: NDArray[np.void],
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> int:
    """Go on at a decision of the traverser: follow their next choice or, if all have been tried, learn and go back.

    Args:
        mine: The sums of regrets of the decision.
        hopeless: As in `next_choice`.
        scale: As in `settle`.
        lane: A row of `LANE`.
        state: The random stream.
        now: As in `turn`.
        kept: As in `turn`.
        room: As in `turn`.
        stack: As in `turn`.

    Returns:
        The choice; -1 for none.
    """
    if lane.back:
        room[1, lane.depth, stack[lane.depth, 1]] = lane.value
        lane.back = 0
    choice = next_choice(mine, hopeless, lane.traverser, lane.depth, kept, room, stack, state)
    if choice >= 0:
        put(now, 0, kept, lane.depth)
        lane.depth += 1
    else:
        end(lane, settle(mine, scale, lane.depth, room))
    return choice


@fast_kernel
def ahead(rows: NDArray[Any], row: int) -> None:
    """Ask for a row before it is needed."""
    prefetch(rows, row)


@inner_kernel
def look(
    lane: Row,
    hand: Row,
    cards: Row,
    known: NDArray[np.float32],
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
) -> bool:
    """Find the spot of whoever is to act, and ask for what the next turn reads there. Returns whether anybody is."""
    if hand.to_act < 0:
        return False
    lane.spot, lane.allowed = spot_of(hand, cards), allowed_choices(hand, cards)
    if is_known(lane, hand):
        ahead(known, lane.spot)
        return True
    ahead(regret, lane.spot)
    if hand.to_act != lane.traverser:
        ahead(average, lane.spot)
    return True


@inner_kernel
def is_known(lane: Row, hand: Row) -> Any:
    """Whether whoever is to act plays the strategy of the known player."""
    return lane.hero >= 0 and hand.to_act != lane.hero


@inner_kernel
def begin(
    lane: Row,
    hand: Row,
    roles: Row,
    cards: Row,
    known: NDArray[np.float32],
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
) -> None:
    """Take up a deal.

    Args:
        lane: A row of `LANE`, is set.
        hand: The hand at its beginning.
        roles: A row of `cfr_kernel.ROLES`.
        cards: As in `turn`.
        known: As in `turn`.
        regret: As in `turn`.
        average: As in `turn`.
    """
    lane.traverser, lane.stray, lane.hero = roles.traverser, roles.stray, roles.hero
    lane.astray, lane.scale = roles.astray, roles.scale
    lane.depth = 0
    lane.back = 0
    look(lane, hand, cards, known, regret, average)


@inner_kernel
def turn(
    lane: Row,
    deck: Row,
    epoch: float,
    response: NDArray[np.uint8],
    known: NDArray[np.float32],
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
    state: Row,
    cards: Row,
    now: NDArray[np.void],
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> bool:
    """Do a decision of whoever is to act, or go back from one, and learn on the way.

    Args:
        lane: A row of `LANE`.
        deck: A row of `deck.DECK`.
        epoch: The number of the epoch.
        response: By row of `response_spots`, the choice of the response, `UNKNOWN` where it has none.
        known: The strategy of the known player, as of `cfr_kernel.POLICY`; not looked at if there is no hero.
        regret: The sums of regrets by spot and choice.
        average: The sums of the average strategy by spot and choice.
        state: A row with the fields `random` and `nodes` of `cfr_kernel.LEARNER`.
        cards: A row of `hand_kernel.CARDS`.
        now: The hand being played, in an array.
        kept: By depth, the hand at the traverser's decision.
        room: As in `Lanes`, of this lane.
        stack: As in `Lanes`, of this lane.

    Returns:
        Whether the walk has come to another decision, whose sums it has asked for.
    """
    hand = now[0]
    depth = lane.depth
    choice = -1
    if not lane.back:
        if hand.to_act < 0:
            end(lane, net(hand, max(lane.traverser, 0)))
        elif is_known(lane, hand):
            state.nodes += 1
            choice = sampled_choice(known, lane.spot, lane.allowed, uniform(state))
        else:
            state.nodes += 1
            spot, allowed = lane.spot, lane.allowed
            matching(regret, spot, allowed, room[0, depth])
            if hand.to_act == lane.traverser:
                put(kept, depth, now, 0)
                stack[depth, 0], stack[depth, 1], stack[depth, 2] = spot, -1, allowed
                for a in range(CHOICES):
                    room[2, depth, a] = 0.0
            else:
                for a in range(CHOICES):
                    if room[0, depth, a] > 0.0:
                        grow(average[spot], a, lane.scale * epoch * epoch * room[0, depth, a])
                if hand.to_act == lane.stray:
                    if lane.astray < 0.0:
                        answer = int(np.int64(response[spot * EXTRAS + extra_of(hand)]))
                        if answer != UNKNOWN and allowed >> answer & 1:
                            choice = answer
                    elif uniform(state) < lane.astray:
                        choice = random_choice(allowed, hand.drawing, state)
                if choice < 0:
                    choice = sampled(room[0, depth], uniform(state))
    if lane.depth >= 0 and choice < 0:
        mine = regret[stack[lane.depth, 0]]
        choice = go_on(mine, HOPELESS * epoch, lane.scale * epoch, lane, state, now, kept, room, stack)
    if choice < 0:
        return False
    apply_choice(hand, deck, cards, choice)
    return look(lane, hand, cards, known, regret, average)


@fast_kernel
def learn(
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
    state: Row,
    cards: Row,
    plan: Row,
    response: NDArray[np.uint8],
    known: NDArray[np.float32],
    lanes: Lanes,
) -> None:
    """Learn from more deals.

    Args:
        regret: The sums of regrets by spot and choice, which grow.
        average: The sums of the average strategy by spot and choice, which grow.
        state: A row of `cfr_kernel.THREAD`, which is changed.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `cfr_kernel.PLAN`.
        response: As in `turn`; not looked at if `plan.responding` is 0.
        known: As in `turn`; not looked at if `plan.facing` is 0.
        lanes: Space for deals in step.
    """
    left = plan.deals
    for i in range(len(lanes.at)):
        lanes.at[i].depth = -1
    playing = True
    while playing:
        playing = False
        for i in range(len(lanes.at)):
            lane, deck, now = lanes.at[i], lanes.decks[i], lanes.now[i : i + 1]
            space = (now, lanes.kept[i], lanes.room[i], lanes.stack[i])
            asked = False
            while not asked and (lane.depth >= 0 or left > 0):
                if lane.depth < 0:
                    left -= 1
                    state.deals += 1
                    deal(now[0], deck, lanes.roles[i], cards, plan, state)
                    begin(lane, now[0], lanes.roles[i], cards, known, regret, average)
                    asked = True
                else:
                    asked = turn(lane, deck, plan.epoch, response, known, regret, average, state, cards, *space)
            playing |= asked


@fast_kernel
def learn_deals(
    pile: NDArray[np.int64],
    deals: int,
    hands: NDArray[np.void],
    decks: NDArray[np.void],
    roles: NDArray[np.void],
    epoch: float,
    response: NDArray[np.uint8],
    known: NDArray[np.float32],
    regret: NDArray[np.float32],
    average: NDArray[np.float64],
    state: Row,
    cards: Row,
    lane: Row,
    now: NDArray[np.void],
    kept: NDArray[np.void],
    room: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> None:
    """Learn from deals until all have been taken, as a thread of a card does.

    Args:
        pile: The number of deals that have been taken; it is common to all threads.
        deals: The number of deals.
        hands: By deal, the hand at its beginning.
        decks: By deal, the deck.
        roles: By deal, a row of `cfr_kernel.ROLES`.
        epoch: As in `turn`.
        response: As in `turn`.
        known: As in `turn`.
        regret: As in `turn`.
        average: As in `turn`.
        state: A row with the fields `random`, `deals` and `nodes` of `cfr_kernel.LEARNER`.
        cards: As in `turn`.
        lane: Space for a row of `LANE`.
        now: Space for a hand.
        kept: Space for DEPTH hands.
        room: Space as of a lane.
        stack: Space as of a lane.
    """
    at = 0
    lane.depth = -1
    while True:
        if lane.depth < 0:
            at = take(pile)
            if at >= deals:
                return
            put(now, 0, hands, at)
            state.deals += 1
            begin(lane, now[0], roles[at], cards, known, regret, average)
        turn(lane, decks[at], epoch, response, known, regret, average, state, cards, now, kept, room, stack)
