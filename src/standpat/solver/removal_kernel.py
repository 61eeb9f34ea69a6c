"""The last round where the hands block each other: reaches at its ends, values back. The terms are those of `kernel`.

The ends of all contexts of a chunk are rows of two matrices, `folds` and `shows`, one row an end, one number a
state: on the way there the other seat's reach times the amount at stake, on the way back the values. Between the
two lies a matrix product each (`standpat.solver.removal_sweep`). The folds of context c begin at row
`fold_row[c]`, its showdowns at `show_row[c]`.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.bet_kernel import _decide, _forward, round_nodes
from standpat.solver.compiled import kernel
from standpat.solver.kernel import BEST, UPDATE, Play, Real, Room, reached
from standpat.solver.tree import DECISION, FOLD, Contexts, Nodes


@kernel
def ends_forward(
    nodes: Nodes,
    contexts: Contexts,
    slots: NDArray[np.int64],
    states: int,
    of: NDArray[np.int32],
    size: int,
    low: int,
    begin: int,
    end: int,
    step: int,
    player: int,
    mode: int,
    play: Play,
    cut: float,
    one: float,
    reach0: Real,
    reach1: Real,
    fold_row: NDArray[np.int64],
    show_row: NDArray[np.int64],
    folds: Real,
    shows: Real,
    room: Room,
) -> None:
    """The other seat's reach at the ends, times what the player wins there (or stakes, at a showdown)."""
    for context in range(begin, end, step):
        fold, show = fold_row[context - low], show_row[context - low]
        folds[fold : fold_row[context - low + 1]] = 0
        shows[show : show_row[context - low + 1]] = 0
        theirs = reach1[context - low] if player == 0 else reach0[context - low]
        if not reached(theirs, size):
            continue
        t = contexts.round[context]
        count = nodes.begin[t + 1] - nodes.begin[t]
        local = round_nodes(nodes, nodes.begin[t], count)
        for i in range(size):
            room.reach0[0, i] = reach0[context - low, i]
            room.reach1[0, i] = reach1[context - low, i]
        _forward(local, count, play, slots[context], size, states, of, player if mode == BEST else -1, cut, one, room)
        for node in range(count):
            if local.kind[node] == DECISION:
                continue
            other = room.reach1[local.source1[node]] if player == 0 else room.reach0[local.source0[node]]
            amount = local.amount[node]
            if local.kind[node] == FOLD:
                if local.seat[node] == player:
                    amount = -amount
                for i in range(size):
                    folds[fold, i] = amount * other[i]
                fold += 1
            else:
                for i in range(size):
                    shows[show, i] = amount * other[i]
                show += 1


@kernel
def ends_backward(
    nodes: Nodes,
    contexts: Contexts,
    slots: NDArray[np.int64],
    states: int,
    of: NDArray[np.int32],
    size: int,
    low: int,
    begin: int,
    end: int,
    step: int,
    player: int,
    mode: int,
    play: Play,
    cut: float,
    one: float,
    decay: float,
    weight: float,
    reach0: Real,
    reach1: Real,
    fold_row: NDArray[np.int64],
    show_row: NDArray[np.int64],
    folds: Real,
    shows: Real,
    values: Real,
    room: Room,
) -> None:
    """Values of the contexts from those of the ends."""
    for context in range(begin, end, step):
        theirs = reach1[context - low] if player == 0 else reach0[context - low]
        mine = reach0[context - low] if player == 0 else reach1[context - low]
        out = values[context - low]
        if not reached(theirs, size) and not (mode == UPDATE and reached(mine, size)):
            for i in range(size):
                out[i] = 0
            continue
        t = contexts.round[context]
        count = nodes.begin[t + 1] - nodes.begin[t]
        local = round_nodes(nodes, nodes.begin[t], count)
        for i in range(size):
            room.reach0[0, i] = reach0[context - low, i]
            room.reach1[0, i] = reach1[context - low, i]
        slot = slots[context]
        _forward(local, count, play, slot, size, states, of, player if mode == BEST else -1, cut, one, room)
        fold, show = fold_row[context - low + 1], show_row[context - low + 1]
        for node in range(count - 1, -1, -1):
            value, kind = room.value[node], local.kind[node]
            if kind == FOLD:
                fold -= 1
                for i in range(size):
                    value[i] = folds[fold, i]
            elif kind != DECISION:
                show -= 1
                for i in range(size):
                    value[i] = shows[show, i]
            else:
                child, actions, row = local.child[node], local.actions[node], local.row[node]
                if local.seat[node] == player:
                    own = room.reach0[local.source0[node]] if player == 0 else room.reach1[local.source1[node]]
                    at = slot + row * size
                    _decide(play, at, row, actions, child, node, size, mode, own, decay, weight, room)
                else:
                    for i in range(size):
                        value[i] = room.value[child, i]
                    for a in range(1, actions):
                        for i in range(size):
                            value[i] += room.value[child + a, i]
        for i in range(size):
            out[i] = room.value[0, i]
