"""Merge contexts of the last street but one that are played alike, so that a small strategy file need not hold all of
them.

`merge(problem, average, number)` picks `number` representatives, each for the contexts most like it, and returns the
representative of each context, which may be the context itself. A representative gets the joint strategy of all
contexts that it represents (in `average`, in place). The others keep their own, so that the difference can be measured.
A context here is its round, the draw after it and the last rounds.

Only contexts with the same chips in the pot and the same last draw are merged. What is lost is how the chips came in
and what the players drew before, as far as it matters least. The distance of two contexts is the sum of the squared
differences of their probabilities, state by state, weighted by the player's own reach probability (the weights in
`average` are summed reach probabilities). The joint strategy is the mean with the same weights. Representatives are
chosen greedily over all groups together: the next one is the context that reduces the sum of the distances most.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.problem import Draws, Problem
from standpat.solver.game.public_tree import DECISION, Nodes

Weights = NDArray[np.float32]


class Representatives(NamedTuple):
    """The contexts of a group in the order in which they are chosen, and by how much each reduces the sum of the
    distances.
    """

    contexts: NDArray[np.int64]
    gains: NDArray[np.float64]


def merge(problem: Problem, average: Weights, number: int) -> NDArray[np.int64]:
    """Pick representatives and merge the contexts that each represents.

    Args:
        problem: The problem of the blueprint.
        average: The weights of the strategy, shape (slots,); those of the representatives are changed.
        number: How many representatives. At least one context of each group is one, even if these are more.

    Returns:
        By context of the last street but one, the number of its representative.
    """
    lots = _Lots(problem)
    groups = lots.groups()
    far = [_differences(*lots.played(average, group)) for group in groups]
    order = [_order(d) for d in far]
    gains = np.sort(np.concatenate([kept.gains[1:] for kept in order]))[::-1]
    more = min(max(number - len(groups), 0), len(gains))
    least = gains[more - 1] if more else np.inf
    same = np.arange(problem.tree.streets[-2].size, dtype=np.int64)
    for group, d, kept in zip(groups, far, order, strict=True):
        chosen = kept.contexts[: 1 + int((kept.gains[1:] >= least).sum())]
        nearest = chosen[d[:, chosen].argmin(axis=1)]
        nearest[chosen] = chosen
        for one in chosen:
            members = np.flatnonzero(nearest == one)
            same[group[members]] = group[one]
            lots.join(average, group[members], int(group[one]))
    return same


class _Lots:
    """Where the slots of a context and of everything below it lie."""

    def __init__(self, problem: Problem) -> None:
        self.street, self.end = problem.tree.streets[-2:]
        link = problem.links[-1]
        assert isinstance(link, Draws)
        self.block, self.outcomes = link.block, link.outcomes
        self.before = problem.links[-2].outcomes if len(problem.links) > 1 else 1
        self.size, self.after = problem.sizes[-2:]
        self.counts = [len(menu.counts) for menu in link.menus]
        self.layout = problem.layout
        self.exits = int(self.street.contexts.exit[1])
        self.rows, self.end_rows = int(self.street.nodes.rows[0]), int(self.end.nodes.rows[0])

    def groups(self) -> list[NDArray[np.int64]]:
        """The contexts with the same chips in the pot and the same last draw."""
        contexts = np.arange(self.street.size)
        kind = self.street.contexts.round.astype(np.int64) * self.before + contexts % self.before
        return [np.flatnonzero(kind == k) for k in np.unique(kind)]

    def parts(self, context: int) -> list[slice]:
        """The slots of a context: its round, the draws after it, the last rounds."""
        exit_, ends = context * self.exits, context * self.exits * self.outcomes
        many = self.exits * self.outcomes
        starts = (self.layout.bets[-2][context], self.layout.draws[-1][exit_], self.layout.bets[-1][ends])
        widths = (self.rows * self.size, self.exits * self.block, many * self.end_rows * self.after)
        return [slice(int(start), int(start) + width) for start, width in zip(starts, widths, strict=True)]

    def join(self, average: Weights, contexts: NDArray[np.int64], one: int) -> None:
        """Give one of the contexts the joint strategy of all of them."""
        if len(contexts) < 2:
            return
        all_ = [self.parts(context) for context in contexts.tolist()]
        for into, parts in zip(self.parts(one), zip(*all_, strict=True), strict=True):
            average[into] = np.sum([average[part] for part in parts], axis=0, dtype=np.float32)

    def played(self, average: Weights, contexts: NDArray[np.int64]) -> tuple[Weights, Weights]:
        """The probabilities of all actions in these contexts, and the reach probability of each: both of shape
        (contexts, slots).
        """
        number = len(contexts)
        bets, draws, ends = [
            np.stack([average[part] for part in parts])
            for parts in zip(*[self.parts(context) for context in contexts.tolist()], strict=True)
        ]
        shares = [
            _shares_of_bets(bets.reshape(number, 1, self.rows, self.size), self.street.nodes),
            self._shares_of_draws(draws),
            _shares_of_bets(ends.reshape(number, -1, self.end_rows, self.after), self.end.nodes),
        ]
        return np.concatenate([p for p, _ in shares], axis=1), np.concatenate([w for _, w in shares], axis=1)

    def _shares_of_draws(self, draws: Weights) -> tuple[Weights, Weights]:
        number, (first, second) = len(draws), self.counts
        rows = draws.reshape(number * self.exits, self.block)
        both = []
        for low, high, many in ((0, first, first), (first, first + first * second, second)):
            both.append(_shares(rows[:, low * self.size : high * self.size].reshape(len(rows), -1, many), 2))
        return (
            np.concatenate([p.reshape(number, -1) for p, _ in both], axis=1),
            np.concatenate([w.reshape(number, -1) for _, w in both], axis=1),
        )


def _shares_of_bets(rows: Weights, nodes: Nodes) -> tuple[Weights, Weights]:
    """The probabilities of rows of shape (contexts, rounds, rows, states)."""
    shares, often = np.empty_like(rows), np.empty_like(rows)
    for node in range(int(nodes.begin[1])):
        if nodes.kind[node] == DECISION:
            part = slice(int(nodes.row[node]), int(nodes.row[node] + nodes.actions[node]))
            shares[:, :, part], often[:, :, part] = _shares(rows[:, :, part], 2)
    return shares.reshape(len(rows), -1), often.reshape(len(rows), -1)


def _shares(weights: Weights, axis: int) -> tuple[Weights, Weights]:
    total = weights.sum(axis=axis, keepdims=True)
    shares = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / weights.shape[axis]).astype(np.float32)
    return shares, np.broadcast_to(total, weights.shape)


def _differences(shares: Weights, often: Weights) -> NDArray[np.float64]:
    """The distance between contexts: what is lost where context i is played as context j."""
    weighed = often * shares
    own = (weighed * shares).sum(axis=1, dtype=np.float64)
    far: NDArray[np.float64] = own[:, None] - 2.0 * (weighed @ shares.T) + often @ (shares * shares).T
    return np.maximum(far, 0)


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
