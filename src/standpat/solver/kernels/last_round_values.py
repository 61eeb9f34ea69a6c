"""The last round between two strategies over stretches of strength, which makes values of a strategy file's spots fast.

As in `last_round_response`, what a class wins is a linear function of one number of its own: the opponent's reach
within its stretch that is worse minus the reach that is better. If both seats play by stretches, so is the value of the
whole round, and only its root is computed class by class. The values are those of `bet_backward` in the mode VALUE.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.betting import probabilities, round_of
from standpat.solver.kernels.layout import Buffers, Real, Span, StrategyTables, StreetSlots, Traversal, idle


@fast_kernel
def _lines(nodes: Nodes, play: StrategyTables, slot: int, states: int, traversal: Traversal, buffers: Buffers) -> None:
    """The constant term (`reach1`) and the slope (`value`) of each node by stretch, from the opponent's `mass`."""
    player, one = traversal.player, traversal.one
    came, start, slope, sigma, mass = buffers.reach0, buffers.reach1, buffers.value, buffers.sigma, buffers.mass
    for b in range(states):
        came[0, b] = one
    for node in range(len(nodes.kind)):
        if nodes.kind[node] != DECISION:
            continue
        row, actions, child = nodes.row[node], nodes.actions[node], nodes.child[node]
        weights = play.weights0 if nodes.seat[node] == 0 else play.weights1
        probabilities(weights, slot + row * states, actions, states, traversal.cut, one, sigma, row)
        source = nodes.source1[node] if player == 0 else nodes.source0[node]
        if nodes.seat[node] != player:
            for a in range(actions):
                for b in range(states):
                    came[child + a, b] = came[source, b] * sigma[row + a, b]
    for node in range(len(nodes.kind) - 1, -1, -1):
        row, actions, child, amount = nodes.row[node], nodes.actions[node], nodes.child[node], nodes.amount[node]
        source = nodes.source1[node] if player == 0 else nodes.source0[node]
        if nodes.kind[node] == DECISION:
            for b in range(states):
                start[node, b] = one - one
                slope[node, b] = one - one
            for a in range(actions):
                for b in range(states):
                    share = sigma[row + a, b] if nodes.seat[node] == player else one
                    start[node, b] += share * start[child + a, b]
                    slope[node, b] += share * slope[child + a, b]
            continue
        total = one - one
        for b in range(states):
            total += came[source, b] * mass[b]
        below = one - one
        for b in range(states):
            mass_here = came[source, b] * mass[b]
            if nodes.kind[node] == FOLD:
                start[node, b] = -amount * total if nodes.seat[node] == player else amount * total
                slope[node, b] = one - one
            else:
                start[node, b] = amount * (total - below - below - mass_here)
                slope[node, b] = amount * came[source, b]
            below += mass_here


@fast_kernel
def value_end(
    street: StreetSlots,
    starts: NDArray[np.int32],
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    values: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of the last street's contexts. Stretch b has the classes `starts[b] … starts[b + 1]`."""
    size, states, low, one = street.shape.size, street.shape.states, span.low, traversal.one
    for context in range(span.begin, span.end, span.step):
        theirs = reach1[context - low] if traversal.player == 0 else reach0[context - low]
        out = values[context - low]
        if idle(theirs, theirs, traversal.mode, size, out):
            continue
        for b in range(states):
            mass = one - one
            for i in range(starts[b], starts[b + 1]):
                mass += theirs[i]
            buffers.mass[b] = mass
        nodes = round_of(street.nodes, street.contexts.round[context])
        _lines(nodes, play, street.slots[context], states, traversal, buffers)
        for b in range(states):
            start, slope, left = buffers.reach1[0, b], buffers.value[0, b], buffers.mass[b]
            for i in range(starts[b], starts[b + 1]):
                out[i] = start + slope * (left - theirs[i])
                left -= theirs[i] + theirs[i]
