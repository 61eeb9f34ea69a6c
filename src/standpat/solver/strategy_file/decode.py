"""Decode the blocks of a strategy file into weights. `standpat.solver.strategy_file.encode` describes the blocks."""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION
from standpat.solver.strategy_file.encode import Blocks, BlockSlots, Means, largest
from standpat.solver.strategy_file.probability_codes import Bytes, Decision, decode


@fast_kernel
def _decoded(
    weights: NDArray[np.float32],
    decision: Decision,
    means: NDArray[np.float32],
    base: int,
    levels: int,
    data: Bytes,
    number: int,
    pos: int,
    overlay: bool,
) -> int:
    """Decode one decision, if the block has it. Otherwise copy its mean, unless an earlier block was decoded there
    (`overlay`).
    """
    if data[number >> 3] >> (number & 7) & 1:
        return decode(weights, decision, levels, data, pos)
    if overlay:
        return pos
    for k in range(decision.actions * decision.size):
        weights[decision.at + k] = means[base + k]
    return pos


@fast_kernel
def decode_block(
    blocks: Blocks,
    slots: BlockSlots,
    means: Means,
    context: int,
    levels: int,
    data: Bytes,
    overlay: bool,
    weights: NDArray[np.float32],
) -> int:
    """Decode one block into weights.

    Args:
        blocks: The shape of the street's blocks.
        slots: Where the weights lie.
        means: The mean decisions, for decisions that the block left out.
        context: The number of the context.
        levels: The largest code of the block.
        data: The bytes of the block.
        overlay: Whether weights of decisions that the block left out stay as they are.
        weights: The weights to fill.

    Returns:
        How many bytes of the block were read.
    """
    nodes, contexts, end_nodes, end_contexts = blocks.nodes, blocks.contexts, blocks.end_nodes, blocks.end_contexts
    size, after, first, second = blocks.size, blocks.after, blocks.first, blocks.second
    outcomes, rows, end_rows = first * second, largest(nodes.rows), largest(end_nodes.rows)
    width = first * size + outcomes * size
    pos, number = (blocks.decisions + 7) // 8, 0
    t = contexts.round[context]
    for node in range(nodes.begin[t], nodes.begin[t + 1]):
        if nodes.kind[node] == DECISION:
            k = nodes.row[node] * size
            base = (t * blocks.before + context % blocks.before) * rows * size + k
            decision = Decision(slots.bets[context] + k, size, 1, nodes.actions[node], size)
            pos = _decoded(weights, decision, means.bets, base, levels, data, number, pos, overlay)
            number += 1
    start, exits = contexts.exit[context], contexts.exit[context + 1] - contexts.exit[context]
    for e in range(start, start + exits):
        base = (t * exits + e - start) * width
        at = slots.draws[e]
        for turn in range(1 + first):
            choices = first if turn == 0 else second
            decision = Decision(at, 1, choices, choices, size)
            pos = _decoded(weights, decision, means.draws, base, levels, data, number, pos, overlay)
            number += 1
            at += choices * size
            base += choices * size
        if not blocks.ends:
            continue
        for o in range(outcomes):
            next_ = e * outcomes + o
            u = end_contexts.round[next_]
            for node in range(end_nodes.begin[u], end_nodes.begin[u + 1]):
                if end_nodes.kind[node] == DECISION:
                    k = end_nodes.row[node] * after
                    base = (u * outcomes + o) * end_rows * after + k
                    decision = Decision(slots.ends[next_] + k, after, 1, end_nodes.actions[node], after)
                    pos = _decoded(weights, decision, means.ends, base, levels, data, number, pos, overlay)
                    number += 1
    return pos
