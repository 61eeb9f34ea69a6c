"""Strategies into few bytes: how `standpat.solver.export` writes what `standpat.bot.table` reads.

A *block* is a context of a street with all its decisions: its betting, node by node; the draws after each of its exits,
the first player's, then the second's for each of the first's counts; and, before the last street, after each
exit's draws, the betting of each context that follows. A block is one bit for each of its decisions, whether it is
kept (least bit first), and the codes of those kept.

A code is a byte from 0 to `levels`. A decision of two actions has one for each state, q of the second's probability
sin²(πq / 2 levels); one of more has one for each action and state, action by action, and the probabilities are
as q². Both are fine near 0, where it matters most. What rounding adds to one state it takes from the next one
that mixes; an action that is never taken stays so, and one that is always taken. States that do not come there, or
as good as never (`FAINT`), repeat the code before them; in a small table those too that a code of their own gains
little (`STATE`).

What is kept is said by a `Choice`. In its simple form a decision to which the player's own play leads less often than
`prune` is left out: in its stead stands the mean over all like it (`Means`): same chips in, same place in the round,
for a bet the same last draw, for a draw the same exit. In a small table a context has one that stands in for it,
perhaps itself (`same`), and a decision is kept if that is worth its bytes. Else the one of the context that stands in
is played, and the mean where that one leaves it out or is the context itself. What keeping it is worth are the squares
of the differences of the probabilities, each state weighed by how often the player's own play leads there, times a root
(`ROOT`) of how often the other comes; by what the decision takes in bytes, about (`HEAD`, `EACH`), it has to be
`detail` at least.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.bet_kernel import _forward, round_nodes
from standpat.solver.compiled import kernel
from standpat.solver.kernel import TINY, Play, Real, Room
from standpat.solver.tree import DECISION, Contexts, Nodes

Bytes = NDArray[np.uint8]
LIMIT = 0.1
"""The most that rounding may owe."""
FAINT = 0.01
"""A state that comes to a kept decision less often than this part of `prune` is taken for one that does not. That saved
a quarter of the bytes and cost 0.3 mSB in a game of one bet a round; ten times as much cost 60."""
ROOT = 0.3
"""How much less it matters what is played where the other should not come: he may come all the same, at a loss. Without
it (0) the same bytes were 2.5 mSB worse in a game of two bets a round, with 0.1 and 0.6 one or more; 0.25 and 0.4 are
alike."""
HEAD, EACH = 2.0, 0.35
"""Bytes of a decision, and of each state that comes there and each action but one, once packed."""
STATE = 0.25
"""In a small table a state has a code of its own if that gains this part of what its bytes should. In the same game 6
MB were 34.7 mSB so, about 37 with all states (0) and 37 with 1."""


class Where(NamedTuple):
    """The slots of a street's contexts and exits, and of the next street's contexts (for the last two)."""

    bets: NDArray[np.int64]
    draws: NDArray[np.int64]
    ends: NDArray[np.int64]


class Means(NamedTuple):
    """Where the decisions of like blocks are added up: betting, draws and last betting, each a flat array.

    Betting has a place for each round of the tree and pair of counts before it, draws for each round and exit.
    """

    bets: Real
    draws: Real
    ends: Real


class Scratch(NamedTuple):
    share: Real
    owed: Real


class Choice(NamedTuple):
    """What is kept. `least`: states that come less often count for nothing. `flags` are the bits of the decisions that
    those have kept which stand in for others; `same` is empty where none does, and `prune` decides."""

    prune: float
    least: float
    detail: float
    same: NDArray[np.int64]
    flags: NDArray[np.uint8]


ALONE, MEAN = -2, -1
"""In place of the slot of the decision that is played if one is not kept: nothing to compare with; the mean."""


@kernel
def _rival(choice: Choice, context: int, number: int, slot: int) -> int:
    """What is played if a decision is not kept; `slot` has that of the context that stands in."""
    if len(choice.same) == 0:
        return ALONE
    other = choice.same[context]
    if other == context:
        return MEAN
    return slot if choice.flags[other, number >> 3] >> (number & 7) & 1 else MEAN


@kernel
def most(numbers: NDArray[np.int32]) -> int:
    found = 0
    for number in numbers:
        found = max(found, number)
    return found


@kernel
def likely(code: float, levels: int) -> Any:
    """The probability of the second of two actions that a code stands for."""
    return np.sin(np.pi / 2 * code / levels) ** 2


@kernel
def _off(share: Real, actions: int, size: int, levels: int, out: Bytes, at: int) -> float:
    """The squares of the differences from the probabilities that the codes at `at` stand for."""
    total = found = 0.0
    if actions == 2:
        far: float = share[1] - likely(out[at], levels)
        return 2 * far * far
    for a in range(actions):
        code = float(out[at + a * size])
        total += code * code
    for a in range(actions):
        code = float(out[at + a * size])
        off = share[a] - (code * code / total if total > 0 else 1.0 / actions)
        found += off * off
    return found


@kernel
def _encode(
    weights: NDArray[np.float32],
    at: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    reach: Real,
    least: float,
    dear: float,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    pos: int,
) -> int:
    """The codes of a decision; the next place in `out`. Where a code of its own gains less than `dear`, the one before
    is repeated."""
    share, owed = scratch.share, scratch.owed
    for a in range(actions):
        owed[a] = 0
    wide = 1 if actions == 2 else actions
    for i in range(size):
        if reach[i] <= least:
            for a in range(wide):
                out[pos + a * size + i] = out[pos + a * size + i - 1] if i else (levels if actions > 2 else levels // 2)
            continue
        total = 0.0
        for a in range(actions):
            share[a] = weights[at + a * across + i * along]
            total += share[a]
        for a in range(actions):
            share[a] = share[a] / total if total > 0 else 1.0 / actions
        if i and reach[i] * _off(share, actions, size, levels, out, pos + i - 1) < dear:
            for a in range(wide):
                out[pos + a * size + i] = out[pos + a * size + i - 1]
            continue
        if actions == 2:
            p = share[1]
            if p <= 0 or p >= 1:
                out[pos + i] = levels if p >= 1 else 0
                continue
            want = min(1.0, max(0.0, p + owed[0]))
            q = int(np.floor(levels * np.arcsin(np.sqrt(want)) / (np.pi / 2) + 0.5))
            out[pos + i] = q
            owed[0] = min(LIMIT, max(-LIMIT, p + owed[0] - likely(q, levels)))
            continue
        total = 0.0
        for a in range(actions):
            q = 0
            if share[a] > 0:
                want = min(1.0, max(0.0, share[a] + owed[a]))
                q = int(np.floor(levels * np.sqrt(want) + 0.5))
            out[pos + a * size + i] = q
            total += q * q
        if total <= 0:
            best = 0
            for a in range(1, actions):
                best = a if share[a] > share[best] else best
            out[pos + best * size + i] = 1
            total = 1.0
        for a in range(actions):
            if share[a] > 0 and share[a] < 1:
                code = out[pos + a * size + i]
                owed[a] = min(LIMIT, max(-LIMIT, share[a] + owed[a] - code * code / total))
    return pos + wide * size


@kernel
def _add(
    weights: NDArray[np.float32],
    at: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    reach: Real,
    other: float,
    out: Real,
    base: int,
) -> None:
    """Adds a decision to a mean, by how often both come there."""
    for i in range(size):
        total = 0.0
        for a in range(actions):
            total += weights[at + a * across + i * along]
        if total <= 0:
            continue
        for a in range(actions):
            share = weights[at + a * across + i * along] / total
            out[base + a * across + i * along] += reach[i] * other * share


@kernel
def _sum(reach: Real, size: int) -> float:
    total = 0.0
    for i in range(size):
        total += reach[i]
    return total


@kernel
def _worth(
    weights: NDArray[np.float32],
    at: int,
    others: Real,
    there: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    reach: Real,
    least: float,
) -> float:
    """What is gained for each byte by keeping a decision and not playing that of `others` at `there`."""
    gain, cost = 0.0, HEAD
    for i in range(size):
        if reach[i] <= least:
            continue
        cost += EACH * (actions - 1)
        mine = theirs = 0.0
        for a in range(actions):
            mine += weights[at + a * across + i * along]
            theirs += others[there + a * across + i * along]
        for a in range(actions):
            p = weights[at + a * across + i * along] / mine if mine > 0 else 1.0 / actions
            q = others[there + a * across + i * along] / theirs if theirs > 0 else 1.0 / actions
            gain += reach[i] * (p - q) * (p - q)
    return gain / cost


@kernel
def _decision(
    weights: NDArray[np.float32],
    at: int,
    rival: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    reach: Real,
    other: float,
    means: Real,
    base: int,
    gather: bool,
    choice: Choice,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
) -> int:
    if gather:
        _add(weights, at, across, along, actions, size, reach, other, means, base)
        return pos
    least, often = choice.least, max(other, TINY) ** ROOT
    if rival == ALONE:
        if _sum(reach, size) < choice.prune:
            return pos
    else:
        if rival == MEAN:
            worth = _worth(weights, at, means, base, across, along, actions, size, reach, least)
        else:
            worth = _worth(weights, at, weights, rival, across, along, actions, size, reach, least)
        if worth * often < choice.detail:
            return pos
    dear = STATE * choice.detail * EACH * (actions - 1) / often
    out[number >> 3] |= 1 << (number & 7)
    return _encode(weights, at, across, along, actions, size, reach, least, dear, levels, scratch, out, pos)


@kernel
def _betting(
    nodes: Nodes,
    count: int,
    slot: int,
    context: int,
    twin: int,
    size: int,
    play: Play,
    reach0: Real,
    reach1: Real,
    means: Real,
    base: int,
    gather: bool,
    choice: Choice,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
    none: NDArray[np.int32],
    room: Room,
) -> tuple[int, int]:
    for i in range(size):
        room.reach0[0, i] = reach0[i]
        room.reach1[0, i] = reach1[i]
    _forward(nodes, count, play, slot, size, size, none, -1, 0.0, 1.0, room)
    both = (_sum(reach0, size), _sum(reach1, size))
    for node in range(count):
        if nodes.kind[node] != DECISION:
            continue
        seat, row = nodes.seat[node], nodes.row[node]
        reach = room.reach0[nodes.source0[node]] if seat == 0 else room.reach1[nodes.source1[node]]
        pos = _decision(
            play.weights0,
            slot + row * size,
            _rival(choice, context, number, twin + row * size),
            size,
            1,
            nodes.actions[node],
            size,
            reach,
            both[1] if seat == 0 else both[0],
            means,
            base + row * size,
            gather,
            choice,
            levels,
            scratch,
            out,
            number,
            pos,
        )
        number += 1
    return number, pos


@kernel
def pack(
    nodes: Nodes,
    contexts: Contexts,
    end_nodes: Nodes,
    end_contexts: Contexts,
    where: Where,
    means: Means,
    order: int,
    many: tuple[int, int],
    before: int,
    decisions: int,
    low: int,
    begin: int,
    end: int,
    step: int,
    ends: bool,
    gather: bool,
    choice: Choice,
    levels: int,
    play: Play,
    reach0: Real,
    reach1: Real,
    exit0: Real,
    exit1: Real,
    child0: Real,
    child1: Real,
    out: Bytes,
    lengths: NDArray[np.int64],
    none: NDArray[np.int32],
    room: Room,
    end_room: Room,
    scratch: Scratch,
) -> None:
    """The blocks of the contexts `begin, begin + step, …`, or, with `gather`, their part of the means.

    `before` is the number of outcomes before the street, `many` that of each seat's counts after it.
    """
    size, after = reach0.shape[1], child0.shape[1]
    first, second = (many[0], many[1]) if order == 0 else (many[1], many[0])
    head = (decisions + 7) // 8
    rows, end_rows = most(nodes.rows), most(end_nodes.rows)
    width = first * size + first * second * size
    for context in range(begin, end, step):
        here = out[context - low]
        other = choice.same[context] if len(choice.same) else context
        for k in range(head):
            here[k] = 0
        t = contexts.round[context]
        count = nodes.begin[t + 1] - nodes.begin[t]
        local = round_nodes(nodes, nodes.begin[t], count)
        base = (t * before + context % before) * rows * size
        number, pos = _betting(
            local,
            count,
            where.bets[context],
            context,
            where.bets[other],
            size,
            play,
            reach0[context - low],
            reach1[context - low],
            means.bets,
            base,
            gather,
            choice,
            levels,
            scratch,
            here,
            0,
            head,
            none,
            room,
        )
        start = contexts.exit[context]
        for e in range(start, contexts.exit[context + 1]):
            x = e - contexts.exit[low]
            sooner, later = (exit0[x], exit1[x]) if order == 0 else (exit1[x], exit0[x])
            both = (_sum(sooner, size), _sum(later, size))
            base = (t * (contexts.exit[context + 1] - start) + e - start) * width
            at = where.draws[e]
            twin = contexts.exit[other] + e - start
            ahead = where.draws[twin] - at
            for turn in range(1 + first):
                choices = first if turn == 0 else second
                pos = _decision(
                    play.weights0,
                    at,
                    _rival(choice, context, number, at + ahead),
                    1,
                    choices,
                    choices,
                    size,
                    sooner if turn == 0 else later,
                    both[1] if turn == 0 else both[0],
                    means.draws,
                    base,
                    gather,
                    choice,
                    levels,
                    scratch,
                    here,
                    number,
                    pos,
                )
                number += 1
                at += choices * size
                base += choices * size
            if not ends:
                continue
            for o in range(first * second):
                next_ = e * first * second + o
                y = next_ - contexts.exit[low] * first * second
                u = end_contexts.round[next_]
                end_count = end_nodes.begin[u + 1] - end_nodes.begin[u]
                end_local = round_nodes(end_nodes, end_nodes.begin[u], end_count)
                number, pos = _betting(
                    end_local,
                    end_count,
                    where.ends[next_],
                    context,
                    where.ends[twin * first * second + o],
                    after,
                    play,
                    child0[y],
                    child1[y],
                    means.ends,
                    (u * first * second + o) * end_rows * after,
                    gather,
                    choice,
                    levels,
                    scratch,
                    here,
                    number,
                    pos,
                    none,
                    end_room,
                )
        lengths[context] = pos
