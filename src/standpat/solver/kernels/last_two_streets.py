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

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, like, load, multiply_add, spread, store, where
from standpat.solver.game.public_tree import DECISION, FOLD, Contexts, Nodes
from standpat.solver.kernels.betting import enter, round_of
from standpat.solver.kernels.betting_contexts import (
    TruncatedTables,
    betting_backward,
    betting_forward,
    probability,
    remember,
    scale_of,
    some,
)
from standpat.solver.kernels.coarse_draw import DrawBuffers, Transitions, back_first, back_second, carry
from standpat.solver.kernels.last_two_streets_layout import LastTwoStreetsSlots
from standpat.solver.kernels.layout import BEST, UPDATE, Buffers, Real, Span, Traversal, idle
from standpat.solver.kernels.truncated_float import add, learn, numbers


class LastTwoStreetsBuffers(NamedTuple):
    """Scratch space of one thread.

    Attributes:
        draw: For the draw.
        worth: By outcome, the values after the draw.
        exits: By exit, the values.
    """

    draw: DrawBuffers
    worth: Real
    exits: Real


class Streets(NamedTuple):
    """The last two streets and the draw between them.

    Attributes:
        nodes, contexts: The last street but one.
        end_nodes, end_contexts: The last street.
        place: The first slots.
        draw: The draw.
    """

    nodes: Nodes
    contexts: Contexts
    end_nodes: Nodes
    end_contexts: Contexts
    place: LastTwoStreetsSlots
    draw: Transitions


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
    contexts, size, low = streets.contexts, streets.draw.size, span.low
    for context in range(span.begin, span.end, span.step):
        theirs = reach1[context - low] if traversal.player == 0 else reach0[context - low]
        mine = reach0[context - low] if traversal.player == 0 else reach1[context - low]
        out = values[context - low]
        if idle(theirs, mine, traversal.mode, size, out):
            continue
        nodes, slot = round_of(streets.nodes, contexts.round[context]), streets.place.bets[context]
        enter(reach0[context - low], reach1[context - low], size, buffers)
        betting_forward(nodes, slot, size, traversal, kept, traversal.mode == UPDATE, True, buffers)
        for node in range(len(nodes.kind)):
            if nodes.kind[node] != DECISION and nodes.kind[node] != FOLD:
                exit_, worth = contexts.exit[context] + nodes.row[node], scratch.exits[nodes.row[node]]
                from0, from1 = buffers.reach0[nodes.source0[node]], buffers.reach1[nodes.source1[node]]
                _after(streets, exit_, from0, from1, traversal, kept, worth, end_buffers, scratch)
        betting_backward(nodes, slot, 1, size, traversal, kept, True, False, scratch.exits, buffers)
        for i in range(size):
            out[i] = buffers.value[0, i]


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
    order, many, size, narrow = streets.draw.order, streets.draw.many, streets.draw.size, streets.draw.narrow
    nothing = spread(traversal.one - traversal.one)
    for i in range(0, size, LANES):
        store(out, i, nothing)
    first, second = (from0, from1) if order == 0 else (from1, from0)
    theirs, mine = (from1, from0) if traversal.player == 0 else (from0, from1)
    opponent_reached, own_reached = some(theirs, size), traversal.mode == UPDATE and some(mine, size)
    if not opponent_reached and not own_reached:
        return
    own_first, learns = traversal.player == order, traversal.mode == UPDATE
    first_reached, second_reached = (own_reached, opponent_reached) if own_first else (opponent_reached, own_reached)
    slot = streets.place.draws[exit_]
    if first_reached or (own_first and learns):
        _divide(streets.draw, slot, 0, traversal, kept, first, own_first, scratch.draw)
    if second_reached or (learns and not own_first):
        for block in range(1, 1 + many):
            _divide(streets.draw, slot, block, traversal, kept, second, not own_first, scratch.draw)
    carry(streets.draw, first_reached, second_reached, scratch.draw)
    start = exit_ * many * many
    nodes = round_of(streets.end_nodes, streets.end_contexts.round[start])
    for c in range(many):
        _enter(streets.draw, c, first_reached, second_reached, traversal, scratch.draw, buffers)
        _end(streets.draw, nodes, streets.place.ends[start + c * many], c, traversal, kept, scratch, buffers)
    if own_first:
        if opponent_reached:
            back_first(streets.draw, scratch.worth, 0, narrow, scratch.draw)
        _choose(streets.draw, slot, 0, traversal, kept, first, opponent_reached, own_reached, scratch.draw, out)
    else:
        if opponent_reached:
            back_second(streets.draw, scratch.worth, 0, narrow, scratch.draw)
        for block in range(1, 1 + many):
            _choose(
                streets.draw, slot, block, traversal, kept, second, opponent_reached, own_reached, scratch.draw, out
            )


# The draw and the last rounds of an exit ---------------------------------------------------------------------------


@fast_kernel
def _divide(
    draw: Transitions,
    slot: int,
    block: int,
    traversal: Traversal,
    kept: TruncatedTables,
    reach: Real,
    own: bool,
    scratch: DrawBuffers,
) -> None:
    """The probabilities of the counts in a block, and what they make of the reach probabilities before the draw."""
    many, size, wide = draw.many, draw.size, draw.wide
    one, cut = spread(traversal.one), spread(traversal.cut)
    even = like(spread(traversal.one / many), traversal.one)
    at, shares, mass = slot + block * many * size, block * many * wide, block * wide
    for i in range(0, size, LANES):
        left = size - i
        sum_ = one - one
        for k in range(many):
            sum_ = sum_ + like(numbers(kept.weights, at + k * size + i, left, kept.drop), traversal.one)
        scale = scale_of(sum_, one)
        came = load(reach, i)
        for k in range(many):
            weight = like(numbers(kept.weights, at + k * size + i, left, kept.drop), traversal.one)
            share = probability(weight, sum_, scale, even, cut)
            if own:
                store(scratch.shares, shares + k * wide + i, share)
            store(scratch.mass, mass + k * (1 + many) * wide + i, came * share)


@fast_kernel
def _enter(
    draw: Transitions,
    group: int,
    first_reached: bool,
    second_reached: bool,
    traversal: Traversal,
    scratch: DrawBuffers,
    buffers: Buffers,
) -> None:
    """Put the reach probabilities after the draw to the root of the last rounds of a group, side by side."""
    many, after, narrow = draw.many, draw.after, draw.narrow
    least, nothing = spread(traversal.least), spread(traversal.one - traversal.one)
    firsts, seconds = (buffers.reach0, buffers.reach1) if draw.order == 0 else (buffers.reach1, buffers.reach0)
    first, second = firsts[0], seconds[0]
    for k in range(many):
        own_row, other_row = group * (1 + many) * narrow, (k * (1 + many) + 1 + group) * narrow
        for j in range(0, after, LANES):
            came = load(scratch.arrived, own_row + j) if first_reached else nothing
            store(first, k * after + j, where(came < least, nothing, came))
            came = load(scratch.arrived, other_row + j) if second_reached else nothing
            store(second, k * after + j, where(came < least, nothing, came))


@fast_kernel
def _end(
    draw: Transitions,
    nodes: Nodes,
    slot: int,
    group: int,
    traversal: Traversal,
    kept: TruncatedTables,
    scratch: LastTwoStreetsBuffers,
    buffers: Buffers,
) -> None:
    """The last rounds of one group, side by side."""
    many, after, narrow = draw.many, draw.after, draw.narrow
    width, worth = many * after, group * many * narrow
    theirs, mine = (
        (buffers.reach1[0], buffers.reach0[0]) if traversal.player == 0 else (buffers.reach0[0], buffers.reach1[0])
    )
    opponent_reached, own_reached = some(theirs, width), traversal.mode == UPDATE and some(mine, width)
    if opponent_reached or own_reached:
        betting_forward(nodes, slot, width, traversal, kept, own_reached, opponent_reached, buffers)
    if opponent_reached:
        betting_backward(nodes, slot, many, after, traversal, kept, own_reached, True, scratch.exits, buffers)
        for k in range(many):
            for j in range(0, after, LANES):
                store(scratch.worth, worth + k * narrow + j, load(buffers.value[0], k * after + j))
        return
    nothing = spread(traversal.one - traversal.one)
    for j in range(0, many * narrow, LANES):
        store(scratch.worth, worth + j, nothing)
    if own_reached:
        remember(nodes, slot, width, traversal, kept, buffers)


@fast_kernel
def _choose(
    draw: Transitions,
    slot: int,
    block: int,
    traversal: Traversal,
    kept: TruncatedTables,
    reach: Real,
    opponent_reached: bool,
    own_reached: bool,
    scratch: DrawBuffers,
    out: Real,
) -> None:
    """The value of the player's choice in a block from the values of its counts; added to `out`. In UPDATE regrets and
    averages are updated.
    """
    many, size, wide = draw.many, draw.size, draw.wide
    at, shares, rows = slot + block * many * size, block * many * wide, max(0, block - 1) * many * wide
    for i in range(0, size, LANES):
        left = size - i
        if opponent_reached:
            value = load(scratch.rows, rows + i)
            if traversal.mode == BEST:
                for k in range(1, many):
                    other = load(scratch.rows, rows + k * wide + i)
                    value = where(other > value, other, value)
            else:
                value = value * load(scratch.shares, shares + i)
                for k in range(1, many):
                    other = load(scratch.rows, rows + k * wide + i)
                    value = multiply_add(other, load(scratch.shares, shares + k * wide + i), value)
            store(out, i, load(out, i) + value)
            if traversal.mode == UPDATE:
                for k in range(many):
                    gain = load(scratch.rows, rows + k * wide + i) - value
                    place = at + k * size + i
                    learn(kept.regret, place, left, kept.drop, kept.seed, traversal.decay, gain)
        if own_reached:
            came = load(reach, i)
            for k in range(many):
                mine = came * load(scratch.shares, shares + k * wide + i)
                add(kept.average, at + k * size + i, left, kept.drop, kept.seed, traversal.weight, mine)
