"""Blocks of a table back into weights: the way back of `standpat.solver.strategy_file.encode`, which says what is in
them."""

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION
from standpat.solver.strategy_file.encode import Blocks, Means, Where, most
from standpat.solver.strategy_file.probability_codes import Bytes, Decision, decode


@fast_kernel
def _taken(
    weights: NDArray[np.float32],
    decision: Decision,
    means: NDArray[np.float32],
    base: int,
    levels: int,
    data: Bytes,
    number: int,
    pos: int,
    over: bool,
) -> int:
    if data[number >> 3] >> (number & 7) & 1:
        return decode(weights, decision, levels, data, pos)
    if over:
        return pos
    for k in range(decision.actions * decision.size):
        weights[decision.at + k] = means[base + k]
    return pos


@fast_kernel
def unpack(
    blocks: Blocks,
    where: Where,
    means: Means,
    context: int,
    levels: int,
    data: Bytes,
    over: bool,
    weights: NDArray[np.float32],
) -> int:
    """A block back into weights; how many of its bytes it had. With `over` what is not kept is left as it was."""
    nodes, contexts, end_nodes, end_contexts = blocks.nodes, blocks.contexts, blocks.end_nodes, blocks.end_contexts
    size, after, first, second = blocks.size, blocks.after, blocks.first, blocks.second
    outcomes, rows, end_rows = first * second, most(nodes.rows), most(end_nodes.rows)
    width = first * size + outcomes * size
    pos, number = (blocks.decisions + 7) // 8, 0
    t = contexts.round[context]
    for node in range(nodes.begin[t], nodes.begin[t + 1]):
        if nodes.kind[node] == DECISION:
            k = nodes.row[node] * size
            base = (t * blocks.before + context % blocks.before) * rows * size + k
            decision = Decision(where.bets[context] + k, size, 1, nodes.actions[node], size)
            pos = _taken(weights, decision, means.bets, base, levels, data, number, pos, over)
            number += 1
    start, exits = contexts.exit[context], contexts.exit[context + 1] - contexts.exit[context]
    for e in range(start, start + exits):
        base = (t * exits + e - start) * width
        at = where.draws[e]
        for turn in range(1 + first):
            choices = first if turn == 0 else second
            decision = Decision(at, 1, choices, choices, size)
            pos = _taken(weights, decision, means.draws, base, levels, data, number, pos, over)
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
                    decision = Decision(where.ends[next_] + k, after, 1, end_nodes.actions[node], after)
                    pos = _taken(weights, decision, means.ends, base, levels, data, number, pos, over)
                    number += 1
    return pos
