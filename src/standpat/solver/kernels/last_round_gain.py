"""Perfect play in the last round against a known player, deal by deal with real cards (compiled).

In each deal the responder has one seat. It knows the player's range by class (`reach`) and what the player does
with each class on average over its discards (`plays`). It weighs each class by the fraction of its hands that the
cards it has held leave (`standpat.solver.strategy_file.opponent_range.OpponentRanges.held`). At each decision it
takes the action with the highest expectation. What it wins is an expectation over the player's probabilities with
the hand that the player really has, and a second time with the range in its place.

All compiled code of this module is in this file, whose changes numba notices.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel
from standpat.solver.kernels.seen_cards_round import RoundTree, Single

Vector = NDArray[np.float64]


@fast_allocating_kernel
def gains(
    tree: RoundTree,
    plays: Vector,
    typed: Single,
    reach: Vector,
    cells: NDArray[np.int64],
    ways: Vector,
    hands: NDArray[np.int64],
    seen: NDArray[np.int64],
    out: Vector,
) -> None:
    """What the responder wins more than the player in its place.

    Args:
        tree: The round.
        plays: Shape (nodes, 3, classes): what the player does with each class on average.
        typed: Shape (2, nodes, 3, deals): what it does with the hand that each seat has in each deal.
        reach: Shape (2, classes): the range of the player in each seat before the round.
        cells: Shape (classes, 5): the cards of each class as numbers rank * 5 + cards, filled up with 0.
        ways: `ways[left, many]`: in how many ways `many` cards of a rank come from `left` of it.
        hands: Shape (deals, 2): the class of each seat.
        seen: Shape (deals, 2, ranks): how many cards of each rank a seat has held.
        out: Shape (deals, 2, 2): set by deal and seat of the responder to its gain in chips, with the player's real
            hand and with the range.
    """
    nodes, ranks = len(tree.many), seen.shape[2]
    part = np.ones(ranks * 5)
    best, best_real, fair, fair_real = np.zeros(nodes), np.zeros(nodes), np.zeros(nodes), np.zeros(nodes)
    real, row = np.zeros(nodes), np.zeros(nodes, np.int64)
    for seat in range(2):
        other, sign = 1 - seat, 1.0 - 2.0 * seat
        live = np.flatnonzero(reach[other] > 0)
        size = len(live)
        held = np.zeros((nodes, size))
        for d in range(len(hands)):
            own, theirs = hands[d, seat], hands[d, other]
            for r in range(ranks):
                for n in range(1, 5):
                    part[r * 5 + n] = ways[4 - seen[d, seat, r], n] / ways[4, n]
            total = 0.0
            for k in range(size):
                j = live[k]
                weight = reach[other, j] * part[cells[j, 0]] * part[cells[j, 1]]
                weight *= part[cells[j, 2]] * part[cells[j, 3]] * part[cells[j, 4]]
                held[0, k] = weight
                total += weight
            if total <= 0:
                out[d, seat] = 0
                continue
            for k in range(size):
                held[0, k] /= total
            cut, cut_end = np.searchsorted(live, own), np.searchsorted(live, own + 1)
            row[0], real[0] = 0, 1.0
            for n in range(nodes):
                mine = tree.seat[n] == seat
                for a in range(tree.many[n]):
                    child = tree.child[n, a]
                    if mine:
                        row[child], real[child] = row[n], real[n]
                        continue
                    row[child], real[child] = child, real[n] * typed[other, n, a, d]
                    for k in range(size):
                        held[child, k] = held[row[n], k] * plays[n, a, live[k]]
                if tree.many[n]:
                    continue
                if tree.shown[n]:
                    share = 0.0
                    for k in range(cut_end, size):
                        share += held[row[n], k]
                    for k in range(cut):
                        share -= held[row[n], k]
                    best[n] = tree.stakes[n] * share
                    best_real[n] = tree.stakes[n] * real[n] * np.sign(theirs - own)
                else:
                    best[n] = sign * tree.stakes[n] * held[row[n]].sum()
                    best_real[n] = sign * tree.stakes[n] * real[n]
                fair[n], fair_real[n] = best[n], best_real[n]
            for n in range(nodes - 1, -1, -1):
                if tree.many[n] == 0:
                    continue
                mine, chosen = tree.seat[n] == seat, tree.child[n, 0]
                best[n] = best_real[n] = fair[n] = fair_real[n] = 0.0
                for a in range(tree.many[n]):
                    child = tree.child[n, a]
                    played = typed[seat, n, a, d] if mine else 1.0
                    fair[n] += played * fair[child]
                    fair_real[n] += played * fair_real[child]
                    if not mine:
                        best[n] += best[child]
                        best_real[n] += best_real[child]
                    elif best[child] > best[chosen]:
                        chosen = child
                if mine:
                    best[n], best_real[n] = best[chosen], best_real[chosen]
            out[d, seat, 0] = best_real[0] - fair_real[0]
            out[d, seat, 1] = best[0] - fair[0]
