"""Blocks of a table back into weights: the way back of `standpat.solver.pack_kernel`, which says what is in them."""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.compiled import kernel
from standpat.solver.pack_kernel import Bytes, Means, Where, likely, most
from standpat.solver.tree import DECISION, Contexts, Nodes


@kernel
def _decode(
    weights: NDArray[np.float32],
    at: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    levels: int,
    data: Bytes,
    pos: int,
) -> int:
    if actions == 2:
        for i in range(size):
            p = likely(data[pos + i], levels)
            weights[at + i * along] = 1 - p
            weights[at + across + i * along] = p
        return pos + size
    for a in range(actions):
        for i in range(size):
            weights[at + a * across + i * along] = data[pos + a * size + i] * data[pos + a * size + i]
    return pos + actions * size


@kernel
def _taken(
    weights: NDArray[np.float32],
    at: int,
    across: int,
    along: int,
    actions: int,
    size: int,
    means: NDArray[np.float32],
    base: int,
    levels: int,
    data: Bytes,
    number: int,
    pos: int,
    over: bool,
) -> int:
    if data[number >> 3] >> (number & 7) & 1:
        return _decode(weights, at, across, along, actions, size, levels, data, pos)
    if over:
        return pos
    for k in range(actions * size):
        weights[at + k] = means[base + k]
    return pos


@kernel
def unpack(
    nodes: Nodes,
    contexts: Contexts,
    end_nodes: Nodes,
    end_contexts: Contexts,
    where: Where,
    means: Means,
    first: int,
    second: int,
    before: int,
    decisions: int,
    context: int,
    size: int,
    after: int,
    ends: bool,
    levels: int,
    data: Bytes,
    over: bool,
    weights: NDArray[np.float32],
) -> int:
    """A block back into weights; how many of its bytes it had. With `over` what is not kept is left as it was."""
    rows, end_rows = most(nodes.rows), most(end_nodes.rows)
    width = first * size + first * second * size
    pos, number = (decisions + 7) // 8, 0
    t = contexts.round[context]
    root, count = nodes.begin[t], nodes.begin[t + 1] - nodes.begin[t]
    for node in range(root, root + count):
        if nodes.kind[node] == DECISION:
            k = nodes.row[node] * size
            base = (t * before + context % before) * rows * size + k
            at = where.bets[context] + k
            pos = _taken(
                weights, at, size, 1, nodes.actions[node], size, means.bets, base, levels, data, number, pos, over
            )
            number += 1
    start = contexts.exit[context]
    for e in range(start, contexts.exit[context + 1]):
        base = (t * (contexts.exit[context + 1] - start) + e - start) * width
        at = where.draws[e]
        for turn in range(1 + first):
            choices = first if turn == 0 else second
            pos = _taken(weights, at, 1, choices, choices, size, means.draws, base, levels, data, number, pos, over)
            number += 1
            at += choices * size
            base += choices * size
        if not ends:
            continue
        for o in range(first * second):
            next_ = e * first * second + o
            u = end_contexts.round[next_]
            for node in range(end_nodes.begin[u], end_nodes.begin[u + 1]):
                if end_nodes.kind[node] == DECISION:
                    k = end_nodes.row[node] * after
                    base = (u * first * second + o) * end_rows * after + k
                    at = where.ends[next_] + k
                    many = end_nodes.actions[node]
                    pos = _taken(weights, at, after, 1, many, after, means.ends, base, levels, data, number, pos, over)
                    number += 1
    return pos
