"""A round of betting to the showdown as a game of two matrices: solved, its values and its best responses.

`Ends(nodes, paid, bet)` is the round's tree (`standpat.bots.strategy_file.Node`) with what its ends pay, in chips of
the whole hand. `Ranges(alive, wins)` are the hands: `alive[a, b]` the chance that seat 0 holds group a and seat 1 group
b, `wins` what of it seat 0 wins less what it loses. Nothing says that the two are independent of each other.

A `Play` has for each node an array (actions, groups), empty where nobody acts. `solve` finds one for both by CFR+: the
seats in turn, regrets kept above nought, the mean over the iterations weighed by their number.

The *guard* is the gadget of Burch, Johanson and Bowling (2014). `refusal[g]` is what the other seat has for sure with
group g, times the chance of the group; before the round they may take that instead of playing, but for a part `forced`
of the deals. At 0 the play found gives no group more than that (as far as it can), which keeps what was promised before
the round; at 1 it is what is best against the ranges as they are believed to be.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from standpat.bots.strategy_file import Node
from standpat.solver.kernels.range_pairs import Vector

Play: TypeAlias = list[Vector]


class Ranges(NamedTuple):
    alive: Vector
    wins: Vector


class Guard(NamedTuple):
    """`seat` is the one who may refuse."""

    seat: int
    refusal: Vector
    forced: float


class Ends:
    """`stakes[n]` is what seat 0 wins at a fold (`shown[n]` false), or what a showdown is about."""

    def __init__(self, nodes: Sequence[Node], paid: int, bet: int) -> None:
        self.nodes = nodes
        self.over = [n for n, node in enumerate(nodes) if not node.letters]
        self.shown = [nodes[n].exit >= 0 for n in self.over]
        chips = [(0, 0)] * len(nodes)
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
    """Every action as likely as any other."""
    return [np.full((len(n.letters), groups[n.seat]), 1 / max(1, len(n.letters))) for n in ends.nodes]


def reaches(ends: Ends, play: Play, seat: int, start: Vector) -> Vector:
    """How likely a seat's groups do what leads to each node, (nodes, groups), from `start` on."""
    found = np.zeros((len(ends.nodes), len(start)))
    found[0] = start
    for n, node in enumerate(ends.nodes):
        for a, child in enumerate(node.children):
            found[child] = found[n] * play[n][a] if node.seat == seat else found[n]
    return found


def _at_ends(ends: Ends, ranges: Ranges, seat: int, theirs: Vector) -> Vector:
    """What a seat's groups win at each end, given how likely the other comes there."""
    alive, wins = (ranges.alive, ranges.wins) if seat == 0 else (ranges.alive.T, ranges.wins.T)
    sign = 1.0 if seat == 0 else -1.0
    found = np.zeros((len(ends.nodes), len(alive)))
    found[ends.folds] = (theirs[ends.folds] * (sign * ends.stakes[ends.folds])[:, None]) @ alive.T
    found[ends.shows] = (theirs[ends.shows] * (sign * ends.stakes[ends.shows])[:, None]) @ wins.T
    return found


def values(ends: Ends, ranges: Ranges, seat: int, play: Play, theirs: Vector, best: bool = False) -> Vector:
    """What each group of a seat wins at each node, weighed by the other's reaches and by the chance of the group."""
    found = _at_ends(ends, ranges, seat, theirs)
    for n in range(len(ends.nodes) - 1, -1, -1):
        node = ends.nodes[n]
        if node.letters:
            children = found[list(node.children)]
            if node.seat != seat:
                found[n] = children.sum(axis=0)
            else:
                found[n] = children.max(axis=0) if best else (play[n] * children).sum(axis=0)
    return found


def worth(ends: Ends, ranges: Ranges, seat: int, play: Play, best: bool = False) -> Vector:
    """What each group of a seat wins against `play` when it plays by it too, or (`best`) as well as it can."""
    other = np.ones(ranges.alive.shape[1 - seat])
    return np.asarray(values(ends, ranges, seat, play, reaches(ends, play, 1 - seat, other), best)[0])


def exploitability(ends: Ends, ranges: Ranges, play: Play) -> float:
    """What best responses win from a play, the mean of the two seats, in chips."""
    return sum([float(worth(ends, ranges, seat, play, best=True).sum()) for seat in (0, 1)]) / 2


def solve(ends: Ends, ranges: Ranges, iterations: int, guard: Guard | None = None) -> Play:
    """The mean play of so many iterations."""
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
