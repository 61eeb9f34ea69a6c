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

Regrets and averages are kept without their last bits (`bits_kernel`). `Kept` has both, and as `weights` the one that is
played from; its places count from the first slot of the two streets.

`chance[c, i, j]` is the probability of state j after drawing the count of place c from state i, `flipped` the same
with the last two axes changed. The other terms are those of `kernel`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.bet_kernel import _forward, probabilities, round_nodes
from standpat.solver.bits_kernel import Bits, add, read, regret
from standpat.solver.compiled import kernel
from standpat.solver.kernel import BEST, UPDATE, Play, Real, Room, reached
from standpat.solver.tree import DECISION, FOLD, Contexts, Nodes


class Kept(NamedTuple):
    """What is played from and learnt: bits of numbers, how many are dropped of each, the seed of the rounding."""

    weights: Bits
    regret: Bits
    average: Bits
    drop: int
    seed: int


class Late(NamedTuple):
    """Scratch space of one thread: probabilities of the counts, what reaches and what comes back, and the weights of
    the decisions at hand: the bets before the draw, the draw, the bets after it."""

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
    kept: Kept,
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
        bets = scratch.bets
        read(kept.weights, place.bets[context], nodes.rows[t] * size, kept.drop, bets)
        _forward(local, count, Play(bets, bets, bets, bets), 0, size, size, scratch.none, -1, cut, one, room)
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
                    kept,
                    cut,
                    least,
                    one,
                    decay,
                    weight,
                    scratch.exits[local.row[node]],
                    end_room,
                    scratch,
                )
        slot = place.bets[context]
        _up(local, count, slot, bets, 1, size, player, mode, kept, decay, weight, True, False, scratch, room)
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
def _up(
    nodes: Nodes,
    count: int,
    slot: int,
    weights: Real,
    parts: int,
    size: int,
    player: int,
    mode: int,
    kept: Kept,
    decay: float,
    weight: float,
    here: bool,
    last: bool,
    scratch: Late,
    room: Room,
) -> None:
    """Values up a round, in `parts` contexts side by side, after `_forward`; `here`: the player may come."""
    kind, seat, actions, child, row = nodes.kind, nodes.seat, nodes.actions, nodes.child, nodes.row
    amount, source = nodes.amount, nodes.source1 if player == 0 else nodes.source0
    other, mine = (room.reach1, room.reach0) if player == 0 else (room.reach0, room.reach1)
    value, sigma, exits = room.value, room.sigma, scratch.exits
    width = parts * size
    for node in range(count - 1, -1, -1):
        if kind[node] == FOLD:
            _fold(other[source[node]], amount[node], seat[node] == player, parts, size, value[node])
        elif kind[node] != DECISION:
            if last:
                _showdown(other[source[node]], amount[node], parts, size, value[node])
            else:
                for i in range(width):
                    value[node, i] = exits[row[node], i]
        elif seat[node] != player:
            _add(value, node, child[node], actions[node], width)
        elif mode == BEST:
            _best(value, node, child[node], actions[node], width)
        else:
            _learn(value, sigma, kept, node, child[node], row[node], actions[node], slot, weights, width, decay)
            if here:
                _remember(kept, mine, child[node], row[node], actions[node], slot, width, weight)


@kernel
def _add(value: Real, node: int, child: int, actions: int, size: int) -> None:
    """The value of the other's decision: that of its children, which have his reach in them."""
    if actions == 3:
        for i in range(size):
            value[node, i] = value[child, i] + value[child + 1, i] + value[child + 2, i]
        return
    for i in range(size):
        value[node, i] = value[child, i]
    for a in range(1, actions):
        for i in range(size):
            value[node, i] += value[child + a, i]


@kernel
def _best(value: Real, node: int, child: int, actions: int, size: int) -> None:
    for i in range(size):
        value[node, i] = value[child, i]
    for a in range(1, actions):
        for i in range(size):
            value[node, i] = max(value[node, i], value[child + a, i])


@kernel
def _learn(
    value: Real,
    sigma: Real,
    kept: Kept,
    node: int,
    child: int,
    row: int,
    actions: int,
    slot: int,
    weights: Real,
    size: int,
    decay: float,
) -> None:
    """The player's own decision: its value, and what he regrets."""
    if actions == 3:
        for i in range(size):
            value[node, i] = (
                sigma[row, i] * value[child, i]
                + sigma[row + 1, i] * value[child + 1, i]
                + sigma[row + 2, i] * value[child + 2, i]
            )
    else:
        for i in range(size):
            value[node, i] = sigma[row, i] * value[child, i]
        for a in range(1, actions):
            for i in range(size):
                value[node, i] += sigma[row + a, i] * value[child + a, i]
    for a in range(actions):
        k = (row + a) * size
        regret(kept.regret, slot + k, size, kept.drop, kept.seed, weights[k:], decay, value[child + a], value[node])


@kernel
def _remember(kept: Kept, reach: Real, child: int, row: int, actions: int, slot: int, size: int, weight: float) -> None:
    """Adds a decision of the player to the average: his reach after each action is that times the probability."""
    for a in range(actions):
        add(kept.average, slot + (row + a) * size, size, kept.drop, kept.seed, weight, reach[child + a])


@kernel
def _times(mass: Real, flipped: Real, least: float, out: Real) -> None:
    """States after a draw from those before it."""
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
    row: int,
    slot: int,
    mode: int,
    kept: Kept,
    reach: Real,
    seen: bool,
    here: bool,
    decay: float,
    weight: float,
    scratch: Late,
    out: Real,
) -> None:
    """The player's draw after the values of its counts, in `scratch.rows`: adds to `out`."""
    rows, shares, value = scratch.rows, scratch.shares, scratch.mass
    many, size = rows.shape
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
        at = slot + (row + c) * size
        if seen:
            weights = scratch.draws[(row + c) * size :]
            regret(kept.regret, at, size, kept.drop, kept.seed, weights, decay, rows[c], value)
        if here:
            share = shares[row + c]
            for i in range(size):
                share[i] *= reach[i]
            add(kept.average, at, size, kept.drop, kept.seed, weight, share)


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
    kept: Kept,
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
    slot, weights = place.draws[exit_], scratch.draws
    read(kept.weights, slot, (1 + many) * many * size, kept.drop, weights)
    probabilities(weights, 0, many, size, cut, one, shares, 0)
    for c in range(many):
        for i in range(size):
            mass[i] = first[i] * shares[c, i]
        _times(mass, flipped[c], least, early[c])
    for c in range(many):
        probabilities(weights, (1 + c) * many * size, many, size, cut, one, shares, (1 + c) * many)
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
        for k in range(many):
            for j in range(after):
                one_, two = early[c, j], later[c * many + k, j]
                room.reach0[0, k * after + j] = one_ if order == 0 else two
                room.reach1[0, k * after + j] = two if order == 0 else one_
        slot = place.ends[start + c * many]
        read(kept.weights, slot, nodes.rows[t] * many * after, kept.drop, scratch.ends)
        _end(local, count, slot, many, after, player, mode, kept, cut, one, decay, weight, scratch, c, room)
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
        _choose(0, slot, mode, kept, first, seen, here, decay, weight, scratch, out)
    else:
        for c in range(many):
            if seen:
                for k in range(many):
                    _back(worth[c * many + k], flipped[k], scratch.rows[k])
            _choose((1 + c) * many, slot, mode, kept, second, seen, here, decay, weight, scratch, out)


@kernel
def _end(
    nodes: Nodes,
    count: int,
    slot: int,
    many: int,
    after: int,
    player: int,
    mode: int,
    kept: Kept,
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
    worth, weights = scratch.worth, scratch.ends
    play = Play(weights, weights, weights, weights)
    theirs, mine = (room.reach1[0], room.reach0[0]) if player == 0 else (room.reach0[0], room.reach1[0])
    seen, here = reached(theirs, width), mode == UPDATE and reached(mine, width)
    if not seen:
        for k in range(many):
            for j in range(after):
                worth[group * many + k, j] = 0
        if here:
            _forward(nodes, count, play, 0, width, width, scratch.none, 1 - player, cut, one, room)
            reach = room.reach0 if player == 0 else room.reach1
            child, actions, row = nodes.child, nodes.actions, nodes.row
            for node in range(count):
                if nodes.kind[node] == DECISION and nodes.seat[node] == player:
                    _remember(kept, reach, child[node], row[node], actions[node], slot, width, weight)
        return
    _forward(nodes, count, play, 0, width, width, scratch.none, -1, cut, one, room)
    _up(nodes, count, slot, weights, many, after, player, mode, kept, decay, weight, here, True, scratch, room)
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
