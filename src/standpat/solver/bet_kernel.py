"""A round of betting: reaches from its root to its ends, values back. The terms are those of `kernel`."""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.compiled import kernel
from standpat.solver.kernel import BEST, TINY, UPDATE, Play, Real, Room, reached
from standpat.solver.tree import DECISION, FOLD, Contexts, Nodes


@kernel
def probabilities(weights: Real, at: int, actions: int, size: int, cut: float, one: float, out: Real, row: int) -> None:
    """The probabilities of a decision into rows `row …` of `out`."""
    zero = one - one
    if actions == 2:
        half = one / (one + one)
        first, second = weights[at : at + size], weights[at + size : at + 2 * size]
        for i in range(size):
            a, b = first[i], second[i]
            total = a + b
            p = a * (one / total) if total > 0 else half
            p = zero if p < cut else (one if p > one - cut else p)
            out[row, i] = p
            out[row + 1, i] = one - p
    elif actions == 3:
        third = one / (one + one + one)
        first, second = weights[at : at + size], weights[at + size : at + 2 * size]
        last = weights[at + 2 * size : at + 3 * size]
        for i in range(size):
            a, b, c = first[i], second[i], last[i]
            total = a + b + c
            scale = one / total if total > 0 else zero
            flat = zero if total > 0 else third
            p, q, r = a * scale + flat, b * scale + flat, c * scale + flat
            out[row, i] = zero if p < cut else p
            out[row + 1, i] = zero if q < cut else q
            out[row + 2, i] = zero if r < cut else r
    else:
        for i in range(size):
            total = zero
            for a in range(actions):
                total += weights[at + a * size + i]
            for a in range(actions):
                p = weights[at + a * size + i] * (one / total) if total > 0 else one / actions
                out[row + a, i] = zero if p < cut else p


@kernel
def _forward(
    nodes: Nodes,
    count: int,
    play: Play,
    slot: int,
    size: int,
    states: int,
    of: NDArray[np.int32],
    skip: int,
    cut: float,
    one: float,
    room: Room,
) -> None:
    """Probabilities and reaches through a round, but those of seat `skip`."""
    for node in range(count):
        if nodes.kind[node] != DECISION or nodes.seat[node] == skip:
            continue
        row, actions = nodes.row[node], nodes.actions[node]
        child = nodes.child[node]
        if nodes.seat[node] == 0:
            weights, reach, source = play.weights0, room.reach0, nodes.source0[node]
        else:
            weights, reach, source = play.weights1, room.reach1, nodes.source1[node]
        if len(of):
            probabilities(weights, slot + row * states, actions, states, cut, one, room.coarse, 0)
            for a in range(actions):
                for i in range(size):
                    room.sigma[row + a, i] = room.coarse[a, of[i]]
        else:
            probabilities(weights, slot + row * size, actions, size, cut, one, room.sigma, row)
        for a in range(actions):
            for i in range(size):
                reach[child + a, i] = reach[source, i] * room.sigma[row + a, i]


@kernel
def _fold(reach: Real, amount: float, alive: Real, board: int, size: int, out: Real) -> None:
    """Values where the other seat has folded (amount > 0) or the own one."""
    if len(alive):
        for i in range(size):
            total = 0.0
            for j in range(size):
                total += alive[board, i, j] * reach[j]
            out[i] = amount * total
    else:
        total = 0.0
        for j in range(size):
            total += reach[j]
        for i in range(size):
            out[i] = amount * total


@kernel
def _showdown(reach: Real, amount: float, wins: Real, board: int, size: int, out: Real) -> None:
    if len(wins):
        for i in range(size):
            total = 0.0
            for j in range(size):
                total += wins[board, i, j] * reach[j]
            out[i] = amount * total
    else:
        total = 0.0
        for j in range(size):
            total += reach[j]
        below = 0.0
        for i in range(size):
            mine = reach[i]
            out[i] = amount * (total - below - below - mine)
            below += mine


@kernel
def _decide(
    play: Play,
    at: int,
    row: int,
    count: int,
    child: int,
    node: int,
    size: int,
    mode: int,
    reach: Real,
    decay: float,
    weight: float,
    room: Room,
) -> None:
    """The player's own decision, after the values of its children."""
    value, sigma = room.value, room.sigma
    for i in range(size):
        value[node, i] = value[child, i]
    if mode == BEST:
        for a in range(1, count):
            for i in range(size):
                value[node, i] = max(value[node, i], value[child + a, i])
        return
    for i in range(size):
        value[node, i] *= sigma[row, i]
    for a in range(1, count):
        for i in range(size):
            value[node, i] += sigma[row + a, i] * value[child + a, i]
    if mode == UPDATE:
        regret, average = play.regret, play.average
        for a in range(count):
            k = at + a * size
            for i in range(size):
                r = regret[k + i] * decay + (value[child + a, i] - value[node, i])
                regret[k + i] = r if r > TINY else 0
                average[k + i] += weight * reach[i] * sigma[row + a, i]


@kernel
def bet_forward(
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
    skip: int,
    play: Play,
    cut: float,
    one: float,
    reach0: Real,
    reach1: Real,
    exit0: Real,
    exit1: Real,
    room: Room,
) -> None:
    """Reaches from the contexts of a chunk to its exits."""
    for context in range(begin, end, step):
        t = contexts.round[context]
        root, count = nodes.begin[t], nodes.begin[t + 1] - nodes.begin[t]
        for i in range(size):
            room.reach0[0, i] = reach0[context - low, i]
            room.reach1[0, i] = reach1[context - low, i]
        local = round_nodes(nodes, root, count)
        _forward(local, count, play, slots[context], size, states, of, skip, cut, one, room)
        base = contexts.exit[context] - contexts.exit[low]
        for node in range(count):
            if local.kind[node] != DECISION and local.kind[node] != FOLD:
                for i in range(size):
                    exit0[base + local.row[node], i] = room.reach0[local.source0[node], i]
                    exit1[base + local.row[node], i] = room.reach1[local.source1[node], i]


@kernel
def round_nodes(nodes: Nodes, root: int, count: int) -> Nodes:
    """One round's part of the nodes."""
    return Nodes(
        nodes.begin,
        nodes.rows,
        nodes.kind[root : root + count],
        nodes.seat[root : root + count],
        nodes.actions[root : root + count],
        nodes.child[root : root + count],
        nodes.amount[root : root + count],
        nodes.row[root : root + count],
        nodes.source0[root : root + count],
        nodes.source1[root : root + count],
    )


@kernel
def bet_backward(
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
    last: bool,
    alive: Real,
    wins: Real,
    exit_values: Real,
    values: Real,
    room: Room,
) -> None:
    """Values of the contexts of a chunk; on the last street from the showdowns, before it from the exits."""
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
        board = context % max(1, len(alive))
        base = contexts.exit[context] - contexts.exit[low]
        for node in range(count - 1, -1, -1):
            value = room.value[node]
            other = room.reach1[local.source1[node]] if player == 0 else room.reach0[local.source0[node]]
            kind, amount = local.kind[node], local.amount[node]
            if kind == FOLD:
                _fold(other, -amount if local.seat[node] == player else amount, alive, board, size, value)
            elif kind != DECISION:
                if last:
                    _showdown(other, amount, wins, board, size, value)
                else:
                    for i in range(size):
                        value[i] = exit_values[base + local.row[node], i]
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
