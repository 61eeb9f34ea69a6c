"""The hands of a seat in the last round, in groups that play alike, while the round is being solved.

`bins_of` puts classes into bins of strength. `SeatGroups` has the hands of a seat and their present groups, at first
one for each bin. `solve` (`standpat.solver.kernels.seen_cards_round`) makes iterations with them. `gains` says what the
actions are worth to hands against the groups of the other seat, and `regroup` makes new groups of hands to which they
are worth as much (`standpat.solver.kernels.seen_cards_groups`). New groups begin with the play and the regrets of the
old ones.
"""

from collections.abc import Sequence

import numpy as np

from standpat.compute.lanes import LANES
from standpat.solver.kernels.seen_cards_groups import (
    LEVELS,
    Axes,
    Cells,
    axes,
    features_of,
    gather,
    group_of,
    levels,
    split,
)
from standpat.solver.kernels.seen_cards_round import Numbers, RoundTree, Side, Single, reach_ends, sum_bins
from standpat.solver.subgame.matrix_round import Ends


def tree_of(ends: Ends) -> RoundTree:
    """The tree of a round as arrays.

    Raises:
        ValueError: It has more showdowns or folds than fit a vector.
    """
    if max(len(ends.shows), len(ends.folds)) > LANES:
        raise ValueError(f"a round with more than {LANES} showdowns or folds is not solved")
    child, row, rows = np.zeros((len(ends.nodes), 3), np.int64), np.zeros(len(ends.nodes), np.int64), [0, 0]
    for n, node in enumerate(ends.nodes):
        child[n, : len(node.children)] = node.children
        if node.letters:
            row[n] = rows[node.seat]
            rows[node.seat] += len(node.letters)
    lane = np.full(len(ends.nodes), -1, np.int64)
    lane[ends.shows], lane[ends.folds] = np.arange(len(ends.shows)), LANES + np.arange(len(ends.folds))
    seat, many = np.array([node.seat for node in ends.nodes]), np.array([len(node.letters) for node in ends.nodes])
    return RoundTree(seat, many, child, row, lane, ends.stakes)


def bins_of(samples: Sequence[Numbers], classes: int, many: int) -> Numbers:
    """The bin of strength of each class. A class with more hands than a bin should have is alone in one.

    Args:
        samples: The classes of the hands of each sample; all samples count alike.
        classes: The number of classes.
        many: About as many bins.

    Returns:
        By class, its bin, ascending from 0.
    """
    part = np.zeros(classes)
    for hands in samples:
        part += np.bincount(hands, minlength=classes) * (many / len(samples) / len(hands))
    before = np.floor(np.cumsum(part) - part)
    alone = part > 1
    begins = np.zeros(classes, np.int64)
    begins[1:] = (before[1:] != before[:-1]) | alone[1:] | alone[:-1]
    return np.cumsum(begins)


class SeatGroups:
    """The hands of a seat and their groups.

    Args:
        tree: The round.
        seat: The seat.
        bins: By class, its bin.
        hands: The class of each hand, ascending.
        cards: The cards that its seat has held, a bit for each.
        factors: As `Features.factors`.

    Attributes:
        side: The groups.
    """

    def __init__(
        self, tree: RoundTree, seat: int, bins: Numbers, hands: Numbers, cards: Numbers, factors: tuple[Single, Single]
    ) -> None:
        self._tree, self._seat, self._bins = tree, seat, bins
        self._many = 1 + len(factors[0])
        self._hands, self._features = hands, np.zeros((len(hands), LANES), np.float32)
        features_of(cards, *factors, self._features)
        self._start = self._starts(bins[hands])
        count = len(self._start) - 1
        self._axes = Axes(
            *[np.zeros(shape, np.float32) for shape in (LANES, (count, 2, LANES), (count, 2), (count, 2))]
        )
        whole = np.arange(count)
        self._cells = _cells(count, count)
        self._cells.slab[:] = self._cells.cell[:] = whole[:, None]
        self._groups = np.repeat(whole, np.diff(self._start))
        even = np.zeros((count, len(self._rows)), np.float32)
        even[:] = 1 / tree.many[self._rows]
        self.side = self._side(self._groups, whole, even, np.zeros_like(even))

    @property
    def _rows(self) -> Numbers:
        """By row, its node."""
        own = np.where(self._tree.seat == self._seat, self._tree.many, 0)
        return np.repeat(np.arange(len(own)), own)

    def _starts(self, bins: Numbers) -> Numbers:
        return np.searchsorted(bins, np.arange(self._bins[-1] + 2))

    def by_class(self, play: Single) -> Side:
        """All hands of a class as a group.

        Args:
            play: Shape (nodes, 3, classes): what they do.
        """
        held, groups = np.unique(self._hands, return_inverse=True)
        rows = self._rows
        actions = np.arange(len(rows)) - self._tree.row[rows]
        now = np.ascontiguousarray(play[rows, actions][:, held].T, np.float32)
        return self._side(groups, self._bins[held], now, np.zeros_like(now))

    def _side(self, groups: Numbers, bins: Numbers, now: Single, regret: Single) -> Side:
        """A side of groups.

        Args:
            groups: By hand, its group.
            bins: The bin of each group, ascending.
            now: Shape (groups, rows): their play.
            regret: The same shape.
        """
        room = -len(bins) % LANES
        many = len(bins) + room
        mass, features = np.zeros(many, np.float32), np.zeros((many, LANES), np.float32)
        gather(groups, self._features, mass, features)
        tiles = [
            np.ascontiguousarray(np.pad(rows, ((0, room), (0, 0))).reshape(-1, LANES, now.shape[1]).swapaxes(1, 2))
            for rows in (now, regret)
        ]
        ends = np.zeros((2, many, 2 * LANES), np.float32)
        start = self._starts(bins)
        sums = np.zeros((len(start) - 1, LANES, LANES), np.float32)
        folds, shows = np.zeros((2, LANES, LANES), np.float32)
        worth = np.zeros(many, np.float32)
        play, regrets, (reach, won) = *tiles, ends
        total = np.zeros_like(play)
        return Side(mass, features, start, play, regrets, total, reach, won, sums, folds, shows, worth)

    def gains(self, other: "SeatGroups") -> tuple[Single, Single]:
        """What each action would gain the hands of a bin, against the mean play of the other seat.

        Args:
            other: The groups of the other seat.

        Returns:
            Shape (bins, rows, LANES), by own action: a hand's product with it is what it wins more by taking the action
            than by the mean play of its bin, in chips, times the probability that the bin's play comes to the decision.
            And shape (LANES,): the product that is the probability that a hand meets an opponent.
        """
        tree, side = self._tree, other.side
        reach_ends(tree, other._seat, other.mean(), side.mass, side.reach)
        sum_bins(side, self._many)
        sums = side.sums[:, :, : ((tree.lane >= 0) & (tree.lane < LANES)).sum()]
        better = side.shows[:, : sums.shape[2]] - 2 * np.cumsum(sums, axis=0) + sums
        count, nodes, play = len(better), len(tree.many), self._bin_play()
        values, reach = np.zeros((nodes, count, LANES), np.float32), np.ones((nodes, count), np.float32)
        for n in range(nodes):
            shown = tree.lane[n] < LANES
            if tree.lane[n] >= 0:
                won = better[:, :, tree.lane[n]] if shown else side.folds[:, tree.lane[n] - LANES]
                values[n] = won * (tree.stakes[n] if shown or self._seat == 0 else -tree.stakes[n])
            for a in range(tree.many[n]):
                reach[tree.child[n, a]] = reach[n] * (play[tree.row[n] + a] if tree.seat[n] == self._seat else 1)
        gains = np.zeros((len(play), count, LANES), np.float32)
        for n in reversed(range(nodes)):
            children = values[tree.child[n, : tree.many[n]]]
            if len(children) and tree.seat[n] != self._seat:
                values[n] = children.sum(axis=0)
            elif len(children):
                rows = slice(tree.row[n], tree.row[n] + tree.many[n])
                values[n] = (play[rows, :, None] * children).sum(axis=0)
                gains[rows] = reach[n, :, None] * (children - values[n])
        met = (side.mass @ side.features).astype(np.float32)
        return np.ascontiguousarray(gains.swapaxes(0, 1)), met

    def _bin_play(self) -> Single:
        """The mean play of each bin, shape (rows, bins)."""
        side, rows = self.side, self._rows
        weighed = (side.total * side.mass.reshape(-1, 1, LANES)).swapaxes(1, 2).reshape(len(side.mass), len(rows))
        padded = np.concatenate([weighed, np.zeros((1, len(rows)), np.float32)])
        sums = np.add.reduceat(padded, side.start[:-1], axis=0)
        sums[np.diff(side.start) == 0] = 0
        play = sums.T.copy()
        for n in np.unique(rows):
            own = rows == n
            whole = play[own].sum(axis=0)
            play[own] = np.where(whole > 0, play[own] / np.where(whole > 0, whole, 1), 1 / self._tree.many[n])
        return play

    def regroup(self, gains: Single, met: Single, size: float) -> None:
        """Make new groups of hands to which the actions are worth as much.

        Args:
            gains: As `gains` returns.
            met: The same.
            size: The hands of a group.
        """
        hands, parents = len(self._features), self._groups
        self._axes.met[:] = met
        axes(self._start, self._features, self._many, gains, self._axes)
        places = np.zeros((hands, 2), np.int16)
        levels(self._start, self._features, self._axes, places)
        wanted = np.maximum(np.diff(self._start) / size, 1)
        ratio = self._axes.spread[:, 0] / np.maximum(self._axes.spread[:, 1], 1e-9)
        across = np.clip(np.rint(np.sqrt(wanted * ratio)), 1, np.rint(wanted)).astype(np.int64)
        self._cells = _cells(len(wanted), int(across.sum()))
        split(self._start, places, across, size, self._cells)
        self._groups = np.zeros(hands, np.int64)
        group_of(self._start, places, self._cells, self._groups)
        parent = np.zeros(self._cells.start[-1], np.int64)
        parent[self._groups[::-1]] = parents[::-1]
        bins = np.repeat(np.arange(len(wanted)), np.diff(self._cells.start))
        tile, lane = np.divmod(parent, LANES)
        self.side = self._side(self._groups, bins, self.side.now[tile, :, lane], self.side.regret[tile, :, lane])

    def mean(self) -> Single:
        """The mean play of the groups, shape (groups / LANES, rows, LANES)."""
        total, rows = self.side.total, self._rows
        play = np.empty_like(total)
        for n in np.unique(rows):
            own = rows == n
            whole = total[:, own].sum(axis=1, keepdims=True)
            play[:, own] = np.where(whole > 0, total[:, own] / np.where(whole > 0, whole, 1), 1 / self._tree.many[n])
        return play

    def play(self, hands: Numbers, features: Single) -> Single:
        """The mean play of hands by their groups.

        Args:
            hands: The class of each.
            features: Shape (hands, features).

        Returns:
            Shape (nodes, 3, hands).
        """
        order = np.argsort(hands, kind="stable")
        rows = np.zeros((len(hands), LANES), np.float32)
        rows[:, : self._many] = features[order]
        start, places, groups = (
            self._starts(self._bins[hands[order]]),
            np.zeros((len(hands), 2), np.int16),
            order.copy(),
        )
        levels(start, rows, self._axes, places)
        group_of(start, places, self._cells, groups)
        tile, lane = np.divmod(groups, LANES)
        mean, play = self.mean(), np.zeros((len(self._tree.many), 3, len(hands)), np.float32)
        for row, n in enumerate(self._rows):
            play[n, row - self._tree.row[n], order] = mean[tile, row, lane]
        return play


def _cells(bins: int, slabs: int) -> Cells:
    slab, cell = np.zeros((bins, LEVELS), np.int32), np.zeros((slabs, LEVELS), np.int32)
    return Cells(slab, cell, np.zeros(bins + 1, np.int64))
