"""Two ranges against each other, hand by hand: in how many deals both are held, and who wins them. Compiled.

`pairs` weighs class i of seat 0 and class j of seat 1 by `first[i] * second[j]` times the part of class j's hands
that the cards of class i leave in the deck (the same part the other way round): of each rank, the ways in which j's
cards come from those that i has not. Suits beyond that, which only flushes have, are left out. It sums by `group`s.

All compiled code is in this file, which numba watches; it needs no place among the kernels of the sweeps.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.compiled import making

Vector = NDArray[np.float64]


@making
def pairs(
    first: Vector,
    second: Vector,
    group: NDArray[np.int64],
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
            alive[a, group[j]] += weight
            if i < j:
                wins[a, group[j]] += weight
            elif i > j:
                wins[a, group[j]] -= weight
