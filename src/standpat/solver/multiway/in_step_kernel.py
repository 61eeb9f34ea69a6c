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

from standpat.bots.check_down_values import SPANS
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
from standpat.solver.multiway.rule_kernel import rule_chances

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


class Space(NamedTuple):
    """What a deal under way takes, besides its lane.

    Attributes:
        now: The hand being played, a row of `hand_kernel.HAND` in an array.
        kept: By depth, the hand at the traverser's decision.
        room: Shape (3, DEPTH, CHOICES): probabilities, values and weights of the choices; weight 0 if a choice is left
            out.
        stack: Shape (DEPTH, 3): the spot, the choice that is being tried, and the choices.
        worth: As in `rule_kernel.rule_chances`.
    """

    now: NDArray[np.void]
    kept: NDArray[np.void]
    room: NDArray[np.float64]
    stack: NDArray[np.int64]
    worth: NDArray[np.float32]


class Lanes(NamedTuple):
    """Space for deals in step.

    Attributes:
        at: By lane, a row of `LANE`.
        now: By lane, the hand being played, a row of `hand_kernel.HAND`.
        decks: By lane, a row of `deck.DECK`.
        roles: By lane, a row of `cfr_kernel.ROLES`.
        kept: By lane, as in `Space`.
        room: By lane, as in `Space`.
        stack: By lane, as in `Space`.
        worth: As in `Space`, for one lane at a time.
    """

    at: NDArray[np.void]
    now: NDArray[np.void]
    decks: NDArray[np.void]
    roles: NDArray[np.void]
    kept: NDArray[np.void]
    room: NDArray[np.float64]
    stack: NDArray[np.int64]
    worth: NDArray[np.float32]


class Dealt(NamedTuple):
    """Deals that have been dealt.

    Attributes:
        hands: By deal, the hand at its beginning.
        decks: By deal, the deck.
        roles: By deal, a row of `cfr_kernel.ROLES`.
    """

    hands: NDArray[np.void]
    decks: NDArray[np.void]
    roles: NDArray[np.void]


class Met(NamedTuple):
    """The players whom a training meets besides those of its own.

    Attributes:
        response: By row of `response_spots`, the choice of the response, `UNKNOWN` where it has none; not looked at if
            no stray plays it.
        known: The strategy of the known player (`known_player.KnownPlayer`); not looked at if there is no hero.
        rule: A row of `rule_kernel.RULE`, which says whether they are the bot `rule`.
    """

    response: NDArray[np.uint8]
    known: NDArray[np.float32]
    rule: NDArray[np.void]


class Table(NamedTuple):
    """What a training knows and learns.

    Attributes:
        regret: The sums of regrets by spot and choice, which grow.
        average: The sums of the average strategy by spot and choice, which grow.
        response: As in `Met`.
        known: As in `Met`.
        rule: As in `Met`.
    """

    regret: NDArray[np.float32]
    average: NDArray[np.float64]
    response: NDArray[np.uint8]
    known: NDArray[np.float32]
    rule: NDArray[np.void]


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
        np.zeros(SPANS, np.float32),
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
    space: Space,
    state: Row,
) -> int:
    """The next choice that the traverser follows at a decision, -1 for none. What a fold is worth is known at once.

    Args:
        regret: The sums of regrets of the decision.
        hopeless: Choices with less regret are tried seldom.
        traverser: The place of the traverser.
        depth: The number of the decision.
        space: Space of the deal.
        state: The random stream.
    """
    choice = -1
    for a in range(CHOICES):
        if choice < 0 and a > space.stack[depth, 1] and space.stack[depth, 2] >> a & 1:
            likely = 1.0
            tried = True
            if space.room[0, depth, a] == 0.0:
                likely = SELDOM if regret[a] < hopeless else SOMETIMES
                tried = uniform(state) < likely
            if tried:
                space.room[2, depth, a] = 1.0 / likely
                if a == FOLD and not space.kept[depth].drawing:
                    space.room[1, depth, a] = -np.float64(space.kept[depth].total[traverser])
                else:
                    choice = a
    if choice >= 0:
        space.stack[depth, 1] = choice
    return choice


@fast_kernel
def settle(regret: NDArray[np.float32], scale: float, depth: int, room: NDArray[np.float64]) -> float:
    """Learn from the values of all choices that were tried at a decision. Returns the value of the decision.

    Args:
        regret: The sums of regrets of the decision.
        scale: What everything learned here counts.
        depth: The number of the decision.
        room: As in `Space`.
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
def decide(space: Space, depth: int, spot: int, choices: int) -> None:
    """Come to a decision of the traverser, at which these choices are to be tried.

    Args:
        space: Space of the deal.
        depth: The number of the decision.
        spot: What stands for it in `Space.stack`.
        choices: The choices, a bit each.
    """
    space.stack[depth, 0], space.stack[depth, 1], space.stack[depth, 2] = spot, -1, choices
    for a in range(CHOICES):
        space.room[2, depth, a] = 0.0


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
    space: Space,
) -> int:
    """Go on at a decision of the traverser: follow their next choice or, if all have been tried, learn and go back.

    Args:
        mine: The sums of regrets of the decision.
        hopeless: As in `next_choice`.
        scale: As in `settle`.
        lane: A row of `LANE`.
        state: The random stream.
        space: Space of the deal.

    Returns:
        The choice; -1 for none.
    """
    if lane.back:
        space.room[1, lane.depth, space.stack[lane.depth, 1]] = lane.value
        lane.back = 0
    choice = next_choice(mine, hopeless, lane.traverser, lane.depth, space, state)
    if choice >= 0:
        put(space.now, 0, space.kept, lane.depth)
        lane.depth += 1
    else:
        end(lane, settle(mine, scale, lane.depth, space.room))
    return choice


@fast_kernel
def ahead(rows: NDArray[Any], row: int) -> None:
    """Ask for a row before it is needed."""
    prefetch(rows, row)


@inner_kernel
def look(lane: Row, hand: Row, cards: Row, table: Table) -> bool:
    """Find the spot of whoever is to act, and ask for what the next turn reads there. Returns whether anybody is."""
    if hand.to_act < 0:
        return False
    if is_known(lane, hand) and table.rule[0].plays:
        return True
    lane.spot, lane.allowed = spot_of(hand, cards), allowed_choices(hand, cards)
    if is_known(lane, hand):
        ahead(table.known, lane.spot)
        return True
    ahead(table.regret, lane.spot)
    if hand.to_act != lane.traverser:
        ahead(table.average, lane.spot)
    return True


@inner_kernel
def is_known(lane: Row, hand: Row) -> Any:
    """Whether whoever is to act plays the strategy of the known player."""
    return lane.hero >= 0 and hand.to_act != lane.hero


@inner_kernel
def known_choice(lane: Row, known: NDArray[np.float32], rule: Row, state: Row, cards: Row, space: Space) -> Any:
    """The choice of the known player, who is to act.

    Args:
        lane: A row of `LANE`.
        known: As in `Met`.
        rule: A row of `rule_kernel.RULE`.
        state: The random stream.
        cards: A row of `hand_kernel.CARDS`.
        space: Space of the deal.
    """
    if rule.plays:
        chances = space.room[0, lane.depth]
        rule_chances(space.now[0], cards, rule, space.worth, chances)
        return sampled(chances, uniform(state))
    return sampled_choice(known, lane.spot, lane.allowed, uniform(state))


@inner_kernel
def begin(lane: Row, hand: Row, roles: Row, cards: Row, table: Table) -> None:
    """Take up a deal.

    Args:
        lane: A row of `LANE`, is set.
        hand: The hand at its beginning.
        roles: A row of `cfr_kernel.ROLES`.
        cards: A row of `hand_kernel.CARDS`.
        table: What is known.
    """
    lane.traverser, lane.stray, lane.hero = roles.traverser, roles.stray, roles.hero
    lane.astray, lane.scale = roles.astray, roles.scale
    lane.depth = 0
    lane.back = 0
    look(lane, hand, cards, table)


@inner_kernel
def turn(lane: Row, deck: Row, epoch: float, table: Table, state: Row, cards: Row, space: Space) -> bool:
    """Do a decision of whoever is to act, or go back from one, and learn on the way.

    Args:
        lane: A row of `LANE`.
        deck: A row of `deck.DECK`.
        epoch: The number of the epoch.
        table: What is known; it learns.
        state: A row with the fields `random` and `nodes` of `cfr_kernel.LEARNER`.
        cards: A row of `hand_kernel.CARDS`.
        space: Space of the deal.

    Returns:
        Whether the walk has come to another decision, whose sums it has asked for.
    """
    hand, depth = space.now[0], lane.depth
    chances = space.room[0, depth]
    choice = -1
    if not lane.back:
        if hand.to_act < 0:
            end(lane, net(hand, max(lane.traverser, 0)))
        elif is_known(lane, hand):
            state.nodes += 1
            choice = known_choice(lane, table.known, table.rule[0], state, cards, space)
        else:
            state.nodes += 1
            spot, allowed = lane.spot, lane.allowed
            matching(table.regret, spot, allowed, chances)
            if hand.to_act == lane.traverser:
                put(space.kept, depth, space.now, 0)
                decide(space, depth, spot, allowed)
            else:
                for a in range(CHOICES):
                    if chances[a] > 0.0:
                        grow(table.average[spot], a, lane.scale * epoch * epoch * chances[a])
                if hand.to_act == lane.stray:
                    if lane.astray < 0.0:
                        answer = int(np.int64(table.response[spot * EXTRAS + extra_of(hand)]))
                        if answer != UNKNOWN and allowed >> answer & 1:
                            choice = answer
                    elif uniform(state) < lane.astray:
                        choice = random_choice(allowed, hand.drawing, state)
                if choice < 0:
                    choice = sampled(chances, uniform(state))
    if lane.depth >= 0 and choice < 0:
        mine = table.regret[space.stack[lane.depth, 0]]
        choice = go_on(mine, HOPELESS * epoch, lane.scale * epoch, lane, state, space)
    if choice < 0:
        return False
    apply_choice(hand, deck, cards, choice)
    return look(lane, hand, cards, table)


@fast_kernel
def learn(table: Table, state: Row, cards: Row, plan: Row, lanes: Lanes) -> None:
    """Learn from more deals.

    Args:
        table: What is known; it learns.
        state: A row of `cfr_kernel.THREAD`, which is changed.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `cfr_kernel.PLAN`.
        lanes: Space for deals in step.
    """
    left = plan.deals
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
                    begin(lane, space.now[0], lanes.roles[i], cards, table)
                    asked = True
                else:
                    asked = turn(lane, deck, plan.epoch, table, state, cards, space)
            playing |= asked


@fast_kernel
def learn_deals(
    pile: NDArray[np.int64],
    deals: int,
    dealt: Dealt,
    epoch: float,
    table: Table,
    state: Row,
    cards: Row,
    lane: Row,
    space: Space,
) -> None:
    """Learn from deals until all have been taken, as a thread of a card does.

    Args:
        pile: The number of deals that have been taken; it is common to all threads.
        deals: The number of deals.
        dealt: The deals.
        epoch: As in `turn`.
        table: As in `turn`.
        state: A row with the fields `random`, `deals` and `nodes` of `cfr_kernel.LEARNER`.
        cards: As in `turn`.
        lane: Space for a row of `LANE`.
        space: Space for a deal.
    """
    at = 0
    lane.depth = -1
    while True:
        if lane.depth < 0:
            at = take(pile)
            if at >= deals:
                return
            put(space.now, 0, dealt.hands, at)
            state.deals += 1
            begin(lane, space.now[0], dealt.roles[at], cards, table)
        turn(lane, dealt.decks[at], epoch, table, state, cards, space)
