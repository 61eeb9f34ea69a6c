"""The last round against a strategy over stretches of strength, which makes best responses to blueprints fast.

All classes of a stretch play alike. So what a class wins at a showdown is a linear function of one number of its own:
the opponent's reach within its stretch that is worse than the class minus the reach that is better. The ends of a round
then cost one multiplication for each class, and the sums over the opponent's hands are needed only once for each
stretch. The terms are those of `layout`; stretch b has the classes `starts[b] … starts[b + 1]`. The values are those of
`bet_backward` in the mode BEST.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.betting import probabilities, round_of
from standpat.solver.kernels.layout import Buffers, Real, Span, StrategyTables, StreetSlots, Traversal, idle


@fast_kernel
def _lines(nodes: Nodes, play: StrategyTables, slot: int, states: int, traversal: Traversal, buffers: Buffers) -> None:
    """The opponent's play by stretch (into `reach0`), and the constant term at each end (into `reach1`), from the
    opponent's `mass`.
    """
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
                mass_here = play_of[source, b] * mass[b]
                start[node, b] = nodes.amount[node] * (total - below - below - mass_here)
                below += mass_here


@fast_kernel
def best_end(
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
    """Compute the values of the last street's contexts for a player who plays a best response."""
    value, apart = buffers.value, buffers.state
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
            below = one - one
            for i in range(starts[b], starts[b + 1]):
                apart[i] = mass - below - below - theirs[i]
                below += theirs[i]
        nodes = round_of(street.nodes, street.contexts.round[context])
        _lines(nodes, play, street.slots[context], states, traversal, buffers)
        for b in range(states):
            first, many = starts[b], starts[b + 1] - starts[b]
            for node in range(len(nodes.kind) - 1, -1, -1):
                kind, child = nodes.kind[node], nodes.child[node]
                node_value = value[node, :many]
                if kind == FOLD:
                    for i in range(many):
                        node_value[i] = buffers.reach1[node, 0]
                elif kind != DECISION:
                    source = nodes.source1[node] if traversal.player == 0 else nodes.source0[node]
                    start, slope = buffers.reach1[node, b], nodes.amount[node] * buffers.reach0[source, b]
                    own = apart[first : first + many]
                    for i in range(many):
                        node_value[i] = start + slope * own[i]
                else:
                    for i in range(many):
                        node_value[i] = value[child, i]
                    for a in range(1, nodes.actions[node]):
                        other = value[child + a, :many]
                        if nodes.seat[node] == traversal.player:
                            for i in range(many):
                                node_value[i] = other[i] if other[i] > node_value[i] else node_value[i]
                        else:
                            for i in range(many):
                                node_value[i] += other[i]
            for i in range(many):
                out[first + i] = value[0, i]
