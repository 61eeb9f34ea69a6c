"""The last two betting rounds and the draw between them in one kernel, for training over coarse states.

The kernel computes one context of the next-to-last street at a time, while its numbers are in the cache: the betting,
the draw after each exit, and all rounds after that. There are few states before and after the draw, so the transition
is a full matrix for each number of cards. The values are those of `bet_backward`, `draw_backward` and the rest of the
sweep up to rounding. Regrets of decisions that the opponent never reaches are neither updated nor discounted.

A strategy has the order of `last_two_streets_layout` here, and its regrets and averages are stored with fewer bits
(`truncated_float`). Contexts that differ only in the second seat's last draw are computed side by side
(`betting_contexts`). The other terms are those of `layout`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Contexts, Nodes
from standpat.solver.kernels.betting import enter, forward, probabilities, round_of
from standpat.solver.kernels.betting_contexts import TruncatedTables, betting_backward, remember
from standpat.solver.kernels.last_two_streets_layout import LastTwoStreetsSlots
from standpat.solver.kernels.layout import (
    BEST,
    UPDATE,
    Buffers,
    Real,
    Shape,
    Span,
    StrategyTables,
    Traversal,
    idle,
    reached,
)
from standpat.solver.kernels.truncated_float import add, read, regret


class LastTwoStreetsBuffers(NamedTuple):
    """Scratch space of one thread.

    Attributes:
        shares: Probabilities of the counts.
        mass: Reach probabilities of one count before the draw.
        early: By count, reach probabilities of the first to draw after the draw.
        later: By outcome, reach probabilities of the second to draw after the draw.
        worth: By outcome, the values after the draw.
        rows: By count, the values before the draw.
        state: The sum of values over the second player's counts.
        exits: By exit, the values.
        none: An empty array of states.
        bets, draws, ends: Weights of the betting before the draw, of the draw, and of the betting after it.
    """

    shares: Real
    mass: Real
    early: Real
    later: Real
    worth: Real
    rows: Real
    state: Real
    exits: Real
    none: NDArray[np.int32]
    bets: NDArray[np.float32]
    draws: NDArray[np.float32]
    ends: NDArray[np.float32]


class Streets(NamedTuple):
    """The last two streets and the draw between them.

    Attributes:
        nodes, contexts: The last street but one.
        end_nodes, end_contexts: The last street.
        place: The first slots.
        order: The seat that draws first.
        chance: Shape (counts, states before, states after), the transitions of the draw.
        flipped: The same with the last two axes exchanged.
    """

    nodes: Nodes
    contexts: Contexts
    end_nodes: Nodes
    end_contexts: Contexts
    place: LastTwoStreetsSlots
    order: int
    chance: Real
    flipped: Real


@fast_kernel
def last_two_streets(
    streets: Streets,
    span: Span,
    traversal: Traversal,
    kept: TruncatedTables,
    reach0: Real,
    reach1: Real,
    values: Real,
    buffers: Buffers,
    end_buffers: Buffers,
    scratch: LastTwoStreetsBuffers,
) -> None:
    """Compute the values of the contexts of a span, and learn on the way in UPDATE."""
    contexts, size, low = streets.contexts, reach0.shape[1], span.low
    shape = Shape(size, size, scratch.none)
    for context in range(span.begin, span.end, span.step):
        theirs = reach1[context - low] if traversal.player == 0 else reach0[context - low]
        mine = reach0[context - low] if traversal.player == 0 else reach1[context - low]
        out = values[context - low]
        if idle(theirs, mine, traversal.mode, size, out):
            continue
        t = contexts.round[context]
        nodes, slot, bets = round_of(streets.nodes, t), streets.place.bets[context], scratch.bets
        enter(reach0[context - low], reach1[context - low], size, buffers)
        read(kept.weights, slot, nodes.rows[t] * size, kept.drop, bets)
        forward(nodes, StrategyTables(bets, bets, bets, bets), 0, shape, -1, traversal, buffers)
        for node in range(len(nodes.kind)):
            if nodes.kind[node] != DECISION and nodes.kind[node] != FOLD:
                exit_, worth = contexts.exit[context] + nodes.row[node], scratch.exits[nodes.row[node]]
                from0, from1 = buffers.reach0[nodes.source0[node]], buffers.reach1[nodes.source1[node]]
                _after(streets, exit_, from0, from1, traversal, kept, worth, end_buffers, scratch)
        betting_backward(nodes, slot, bets, 1, size, traversal, kept, True, False, scratch.exits, buffers)
        for i in range(size):
            out[i] = buffers.value[0, i]


@fast_kernel
def _times(mass: Real, flipped: Real, least: float, out: Real) -> None:
    """Carry the states before a draw to those after it."""
    size = len(mass)
    nothing = least - least
    j = 0
    while j + 4 <= len(out):
        ra, rb, rc, rd = flipped[j], flipped[j + 1], flipped[j + 2], flipped[j + 3]
        a = b = c = d = nothing
        for i in range(size):
            m = mass[i]
            a += m * ra[i]
            b += m * rb[i]
            c += m * rc[i]
            d += m * rd[i]
        out[j] = a if a >= least else nothing
        out[j + 1] = b if b >= least else nothing
        out[j + 2] = c if c >= least else nothing
        out[j + 3] = d if d >= least else nothing
        j += 4
    while j < len(out):
        row = flipped[j]
        a = nothing
        for i in range(size):
            a += mass[i] * row[i]
        out[j] = a if a >= least else nothing
        j += 1


@fast_kernel
def _back(worth: Real, flipped: Real, out: Real) -> None:
    """Carry values after a draw to those before it."""
    size = len(out)
    for i in range(size):
        out[i] = 0
    j = 0
    while j + 4 <= len(worth):
        a, b, c, d = worth[j], worth[j + 1], worth[j + 2], worth[j + 3]
        ra, rb, rc, rd = flipped[j], flipped[j + 1], flipped[j + 2], flipped[j + 3]
        for i in range(size):
            out[i] += a * ra[i] + b * rb[i] + c * rc[i] + d * rd[i]
        j += 4
    while j < len(worth):
        a, ra = worth[j], flipped[j]
        for i in range(size):
            out[i] += a * ra[i]
        j += 1


@fast_kernel
def _choose(
    row: int,
    slot: int,
    traversal: Traversal,
    kept: TruncatedTables,
    reach: Real,
    opponent_reached: bool,
    own_reached: bool,
    scratch: LastTwoStreetsBuffers,
    out: Real,
) -> None:
    """The value of the player's draw from the values of its counts in `scratch.rows`; added to `out`."""
    rows, shares, value = scratch.rows, scratch.shares, scratch.mass
    many, size = rows.shape
    if traversal.mode == BEST:
        for i in range(size):
            value[i] = rows[0, i]
        for c in range(1, many):
            for i in range(size):
                value[i] = max(value[i], rows[c, i])
    else:
        for i in range(size):
            value[i] = 0
        if opponent_reached:
            for c in range(many):
                for i in range(size):
                    value[i] += shares[row + c, i] * rows[c, i]
    for i in range(size):
        out[i] += value[i]
    if traversal.mode != UPDATE:
        return
    for c in range(many):
        at = slot + (row + c) * size
        if opponent_reached:
            weights = scratch.draws[(row + c) * size :]
            regret(kept.regret, at, size, kept.drop, kept.seed, weights, traversal.decay, rows[c], value)
        if own_reached:
            share = shares[row + c]
            for i in range(size):
                share[i] *= reach[i]
            add(kept.average, at, size, kept.drop, kept.seed, traversal.weight, share)


@fast_kernel
def _after(
    streets: Streets,
    exit_: int,
    from0: Real,
    from1: Real,
    traversal: Traversal,
    kept: TruncatedTables,
    out: Real,
    buffers: Buffers,
    scratch: LastTwoStreetsBuffers,
) -> None:
    """The values of an exit: the draw, and the last rounds."""
    place, order, flipped, least = streets.place, streets.order, streets.flipped, traversal.least
    many, size, after = streets.chance.shape
    for i in range(size):
        out[i] = 0
    first, second = (from0, from1) if order == 0 else (from1, from0)
    theirs, mine = (from1, from0) if traversal.player == 0 else (from0, from1)
    opponent_reached, own_reached = reached(theirs, size), traversal.mode == UPDATE and reached(mine, size)
    if not opponent_reached and not own_reached:
        return
    shares, mass, early, later, worth = scratch.shares, scratch.mass, scratch.early, scratch.later, scratch.worth
    slot, weights = place.draws[exit_], scratch.draws
    read(kept.weights, slot, (1 + many) * many * size, kept.drop, weights)
    probabilities(weights, 0, many, size, traversal.cut, traversal.one, shares, 0)
    for c in range(many):
        for i in range(size):
            mass[i] = first[i] * shares[c, i]
        _times(mass, flipped[c], least, early[c])
    for c in range(many):
        probabilities(weights, (1 + c) * many * size, many, size, traversal.cut, traversal.one, shares, (1 + c) * many)
        for k in range(many):
            share = shares[(1 + c) * many + k]
            for i in range(size):
                mass[i] = second[i] * share[i]
            _times(mass, flipped[k], least, later[c * many + k])
    start = exit_ * many * many
    t = streets.end_contexts.round[start]
    nodes = round_of(streets.end_nodes, t)
    for c in range(many):
        for k in range(many):
            for j in range(after):
                one_, two = early[c, j], later[c * many + k, j]
                buffers.reach0[0, k * after + j] = one_ if order == 0 else two
                buffers.reach1[0, k * after + j] = two if order == 0 else one_
        slot = place.ends[start + c * many]
        read(kept.weights, slot, nodes.rows[t] * many * after, kept.drop, scratch.ends)
        _end(nodes, slot, many, after, traversal, kept, scratch, c, buffers)
    slot = place.draws[exit_]
    if traversal.player == order:
        if opponent_reached:
            for c in range(many):
                state = scratch.state
                for j in range(after):
                    state[j] = worth[c * many, j]
                for k in range(1, many):
                    for j in range(after):
                        state[j] += worth[c * many + k, j]
                _back(state, flipped[c], scratch.rows[c])
        _choose(0, slot, traversal, kept, first, opponent_reached, own_reached, scratch, out)
    else:
        for c in range(many):
            if opponent_reached:
                for k in range(many):
                    _back(worth[c * many + k], flipped[k], scratch.rows[k])
            _choose((1 + c) * many, slot, traversal, kept, second, opponent_reached, own_reached, scratch, out)


@fast_kernel
def _end(
    nodes: Nodes,
    slot: int,
    many: int,
    after: int,
    traversal: Traversal,
    kept: TruncatedTables,
    scratch: LastTwoStreetsBuffers,
    group: int,
    buffers: Buffers,
) -> None:
    """The last rounds of one group, side by side."""
    width = many * after
    worth, weights = scratch.worth, scratch.ends
    play, shape = StrategyTables(weights, weights, weights, weights), Shape(width, width, scratch.none)
    theirs, mine = (
        (buffers.reach1[0], buffers.reach0[0]) if traversal.player == 0 else (buffers.reach0[0], buffers.reach1[0])
    )
    opponent_reached, own_reached = reached(theirs, width), traversal.mode == UPDATE and reached(mine, width)
    if not opponent_reached:
        for k in range(many):
            for j in range(after):
                worth[group * many + k, j] = 0
        if own_reached:
            forward(nodes, play, 0, shape, 1 - traversal.player, traversal, buffers)
            remember(nodes, slot, width, traversal, kept, buffers)
        return
    forward(nodes, play, 0, shape, -1, traversal, buffers)
    betting_backward(nodes, slot, weights, many, after, traversal, kept, own_reached, True, scratch.exits, buffers)
    for k in range(many):
        for j in range(after):
            worth[group * many + k, j] = buffers.value[0, k * after + j]
