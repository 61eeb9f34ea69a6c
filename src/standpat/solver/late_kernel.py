"""The last two rounds of betting and the draw between them in one piece, for training over coarse states.

A context of the next-to-last street is worked out whole while its numbers are near: its betting, the draw after each
of its ends, and all rounds after that. The states before and after the draw are few and its chances a full matrix
for each count. What it finds are the values of `bet_backward`, `draw_backward` and the rest of the sweep, but for
roundings; regrets of decisions where the other never comes are left alone, their discount too.

A strategy lies here in another order than `standpat.solver.problem` says, so that its numbers are used as they lie:
`arrange` changes the one into the other and back, each draw within its slots, each group of the last street's
contexts that differ only in what the second seat drew within the slots of the group:

- a draw: state by state, each count       <->  count by count, each state
- a group: context by context, each action <->  action by action, each context

`chance[c, i, j]` is the probability of state j after drawing the count of place c from state i, `flipped` the same
with the last two axes changed. The other terms are those of `kernel`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.bet_kernel import _forward, probabilities, round_nodes
from standpat.solver.compiled import kernel
from standpat.solver.kernel import BEST, TINY, UPDATE, Play, Real, Room, reached
from standpat.solver.tree import DECISION, FOLD, Contexts, Nodes


class Late(NamedTuple):
    """Scratch space of one thread: probabilities of the counts, what reaches and what comes back."""

    shares: Real
    mass: Real
    early: Real
    later: Real
    worth: Real
    rows: Real
    state: Real
    exits: Real
    none: NDArray[np.int32]


class Place(NamedTuple):
    """Where the slots lie: `bets` of the street's contexts, `draws` of its exits, `ends` of the next contexts."""

    bets: NDArray[np.int64]
    draws: NDArray[np.int64]
    ends: NDArray[np.int64]


@kernel
def late(
    nodes: Nodes,
    contexts: Contexts,
    end_nodes: Nodes,
    end_contexts: Contexts,
    place: Place,
    order: int,
    chance: Real,
    flipped: Real,
    low: int,
    begin: int,
    end: int,
    player: int,
    mode: int,
    play: Play,
    cut: float,
    least: float,
    one: float,
    decay: float,
    weight: float,
    reach0: Real,
    reach1: Real,
    values: Real,
    room: Room,
    end_room: Room,
    scratch: Late,
) -> None:
    """Values of the contexts `begin … end`, learning on the way in UPDATE."""
    size = reach0.shape[1]
    for context in range(begin, end):
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
        _forward(local, count, play, place.bets[context], size, size, scratch.none, -1, cut, one, room)
        for node in range(count):
            if local.kind[node] != DECISION and local.kind[node] != FOLD:
                _after(
                    contexts.exit[context] + local.row[node],
                    room.reach0[local.source0[node]],
                    room.reach1[local.source1[node]],
                    end_nodes,
                    end_contexts,
                    place,
                    order,
                    chance,
                    flipped,
                    player,
                    mode,
                    play,
                    cut,
                    least,
                    one,
                    decay,
                    weight,
                    scratch.exits[local.row[node]],
                    end_room,
                    scratch,
                )
        for node in range(count - 1, -1, -1):
            value = room.value[node]
            other = room.reach1[local.source1[node]] if player == 0 else room.reach0[local.source0[node]]
            if local.kind[node] == FOLD:
                _fold(other, local.amount[node], local.seat[node] == player, 1, size, value)
            elif local.kind[node] != DECISION:
                exit_value = scratch.exits[local.row[node]]
                for i in range(size):
                    value[i] = exit_value[i]
            else:
                _decision(local, node, place.bets[context], size, player, mode, play, decay, weight, True, room)
        for i in range(size):
            out[i] = room.value[0, i]


@kernel
def _fold(other: Real, amount: float, own: bool, parts: int, size: int, out: Real) -> None:
    """Values where somebody folded, in each of `parts` contexts that lie side by side."""
    for k in range(parts):
        total = other[0] * 0
        for i in range(k * size, (k + 1) * size):
            total += other[i]
        worth = -amount * total if own else amount * total
        for i in range(k * size, (k + 1) * size):
            out[i] = worth


@kernel
def _showdown(other: Real, amount: float, parts: int, size: int, out: Real) -> None:
    for k in range(parts):
        begin = k * size
        total = other[0] * 0
        for i in range(begin, begin + size):
            total += other[i]
        total *= amount
        twice = amount + amount
        for i in range(begin, begin + size):
            here = other[i]
            out[i] = total - amount * here
            total -= twice * here


@kernel
def _decision(
    nodes: Nodes,
    node: int,
    slot: int,
    size: int,
    player: int,
    mode: int,
    play: Play,
    decay: float,
    weight: float,
    here: bool,
    room: Room,
) -> None:
    """A decision after the values of its children; `here`: the player may come."""
    child, actions, row = nodes.child[node], nodes.actions[node], nodes.row[node]
    value = room.value[node]
    first = room.value[child]
    if nodes.seat[node] != player:
        for i in range(size):
            value[i] = first[i]
        for a in range(1, actions):
            other = room.value[child + a]
            for i in range(size):
                value[i] += other[i]
        return
    if mode == BEST:
        for i in range(size):
            value[i] = first[i]
        for a in range(1, actions):
            other = room.value[child + a]
            for i in range(size):
                value[i] = max(value[i], other[i])
        return
    share = room.sigma[row]
    for i in range(size):
        value[i] = share[i] * first[i]
    for a in range(1, actions):
        share, other = room.sigma[row + a], room.value[child + a]
        for i in range(size):
            value[i] += share[i] * other[i]
    for a in range(actions):
        k = slot + (row + a) * size
        regret, other = play.regret[k : k + size], room.value[child + a]
        for i in range(size):
            r = regret[i] * decay + (other[i] - value[i])
            regret[i] = r if r > TINY else 0
    if here:
        _remember(nodes, node, slot, size, player, play, weight, room)


@kernel
def _remember(
    nodes: Nodes, node: int, slot: int, size: int, player: int, play: Play, weight: float, room: Room
) -> None:
    """Adds a decision of the player to the average: his reach after each action is that times the probability."""
    child = nodes.child[node]
    for a in range(nodes.actions[node]):
        k = slot + (nodes.row[node] + a) * size
        average = play.average[k : k + size]
        reach = room.reach0[child + a] if player == 0 else room.reach1[child + a]
        for i in range(size):
            average[i] += weight * reach[i]


@kernel
def _times(mass: Real, flipped: Real, least: float, out: Real) -> None:
    """States after a draw from those before it."""
    size = len(mass)
    for j in range(len(out)):
        row = flipped[j]
        total = mass[0] * 0
        for i in range(size):
            total += mass[i] * row[i]
        out[j] = total if total >= least else 0


@kernel
def _back(worth: Real, flipped: Real, out: Real) -> None:
    """Values before a draw from those after it."""
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


@kernel
def _choose(
    shares: Real,
    row: int,
    rows: Real,
    slot: int,
    mode: int,
    play: Play,
    reach: Real,
    seen: bool,
    here: bool,
    decay: float,
    weight: float,
    room: Real,
    out: Real,
) -> None:
    """The player's draw after the values of its counts (`rows`): adds to `out`."""
    many, size = rows.shape
    value = room
    if mode == BEST:
        for i in range(size):
            value[i] = rows[0, i]
        for c in range(1, many):
            for i in range(size):
                value[i] = max(value[i], rows[c, i])
    else:
        for i in range(size):
            value[i] = 0
        if seen:
            for c in range(many):
                for i in range(size):
                    value[i] += shares[row + c, i] * rows[c, i]
    for i in range(size):
        out[i] += value[i]
    if mode != UPDATE:
        return
    for c in range(many):
        k = slot + c * size
        if seen:
            regret, other = play.regret[k : k + size], rows[c]
            for i in range(size):
                r = regret[i] * decay + (other[i] - value[i])
                regret[i] = r if r > TINY else 0
        if here:
            average, share = play.average[k : k + size], shares[row + c]
            for i in range(size):
                average[i] += weight * reach[i] * share[i]


@kernel
def _after(
    exit_: int,
    from0: Real,
    from1: Real,
    nodes: Nodes,
    contexts: Contexts,
    place: Place,
    order: int,
    chance: Real,
    flipped: Real,
    player: int,
    mode: int,
    play: Play,
    cut: float,
    least: float,
    one: float,
    decay: float,
    weight: float,
    out: Real,
    room: Room,
    scratch: Late,
) -> None:
    """What an exit is worth: the draw, and the last rounds."""
    many, size, after = chance.shape
    for i in range(size):
        out[i] = 0
    first, second = (from0, from1) if order == 0 else (from1, from0)
    theirs, mine = (from1, from0) if player == 0 else (from0, from1)
    seen, here = reached(theirs, size), mode == UPDATE and reached(mine, size)
    if not seen and not here:
        return
    shares, mass, early, later, worth = scratch.shares, scratch.mass, scratch.early, scratch.later, scratch.worth
    weights = play.weights0 if order == 0 else play.weights1
    slot = place.draws[exit_]
    probabilities(weights, slot, many, size, cut, one, shares, 0)
    for c in range(many):
        for i in range(size):
            mass[i] = first[i] * shares[c, i]
        _times(mass, flipped[c], least, early[c])
    weights = play.weights1 if order == 0 else play.weights0
    for c in range(many):
        probabilities(weights, slot + (1 + c) * many * size, many, size, cut, one, shares, (1 + c) * many)
        for k in range(many):
            share = shares[(1 + c) * many + k]
            for i in range(size):
                mass[i] = second[i] * share[i]
            _times(mass, flipped[k], least, later[c * many + k])
    start = exit_ * many * many
    t = contexts.round[start]
    count = nodes.begin[t + 1] - nodes.begin[t]
    local = round_nodes(nodes, nodes.begin[t], count)
    for c in range(many):
        slot = place.ends[start + c * many]
        for k in range(many):
            for j in range(after):
                one_, two = early[c, j], later[c * many + k, j]
                room.reach0[0, k * after + j] = one_ if order == 0 else two
                room.reach1[0, k * after + j] = two if order == 0 else one_
        _end(local, count, slot, many, after, player, mode, play, cut, one, decay, weight, scratch, c, room)
    slot = place.draws[exit_]
    if player == order:
        if seen:
            for c in range(many):
                state = scratch.state
                for j in range(after):
                    state[j] = worth[c * many, j]
                for k in range(1, many):
                    for j in range(after):
                        state[j] += worth[c * many + k, j]
                _back(state, flipped[c], scratch.rows[c])
        _choose(shares, 0, scratch.rows, slot, mode, play, first, seen, here, decay, weight, mass, out)
    else:
        for c in range(many):
            if seen:
                for k in range(many):
                    _back(worth[c * many + k], flipped[k], scratch.rows[k])
            row = (1 + c) * many
            at = slot + row * size
            _choose(shares, row, scratch.rows, at, mode, play, second, seen, here, decay, weight, mass, out)


@kernel
def _end(
    nodes: Nodes,
    count: int,
    slot: int,
    many: int,
    after: int,
    player: int,
    mode: int,
    play: Play,
    cut: float,
    one: float,
    decay: float,
    weight: float,
    scratch: Late,
    group: int,
    room: Room,
) -> None:
    """The last rounds of one group, side by side."""
    width = many * after
    worth = scratch.worth
    theirs, mine = (room.reach1[0], room.reach0[0]) if player == 0 else (room.reach0[0], room.reach1[0])
    seen, here = reached(theirs, width), mode == UPDATE and reached(mine, width)
    if not seen:
        for k in range(many):
            for j in range(after):
                worth[group * many + k, j] = 0
        if here:
            _forward(nodes, count, play, slot, width, width, scratch.none, 1 - player, cut, one, room)
            for node in range(count):
                if nodes.kind[node] == DECISION and nodes.seat[node] == player:
                    _remember(nodes, node, slot, width, player, play, weight, room)
        return
    _forward(nodes, count, play, slot, width, width, scratch.none, -1, cut, one, room)
    for node in range(count - 1, -1, -1):
        value = room.value[node]
        other = room.reach1[nodes.source1[node]] if player == 0 else room.reach0[nodes.source0[node]]
        if nodes.kind[node] == FOLD:
            _fold(other, nodes.amount[node], nodes.seat[node] == player, many, after, value)
        elif nodes.kind[node] != DECISION:
            _showdown(other, nodes.amount[node], many, after, value)
        else:
            _decision(nodes, node, slot, width, player, mode, play, decay, weight, here, room)
    for k in range(many):
        for j in range(after):
            worth[group * many + k, j] = room.value[0, k * after + j]


@kernel
def arrange(
    array: NDArray[np.float32],
    end_nodes: Nodes,
    end_contexts: Contexts,
    place: Place,
    many: int,
    size: int,
    after: int,
    back: bool,
    begin: int,
    end: int,
    room: NDArray[Any],
) -> None:
    """Changes the order of the slots of the exits `begin … end`, and `back`."""
    for exit_ in range(begin, end):
        for block in range(1 + many):
            at = place.draws[exit_] + block * many * size
            _turn(array, at, many if back else size, size if back else many, 1, room)
        start = exit_ * many * many
        t = end_contexts.round[start]
        rows = end_nodes.rows[t]
        for c in range(many):
            at = place.ends[start + c * many]
            _turn(array, at, rows if back else many, many if back else rows, after, room)


@kernel
def _turn(array: NDArray[np.float32], at: int, rows: int, columns: int, width: int, room: NDArray[Any]) -> None:
    """Turns a matrix of pieces of `width` on its side, in place."""
    for i in range(rows * columns * width):
        room[i] = array[at + i]
    for r in range(rows):
        for c in range(columns):
            for j in range(width):
                array[at + (c * rows + r) * width + j] = room[(r * columns + c) * width + j]
