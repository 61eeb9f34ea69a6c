"""Encode strategies in few bytes: the blocks that `standpat.solver.blueprint.export` writes to a strategy file.

A *block* holds all decisions of one context of a street: its betting, node by node; the draws after each of its exits,
first the draw of the first player, then the second player's draw for each count of the first; and, on the last street
but one, the betting of each context after the draws. A block begins with one bit for each decision, least significant
bit first, which says whether the decision is kept. The codes of the kept decisions follow.

The codes are those of `probability_codes`. States that hardly ever reach a decision (`FAINT`) repeat the code before
them. In a small file a code is as fine as its bytes are worth.

A `Selection` says which decisions are kept. In its simple form it leaves out decisions that the player's own play
reaches less often than `prune`. The mean of all similar decisions (`Means`) replaces them: decisions with the same
chips in the pot, the same node of the round, and, for a bet, the same last draw or, for a draw, the same exit.

In a small file each context has a representative, which may be the context itself (`same`). A decision is kept if it is
worth its bytes. Otherwise the decision of the representative is played, or the mean if the representative left it out
or is the context itself. The worth of a decision is the sum over its states of the squared differences of the
probabilities, weighted by the player's own reach probability, times the opponent's reach probability to the power of
`ROOT`. A decision is kept if what its codes gain, divided by the bytes that they take (about), is at least `detail`.
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
"""States that reach a kept decision less often than this fraction of `prune` count as unreached. It saved a quarter of
the bytes and cost 0.3 mSB in a game of one bet a round; a value ten times as large cost 60 mSB.
"""
ROOT = 0.3
"""The power of the opponent's reach probability in the worth of a decision. The opponent may come to decisions that
they should avoid, at a loss, so their reach counts for less than in proportion. With 0 the same bytes were 2.5 mSB
worse in a game of two bets a round, with 0.1 and with 0.6 one mSB or more; 0.25 and 0.4 are as good.
"""
HEAD = 2.0
"""Bytes of a decision after compression besides its codes, about."""


class BlockSlots(NamedTuple):
    """First slots of a street's contexts, of its exits, and of the contexts of the next street (for the last two
    streets).
    """

    bets: NDArray[np.int64]
    draws: NDArray[np.int64]
    ends: NDArray[np.int64]


class Means(NamedTuple):
    """Sums of similar decisions: betting, draws and betting on the last street, each a flat array.

    Betting has a place for each round of the tree and each pair of counts before it, draws for each round and exit.
    """

    bets: Real
    draws: Real
    ends: Real


class Selection(NamedTuple):
    """Which decisions are kept.

    Attributes:
        prune: Without representatives: the least reach probability of a kept decision.
        least: States that reach a decision less often count for nothing.
        detail: With representatives: the least worth of a kept decision for each byte.
        same: The representative of each context; empty where there are none and `prune` decides.
        flags: The kept bits of the representatives, shape (contexts, bytes).
    """

    prune: float
    least: float
    detail: float
    same: NDArray[np.int64]
    flags: NDArray[np.uint8]


class EncodingOptions(NamedTuple):
    """How blocks are written.

    Attributes:
        gather: Add the decisions to the means instead of writing them.
        selection: Which decisions are kept.
        levels: The largest code.
    """

    gather: bool
    selection: Selection
    levels: int


class Blocks(NamedTuple):
    """The shape of a street's blocks, for kernels.

    Attributes:
        nodes, contexts: The street.
        end_nodes, end_contexts: The next street.
        order: The seat that draws first.
        first, second: The numbers of counts of the first and the second seat to draw.
        size, after: The states before and after the draw.
        before: The outcomes of the draw before the street.
        decisions: The decisions of one block.
        ends: Whether the betting after the draw is in the block.
    """

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
    """Reach probabilities of both seats at the contexts, at their exits and at the contexts after the draw."""

    reach0: Real
    reach1: Real
    exit0: Real
    exit1: Real
    child0: Real
    child1: Real


ALONE, MEAN = -2, -1
"""Take the place of the slot of a substitute: a decision has no substitute; the mean is its substitute."""
PLAIN = Traversal(0, VALUE, 0.0, 0.0, 1.0, 1.0, 0.0)
"""A traversal that plays strategies as they are."""


@fast_kernel
def _substitute(selection: Selection, context: int, number: int, slot: int) -> int:
    """The slot of the decision that is played if this one is not kept. `slot` is the slot of the representative's
    decision.
    """
    if len(selection.same) == 0:
        return ALONE
    other = selection.same[context]
    if other == context:
        return MEAN
    return slot if selection.flags[other, number >> 3] >> (number & 7) & 1 else MEAN


@fast_kernel
def largest(numbers: NDArray[np.int32]) -> int:
    """The largest number of an array of numbers that are 0 or more; 0 for an empty array."""
    largest = 0
    for number in numbers:
        largest = max(largest, number)
    return largest


@fast_kernel
def _add(weights: NDArray[np.float32], decision: Decision, reach: Real, other: float, out: Real, base: int) -> None:
    """Add a decision to a mean, weighted by both reach probabilities."""
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
    """How far a decision is from the decision of `others` that begins at `there`, weighted by reach."""
    at, across, along, actions, size = decision
    gain = 0.0
    for i in range(size):
        if reach[i] <= least:
            continue
        mine = theirs = 0.0
        for a in range(actions):
            mine += weights[at + a * across + i * along]
            theirs += others[there + a * across + i * along]
        for a in range(actions):
            p = weights[at + a * across + i * along] / mine if mine > 0 else 1.0 / actions
            q = others[there + a * across + i * along] / theirs if theirs > 0 else 1.0 / actions
            gain += reach[i] * (p - q) * (p - q)
    return gain


@fast_kernel
def _decision(
    weights: NDArray[np.float32],
    decision: Decision,
    substitute: int,
    reach: Real,
    other: float,
    means: Real,
    base: int,
    options: EncodingOptions,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
) -> int:
    """Write a decision at `pos` if it is kept, and return the position after it.

    `base` is the place of its mean, `other` the reach probability of the opponent.
    """
    if options.gather:
        _add(weights, decision, reach, other, means, base)
        return pos
    selection, worth = options.selection, 0.0
    least, often = selection.least, max(other, TINY) ** ROOT
    if substitute == ALONE:
        if _sum(reach, decision.size) < selection.prune:
            return pos
    else:
        if substitute == MEAN:
            worth = _worth(weights, decision, means, base, reach, least)
        else:
            worth = _worth(weights, decision, weights, substitute, reach, least)
        if worth * often < selection.detail * HEAD:
            return pos
    price = 0.0 if substitute == ALONE else selection.detail / often
    written = encode(weights, decision, reach, least, price, options.levels, scratch, out, pos)
    if price > 0 and worth - written.error < price * (HEAD + written.bytes):
        return pos
    out[number >> 3] |= 1 << (number & 7)
    return written.end


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
    options: EncodingOptions,
    scratch: Scratch,
    out: Bytes,
    number: int,
    pos: int,
    room: Buffers,
) -> tuple[int, int]:
    """Write the decisions of a round. Returns the number of the next decision and the position after the last one."""
    enter(reach0, reach1, size, room)
    forward(nodes, play, slot, Shape(size, size, scratch.none), -1, PLAIN, room)
    totals = (_sum(reach0, size), _sum(reach1, size))
    for node in range(len(nodes.kind)):
        if nodes.kind[node] != DECISION:
            continue
        seat, row = nodes.seat[node], nodes.row[node] * size
        reach = room.reach0[nodes.source0[node]] if seat == 0 else room.reach1[nodes.source1[node]]
        decision = Decision(slot + row, size, 1, nodes.actions[node], size)
        substitute = _substitute(options.selection, context, number, twin + row)
        other = totals[1] if seat == 0 else totals[0]
        pos = _decision(
            play.weights0, decision, substitute, reach, other, means, base + row, options, scratch, out, number, pos
        )
        number += 1
    return number, pos


@fast_kernel
def encode_blocks(
    blocks: Blocks,
    slots: BlockSlots,
    means: Means,
    span: Span,
    options: EncodingOptions,
    play: StrategyTables,
    reaches: Reaches,
    out: Bytes,
    lengths: NDArray[np.int64],
    room: Buffers,
    end_room: Buffers,
    scratch: Scratch,
) -> None:
    """Encode the blocks of a span of contexts, or, with `gather`, add their decisions to the means.

    Args:
        blocks: The shape of the street's blocks.
        slots: Where the weights lie.
        means: The means, which `gather` adds to and which are compared with otherwise.
        span: The contexts to encode.
        options: How blocks are written.
        play: The strategy.
        reaches: Reach probabilities, by context, exit and context after the draw.
        out: The blocks, a row for each context of the chunk.
        lengths: Set to the length of each block, by context.
        room: Scratch space for the street.
        end_room: Scratch space for the next street.
        scratch: Scratch space for one state.
    """
    contexts, end_contexts, selection, low = blocks.contexts, blocks.end_contexts, options.selection, span.low
    size, after, first, second = blocks.size, blocks.after, blocks.first, blocks.second
    outcomes, head = first * second, (blocks.decisions + 7) // 8
    rows, end_rows = largest(blocks.nodes.rows), largest(blocks.end_nodes.rows)
    width = first * size + outcomes * size
    for context in range(span.begin, span.end, span.step):
        block, x = out[context - low], context - low
        other = selection.same[context] if len(selection.same) else context
        for k in range(head):
            block[k] = 0
        t = contexts.round[context]
        number, pos = _betting(
            round_of(blocks.nodes, t),
            slots.bets[context],
            context,
            slots.bets[other],
            size,
            play,
            reaches.reach0[x],
            reaches.reach1[x],
            means.bets,
            (t * blocks.before + context % blocks.before) * rows * size,
            options,
            scratch,
            block,
            0,
            head,
            room,
        )
        start, exits = contexts.exit[context], contexts.exit[context + 1] - contexts.exit[context]
        for e in range(start, start + exits):
            x = e - contexts.exit[low]
            exit0, exit1 = reaches.exit0[x], reaches.exit1[x]
            first_reach, second_reach = (exit0, exit1) if blocks.order == 0 else (exit1, exit0)
            totals = (_sum(first_reach, size), _sum(second_reach, size))
            base = (t * exits + e - start) * width
            at = slots.draws[e]
            twin_exit = contexts.exit[other] + e - start
            ahead = slots.draws[twin_exit] - at
            for turn in range(1 + first):
                choices = first if turn == 0 else second
                pos = _decision(
                    play.weights0,
                    Decision(at, 1, choices, choices, size),
                    _substitute(selection, context, number, at + ahead),
                    first_reach if turn == 0 else second_reach,
                    totals[1] if turn == 0 else totals[0],
                    means.draws,
                    base,
                    options,
                    scratch,
                    block,
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
                    slots.ends[next_],
                    context,
                    slots.ends[twin_exit * outcomes + o],
                    after,
                    play,
                    reaches.child0[y],
                    reaches.child1[y],
                    means.ends,
                    (u * outcomes + o) * end_rows * after,
                    options,
                    scratch,
                    block,
                    number,
                    pos,
                    end_room,
                )
        lengths[context] = pos
