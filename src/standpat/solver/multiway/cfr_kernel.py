"""A walk over the game of `hand_kernel` that learns (compiled).

`learn` is external-sampling counterfactual regret minimisation. For each deal one player tries everything they may do,
the others do what their regrets say, by chance; what each of their choices would have brought is added to their
regrets, and what the others would do to their average. Choices not made at present are tried now and then only, and
count for as much more. All that is learnt, with the state of the chance, is one row of `MIND`.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES, SPOTS
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.random_stream import Row, below, sampled, uniform
from standpat.solver.multiway.hand_kernel import FOLD, MOST, PASS, do, may, net, new_deck, spot_of, start

SOMETIMES: Final = 0.25
SELDOM: Final = 0.05
"""How often a choice is tried that is not made at present, and one whose regret is below `HOPELESS` (small blinds)."""
HOPELESS: Final = -200.0
DEPTH: Final = 48
"""More decisions than one player can have in a hand."""

MIND: Final = np.dtype(
    [
        ("regret", np.float32, (SPOTS, CHOICES)),
        ("average", np.float32, (SPOTS, CHOICES)),
        ("random", np.uint64),
        ("deals", np.int64),
        ("nodes", np.int64),
    ],
    align=True,
)

POLICY: Final = np.dtype([("chance", np.float32, (SPOTS, CHOICES))])
"""A strategy: how likely what is at each spot."""

PLAN: Final = np.dtype([("deals", np.int64), ("seats", np.float64, MOST - 1)])
"""So many deals, and how often two to six sit down."""


@fast_kernel
def matching(mind: Row, spot: int, allowed: int, chances: NDArray[np.float64]) -> None:
    """As likely as the regrets are positive; all alike where none is."""
    total = 0.0
    many = 0
    for a in range(CHOICES):
        chances[a] = 0.0
        if allowed >> a & 1:
            many += 1
            if mind.regret[spot, a] > 0:
                chances[a] = mind.regret[spot, a]
                total += mind.regret[spot, a]
    for a in range(CHOICES):
        if total > 0:
            chances[a] /= total
        elif allowed >> a & 1:
            chances[a] = 1.0 / many


@fast_kernel
def by(policy: Row, spot: int, allowed: int, roll: float) -> int:
    """What a strategy does by chance, of what is allowed."""
    last = PASS
    total = 0.0
    for a in range(CHOICES):
        if allowed >> a & 1:
            total += policy.chance[spot, a]
    roll *= total
    for a in range(CHOICES):
        if allowed >> a & 1 and policy.chance[spot, a] > 0:
            last = a
            roll -= policy.chance[spot, a]
            if roll < 0:
                return a
    return last


@fast_kernel
def walk(
    hands: NDArray[np.void],
    me: int,
    mind: Row,
    rivals: Row,
    frozen: int,
    cards: Row,
    deck: Row,
    room: NDArray[np.float64],
    at: NDArray[np.int64],
) -> float:
    """What the hand at `hands[0]` is worth to `me`, who tries everything; learns on the way.

    With `frozen` the others play `rivals` and learn nothing. `hands[depth]` is the hand at the decision of `me` with
    that number, `at[depth]` its spot and the choice that is being tried; `room` (3, DEPTH, CHOICES) has the chances of
    the choices, what they are worth, and how much each counts, 0 if it is left out. (It is a loop, as numba does not
    bring back a recursion from its cache.)"""
    depth = 0
    value = 0.0
    back = False
    while True:
        hand = hands[depth]
        sigma, worth, weight = room[0, depth], room[1, depth], room[2, depth]
        if back:
            worth[at[depth, 1]] = value
        else:
            others_go_on(hand, me, mind, rivals, frozen, cards, deck, sigma)
            if hand.to_act < 0:
                value = net(hand, me)
                if depth == 0:
                    return value
                depth -= 1
                back = True
                continue
            at[depth, 0] = spot_of(hand, cards)
            at[depth, 1] = -1
            matching(mind, at[depth, 0], may(hand, cards), sigma)
            weight[:] = 0.0
            if frozen:
                for a in range(CHOICES):
                    mind.average[at[depth, 0], a] += np.float32(sigma[a])
        spot = at[depth, 0]
        allowed = may(hand, cards)
        deeper = False
        for a in range(at[depth, 1] + 1, CHOICES):
            if allowed >> a & 1 == 0:
                continue
            likely = 1.0
            if sigma[a] == 0.0:
                likely = SELDOM if mind.regret[spot, a] < HOPELESS else SOMETIMES
                if uniform(mind) >= likely:
                    continue
            weight[a] = 1.0 / likely
            if a == FOLD and not hand.drawing:
                worth[a] = -np.float64(hand.total[me])
                continue
            at[depth, 1] = a
            hands[depth + 1] = hand
            do(hands[depth + 1], deck, cards, a)
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
                mind.regret[spot, a] += np.float32(weight[a] * (worth[a] - value))
        if depth == 0:
            return value
        depth -= 1
        back = True


@fast_kernel
def others_go_on(
    hand: Row, me: int, mind: Row, rivals: Row, frozen: int, cards: Row, deck: Row, sigma: NDArray[np.float64]
) -> None:
    """Up to the next decision of `me`, or the end."""
    while hand.to_act >= 0:
        mind.nodes += 1
        if hand.to_act == me:
            return
        spot = spot_of(hand, cards)
        allowed = may(hand, cards)
        if frozen:
            do(hand, deck, cards, by(rivals, spot, allowed, uniform(mind)))
            continue
        matching(mind, spot, allowed, sigma)
        for a in range(CHOICES):
            mind.average[spot, a] += np.float32(sigma[a])
        do(hand, deck, cards, sampled(sigma, uniform(mind)))


@fast_allocating_kernel
def learn(
    mind: Row, rivals: Row, frozen: int, cards: Row, hands: NDArray[np.void], decks: NDArray[np.void], plan: Row
) -> float:
    """`plan.deals` more deals; gives the sum of what the one who tries everything won with what they do by now."""
    room = np.zeros((3, DEPTH, CHOICES))
    at = np.zeros((DEPTH, 2), np.int64)
    deck = decks[0]
    won = 0.0
    for _ in range(plan.deals):
        seats = 2 + sampled(plan.seats, uniform(mind))
        new_deck(deck, mind)
        start(hands[0], deck, cards, seats)
        won += walk(hands, below(mind, seats), mind, rivals, frozen, cards, deck, room, at)
        mind.deals += 1
    return won
