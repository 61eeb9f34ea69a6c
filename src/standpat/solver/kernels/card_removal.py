"""The last round with card removal: the opponent's reach at its ends, values back. The terms are those of `layout`.

The ends of all contexts of a chunk are rows of two matrices, `folds` and `shows`, one row an end, one column a state.
On the way down they hold the opponent's reach times the amount at stake, on the way back the values. Between the two
there is one matrix product each (`standpat.solver.cfr.card_removal_sweep`). The folds of context c begin at row
`fold_row[c]`, its showdowns at `show_row[c]`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD
from standpat.solver.kernels.betting import decide, enter, forward, round_of
from standpat.solver.kernels.layout import (
    Buffers,
    Real,
    Span,
    StrategyTables,
    StreetSlots,
    Traversal,
    idle,
    reached,
    unplayed,
)


class EndRows(NamedTuple):
    """The rows of the ends; the module describes them."""

    fold_row: NDArray[np.int64]
    show_row: NDArray[np.int64]
    folds: Real
    shows: Real


@fast_kernel
def ends_forward(
    street: StreetSlots,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    ends: EndRows,
    buffers: Buffers,
) -> None:
    """Compute the opponent's reach at the ends, times what the player wins at a fold or risks at a showdown."""
    size, low, player = street.shape.size, span.low, traversal.player
    folds, shows = ends.folds, ends.shows
    for context in range(span.begin, span.end, span.step):
        fold, show = ends.fold_row[context - low], ends.show_row[context - low]
        folds[fold : ends.fold_row[context - low + 1]] = 0
        shows[show : ends.show_row[context - low + 1]] = 0
        theirs = reach1[context - low] if player == 0 else reach0[context - low]
        if not reached(theirs, size):
            continue
        nodes = round_of(street.nodes, street.contexts.round[context])
        enter(reach0[context - low], reach1[context - low], size, buffers)
        forward(nodes, play, street.slots[context], street.shape, unplayed(traversal), traversal, buffers)
        for node in range(len(nodes.kind)):
            if nodes.kind[node] == DECISION:
                continue
            other = buffers.reach1[nodes.source1[node]] if player == 0 else buffers.reach0[nodes.source0[node]]
            amount = nodes.amount[node]
            if nodes.kind[node] == FOLD:
                if nodes.seat[node] == player:
                    amount = -amount
                for i in range(size):
                    folds[fold, i] = amount * other[i]
                fold += 1
            else:
                for i in range(size):
                    shows[show, i] = amount * other[i]
                show += 1


@fast_kernel
def ends_backward(
    street: StreetSlots,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    ends: EndRows,
    values: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of the contexts from those of the ends."""
    size, low, player = street.shape.size, span.low, traversal.player
    for context in range(span.begin, span.end, span.step):
        theirs = reach1[context - low] if player == 0 else reach0[context - low]
        mine = reach0[context - low] if player == 0 else reach1[context - low]
        out = values[context - low]
        if idle(theirs, mine, traversal.mode, size, out):
            continue
        nodes, slot = round_of(street.nodes, street.contexts.round[context]), street.slots[context]
        enter(reach0[context - low], reach1[context - low], size, buffers)
        forward(nodes, play, slot, street.shape, unplayed(traversal), traversal, buffers)
        fold, show = ends.fold_row[context - low + 1], ends.show_row[context - low + 1]
        for node in range(len(nodes.kind) - 1, -1, -1):
            value, kind = buffers.value[node], nodes.kind[node]
            if kind == FOLD:
                fold -= 1
                for i in range(size):
                    value[i] = ends.folds[fold, i]
            elif kind == DECISION:
                decide(nodes, node, play, slot, size, traversal, buffers)
            else:
                show -= 1
                for i in range(size):
                    value[i] = ends.shows[show, i]
        for i in range(size):
            out[i] = buffers.value[0, i]
