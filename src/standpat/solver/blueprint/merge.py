"""Merge contexts of the last street but one that are played alike, so that a small strategy file need not hold all of
them.

`merge(weights, number)` picks `number` representatives, each for the contexts most like it. It returns the
representative of each context, which may be the context itself, and the joint strategy of each representative: that of
all contexts that it represents. A context here is its round, the draw after it and the last rounds, in the states of
the file (`standpat.solver.blueprint.context_weights`).

Only contexts with the same chips in the pot and the same last draw are merged. What is lost is how the chips came in
and what the players drew before, as far as it matters least. The distance of two contexts is the sum of the squared
differences of their probabilities, state by state, weighted by the player's own reach probability (the weights are
summed reach probabilities). The joint strategy is the mean with the same weights. Representatives are chosen greedily
over all groups together: the next one is the context that reduces the sum of the distances most.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.blueprint.context_weights import ContextWeights, Weights
from standpat.solver.game.public_tree import DECISION


class Merged(NamedTuple):
    """Which contexts represent which.

    Attributes:
        same: By context of the last street but one, the number of its representative.
        joint: By representative, the joint weights of the contexts that it represents.
    """

    same: NDArray[np.int64]
    joint: dict[int, Weights]


class Representatives(NamedTuple):
    """The contexts of a group in the order in which they are chosen, and by how much each reduces the sum of the
    distances.
    """

    contexts: NDArray[np.int64]
    gains: NDArray[np.float64]


def merge(weights: ContextWeights, number: int) -> Merged:
    """Pick representatives and merge the contexts that each represents.

    Args:
        weights: The weights of the contexts.
        number: How many representatives. At least one context of each group is one, even if these are more.

    Returns:
        The representatives.
    """
    groups = _groups(weights)
    far = [_distances(weights, _read(weights, group)) for group in groups]
    order = [_order(d) for d in far]
    gains = np.sort(np.concatenate([kept.gains[1:] for kept in order]))[::-1]
    more = min(max(number - len(groups), 0), len(gains))
    least = gains[more - 1] if more else np.inf
    same, joint = np.arange(sum(map(len, groups)), dtype=np.int64), {}
    for group, d, kept in zip(groups, far, order, strict=True):
        chosen = kept.contexts[: 1 + int((kept.gains[1:] >= least).sum())]
        nearest = chosen[d[:, chosen].argmin(axis=1)]
        nearest[chosen] = chosen
        for one in chosen:
            members = group[nearest == one]
            same[members] = group[one]
            joint[int(group[one])] = _read(weights, members).sum(axis=0, dtype=np.float32)
    return Merged(same, joint)


def _groups(weights: ContextWeights) -> list[NDArray[np.int64]]:
    """The contexts with the same chips in the pot and the same last draw."""
    problem = weights.problem
    before = problem.links[-2].outcomes if len(problem.links) > 1 else 1
    rounds = problem.tree.streets[-2].contexts.round.astype(np.int64)
    kind = rounds * before + np.arange(len(rounds)) % before
    return [np.flatnonzero(kind == k) for k in np.unique(kind)]


def _read(weights: ContextWeights, contexts: NDArray[np.int64]) -> Weights:
    """The weights of some contexts, shape (contexts, width)."""
    rows = np.empty((len(contexts), weights.width), np.float32)
    for row, context in zip(rows, contexts.tolist(), strict=True):
        weights.read(context, row)
    return rows


def _distances(weights: ContextWeights, rows: Weights) -> NDArray[np.float64]:
    """The distance between contexts: what is lost where context i is played as context j."""
    far = np.zeros((len(rows), len(rows)))
    for decisions in _decisions(weights, rows):
        often = decisions.sum(axis=-2, keepdims=True)
        even = np.float32(1 / decisions.shape[-2])
        shares = np.where(often > 0, decisions / np.where(often > 0, often, 1), even).reshape(len(rows), -1)
        often = np.broadcast_to(often, decisions.shape).reshape(len(rows), -1)
        weighed = often * shares
        own = (weighed * shares).sum(axis=1, dtype=np.float64)
        far += own[:, None] - 2.0 * (weighed @ shares.T) + often @ (shares * shares).T
    return np.maximum(far, 0)


def _decisions(weights: ContextWeights, rows: Weights) -> Iterator[Weights]:
    """The weights of decisions, some at a time, of shape (contexts, decisions, actions, states)."""
    street, end = weights.problem.tree.streets[-2:]
    bets, draws, ends = [rows[:, piece.begin : piece.end].reshape(len(rows), *piece.shape) for piece in weights.pieces]
    for nodes, piece in ((street.nodes, bets), (end.nodes, ends)):
        rounds = piece.reshape(len(rows), -1, int(nodes.rows[0]), piece.shape[2])
        for node in range(int(nodes.begin[1])):
            if nodes.kind[node] == DECISION:
                yield rounds[:, :, nodes.row[node] : nodes.row[node] + nodes.actions[node]]
    for exit_ in np.split(draws, weights.exits, axis=1):
        yield exit_.swapaxes(2, 3)


def _order(far: NDArray[np.float64]) -> Representatives:
    """Order contexts greedily by how much one more representative reduces the sum of the distances."""
    number = len(far)
    chosen, gains = [int(far.sum(axis=0).argmin())], [0.0]
    least = far[:, chosen[0]].copy()
    for _ in range(number - 1):
        less = np.maximum(least[:, None] - far, 0).sum(axis=0)
        less[chosen] = -1
        best = int(less.argmax())
        gains.append(float(less[best]))
        chosen.append(best)
        least = np.minimum(least, far[:, best])
    return Representatives(np.array(chosen), np.array(gains))
