"""A betting round to the showdown as a game of two matrices: its solution, values and best responses.

`Ends(nodes, paid, bet)` is the tree of the round (`RoundNode`) with what its ends pay, in chips
of the whole hand. `Ranges(alive, wins)` are the hands: `alive[a, b]` is the probability that seat 0 holds group a and
seat 1 group b, `wins` the same times the sign of the showdown for seat 0. The two seats need not be independent.

A `Play` has an array of shape (actions, groups) for each node, empty where nobody acts. `solve` finds one for both
seats by CFR+ (Tammelin 2014): the seats take turns, regrets are clipped at 0, and the mean over the iterations is
weighted by their number.

The *guard* is the gadget game of Burch, Johanson and Bowling (2014, "Solving imperfect information games using
decomposition"). `refusal[g]` is what the opponent is certain of with group g, times the probability of the group.
Before the round they may take that instead of playing, except in a fraction `forced` of the deals. With `forced` = 0
the solution gives no group more than that, as far as possible, which keeps the guarantees made before the round. With
`forced` = 1 it is the best play if the ranges are right.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from standpat.solver.kernels.range_pairs import Vector

Play: TypeAlias = list[Vector]


class RoundNode(Protocol):
    """A node of the tree, such as `standpat.bots.strategy_file.Node`. Children come after it."""

    @property
    def seat(self) -> int:
        """The seat to act."""

    @property
    def letters(self) -> str:
        """Its actions (f, x, c, b, r); empty where the round is over."""

    @property
    def children(self) -> tuple[int, ...]:
        """The node after each action."""

    @property
    def exit(self) -> int:
        """Where the round is over, -1 after a fold, else another number."""


class Ranges(NamedTuple):
    """The hands of both seats.

    Attributes:
        alive: Shape (groups of seat 0, groups of seat 1), the probability of each pair.
        wins: The same, times the mean sign of the showdown for seat 0.
    """

    alive: Vector
    wins: Vector


class Guard(NamedTuple):
    """The gadget that keeps guarantees made before the round.

    Attributes:
        seat: The seat that may refuse to play.
        refusal: By group, what the seat gets if it refuses, in chips times the probability of the group.
        forced: The fraction of the deals in which it may not refuse.
    """

    seat: int
    refusal: Vector
    forced: float


class Ends:
    """The tree of a round and what its ends pay.

    Args:
        nodes: The nodes of the round.
        paid: Chips that each seat has put in before the round.
        bet: The bet of the round, in chips.
        front: Chips that each seat has put in in this round before the root.

    Attributes:
        nodes: The nodes of the round.
        over: The numbers of the ends.
        shown: By end, whether it is a showdown.
        stakes: By node, in chips: what seat 0 wins at a fold, or what each seat risks at a showdown.
        folds: The numbers of the folds.
        shows: The numbers of the showdowns.
    """

    def __init__(self, nodes: Sequence[RoundNode], paid: float, bet: int, front: tuple[int, int] = (0, 0)) -> None:
        self.nodes = nodes
        self.over = [n for n, node in enumerate(nodes) if not node.letters]
        self.shown = [nodes[n].exit >= 0 for n in self.over]
        chips = [front] * len(nodes)
        for n, node in enumerate(nodes):
            for letter, child in zip(node.letters, node.children, strict=True):
                own, other = chips[n][node.seat], chips[n][1 - node.seat]
                own = other + bet if letter in "br" else other if letter == "c" else own
                chips[child] = (own, other) if node.seat == 0 else (other, own)
        self.stakes = np.zeros(len(nodes))
        for n, shown in zip(self.over, self.shown, strict=True):
            button, blind = chips[n]
            self.stakes[n] = paid + button if shown else paid + blind if button > blind else -(paid + button)
        self.folds = np.array([n for n in self.over if nodes[n].exit < 0], np.int64)
        self.shows = np.array([n for n in self.over if nodes[n].exit >= 0], np.int64)


def flat(ends: Ends, groups: tuple[int, int]) -> Play:
    """The play in which all actions are equally likely."""
    return [np.full((len(n.letters), groups[n.seat]), 1 / max(1, len(n.letters))) for n in ends.nodes]


def reaches(ends: Ends, play: Play, seat: int, start: Vector) -> Vector:
    """The probability that a seat's groups play to each node.

    Args:
        ends: The tree of the round.
        play: The play.
        seat: The seat.
        start: By group, the probability at the root.

    Returns:
        Shape (nodes, groups).
    """
    reach = np.zeros((len(ends.nodes), len(start)))
    reach[0] = start
    for n, node in enumerate(ends.nodes):
        for a, child in enumerate(node.children):
            reach[child] = reach[n] * play[n][a] if node.seat == seat else reach[n]
    return reach


def _at_ends(ends: Ends, ranges: Ranges, seat: int, theirs: Vector) -> Vector:
    """What a seat's groups win at each end, given the opponent's reach probabilities."""
    alive, wins = (ranges.alive, ranges.wins) if seat == 0 else (ranges.alive.T, ranges.wins.T)
    sign = 1.0 if seat == 0 else -1.0
    end_values = np.zeros((len(ends.nodes), len(alive)))
    end_values[ends.folds] = (theirs[ends.folds] * (sign * ends.stakes[ends.folds])[:, None]) @ alive.T
    end_values[ends.shows] = (theirs[ends.shows] * (sign * ends.stakes[ends.shows])[:, None]) @ wins.T
    return end_values


def values(ends: Ends, ranges: Ranges, seat: int, play: Play, theirs: Vector, best: bool = False) -> Vector:
    """The counterfactual values of a seat's groups at each node.

    Args:
        ends: The tree of the round.
        ranges: The hands.
        seat: The seat.
        play: The play of the seat.
        theirs: The opponent's reach probabilities, shape (nodes, groups).
        best: Whether the seat plays a best response instead of `play`.

    Returns:
        Shape (nodes, groups), in chips times the probability of the group.
    """
    node_values = _at_ends(ends, ranges, seat, theirs)
    for n in range(len(ends.nodes) - 1, -1, -1):
        node = ends.nodes[n]
        if node.letters:
            children = node_values[list(node.children)]
            if node.seat != seat:
                node_values[n] = children.sum(axis=0)
            else:
                node_values[n] = children.max(axis=0) if best else (play[n] * children).sum(axis=0)
    return node_values


def worth(ends: Ends, ranges: Ranges, seat: int, play: Play, best: bool = False) -> Vector:
    """What each group of a seat wins against `play`, playing by it too or (`best`) with a best response."""
    other = np.ones(ranges.alive.shape[1 - seat])
    return np.asarray(values(ends, ranges, seat, play, reaches(ends, play, 1 - seat, other), best)[0])


def exploitability(ends: Ends, ranges: Ranges, play: Play) -> float:
    """What best responses win from a play, the mean of the two seats, in chips."""
    return sum([float(worth(ends, ranges, seat, play, best=True).sum()) for seat in (0, 1)]) / 2


def solve(ends: Ends, ranges: Ranges, iterations: int, guard: Guard | None = None) -> Play:
    """Solve the round by CFR+.

    Args:
        ends: The tree of the round.
        ranges: The hands.
        iterations: Iterations; iteration t has weight t in the mean.
        guard: The gadget; None for none.

    Returns:
        The mean play of both seats.
    """
    groups = (ranges.alive.shape[0], ranges.alive.shape[1])
    now, total = flat(ends, groups), [play * 0 for play in flat(ends, groups)]
    regret = [play * 0 for play in now]
    come = [np.ones(groups[0]), np.ones(groups[1])]
    if guard is not None:
        temptation = np.zeros((2, groups[guard.seat]))
    for turn in range(1, iterations + 1):
        for seat in (0, 1):
            theirs = reaches(ends, now, 1 - seat, come[1 - seat])
            mine = reaches(ends, now, seat, come[seat])
            won = values(ends, ranges, seat, now, theirs)
            for n, node in enumerate(ends.nodes):
                if node.seat != seat or not node.letters:
                    continue
                total[n] += turn * mine[n] * now[n]
                regret[n] = np.maximum(regret[n] + won[list(node.children)] - won[n], 0)
                now[n] = _matched(regret[n])
            if guard is not None and guard.seat == seat:
                follow = (come[seat] - guard.forced) / max(1 - guard.forced, 1e-12)
                mean = follow * won[0] + (1 - follow) * guard.refusal
                temptation = np.maximum(temptation + np.stack([won[0], guard.refusal]) - mean, 0)
                come[seat] = guard.forced + (1 - guard.forced) * _matched(temptation)[0]
    return [_matched(play) for play in total]


def _matched(weights: Vector) -> Vector:
    if not len(weights):
        return weights
    total = weights.sum(axis=0)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
