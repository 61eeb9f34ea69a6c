"""The arithmetic of a sweep, compiled: one round of betting or one draw at a time, over vectors of states.

Every kernel works on the contexts or exits `begin, begin + step, …` below `end` of one chunk of a street, so that
several threads share a chunk; `low` is the first of the chunk, from which its buffers count. `player` is the seat
whose values are computed: the value of a state is its expectation times the reach of the other seat.

`mode` says what is done at the player's own decisions. VALUE: his strategy is played. BEST: the best action is
taken. UPDATE: his current strategy (regret matching) is played, its regrets are added to `regret` and the
strategy to `average`:

    regret  <- max(regret * decay + regret of this sweep, 0)      average <- average + weight * reach * probability

`weights0`, `weights1` are the two seats' strategies as weights (`standpat.solver.problem`); in UPDATE both are
`regret`. Probabilities below `cut` count as 0, reaches below `least` too: denormal numbers cost four times the
time. `one` is 1 in the precision of the buffers. `room` is scratch space: reaches of both seats, probabilities
and values, a row of states for each node or action, a number for each row of a draw.

In the draws, `menu` is the `Draw` of a seat; the draw after an exit begins at slot `at`, first the options of the
seat that draws first, then those of the other for each count of the first.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.solver.compiled import kernel
from standpat.solver.draw import Draw
from standpat.solver.tree import DECISION, FOLD, Contexts, Nodes

UPDATE, VALUE, BEST = range(3)
TINY = 1e-30

Real: TypeAlias = NDArray[Any]


class Room(NamedTuple):
    """Scratch space of one thread."""

    reach0: Real
    reach1: Real
    sigma: Real
    value: Real
    rows: Real
    state: Real


class Play(NamedTuple):
    """What is played: the strategies and what is learnt from them."""

    weights0: NDArray[np.float32]
    weights1: NDArray[np.float32]
    regret: NDArray[np.float32]
    average: NDArray[np.float32]


@kernel
def probabilities(weights: Real, at: int, actions: int, size: int, cut: float, one: float, out: Real, row: int) -> None:
    """The probabilities of a decision into rows `row …` of `out`."""
    zero = one - one
    if actions == 2:
        half = one / (one + one)
        for i in range(size):
            a, b = weights[at + i], weights[at + size + i]
            total = a + b
            p = a * (one / total) if total > 0 else half
            p = zero if p < cut else (one if p > one - cut else p)
            out[row, i] = p
            out[row + 1, i] = one - p
    elif actions == 3:
        third = one / (one + one + one)
        for i in range(size):
            a, b, c = weights[at + i], weights[at + size + i], weights[at + 2 * size + i]
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
    nodes: Nodes, root: int, end: int, play: Play, slot: int, size: int, skip: int, cut: float, one: float, room: Room
) -> None:
    """Probabilities and reaches through a round, but those of seat `skip`."""
    for node in range(root, end):
        if nodes.kind[node] != DECISION or nodes.seat[node] == skip:
            continue
        row, count = nodes.row[node], nodes.actions[node]
        child = nodes.child[node]
        if nodes.seat[node] == 0:
            weights, reach, source = play.weights0, room.reach0, nodes.source0[node]
        else:
            weights, reach, source = play.weights1, room.reach1, nodes.source1[node]
        probabilities(weights, slot + row * size, count, size, cut, one, room.sigma, row)
        for a in range(count):
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
        local = _of_round(nodes, root, count)
        _forward(local, 0, count, play, slots[context], size, skip, cut, one, room)
        base = contexts.exit[context] - contexts.exit[low]
        for node in range(count):
            if local.kind[node] != DECISION and local.kind[node] != FOLD:
                for i in range(size):
                    exit0[base + local.row[node], i] = room.reach0[local.source0[node], i]
                    exit1[base + local.row[node], i] = room.reach1[local.source1[node], i]


@kernel
def _of_round(nodes: Nodes, root: int, count: int) -> Nodes:
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
        if not _any(theirs, size) and not (mode == UPDATE and _any(mine, size)):
            for i in range(size):
                out[i] = 0
            continue
        t = contexts.round[context]
        count = nodes.begin[t + 1] - nodes.begin[t]
        local = _of_round(nodes, nodes.begin[t], count)
        for i in range(size):
            room.reach0[0, i] = reach0[context - low, i]
            room.reach1[0, i] = reach1[context - low, i]
        slot = slots[context]
        _forward(local, 0, count, play, slot, size, player if mode == BEST else -1, cut, one, room)
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


@kernel
def _any(reach: Real, size: int) -> bool:
    for i in range(size):
        if reach[i] > 0:
            return True
    return False


@kernel
def _spread(
    menu: Draw,
    weights: Real,
    at: int,
    reach: Real,
    cut: float,
    least: float,
    one: float,
    rows: Real,
    out: Real,
    begin: int,
    stride: int,
) -> None:
    """Where a seat's reach goes at one draw: count c's states into row `begin + c * stride` of `out`."""
    for r in range(len(menu.entry) - 1):
        rows[r] = 0
    for i in range(len(menu.first) - 1):
        mine = reach[i]
        if mine <= 0:
            continue
        low, high = menu.first[i], menu.first[i + 1]
        total = one - one
        for o in range(low, high):
            total += weights[at + o]
        scale = mine / total if total > 0 else mine / (high - low)
        for o in range(low, high):
            if total <= 0:
                rows[menu.row[o]] += scale
            elif weights[at + o] > cut * total:
                rows[menu.row[o]] += weights[at + o] * scale
    for c in range(len(menu.counts)):
        to = out[begin + c * stride]
        for i in range(len(to)):
            to[i] = 0
        for r in range(menu.of_count[c], menu.of_count[c + 1]):
            mass = rows[r]
            if mass > 0:
                for e in range(menu.entry[r], menu.entry[r + 1]):
                    to[menu.target[e]] += mass * menu.chance[e]
        for i in range(len(to)):
            if to[i] < least:
                to[i] = 0


@kernel
def draw_forward(
    order: int,
    menu0: Draw,
    menu1: Draw,
    at: int,
    low: int,
    begin: int,
    end: int,
    step: int,
    skip: int,
    play: Play,
    cut: float,
    least: float,
    one: float,
    exit0: Real,
    exit1: Real,
    child0: Real,
    child1: Real,
    room: Room,
) -> None:
    """Reaches from the exits of a chunk through the draw to the contexts after it, but those of seat `skip`.

    `order` is the seat that draws first, `at` the first slot of the draws after this street.
    """
    many0, many1 = len(menu0.counts), len(menu1.counts)
    outcomes = many0 * many1
    first, second = (menu0, menu1) if order == 0 else (menu1, menu0)
    firsts, seconds = (many0, many1) if order == 0 else (many1, many0)
    early, late = (child0, child1) if order == 0 else (child1, child0)
    block = (len(first.row)) + firsts * len(second.row)
    for e in range(begin, end, step):
        x = e - low
        slot = at + e * block
        if order != skip:
            weights = play.weights0 if order == 0 else play.weights1
            reach = exit0[x] if order == 0 else exit1[x]
            _spread(first, weights, slot, reach, cut, least, one, room.rows, early, x * outcomes, seconds)
            for c in range(firsts):
                for k in range(1, seconds):
                    for i in range(early.shape[1]):
                        early[x * outcomes + c * seconds + k, i] = early[x * outcomes + c * seconds, i]
        if 1 - order != skip:
            weights = play.weights1 if order == 0 else play.weights0
            reach = exit1[x] if order == 0 else exit0[x]
            for c in range(firsts):
                place = slot + len(first.row) + c * len(second.row)
                _spread(second, weights, place, reach, cut, least, one, room.rows, late, x * outcomes + c * seconds, 1)


@kernel
def _choose(
    menu: Draw,
    play: Play,
    own: Real,
    at: int,
    mode: int,
    cut: float,
    one: float,
    decay: float,
    weight: float,
    reach: Real,
    rows: Real,
    out: Real,
) -> None:
    """The player's own draw, after the values of its rows; adds to `out`."""
    for i in range(len(menu.first) - 1):
        low, high = menu.first[i], menu.first[i + 1]
        if mode == BEST:
            best = rows[menu.row[low]]
            for o in range(low + 1, high):
                best = max(best, rows[menu.row[o]])
            out[i] += best
            continue
        total = one - one
        for o in range(low, high):
            total += own[at + o]
        flat = one / (high - low) if total <= 0 else one - one
        scale = one / total if total > 0 else one - one
        value = one - one
        for o in range(low, high):
            p = own[at + o] * scale + flat
            if p >= cut:
                value += p * rows[menu.row[o]]
        out[i] += value
        if mode == UPDATE:
            share = weight * reach[i]
            for o in range(low, high):
                p = own[at + o] * scale + flat
                if p >= cut:
                    play.average[at + o] += share * p
                r = play.regret[at + o] * decay + (rows[menu.row[o]] - value)
                play.regret[at + o] = r if r > TINY else 0


@kernel
def draw_backward(
    order: int,
    menu0: Draw,
    menu1: Draw,
    at: int,
    low: int,
    begin: int,
    end: int,
    step: int,
    player: int,
    every: Draw,
    mode: int,
    play: Play,
    cut: float,
    one: float,
    decay: float,
    weight: float,
    exit0: Real,
    exit1: Real,
    child_values: Real,
    values: Real,
    room: Room,
) -> None:
    """Values of the exits of a chunk from those of the contexts after the draw; in BEST the player has `every` keep."""
    many0, many1 = len(menu0.counts), len(menu1.counts)
    outcomes = many0 * many1
    first, second = (menu0, menu1) if order == 0 else (menu1, menu0)
    firsts, seconds = (many0, many1) if order == 0 else (many1, many0)
    block = len(first.row) + firsts * len(second.row)
    own = play.weights0 if player == 0 else play.weights1
    mine = menu0 if player == 0 else menu1
    menu = every if mode == BEST else mine
    after = child_values.shape[1]
    for e in range(begin, end, step):
        x = e - low
        slot = at + e * block
        out = values[x]
        for i in range(len(out)):
            out[i] = 0
        theirs, reach = (exit1[x], exit0[x]) if player == 0 else (exit0[x], exit1[x])
        if not _any(theirs, len(out)) and not (mode == UPDATE and _any(reach, len(out))):
            continue
        if player == order:
            for c in range(firsts):
                state = room.state
                for i in range(after):
                    state[i] = child_values[x * outcomes + c * seconds, i]
                for k in range(1, seconds):
                    for i in range(after):
                        state[i] += child_values[x * outcomes + c * seconds + k, i]
                _rows(menu, c, state, room.rows)
            _choose(menu, play, own, slot, mode, cut, one, decay, weight, reach, room.rows, out)
        else:
            for c in range(firsts):
                for k in range(seconds):
                    _rows(menu, k, child_values[x * outcomes + c * seconds + k], room.rows)
                place = slot + len(first.row) + c * len(second.row)
                _choose(menu, play, own, place, mode, cut, one, decay, weight, reach, room.rows, out)


@kernel
def _rows(menu: Draw, count: int, value: Real, rows: Real) -> None:
    """The values of the rows of one count from those of the states after them."""
    for r in range(menu.of_count[count], menu.of_count[count + 1]):
        total = 0.0
        for e in range(menu.entry[r], menu.entry[r + 1]):
            total += menu.chance[e] * value[menu.target[e]]
        rows[r] = total
