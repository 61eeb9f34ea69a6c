"""The last round against a strategy over stretches of strength: what makes best responses to blueprints quick.

All classes of one stretch play alike, so what a class wins at a showdown is a line in one number of its own, how much
of the other's reach within its stretch is worse less how much is better. A round's ends then cost a multiplication a
class, and the sums over the other's hands one a stretch. The terms are those of `layout`; stretch b has the classes
`starts[b] … starts[b + 1]`. The values are the ones that `bet_backward` finds in the mode BEST.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.betting import probabilities, round_of
from standpat.solver.kernels.layout import Buffers, Ground, Real, Span, StrategyTables, Traversal, idle


@fast_kernel
def _lines(nodes: Nodes, play: StrategyTables, slot: int, states: int, traversal: Traversal, buffers: Buffers) -> None:
    """The other's play by stretch (`reach0`), and where each end's line begins (`reach1`), from their `mass`."""
    player, one = traversal.player, traversal.one
    play_of, start, mass = buffers.reach0, buffers.reach1, buffers.mass
    weights = play.weights1 if player == 0 else play.weights0
    for b in range(states):
        play_of[0, b] = one
    for node in range(len(nodes.kind)):
        source = nodes.source1[node] if player == 0 else nodes.source0[node]
        if nodes.kind[node] == DECISION:
            if nodes.seat[node] != player:
                actions, child = nodes.actions[node], nodes.child[node]
                probabilities(
                    weights, slot + nodes.row[node] * states, actions, states, traversal.cut, one, buffers.coarse, 0
                )
                for a in range(actions):
                    for b in range(states):
                        play_of[child + a, b] = play_of[source, b] * buffers.coarse[a, b]
            continue
        total = one - one
        for b in range(states):
            total += play_of[source, b] * mass[b]
        if nodes.kind[node] == FOLD:
            start[node, 0] = -nodes.amount[node] * total if nodes.seat[node] == player else nodes.amount[node] * total
        else:
            below = one - one
            for b in range(states):
                here = play_of[source, b] * mass[b]
                start[node, b] = nodes.amount[node] * (total - below - below - here)
                below += here


@fast_kernel
def best_end(
    ground: Ground,
    starts: NDArray[np.int32],
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    values: Real,
    buffers: Buffers,
) -> None:
    """Values of the last street's contexts to a player who does their best."""
    value, apart = buffers.value, buffers.state
    size, states, low, one = ground.shape.size, ground.shape.states, span.low, traversal.one
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
            below = one - one
            for i in range(starts[b], starts[b + 1]):
                apart[i] = mass - below - below - theirs[i]
                below += theirs[i]
        nodes = round_of(ground.nodes, ground.contexts.round[context])
        _lines(nodes, play, ground.slots[context], states, traversal, buffers)
        for b in range(states):
            first, many = starts[b], starts[b + 1] - starts[b]
            for node in range(len(nodes.kind) - 1, -1, -1):
                kind, child = nodes.kind[node], nodes.child[node]
                here = value[node, :many]
                if kind == FOLD:
                    for i in range(many):
                        here[i] = buffers.reach1[node, 0]
                elif kind != DECISION:
                    source = nodes.source1[node] if traversal.player == 0 else nodes.source0[node]
                    start, slope = buffers.reach1[node, b], nodes.amount[node] * buffers.reach0[source, b]
                    own = apart[first : first + many]
                    for i in range(many):
                        here[i] = start + slope * own[i]
                else:
                    for i in range(many):
                        here[i] = value[child, i]
                    for a in range(1, nodes.actions[node]):
                        other = value[child + a, :many]
                        if nodes.seat[node] == traversal.player:
                            for i in range(many):
                                here[i] = other[i] if other[i] > here[i] else here[i]
                        else:
                            for i in range(many):
                                here[i] += other[i]
            for i in range(many):
                out[first + i] = value[0, i]
