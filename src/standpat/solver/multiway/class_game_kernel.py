"""Exact best responses in the class game of limit single draw, for two and three seats (compiled).

In the *class game* the players see classes of hands only (`standpat.solver.multiway.buckets`): each is dealt a class
independently of the others, a draw leads from class to class by fixed probabilities, and the better class wins at the
end. Equal classes divide the pot. Bets and draws are those of `hand_kernel`, and spots those of
`standpat.bots.multiway_spot`.

`best_response` visits every public state once. The others follow a strategy, so that their classes are independent of
each other given the public state: a vector of probabilities for each is enough. It computes by class of the responder
what the best response wins and what the strategy itself wins.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BUCKETS, CHOICES, COUNTS
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.hand_kernel import (
    CAP,
    FOLD,
    HAND,
    MOST,
    PASS,
    WAGER,
    bet,
    draw,
    draws_left,
    spot_of,
)

CLASSES: Final = np.dtype([("deal", np.float64, BUCKETS), ("become", np.float64, (COUNTS, BUCKETS, BUCKETS))])
"""The probability of each class in a deal and, by number of discards, that of each class after a draw from each one."""
DEPTH: Final = 40
"""More decisions than three players can have in a hand of single draw."""
BEST, OWN = range(2)
"""What the best response wins, and what the strategy itself wins."""
ANY: Final = 1
"""A value of a hand: spots are asked for with it, and its class is taken off again."""


@fast_kernel
def choices_of(hand: Row, cards: Row, bucket: int) -> int:
    """The choices of a class at a decision, a bit each."""
    if hand.drawing:
        return int(np.int64(cards.allowed[draws_left(hand, cards) - 1, bucket]))
    choices = 1 << PASS
    if hand.price > hand.commit[hand.to_act]:
        choices |= 1 << FOLD
    if hand.wagers < CAP:
        choices |= 1 << WAGER
    return choices


@fast_kernel
def chances_of(hand: Row, cards: Row, policy: Row, chances: NDArray[np.float64]) -> None:
    """The probabilities of the choices by class, shape (CHOICES, BUCKETS); -1 where a class does not have a choice."""
    left = draws_left(hand, cards)
    first = spot_of(hand, cards) - np.int64(cards.bucket[left, ANY])
    for bucket in range(BUCKETS):
        allowed = choices_of(hand, cards, bucket)
        total = 0.0
        for a in range(CHOICES):
            if allowed >> a & 1:
                total += policy.chance[first + bucket, a]
        for a in range(CHOICES):
            chances[a, bucket] = -1.0
            if allowed >> a & 1:
                if total > 0:
                    chances[a, bucket] = policy.chance[first + bucket, a] / total
                else:
                    chances[a, bucket] = 1.0 if a == PASS else 0.0


@fast_kernel
def end_value(hand: Row, responder: int, reach: NDArray[np.float64], value: NDArray[np.float64]) -> None:
    """What the responder wins at the end of a hand by class, times the probabilities of the others (`reach`)."""
    mass = 1.0
    pot = 0.0
    for place in range(hand.seats):
        pot += hand.total[place]
        if place != responder:
            mass *= reach[place].sum()
    paid = float(hand.total[responder])
    if hand.live >> responder & 1 == 0:
        value[:] = -paid * mass
        return
    rivals = 0
    first = -1
    second = -1
    others = 1.0
    for place in range(hand.seats):
        if place != responder:
            if hand.live >> place & 1:
                rivals += 1
                if first < 0:
                    first = place
                else:
                    second = place
            else:
                others *= reach[place].sum()
    if rivals == 0:
        value[:] = (pot - paid) * mass
        return
    worse = reach[first].sum()
    worse_too = reach[second].sum() if rivals == 2 else 1.0
    for bucket in range(BUCKETS):
        alike = reach[first, bucket]
        worse -= alike
        share = worse + alike / 2
        if rivals == 2:
            alike_too = reach[second, bucket]
            worse_too -= alike_too
            share = worse * worse_too + (worse * alike_too + alike * worse_too) / 2 + alike * alike_too / 3
        value[bucket] = pot * share * others - paid * mass


@fast_allocating_kernel
def best_response(
    root: NDArray[np.void],
    responder: int,
    classes: NDArray[np.void],
    policy: Row,
    cards: Row,
    decks: NDArray[np.void],
    won: NDArray[np.float64],
) -> int:
    """Compute what a best response to a strategy wins in the class game from a state on.

    Args:
        root: A row of `hand_kernel.HAND` before the draw, in which everybody has the value `ANY`.
        responder: The place of the responder.
        classes: A row of `CLASSES`.
        policy: A row of `cfr_kernel.POLICY`, which the others follow.
        cards: A row of `hand_kernel.CARDS` of a game of one draw.
        decks: Space for a deck.
        won: Shape (2, BUCKETS), is set: by class of the responder at the root, what the best response and what the
            strategy itself wins, in small blinds.

    Returns:
        The number of public states visited.
    """
    hands = np.zeros(DEPTH, HAND)
    reach = np.zeros((DEPTH, MOST, BUCKETS))
    chances = np.zeros((DEPTH, CHOICES, BUCKETS))
    summed = np.zeros((DEPTH, 2, BUCKETS))
    tried = np.zeros(DEPTH, np.int64)
    value = np.zeros((2, BUCKETS))
    before = np.zeros((2, BUCKETS))
    become = classes[0].become
    hands[0] = root[0]
    for place in range(MOST):
        reach[0, place] = classes[0].deal
    depth = 0
    states = 0
    back = False
    while True:
        hand = hands[depth]
        own = hand.to_act == responder
        if not back:
            states += 1
            if hand.to_act < 0:
                end_value(hand, responder, reach[depth], value[BEST])
                value[OWN] = value[BEST]
                depth -= 1
                back = True
                continue
            chances_of(hand, cards, policy, chances[depth])
            summed[depth] = 0.0
            if own:
                summed[depth, BEST] = -np.inf
            tried[depth] = -1
        else:
            a = tried[depth]
            if own:
                if hand.drawing:
                    before[:] = 0.0
                    for bucket in range(BUCKETS):
                        if chances[depth, a, bucket] >= 0:
                            for after in range(BUCKETS):
                                before[BEST, bucket] += become[a, bucket, after] * value[BEST, after]
                                before[OWN, bucket] += become[a, bucket, after] * value[OWN, after]
                    value[:] = before
                for bucket in range(BUCKETS):
                    if chances[depth, a, bucket] >= 0:
                        summed[depth, BEST, bucket] = max(summed[depth, BEST, bucket], value[BEST, bucket])
                        summed[depth, OWN, bucket] += chances[depth, a, bucket] * value[OWN, bucket]
            else:
                summed[depth] += value
        deeper = False
        for a in range(tried[depth] + 1, CHOICES):
            if chances[depth, a].max() < 0 or (not own and chances[depth, a].max() <= 0):
                continue
            tried[depth] = a
            place = hand.to_act
            child = hands[depth + 1 : depth + 2]
            child[0] = hand
            reach[depth + 1] = reach[depth]
            moved = reach[depth + 1, place]
            if not own:
                for bucket in range(BUCKETS):
                    moved[bucket] *= max(0.0, chances[depth, a, bucket])
                if hand.drawing:
                    moved[:] = 0.0
                    for bucket in range(BUCKETS):
                        here = reach[depth, place, bucket] * max(0.0, chances[depth, a, bucket])
                        if here > 0:
                            for after in range(BUCKETS):
                                moved[after] += here * become[a, bucket, after]
            if hand.drawing:
                draw(child[0], decks[0], cards, 0)
                child[0].last[place] = a
            else:
                bet(child[0], a)
            deeper = True
            break
        if deeper:
            depth += 1
            back = False
            continue
        value[:] = summed[depth]
        if depth == 0:
            won[:] = value
            return states
        depth -= 1
        back = True
