"""The last round against a strategy over stretches of strength, which makes best responses to blueprints fast.

All classes of a stretch play alike. So what a class wins at a showdown is a linear function of one number of its own:
the opponent's reach within its stretch that is worse than the class minus the reach that is better. The sums over the
opponent's hands are needed only once for each stretch, and so are the values of an opponent's decision that only ends
follow: a sum of linear functions is linear. Class by class there are only the responder's decisions and what comes
before them. The terms are those of `layout`; stretch b has the classes `starts[b] … starts[b + 1]`. The values are
those of `bet_backward` in the mode BEST.

The scratch space has, by node: in `reach0` the opponent's play by stretch, in `reach1` the constant terms by stretch,
and in `value` 16 classes, then the slopes by stretch, then whether the node depends on a decision of the responder.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, load, multiply_add, spread, store, store_some, where
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.betting import probabilities, round_of
from standpat.solver.kernels.layout import Buffers, Real, Span, StrategyTables, StreetSlots, Traversal, idle


@fast_kernel
def _lines(nodes: Nodes, play: StrategyTables, slot: int, states: int, traversal: Traversal, buffers: Buffers) -> None:
    """The linear functions of all nodes by stretch, from the opponent's `mass`: the values of ends and of decisions
    that only ends follow. At other decisions of the opponent they are the part that does not depend on the responder.
    """
    player, one = traversal.player, traversal.one
    play_of, start, slope, mass = buffers.reach0, buffers.reach1, buffers.value[:, LANES:], buffers.mass
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
        slope[node, states] = 0
        total = one - one
        for b in range(states):
            total += play_of[source, b] * mass[b]
        if nodes.kind[node] == FOLD:
            worth = -nodes.amount[node] * total if nodes.seat[node] == player else nodes.amount[node] * total
            for b in range(states):
                start[node, b] = worth
                slope[node, b] = 0
        else:
            below = one - one
            for b in range(states):
                mass_here = play_of[source, b] * mass[b]
                start[node, b] = nodes.amount[node] * (total - below - below - mass_here)
                slope[node, b] = nodes.amount[node] * play_of[source, b]
                below += mass_here
    for node in range(len(nodes.kind) - 1, -1, -1):
        if nodes.kind[node] != DECISION:
            continue
        own, child, actions = nodes.seat[node] == player, nodes.child[node], nodes.actions[node]
        slope[node, states] = 1 if own else 0
        for b in range(states):
            start[node, b] = 0
            slope[node, b] = 0
        if own:
            continue
        for a in range(child, child + actions):
            if slope[a, states] > 0:
                slope[node, states] = 1
                continue
            for b in range(states):
                start[node, b] += start[a, b]
                slope[node, b] += slope[a, b]


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
            first, end = starts[b], starts[b + 1]
            for i in range(first, end, LANES):
                _respond(nodes, b, states, load(apart, i), traversal, buffers)
                if end - i >= LANES:
                    store(out, i, load(value[0], 0))
                else:
                    store_some(out, i, load(value[0], 0), end - i)


@fast_kernel
def _line(node: int, b: int, own: Any, buffers: Buffers) -> Any:
    """The linear function of a node in a stretch."""
    return multiply_add(spread(buffers.value[node, LANES + b]), own, spread(buffers.reach1[node, b]))


@fast_kernel
def _respond(nodes: Nodes, b: int, states: int, own: Any, traversal: Traversal, buffers: Buffers) -> None:
    """The values of the nodes for 16 classes of a stretch, from their own numbers."""
    value, depends = buffers.value, LANES + states
    for node in range(len(nodes.kind) - 1, -1, -1):
        if value[node, depends] == 0:
            continue
        child, actions = nodes.child[node], nodes.actions[node]
        if nodes.seat[node] == traversal.player:
            best = load(value[child], 0) if value[child, depends] > 0 else _line(child, b, own, buffers)
            for a in range(child + 1, child + actions):
                other = load(value[a], 0) if value[a, depends] > 0 else _line(a, b, own, buffers)
                best = where(other > best, other, best)
            store(value[node], 0, best)
        else:
            sum_ = _line(node, b, own, buffers)
            for a in range(child, child + actions):
                if value[a, depends] > 0:
                    sum_ = sum_ + load(value[a], 0)
            store(value[node], 0, sum_)
    if value[0, depends] == 0:
        store(value[0], 0, _line(0, b, own, buffers))
