"""Two ranges against each other, hand by hand: how often both are held, and which wins (compiled).

`pairs` weights class i of seat 0 and class j of seat 1 by `first[i] * second[j]` times the fraction of class j's hands
that the cards of class i leave in the deck (the fraction is the same the other way round). For each rank it counts the
ways to take j's cards from those that i does not hold. Suits beyond that, which matter only for flushes, are ignored.
The weights are summed by group, each seat with its own groups.

`spread` carries the groups of one seat through a draw, without the cards that the seat holds or discards, and without
those that each group of the opponent holds on average.

All compiled code of this module is in this file, whose changes numba notices.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel

Vector = NDArray[np.float64]


@fast_allocating_kernel
def pairs(
    first: Vector,
    second: Vector,
    group: NDArray[np.int64],
    other: NDArray[np.int64],
    ranks: NDArray[np.int64],
    cells: NDArray[np.int64],
    left: Vector,
    alive: Vector,
    wins: Vector,
) -> None:
    """Sum the weights of all pairs of hands by group.

    Args:
        first: By class, the weight of seat 0.
        second: By class, the weight of seat 1.
        group: By class, the group of seat 0.
        other: By class, the group of seat 1.
        ranks: Shape (classes, ranks): how many cards of a rank a class has.
        cells: Shape (classes, 5): the same as numbers rank * 5 + cards, filled up with 0.
        left: `left[m, n]` is the fraction of the ways to hold n cards of a rank that m other cards leave.
        alive: Adds the weight of each pair of groups.
        wins: Adds the weight times the sign of the showdown for seat 0. The class of the smaller number wins.
    """
    many, size = len(first), ranks.shape[1]
    part = np.ones(size * 5)
    for i in range(many):
        if first[i] <= 0:
            continue
        for r in range(size):
            for n in range(1, 5):
                part[r * 5 + n] = left[ranks[i, r], n]
        a = group[i]
        for j in range(many):
            if second[j] <= 0:
                continue
            weight = first[i] * second[j] * part[cells[j, 0]] * part[cells[j, 1]]
            weight *= part[cells[j, 2]] * part[cells[j, 3]] * part[cells[j, 4]]
            alive[a, other[j]] += weight
            if i < j:
                wins[a, other[j]] += weight
            elif i > j:
                wins[a, other[j]] -= weight


@fast_allocating_kernel
def spread(
    share: Vector,
    group: NDArray[np.int64],
    ranks: NDArray[np.int64],
    row: NDArray[np.int64],
    entry: NDArray[np.int32],
    target: NDArray[np.int32],
    kept: NDArray[np.int64],
    theirs: Vector,
    stretch: NDArray[np.int64],
    chances: NDArray[np.float32],
) -> None:
    """Carry the groups of a seat through a draw of one or two cards.

    Args:
        share: By class, the weight.
        group: By class, the group.
        ranks: Shape (classes, ranks): how many cards of a rank a class has.
        row: By class, the keep that it plays.
        entry: As in `standpat.solver.game.draw_transitions.Draw`.
        target: As in `standpat.solver.game.draw_transitions.Draw`.
        kept: Shape (classes, ranks): how many cards of a rank the class keeps.
        theirs: Shape (groups of the opponent, ranks): how many cards of a rank a group holds on average.
        stretch: By class after the draw, its stretch of strength.
        chances: Shape (groups, groups of the opponent, stretches): adds the probability that a hand of a group ends in
            a stretch. The probabilities of a group sum to 1 for each group of the opponent.
    """
    many, size, others = len(share), ranks.shape[1], len(theirs)
    mass = np.zeros(chances.shape[0])
    for i in range(many):
        mass[group[i]] += share[i]
    left = np.zeros(size)
    ways = np.zeros(100)
    one, two = np.zeros(100, np.int64), np.zeros(100, np.int64)
    for i in range(many):
        if share[i] <= 0:
            continue
        begin, end = entry[row[i]], entry[row[i] + 1]
        for e in range(begin, end):
            place = 0
            for r in range(size):
                for _ in range(ranks[target[e], r] - kept[i, r]):
                    if place:
                        two[e - begin] = r
                    else:
                        one[e - begin] = two[e - begin] = r
                    place += 1
            if place == 1:
                two[e - begin] = -1
        for h in range(others):
            for r in range(size):
                left[r] = max(4.0 - ranks[i, r] - theirs[h, r], 0.0)
            total = 0.0
            for n in range(end - begin):
                a, b = one[n], two[n]
                if b < 0:
                    ways[n] = left[a]
                elif a == b:
                    ways[n] = max(left[a] * (left[a] - 1) / 2, 0.0)
                else:
                    ways[n] = left[a] * left[b]
                total += ways[n]
            weight = share[i] / mass[group[i]] / total
            for n in range(end - begin):
                chances[group[i], h, stretch[target[begin + n]]] += weight * ways[n]
