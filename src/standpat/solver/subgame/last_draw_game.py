"""The last draw of both seats and the betting after it as one game of groups, with card removal between the hands.

`LastDraw` is the game. Before the draw seat 0 holds group g and seat 1 group h with probability `chance[g, h]`, which
need not be independent. Each draws one of the same counts; the seat `first` draws before the other, who sees how many
cards. After the draw, hands are in stretches of strength, K for each seat and count. `spread[seat][0]` has shape
(groups, K) for standing pat. The other counts depend on the opponent's hand too, because its cards are missing. There
the opponent's groups are taken together in blocks, equally many in each, one after the other: the shape is (blocks of
the opponent, groups, K). Then both bet (`standpat.solver.subgame.matrix_round.Ends`). `shown[o, k, j]` is the
probability that seat 0 wins a showdown of stretches k and j minus the probability that it loses. `o` numbers the
outcomes of the draw, first * counts + second.

Two simplifications remain. Both seats may draw the same card. And a player who bets knows their stretch and both
counts, but not the group that they came from: discards count in the draw, not in the betting.

`LastDraw.solve` finds a `DrawPlay` by CFR+ (Tammelin 2014), one seat after the other. `LastDraw.response` is the value
of the best response to a play; the best response also knows its group.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.solver.subgame.matrix_round import Ends

Array: TypeAlias = NDArray[np.floating[Any]]
NOTHING = 1e-9
"""Outcomes less likely than this are skipped."""


class DrawPlay(NamedTuple):
    """What both seats do.

    Attributes:
        first: Probabilities of the first to draw, shape (counts, groups).
        second: Probabilities of the second to draw, shape (counts of the first, counts, groups).
        bets: By node, probabilities of the actions, shape (outcomes, actions, K).
    """

    first: Array
    second: Array
    bets: list[Array]

    def drawn(self, seat: int, first: int) -> Array:
        """The probability that each group of a seat does its part of each outcome.

        Args:
            seat: The seat.
            first: The seat that draws first.

        Returns:
            Shape (outcomes, groups).
        """
        counts = len(self.first)
        if seat == first:
            return np.repeat(self.first, counts, axis=0)
        return self.second.reshape(counts * counts, -1)


class LastDraw:
    """The last draw and the betting after it. The module describes the arrays.

    Args:
        first: The seat that draws first.
        chance: Shape (groups of seat 0, groups of seat 1).
        spread: By seat and count, the transitions from groups to stretches.
        shown: Shape (outcomes, K, K), the showdowns.
        ends: The tree of the betting and what its ends pay.

    Raises:
        ValueError: The groups of a seat cannot be divided into its blocks.
    """

    def __init__(
        self, first: int, chance: Array, spread: tuple[list[Array], list[Array]], shown: Array, ends: Ends
    ) -> None:
        self.first, self.chance, self.spread, self.shown, self.ends = first, chance, spread, shown, ends
        self.counts, self.stretches = len(spread[0]), shown.shape[1]
        self.outcomes = self.counts**2
        both = [divmod(o, self.counts) for o in range(self.outcomes)]
        self.count = both if first == 0 else [(second, first) for first, second in both]
        blocks = len(spread[1][-1]), len(spread[0][-1])
        if any(groups % many for groups, many in zip(chance.shape, blocks, strict=True)):
            raise ValueError(f"{chance.shape} groups cannot be divided into {blocks} blocks of equally many")
        self._shape = (blocks[0], -1, blocks[1], chance.shape[1] // blocks[1])
        own, theirs = (self._shape[2], blocks[0], -1, self.stretches), (*blocks, -1, self.stretches)
        self._group_chance = chance.sum(axis=1), chance.sum(axis=0)
        self._mean = [[one if not c else one.mean(axis=0) for c, one in enumerate(of)] for of in spread]
        # Both by block of seat 0, block of seat 1, group in its block.
        self._own = [np.ascontiguousarray(one.reshape(own).swapaxes(0, 1)) for one in spread[0][1:]]
        self._theirs = [one.reshape(theirs) for one in spread[1][1:]]

    def flat(self) -> DrawPlay:
        """The play in which all choices are equally likely."""
        groups, n = self.chance.shape, self.counts
        return DrawPlay(
            np.full((n, groups[self.first]), 1 / n, np.float32),
            np.full((n, n, groups[1 - self.first]), 1 / n, np.float32),
            [
                np.full((self.outcomes, a, self.stretches), 1 / max(1, a), np.float32)
                for a in [len(node.letters) for node in self.ends.nodes]
            ],
        )

    def solve(self, iterations: int) -> DrawPlay:
        """Solve the game by CFR+.

        Args:
            iterations: Iterations; iteration t has weight t² in the mean.

        Returns:
            The mean play.
        """
        now, regret, total = self.flat(), _nothing(self.flat()), _nothing(self.flat())
        reach = [self._reaches(now.bets, seat) for seat in (0, 1)]
        for turn in range(1, iterations + 1):
            for seat in (0, 1):
                self._learn(seat, now, regret, reach)
                self._add(seat, now, total, reach[seat], turn**2)
        return DrawPlay(_matched(total.first, 0), _matched(total.second, 1), [_matched(b, 1) for b in total.bets])

    def value(self, play: DrawPlay, other: DrawPlay) -> float:
        """What seat 0 wins by a play against a play of seat 1, in chips."""
        drawn = play.drawn(0, self.first), other.drawn(1, self.first)
        reach = self._reaches(play.bets, 0), self._reaches(other.bets, 1)
        worth = self._matrix(reach)
        won = 0.0
        for o in range(self.outcomes):
            meeting = self._met(o, self.chance * drawn[0][o][:, None] * drawn[1][o])
            won += float((meeting * worth[o]).sum())
        return won

    def response(self, seat: int, play: DrawPlay) -> float:
        """What a seat wins with a best response to a play of the other seat, in chips."""
        drawn, reach = play.drawn(1 - seat, self.first), self._reaches(play.bets, 1 - seat)
        worth = np.zeros((self.outcomes, self.chance.shape[seat]))
        for o in range(self.outcomes):
            weight = self.chance * (drawn[o] if seat == 0 else drawn[o][:, None])
            if weight.sum() < NOTHING:
                continue
            own, theirs = (self._whole(s, self.count[o][s]) for s in (seat, 1 - seat))
            shown = self.shown[o] if seat == 0 else -self.shown[o].T
            if seat:
                own, theirs, weight = own.swapaxes(0, 1), theirs.swapaxes(0, 1), weight.T
            meeting = np.matmul((own * weight[:, :, None]).swapaxes(1, 2), theirs)
            worth[o] = self._best(seat, meeting, shown, reach[:, o]).sum(axis=1)
        by_count = worth.reshape(self.counts, self.counts, -1)
        if seat == self.first:
            return float(by_count.sum(axis=1).max(axis=0).sum())
        return float(by_count.max(axis=1).sum())

    def exploitability(self, play: DrawPlay) -> float:
        """What best responses win from a play, the mean of the two seats, in chips."""
        return (self.response(0, play) + self.response(1, play)) / 2

    # How it is reckoned ----------------------------------------------------------------------------------

    def _learn(self, seat: int, now: DrawPlay, regret: DrawPlay, reaches: list[Array]) -> None:
        """Update a seat's regrets, its play by regret matching, and its reach probabilities."""
        ends, other = self.ends, 1 - seat
        theirs = now.drawn(other, self.first)
        weights = [self.chance * (t if seat == 0 else t[:, None]) for t in theirs]
        live = (theirs @ self._group_chance[other] >= NOTHING).tolist()
        met = np.zeros((self.outcomes, self.stretches, self.stretches), np.float32)
        for o in range(self.outcomes):
            if live[o]:
                met[o] = self._met(o, weights[o])
        wins = met * self.shown
        if seat:
            met, wins = met.swapaxes(1, 2), -wins.swapaxes(1, 2)
        reach = reaches[other]
        sign = 1 if seat == 0 else -1
        values = np.zeros((len(ends.nodes), self.outcomes, self.stretches), np.float32)
        values[ends.folds] = _through(met, reach[ends.folds] * (sign * ends.stakes[ends.folds, None, None]))
        values[ends.shows] = _through(wins, reach[ends.shows] * ends.stakes[ends.shows, None, None])
        for n in range(len(ends.nodes) - 1, -1, -1):
            node = ends.nodes[n]
            if not node.letters:
                continue
            children = values[list(node.children)].swapaxes(0, 1)
            if node.seat != seat:
                values[n] = children.sum(axis=1)
                continue
            values[n] = (now.bets[n] * children).sum(axis=1)
            np.maximum(regret.bets[n] + children - values[n][:, None], 0, out=regret.bets[n])
            now.bets[n][:] = _matched(regret.bets[n], 1)
        reaches[seat] = self._reaches(now.bets, seat)
        worth = sign * self._matrix((reaches[0], reaches[1]))
        won = np.zeros((self.outcomes, self.chance.shape[seat]), np.float32)
        for o in range(self.outcomes):
            if live[o]:
                won[o] = (weights[o] * self._pair(o, worth[o])).sum(axis=1 - seat)
        by_count = won.reshape(self.counts, self.counts, -1)
        if seat == self.first:
            counts = by_count.sum(axis=1)
            np.maximum(regret.first + counts - (now.first * counts).sum(axis=0), 0, out=regret.first)
            now.first[:] = _matched(regret.first, 0)
        else:
            mean = (now.second * by_count).sum(axis=1, keepdims=True)
            np.maximum(regret.second + by_count - mean, 0, out=regret.second)
            now.second[:] = _matched(regret.second, 1)

    def _add(self, seat: int, now: DrawPlay, total: DrawPlay, reach: Array, weight: int) -> None:
        """Add a seat's play to the total, weighted by its own reach probabilities."""
        drawn = now.drawn(seat, self.first) * self._group_chance[seat]
        own = reach * np.stack([drawn[o] @ self._mean[seat][self.count[o][seat]] for o in range(self.outcomes)])
        for n, node in enumerate(self.ends.nodes):
            if node.letters and node.seat == seat:
                total.bets[n][:] += weight * own[n][:, None] * now.bets[n]
        if seat == self.first:
            total.first[:] += weight * now.first
        else:
            total.second[:] += weight * now.second

    def _reaches(self, bets: list[Array], seat: int) -> Array:
        """The probability that a seat's stretches play to each node, shape (nodes, outcomes, K)."""
        reach = np.ones((len(self.ends.nodes), self.outcomes, self.stretches), np.float32)
        for n, node in enumerate(self.ends.nodes):
            for a, child in enumerate(node.children):
                reach[child] = reach[n] * bets[n][:, a] if node.seat == seat else reach[n]
        return reach

    def _matrix(self, reach: tuple[Array, Array]) -> Array:
        """What seat 0 wins with each pair of stretches, shape (outcomes, K, K)."""
        folds, shows = self.ends.folds, self.ends.shows
        parts = []
        for ends in (folds, shows):
            own = (reach[0][ends] * self.ends.stakes[ends, None, None]).transpose(1, 2, 0)
            parts.append(np.matmul(own, reach[1][ends].swapaxes(0, 1)))
        won: Array = (parts[0] + parts[1] * self.shown).astype(np.float32)
        return won

    def _met(self, o: int, weight: Array) -> Any:
        """The probability of each pair of stretches if the groups have these weights."""
        zero, one = self.count[o]
        own, theirs = self.spread[0][zero], self.spread[1][one]
        if not zero and not one:
            return own.T @ weight @ theirs
        if not zero:
            return own.T @ np.matmul(weight.reshape(len(theirs), -1, weight.shape[1]), theirs).reshape(own.shape)
        if not one:
            return np.matmul(weight.T.reshape(len(own), -1, len(weight)), own).reshape(theirs.shape).T @ theirs
        meeting = np.matmul(weight.reshape(self._shape).swapaxes(1, 2), self._theirs[one - 1])
        return self._own[zero - 1].reshape(-1, self.stretches).T @ meeting.reshape(-1, self.stretches)

    def _pair(self, o: int, worth: Array) -> Any:
        """What each pair of groups wins if the pairs of stretches win `worth`."""
        zero, one = self.count[o]
        own, theirs = self.spread[0][zero], self.spread[1][one]
        if not zero and not one:
            return own @ worth @ theirs.T
        if not zero:
            won = (own @ worth).reshape(len(theirs), -1, self.stretches)
            return np.matmul(won, theirs.swapaxes(1, 2)).reshape(self.chance.shape)
        if not one:
            won = (theirs @ worth.T).reshape(len(own), -1, self.stretches)
            return np.matmul(won, own.swapaxes(1, 2)).reshape(self.chance.shape[::-1]).T
        won = np.matmul(self._own[zero - 1] @ worth, self._theirs[one - 1].swapaxes(2, 3))
        return won.swapaxes(1, 2).reshape(self.chance.shape)

    def _whole(self, seat: int, count: int) -> Array:
        """A seat's transitions for each pair of groups, shape (groups of seat 0, groups of seat 1, K)."""
        spread = self.spread[seat][count]
        if count:
            of_group = np.repeat(spread, self.chance.shape[1 - seat] // len(spread), axis=0)
            return of_group.swapaxes(0, 1) if seat == 0 else of_group
        return np.broadcast_to(spread[:, None] if seat == 0 else spread[None], (*self.chance.shape, self.stretches))

    def _best(self, seat: int, meeting: Array, shown: Array, reach: Array) -> Array:
        """The values of each group and stretch of a seat that plays a best response in the betting."""
        ends, sign = self.ends, 1 if seat == 0 else -1
        values: dict[int, Array] = {}
        for n in range(len(ends.nodes) - 1, -1, -1):
            node = ends.nodes[n]
            if not node.letters:
                weigh = reach[n] * (ends.stakes[n] if node.exit >= 0 else sign * ends.stakes[n])
                values[n] = (meeting * shown if node.exit >= 0 else meeting) @ weigh
            else:
                children = np.stack([values.pop(child) for child in node.children])
                values[n] = children.max(axis=0) if node.seat == seat else children.sum(axis=0)
        return values[0]


def _through(matrix: Array, reach: Array) -> Any:
    """The opponent's reach probabilities carried through matrices, shape (nodes, outcomes, K)."""
    return np.matmul(matrix, reach.transpose(1, 2, 0).astype(np.float32)).transpose(2, 0, 1)


def _nothing(play: DrawPlay) -> DrawPlay:
    return DrawPlay(play.first * 0, play.second * 0, [bet * 0 for bet in play.bets])


def _matched(weights: Array, axis: int) -> Array:
    if not weights.shape[axis]:
        return weights
    total = weights.sum(axis=axis, keepdims=True)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / weights.shape[axis]).astype(np.float32)
