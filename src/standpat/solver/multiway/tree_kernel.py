"""CFR and best responses over all public states of limit single draw (compiled).

The game is the class game (`class_game_kernel`), the states are those of `public_tree`. Weights, regrets and averages
have shape (decisions, CHOICES, BUCKETS). Probabilities are in proportion to the positive weights of the choices that a
class has; all alike, if there are none.

`learn` is one traversal for one place, of CFR+ (Tammelin 2014) without any sampling: all classes of all players at
once. `respond` computes what a best response wins from given weights. Both pass the states in order and keep what they
need of the states above the present one.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.class_game_kernel import BEST, DEPTH, OWN, end_value
from standpat.solver.multiway.hand_kernel import MOST

NOTHING: Final = np.float32(0)


@fast_kernel
def has(node: Row, cards: Row, bucket: int, choice: int) -> bool:
    """Whether a class has a choice at a decision."""
    mask = int(np.int64(cards.allowed[0, bucket])) if node.drawing else node.choices
    return bool(mask >> choice & 1)


@fast_kernel
def chances_of(node: Row, cards: Row, weights: NDArray[np.float32], chances: NDArray[np.float64]) -> None:
    """The probabilities of the choices of a decision by class, shape (CHOICES, BUCKETS); -1 for no such choice."""
    for bucket in range(BUCKETS):
        total = 0.0
        many = 0
        for a in range(CHOICES):
            chances[a, bucket] = -1.0
            if has(node, cards, bucket, a):
                chances[a, bucket] = max(np.float64(weights[a, bucket]), 0.0)
                total += chances[a, bucket]
                many += 1
        for a in range(CHOICES):
            if chances[a, bucket] >= 0:
                chances[a, bucket] = chances[a, bucket] / total if total > 0 else 1.0 / many


@fast_kernel
def enter(
    node: Row,
    choice: int,
    chances: NDArray[np.float64],
    become: NDArray[np.float64],
    reach: NDArray[np.float64],
    after: NDArray[np.float64],
) -> None:
    """The probabilities of everybody's classes after a choice (`after`), from those before it (`reach`)."""
    for place in range(node.seats):
        for bucket in range(BUCKETS):
            after[place, bucket] = reach[place, bucket]
    before, moved = reach[node.to_act], after[node.to_act]
    if node.drawing:
        moved[:] = 0.0
    for bucket in range(BUCKETS):
        here = before[bucket] * max(chances[choice, bucket], 0.0)
        if not node.drawing:
            moved[bucket] = here
        elif here > 0:
            for final in range(BUCKETS):
                moved[final] += here * become[choice, bucket, final]


@fast_kernel
def drawn_value(become: NDArray[np.float64], value: NDArray[np.float64], before: NDArray[np.float64]) -> None:
    """The values of the classes before a draw, from those after it."""
    for bucket in range(BUCKETS):
        worth = 0.0
        for final in range(BUCKETS):
            worth += become[bucket, final] * value[final]
        before[bucket] = worth


@fast_allocating_kernel
def learn(
    tree: NDArray[np.void],
    place: int,
    classes: NDArray[np.void],
    cards: Row,
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    weight: float,
) -> None:
    """Learn in all states for one place.

    Args:
        tree: Rows of `public_tree.NODE`.
        place: The place that learns.
        classes: A row of `class_game_kernel.CLASSES`.
        cards: A row of `hand_kernel.CARDS`.
        regrets: The regrets, none below 0; those of the place are changed.
        averages: The sums of the strategies; those of the place are changed.
        weight: The weight of this traversal in the averages.
    """
    become = classes[0].become
    reach = np.zeros((DEPTH, MOST, BUCKETS))
    chances = np.zeros((DEPTH, CHOICES, BUCKETS))
    worth = np.zeros((DEPTH, CHOICES, BUCKETS))
    value = np.zeros((DEPTH, BUCKETS))
    at = np.zeros(DEPTH, np.int64)
    for other in range(MOST):
        reach[0, other] = classes[0].deal
    top = -1
    for i in range(len(tree) + 1):
        depth = tree[i].depth if i < len(tree) else 0
        while top >= depth:
            node = tree[at[top]]
            if node.to_act == place:
                regret = regrets[node.decision]
                for bucket in range(BUCKETS):
                    mean = 0.0
                    for a in range(CHOICES):
                        if chances[top, a, bucket] > 0:
                            mean += chances[top, a, bucket] * worth[top, a, bucket]
                    value[top, bucket] = mean
                    for a in range(CHOICES):
                        if chances[top, a, bucket] >= 0:
                            more = np.float32(regret[a, bucket] + worth[top, a, bucket] - mean)
                            regret[a, bucket] = max(more, NOTHING)
            if top:
                above = tree[at[top - 1]]
                if above.to_act != place:
                    value[top - 1] += value[top]
                elif above.drawing:
                    drawn_value(become[node.via], value[top], worth[top - 1, node.via])
                else:
                    worth[top - 1, node.via] = value[top]
            top -= 1
        if i == len(tree):
            return
        node = tree[i]
        top = depth
        at[top] = i
        if top:
            enter(tree[at[top - 1]], node.via, chances[top - 1], become, reach[top - 1], reach[top])
        value[top] = 0.0
        if node.to_act < 0:
            end_value(node, place, reach[top], value[top])
            continue
        chances_of(node, cards, regrets[node.decision], chances[top])
        if node.to_act == place:
            average = averages[node.decision]
            for a in range(CHOICES):
                for bucket in range(BUCKETS):
                    if chances[top, a, bucket] > 0:
                        average[a, bucket] += np.float32(weight * reach[top, place, bucket] * chances[top, a, bucket])


@fast_allocating_kernel
def respond(
    tree: NDArray[np.void],
    place: int,
    classes: NDArray[np.void],
    cards: Row,
    weights: NDArray[np.float32],
    won: NDArray[np.float64],
) -> None:
    """Compute what a best response in one place wins from the others, who play by `weights`.

    Args:
        tree: Rows of `public_tree.NODE`.
        place: The place of the responder.
        classes: A row of `class_game_kernel.CLASSES`.
        cards: A row of `hand_kernel.CARDS`.
        weights: The weights of all decisions.
        won: Shape (2, BUCKETS), is set: by class in the deal, what the best response and what the strategy itself wins,
            in small blinds.
    """
    become = classes[0].become
    reach = np.zeros((DEPTH, MOST, BUCKETS))
    chances = np.zeros((DEPTH, CHOICES, BUCKETS))
    value = np.zeros((DEPTH, 2, BUCKETS))
    before = np.zeros((2, BUCKETS))
    at = np.zeros(DEPTH, np.int64)
    for other in range(MOST):
        reach[0, other] = classes[0].deal
    top = -1
    for i in range(len(tree) + 1):
        depth = tree[i].depth if i < len(tree) else 0
        while top >= depth:
            node = tree[at[top]]
            if top:
                above = tree[at[top - 1]]
                if above.to_act != place:
                    value[top - 1] += value[top]
                else:
                    before[:] = value[top]
                    if above.drawing:
                        drawn_value(become[node.via], value[top, BEST], before[BEST])
                        drawn_value(become[node.via], value[top, OWN], before[OWN])
                    for bucket in range(BUCKETS):
                        chance = chances[top - 1, node.via, bucket]
                        if chance >= 0:
                            value[top - 1, BEST, bucket] = max(value[top - 1, BEST, bucket], before[BEST, bucket])
                            value[top - 1, OWN, bucket] += chance * before[OWN, bucket]
            top -= 1
        if i == len(tree):
            won[:] = value[0]
            return
        node = tree[i]
        top = depth
        at[top] = i
        if top:
            enter(tree[at[top - 1]], node.via, chances[top - 1], become, reach[top - 1], reach[top])
        value[top] = 0.0
        if node.to_act < 0:
            end_value(node, place, reach[top], value[top, BEST])
            value[top, OWN] = value[top, BEST]
            continue
        chances_of(node, cards, weights[node.decision], chances[top])
        if node.to_act == place:
            value[top, BEST] = -np.inf


@fast_allocating_kernel
def reaches(
    tree: NDArray[np.void],
    classes: NDArray[np.void],
    cards: Row,
    weights: NDArray[np.float32],
    own: NDArray[np.float32],
    others: NDArray[np.float64],
) -> None:
    """Compute how likely decisions are.

    Args:
        tree: Rows of `public_tree.NODE`.
        classes: A row of `class_game_kernel.CLASSES`.
        cards: A row of `hand_kernel.CARDS`.
        weights: The weights of all decisions.
        own: Shape (decisions, BUCKETS), is set: by class, how likely the player to act comes there by their own play.
        others: By decision, is set: how likely it is if one player wants to come there, whoever makes it likeliest.
    """
    reach = np.zeros((DEPTH, MOST, BUCKETS))
    chances = np.zeros((DEPTH, CHOICES, BUCKETS))
    at = np.zeros(DEPTH, np.int64)
    for place in range(MOST):
        reach[0, place] = classes[0].deal
    for i in range(len(tree)):
        node = tree[i]
        top = node.depth
        at[top] = i
        if top:
            enter(tree[at[top - 1]], node.via, chances[top - 1], classes[0].become, reach[top - 1], reach[top])
        if node.to_act >= 0:
            chances_of(node, cards, weights[node.decision], chances[top])
            for bucket in range(BUCKETS):
                own[node.decision, bucket] = np.float32(reach[top, node.to_act, bucket])
            likeliest = 0.0
            for wanting in range(node.seats):
                likely = 1.0
                for place in range(node.seats):
                    if place != wanting:
                        likely *= reach[top, place].sum()
                likeliest = max(likeliest, likely)
            others[node.decision] = likeliest
