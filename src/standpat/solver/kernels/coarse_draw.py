"""A draw of both seats between coarse states: the transition is a full matrix for each number of cards.

The kernels do what those of `draw` do, for menus in which each state has one option for each count. Before the draw the
choices are in *blocks*: block 0 is the first seat's, block 1 + c the second's after count c of the first. The rows of
all blocks that go through the same matrix are multiplied by it together (`matrix`). The other terms are those of
`layout`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, load, spread, store, store_some, where
from standpat.solver.kernels.layout import BEST, TINY, UPDATE, Real, Span, StrategyTables, Traversal, idle, unplayed
from standpat.solver.kernels.matrix import product


class Transitions(NamedTuple):
    """A draw between coarse states, the same for both seats.

    Attributes:
        order: The seat that draws first.
        many, size, after: Counts of the draw, states before and after it.
        wide, narrow: Numbers of a row of states before and after the draw: multiples of 16.
        chance: By count, the matrix from states before to states after (`matrix.panels`).
        back: By count, the matrix from states after to states before.
    """

    order: int
    many: int
    size: int
    after: int
    wide: int
    narrow: int
    chance: Real
    back: Real


class DrawBuffers(NamedTuple):
    """Scratch space of one thread: rows of states before the draw (`wide` numbers each), or after it (`narrow`).

    Attributes:
        shares: By block and count, the player's probabilities.
        mass: By count and block, the reach probabilities before the draw.
        arrived: By count and block, the reach probabilities after the draw.
        rows: By block and count, the player's values before the draw; blocks of the second seat count from 0.
        state: The sum of values over the second seat's counts.
    """

    shares: Real
    mass: Real
    arrived: Real
    rows: Real
    state: Real


@fast_kernel
def carry(draw: Transitions, first_reached: bool, second_reached: bool, buffers: DrawBuffers) -> None:
    """Carry the reach probabilities of `mass` through the draw, those of one seat or of both."""
    blocks, begin = 1 + draw.many, 0 if first_reached else 1
    count = (blocks if second_reached else 1) - begin
    for k in range(draw.many):
        row = k * blocks + begin
        a, b = row * draw.wide, row * draw.narrow
        product(
            buffers.mass, a, draw.wide, count, draw.size, draw.chance[k], buffers.arrived, b, draw.narrow, draw.narrow
        )


@fast_kernel
def back_first(draw: Transitions, worth: Real, at: int, step: int, buffers: DrawBuffers) -> None:
    """Carry values back to the first seat's counts. The value of outcome o is row `worth[at + o * step …]`."""
    many, after = draw.many, draw.after
    for c in range(many):
        begin = at + c * many * step
        for j in range(0, after, LANES):
            if after - j >= LANES:
                sum_ = load(worth, begin + j)
                for k in range(1, many):
                    sum_ = sum_ + load(worth, begin + k * step + j)
                store(buffers.state, j, sum_)
            else:
                for i in range(j, after):
                    buffers.state[i] = worth[begin + i]
                    for k in range(1, many):
                        buffers.state[i] += worth[begin + k * step + i]
        product(buffers.state, 0, 0, 1, after, draw.back[c], buffers.rows, c * draw.wide, 0, draw.wide)


@fast_kernel
def back_second(draw: Transitions, worth: Real, at: int, step: int, buffers: DrawBuffers) -> None:
    """Carry values back to the second seat's counts after each of the first's."""
    many, wide = draw.many, draw.wide
    for k in range(many):
        a, b = at + k * step, k * wide
        product(worth, a, many * step, many, draw.after, draw.back[k], buffers.rows, b, many * wide, wide)


# A draw whose weights lie state by state, in single precision ---------------------------------------------------------


@fast_kernel
def coarse_draw_forward(
    draw: Transitions,
    slots: NDArray[np.int64],
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    exit0: Real,
    exit1: Real,
    child0: Real,
    child1: Real,
    buffers: DrawBuffers,
) -> None:
    """Carry reach probabilities from the exits of a chunk through the draw, as `draw_forward` does.

    `child0` and `child1` are one long row each.
    """
    order, many, size, after, narrow = draw.order, draw.many, draw.size, draw.after, draw.narrow
    skip, outcomes, block = unplayed(traversal), many * many, many * size
    sooner, later = (child0, child1) if order == 0 else (child1, child0)
    for e in range(span.begin, span.end, span.step):
        x = e - span.low
        first, second = (exit0[x], exit1[x]) if order == 0 else (exit1[x], exit0[x])
        first_weights = play.weights0 if order == 0 else play.weights1
        second_weights = play.weights1 if order == 0 else play.weights0
        if order != skip:
            _divide(draw, first_weights, slots[e], 0, traversal, first, buffers)
        if 1 - order != skip:
            for c in range(many):
                _divide(draw, second_weights, slots[e] + (1 + c) * block, 1 + c, traversal, second, buffers)
        carry(draw, order != skip, 1 - order != skip, buffers)
        for c in range(many):
            for k in range(many):
                to = (x * outcomes + c * many + k) * after
                if order != skip:
                    _arrive(buffers.arrived, c * (1 + many) * narrow, after, traversal, sooner, to)
                if 1 - order != skip:
                    _arrive(buffers.arrived, (k * (1 + many) + 1 + c) * narrow, after, traversal, later, to)


@fast_kernel
def _even(many: int, traversal: Traversal) -> Any:
    """1 / many in the precision of the buffers."""
    count = traversal.one
    for _ in range(1, many):
        count += traversal.one
    return traversal.one / count


@fast_kernel
def _divide(
    draw: Transitions, weights: Real, at: int, block: int, traversal: Traversal, reach: Real, buffers: DrawBuffers
) -> None:
    """Divide the reach probabilities before the draw among the counts."""
    many, size, step = draw.many, draw.size, (1 + draw.many) * draw.wide
    cut, nothing, mass, begin = traversal.cut, traversal.one - traversal.one, buffers.mass, block * draw.wide
    even = _even(many, traversal)
    for i in range(size):
        total = nothing
        for k in range(many):
            total += weights[at + i * many + k]
        if total > 0:
            scale, least = reach[i] / total, cut * total
            for k in range(many):
                weight = weights[at + i * many + k]
                mass[begin + k * step + i] = weight * scale if weight > least else nothing
        else:
            for k in range(many):
                mass[begin + k * step + i] = reach[i] * even


@fast_kernel
def _arrive(arrived: Real, at: int, after: int, traversal: Traversal, out: Real, to: int) -> None:
    """Copy reach probabilities after the draw; those below `least` become 0."""
    least, nothing = spread(traversal.least), spread(traversal.one - traversal.one)
    for j in range(0, after, LANES):
        came = load(arrived, at + j)
        came = where(came < least, nothing, came)
        if after - j >= LANES:
            store(out, to + j, came)
        else:
            store_some(out, to + j, came, after - j)


@fast_kernel
def coarse_draw_backward(
    draw: Transitions,
    slots: NDArray[np.int64],
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    exit0: Real,
    exit1: Real,
    worth: Real,
    values: Real,
    buffers: DrawBuffers,
) -> None:
    """Compute the values of the exits of a chunk from those of the contexts after the draw, as `draw_backward` does.

    `worth` is one long row.
    """
    player, many, after = traversal.player, draw.many, draw.after
    own, block = play.weights0 if player == 0 else play.weights1, many * draw.size
    for e in range(span.begin, span.end, span.step):
        x = e - span.low
        out, begin = values[x], x * many * many * after
        theirs, reach = (exit1[x], exit0[x]) if player == 0 else (exit0[x], exit1[x])
        if idle(theirs, reach, traversal.mode, draw.size, out):
            continue
        for i in range(draw.size):
            out[i] = 0
        if player == draw.order:
            back_first(draw, worth, begin, after, buffers)
            _choose(draw, play, own, slots[e], 0, traversal, reach, buffers.rows, out)
        else:
            back_second(draw, worth, begin, after, buffers)
            for c in range(many):
                rows = c * many * draw.wide
                _choose(draw, play, own, slots[e] + (1 + c) * block, rows, traversal, reach, buffers.rows, out)


@fast_kernel
def _choose(
    draw: Transitions,
    play: StrategyTables,
    own: Real,
    at: int,
    begin: int,
    traversal: Traversal,
    reach: Real,
    rows: Real,
    out: Real,
) -> None:
    """The value of the player's own draw, from the values of its counts; added to `out`. In UPDATE regrets and averages
    are updated.
    """
    many, wide, cut, one = draw.many, draw.wide, traversal.cut, traversal.one
    nothing, even = one - one, _even(many, traversal)
    for i in range(draw.size):
        if traversal.mode == BEST:
            best = rows[begin + i]
            for k in range(1, many):
                best = max(best, rows[begin + k * wide + i])
            out[i] += best
            continue
        total = nothing
        for k in range(many):
            total += own[at + i * many + k]
        flat, scale = (nothing, one / total) if total > 0 else (even, nothing)
        value = nothing
        for k in range(many):
            p = own[at + i * many + k] * scale + flat
            if p >= cut:
                value += p * rows[begin + k * wide + i]
        out[i] += value
        if traversal.mode == UPDATE:
            share = traversal.weight * reach[i]
            for k in range(many):
                slot = at + i * many + k
                p = own[slot] * scale + flat
                if p >= cut:
                    play.average[slot] += share * p
                r = play.regret[slot] * traversal.decay + (rows[begin + k * wide + i] - value)
                play.regret[slot] = r if r > TINY else 0
