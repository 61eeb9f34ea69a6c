"""Two ranges against each other, hand by hand: in how many deals both are held, and who wins them. Compiled.

`pairs` weighs class i of seat 0 and class j of seat 1 by `first[i] * second[j]` times the part of class j's hands
that the cards of class i leave in the deck (the same part the other way round): of each rank, the ways in which j's
cards come from those that i has not. Suits beyond that, which only flushes have, are left out. It sums by groups, each
seat's own.

`spread` is what a draw makes of the groups of one seat, thinned by the cards it holds, thrown ones among them, and by
those that each group of the other holds on average.

All compiled code is in this file, which numba watches; it needs no place among the kernels of the sweeps.
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
    """Into `alive` the weight of each pair of groups, into `wins` what of it seat 0 wins less what it loses.

    `ranks[i, r]` is how many of rank r class i has; `cells[j, k]` the same as places r * 5 + n, filled up with 0;
    `left[m, n]` the part of n cards of a rank that m others leave. The class of the smaller number wins.
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
    found: NDArray[np.float32],
) -> None:
    """Into `found[g, h, k]` the chance that a hand of group g ends in stretch k, where the other is in group h.

    Class i of `share`, in `group[i]`, draws by `row[i]` of the keeps: `entry`, `target` as in
    `standpat.solver.game.draw_transitions.Draw`. `kept[i, r]` is how many of rank r it keeps, `theirs[h, r]` how many
    of them group h holds. One or two cards are drawn. The chances of a group sum to 1 for each h.
    """
    many, size, others = len(share), ranks.shape[1], len(theirs)
    mass = np.zeros(found.shape[0])
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
                found[group[i], h, stretch[target[begin + n]]] += weight * ways[n]
