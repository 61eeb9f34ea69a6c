"""Strategies into few bytes: how `standpat.solver.blueprint.export` writes what `standpat.bots.strategy_file` reads.

A *block* is a context of a street with all its decisions: its betting, node by node; the draws after each of its exits,
the first player's, then the second's for each of the first's counts; and, before the last street, after each
exit's draws, the betting of each context that follows. A block is one bit for each of its decisions, whether it is
kept (least bit first), and the codes of those kept.

Codes are those of `probability_codes`. States that come there as good as never (`FAINT`) have none of their own; in a
small table those too that one gains little (`STATE`).

What is kept is said by a `Choice`. In its simple form a decision to which the player's own play leads less often than
`prune` is left out: in its stead stands the mean over all like it (`Means`): same chips in, same place in the round,
for a bet the same last draw, for a draw the same exit. In a small table a context has one that stands in for it,
perhaps itself (`same`), and a decision is kept if that is worth its bytes. Else the one of the context that stands in
is played, and the mean where that one leaves it out or is the context itself. What keeping it is worth are the squares
of the differences of the probabilities, each state weighed by how often the player's own play leads there, times a root
(`ROOT`) of how often the other comes; by what the decision takes in bytes, about (`HEAD`, `EACH`), it has to be
`detail` at least.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, Contexts, Nodes
from standpat.solver.kernels.betting import enter, forward, round_of
from standpat.solver.kernels.layout import TINY, VALUE, Buffers, Real, Shape, Span, StrategyTables, Traversal
from standpat.solver.strategy_file.probability_codes import Bytes, Decision, Scratch, encode

FAINT = 0.01
"""A state that comes to a kept decision less often than this part of `prune` is taken for one that does not. That saved
a quarter of the bytes and cost 0.3 mSB in a game of one bet a round; ten times as much cost 60."""
ROOT = 0.3
"""How much less it matters what is played where the other should not come: they may come all the same, at a loss.
Without it (0) the same bytes were 2.5 mSB worse in a game of two bets a round, with 0.1 and 0.6 one or more; 0.25 and
0.4 are alike."""
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


class Choice(NamedTuple):
    """What is kept. `least`: states that come less often count for nothing. `flags` are the bits of the decisions that
    those have kept which stand in for others; `same` is empty where none does, and `prune` decides."""

    prune: float
    least: float
    detail: float
    same: NDArray[np.int64]
    flags: NDArray[np.uint8]


class Saving(NamedTuple):
    """How blocks are written. With `gather` they are not, but their part of the means is added up."""

    gather: bool
    choice: Choice
    levels: int


class Blocks(NamedTuple):
    """What the blocks of a street are like: its rounds and those of the next, which seat draws first, the counts of the
    first and the second to draw, the states before and after the draw, the outcomes `before` the street, the
    `decisions` of a block, and whether the betting at the `ends`, after the draw, is in it."""

    nodes: Nodes
    contexts: Contexts
    end_nodes: Nodes
    end_contexts: Contexts
    order: int
    first: int
    second: int
    size: int
    after: int
    before: int
    decisions: int
    ends: bool


class Reaches(NamedTuple):
    """Of both seats, at the contexts, at their exits and at the contexts after the draw."""

    reach0: Real
    reach1: Real
    exit0: Real
    exit1: Real
    child0: Real
    child1: Real


ALONE, MEAN = -2, -1
"""In place of the slot of the decision that is played if one is not kept: nothing to compare with; the mean."""
PLAIN = Traversal(0, VALUE, 0.0, 0.0, 1.0, 1.0, 0.0)
"""Strategies as they are."""


@fast_kernel
def _rival(choice: Choice, context: int, number: int, slot: int) -> int:
    """What is played if a decision is not kept; `slot` has that of the context that stands in."""
    if len(choice.same) == 0:
        return ALONE
    other = choice.same[context]
    if other == context:
        return MEAN
    return slot if choice.flags[other, number >> 3] >> (number & 7) & 1 else MEAN


@fast_kernel
def most(numbers: NDArray[np.int32]) -> int:
    found = 0
    for number in numbers:
        found = max(found, number)
    return found


@fast_kernel
def _add(weights: NDArray[np.float32], decision: Decision, reach: Real, other: float, out: Real, base: int) -> None:
    """Adds a decision to a mean, by how often both come there."""
    at, across, along, actions, size = decision
    for i in range(size):
        total = 0.0
        for a in range(actions):
            total += weights[at + a * across + i * along]
        if total <= 0:
            continue
        for a in range(actions):
            share = weights[at + a * across + i * along] / total
            out[base + a * across + i * along] += reach[i] * other * share


@fast_kernel
def _sum(reach: Real, size: int) -> float:
    total = 0.0
    for i in range(size):
        total += reach[i]
    return total


@fast_kernel
def _worth(
    weights: NDArray[np.float32], decision: Decision, others: Real, there: int, reach: Real, least: float
) -> float:
    """What is gained for each byte by keeping a decision and not playing that of `others` at `there`."""
    at, across, along, actions, size = decision
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


@fast_kernel
def _decision(
    weights: NDArray[np.float32],
    decision: Decision,
    rival: int,
    reach: Real,
    other: float,
    means: Real,
    base: int,
    saving: Saving,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
) -> int:
    """Writes the decision at `pos` if it is kept; the place after it. Its mean is at `base`, `other` comes so often."""
    if saving.gather:
        _add(weights, decision, reach, other, means, base)
        return pos
    choice = saving.choice
    least, often = choice.least, max(other, TINY) ** ROOT
    if rival == ALONE:
        if _sum(reach, decision.size) < choice.prune:
            return pos
    else:
        if rival == MEAN:
            worth = _worth(weights, decision, means, base, reach, least)
        else:
            worth = _worth(weights, decision, weights, rival, reach, least)
        if worth * often < choice.detail:
            return pos
    dear = STATE * choice.detail * EACH * (decision.actions - 1) / often
    out[number >> 3] |= 1 << (number & 7)
    return encode(weights, decision, reach, least, dear, saving.levels, scratch, out, pos)


@fast_kernel
def _betting(
    nodes: Nodes,
    slot: int,
    context: int,
    twin: int,
    size: int,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    means: Real,
    base: int,
    saving: Saving,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
    room: Buffers,
) -> tuple[int, int]:
    """The decisions of a round; the number of the next decision, and its place."""
    enter(reach0, reach1, size, room)
    forward(nodes, play, slot, Shape(size, size, scratch.none), -1, PLAIN, room)
    both = (_sum(reach0, size), _sum(reach1, size))
    for node in range(len(nodes.kind)):
        if nodes.kind[node] != DECISION:
            continue
        seat, row = nodes.seat[node], nodes.row[node] * size
        reach = room.reach0[nodes.source0[node]] if seat == 0 else room.reach1[nodes.source1[node]]
        decision = Decision(slot + row, size, 1, nodes.actions[node], size)
        rival = _rival(saving.choice, context, number, twin + row)
        other = both[1] if seat == 0 else both[0]
        pos = _decision(
            play.weights0, decision, rival, reach, other, means, base + row, saving, scratch, out, number, pos
        )
        number += 1
    return number, pos


@fast_kernel
def pack(
    blocks: Blocks,
    where: Where,
    means: Means,
    span: Span,
    saving: Saving,
    play: StrategyTables,
    reaches: Reaches,
    out: Bytes,
    lengths: NDArray[np.int64],
    room: Buffers,
    end_room: Buffers,
    scratch: Scratch,
) -> None:
    """The blocks of the contexts of a span, or, with `gather`, their part of the means."""
    contexts, end_contexts, choice, low = blocks.contexts, blocks.end_contexts, saving.choice, span.low
    size, after, first, second = blocks.size, blocks.after, blocks.first, blocks.second
    outcomes, head = first * second, (blocks.decisions + 7) // 8
    rows, end_rows = most(blocks.nodes.rows), most(blocks.end_nodes.rows)
    width = first * size + outcomes * size
    for context in range(span.begin, span.end, span.step):
        here, x = out[context - low], context - low
        other = choice.same[context] if len(choice.same) else context
        for k in range(head):
            here[k] = 0
        t = contexts.round[context]
        number, pos = _betting(
            round_of(blocks.nodes, t),
            where.bets[context],
            context,
            where.bets[other],
            size,
            play,
            reaches.reach0[x],
            reaches.reach1[x],
            means.bets,
            (t * blocks.before + context % blocks.before) * rows * size,
            saving,
            scratch,
            here,
            0,
            head,
            room,
        )
        start, exits = contexts.exit[context], contexts.exit[context + 1] - contexts.exit[context]
        for e in range(start, start + exits):
            x = e - contexts.exit[low]
            exit0, exit1 = reaches.exit0[x], reaches.exit1[x]
            sooner, later = (exit0, exit1) if blocks.order == 0 else (exit1, exit0)
            both = (_sum(sooner, size), _sum(later, size))
            base = (t * exits + e - start) * width
            at = where.draws[e]
            twin = contexts.exit[other] + e - start
            ahead = where.draws[twin] - at
            for turn in range(1 + first):
                choices = first if turn == 0 else second
                pos = _decision(
                    play.weights0,
                    Decision(at, 1, choices, choices, size),
                    _rival(choice, context, number, at + ahead),
                    sooner if turn == 0 else later,
                    both[1] if turn == 0 else both[0],
                    means.draws,
                    base,
                    saving,
                    scratch,
                    here,
                    number,
                    pos,
                )
                number += 1
                at += choices * size
                base += choices * size
            if not blocks.ends:
                continue
            for o in range(outcomes):
                next_ = e * outcomes + o
                y = next_ - contexts.exit[low] * outcomes
                u = end_contexts.round[next_]
                number, pos = _betting(
                    round_of(blocks.end_nodes, u),
                    where.ends[next_],
                    context,
                    where.ends[twin * outcomes + o],
                    after,
                    play,
                    reaches.child0[y],
                    reaches.child1[y],
                    means.ends,
                    (u * outcomes + o) * end_rows * after,
                    saving,
                    scratch,
                    here,
                    number,
                    pos,
                    end_room,
                )
        lengths[context] = pos
