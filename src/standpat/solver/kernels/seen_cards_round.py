"""A last round between groups of hands that know their discards, solved by discounted CFR (compiled).

Hands are in *bins* by strength, the same for both seats, and in *groups* of a bin, which play alike. A group has the
mean of its hands' features (`standpat.solver.subgame.seen_cards`): the product with the features of another hand is the
probability that the two have no common card. Hands of the same bin are taken to tie.

`solve` makes iterations of CFR (Brown and Sandholm 2019, "Solving imperfect-information games via discounted regret
minimization"): regrets are clipped at 0 as in CFR+ and lose a part before each iteration, the t-th of which leaves
t**a / (t**a + 1) of them. The seats take turns. The mean play is that of the iterations of one call, weighted by
t**b.

One seat is solved for. The other has its groups, which always come, and *ghosts*: hands that need not come by the line
and come as often as they win more than they could take (`Gadget`; Burch, Johanson and Bowling 2014, "Solving imperfect
information games using decomposition"). So the solution is no worse against hands that nobody expects.

Groups are computed `LANES` at a time, and so are the ends of the round for one group: showdowns in the first `LANES`
columns, folds in the next.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.compute.vectors import LANES, load, load_one, multiply_add, spread, store, where

Vector = NDArray[np.float64]
Single = NDArray[np.float32]
Numbers = NDArray[np.int64]


class RoundTree(NamedTuple):
    """The tree of the round.

    Attributes:
        seat: By node, the seat to act.
        many: By node, the number of actions; 0 at the ends.
        child: Shape (nodes, 3): the node after each action.
        row: By node, the row of its first action among the actions of its seat.
        lane: By node, the column of an end; -1 elsewhere.
        stakes: By node, in chips: what seat 0 wins at a fold, or what each seat risks at a showdown.
    """

    seat: Numbers
    many: Numbers
    child: Numbers
    row: Numbers
    lane: Numbers
    stakes: Vector


class Side(NamedTuple):
    """The groups of a seat, in the order of their bins, as many as fill whole vectors.

    Attributes:
        mass: By group, the probability that the seat has one of its hands.
        features: Shape (groups, LANES): the mean of its hands' features; columns that are left over are 0.
        start: By bin, its first group; and the number of groups at the end.
        now: Shape (groups / LANES, rows, LANES): the present play.
        regret: The same shape.
        total: The same shape: the play of all iterations, weighted also by its own reach probabilities.
        reach: Shape (groups, 2 * LANES): by end, the probability that the group is held and plays to it.
        won: The same shape: what it wins there for a stake of 1.
        sums: Shape (bins, LANES, LANES): by feature and showdown, features times `reach`, summed over the bin.
        folds: Shape (LANES, LANES): the same for folds, summed over all groups.
        shows: Shape (LANES, LANES): the same for showdowns; changes while the other seat's values are computed.
        worth: By group, what it wins in the round, in chips.
    """

    mass: Single
    features: Single
    start: Numbers
    now: Single
    regret: Single
    total: Single
    reach: Single
    won: Single
    sums: Single
    folds: Single
    shows: Single
    worth: Single


class Gadget(NamedTuple):
    """The choice of ghosts to come or to take something instead.

    Attributes:
        take: By group, what it takes, in the unit of `Side.worth`.
        most: By group, its probability if it always comes.
        regret: Shape (2, groups): the regrets for not coming more often, and for not taking more often.
    """

    take: Single
    most: Single
    regret: Single


@fast_allocating_kernel
def reach_ends(tree: RoundTree, seat: int, play: Single, mass: Single, out: Single) -> None:
    """The probability that a seat's groups are held and play to each end.

    Args:
        tree: The round.
        seat: The seat.
        play: Shape (groups / LANES, rows, LANES): its play.
        mass: By group, its probability.
        out: Shape (groups, 2 * LANES), set.
    """
    nodes, rows = len(tree.many), play.shape[1]
    reach = np.ones((nodes, LANES), np.float32)
    for tile in range(len(play)):
        store(reach, 0, load(mass, LANES * tile))
        for n in range(nodes):
            here = load(reach, LANES * n)
            for a in range(tree.many[n]):
                there = here
                if tree.seat[n] == seat:
                    there = here * load(play, LANES * (tile * rows + tree.row[n] + a))
                store(reach, LANES * tree.child[n, a], there)
        for n in range(nodes):
            if tree.lane[n] >= 0:
                for t in range(LANES):
                    out[LANES * tile + t, tree.lane[n]] = reach[n, t]


@fast_kernel
def sum_bins(side: Side, features: int) -> None:
    """Set the sums by bin, and those of all groups.

    Args:
        side: The seat.
        features: The number of features.
    """
    zero = spread(np.float32(0))
    for k in range(features):
        store(side.folds, LANES * k, zero)
        store(side.shows, LANES * k, zero)
    for b in range(len(side.start) - 1):
        base = b * LANES * LANES
        for k in range(features):
            store(side.sums, base + LANES * k, zero)
        for i in range(side.start[b], side.start[b + 1]):
            shows, folds = load(side.reach, 2 * LANES * i), load(side.reach, 2 * LANES * i + LANES)
            for k in range(features):
                weight, at = load_one(side.features, LANES * i + k), base + LANES * k
                store(side.sums, at, multiply_add(weight, shows, load(side.sums, at)))
                store(side.folds, LANES * k, multiply_add(weight, folds, load(side.folds, LANES * k)))
        for k in range(features):
            store(side.shows, LANES * k, load(side.shows, LANES * k) + load(side.sums, base + LANES * k))


@fast_kernel
def show_all(side: Side, features: int) -> None:
    """Set `shows` again from the sums by bin."""
    for k in range(features):
        shows = spread(np.float32(0))
        for b in range(len(side.start) - 1):
            shows = shows + load(side.sums, b * LANES * LANES + LANES * k)
        store(side.shows, LANES * k, shows)


@fast_kernel
def join(side: Side, more: Side, features: int) -> None:
    """Add the sums of another side to those of a side; both have the same bins."""
    for k in range(features):
        store(side.folds, LANES * k, load(side.folds, LANES * k) + load(more.folds, LANES * k))
        store(side.shows, LANES * k, load(side.shows, LANES * k) + load(more.shows, LANES * k))
        for b in range(len(side.start) - 1):
            at = b * LANES * LANES + LANES * k
            store(side.sums, at, load(side.sums, at) + load(more.sums, at))


@fast_kernel
def win_ends(side: Side, other: Side, features: int) -> None:
    """Set what a seat's groups win at the ends for a stake of 1.

    Args:
        side: The seat.
        other: The other seat, after `sum_bins`.
        features: The number of features.
    """
    # The worse opponents minus the better ones. First all are worse. A bin changes sides in two steps: between them
    # it counts for neither.
    better = other.shows
    for b in range(len(side.start) - 1):
        base = b * LANES * LANES
        for k in range(features):
            store(better, LANES * k, load(better, LANES * k) - load(other.sums, base + LANES * k))
        for i in range(side.start[b], side.start[b + 1]):
            shows = folds = spread(np.float32(0))
            for k in range(features):
                weight = load_one(side.features, LANES * i + k)
                shows = multiply_add(weight, load(better, LANES * k), shows)
                folds = multiply_add(weight, load(other.folds, LANES * k), folds)
            store(side.won, 2 * LANES * i, shows)
            store(side.won, 2 * LANES * i + LANES, folds)
        for k in range(features):
            store(better, LANES * k, load(better, LANES * k) - load(other.sums, base + LANES * k))


@fast_kernel
def _win_end(tree: RoundTree, seat: int, side: Side, tile: int, node: int, out: Single) -> None:
    """Set what the groups of a tile win at an end, in chips."""
    lane, stake = tree.lane[node], np.float32(tree.stakes[node])
    if seat == 1 and lane >= LANES:  # a fold, whose stake is what seat 0 wins
        stake = -stake
    for t in range(LANES):
        out[node, t] = stake * side.won[LANES * tile + t, lane]


@fast_allocating_kernel
def learn(tree: RoundTree, seat: int, side: Side, keep: float, weight: float) -> None:
    """One iteration for the groups of a seat, whose `won` is set.

    Args:
        tree: The round.
        seat: The seat.
        side: Its groups.
        keep: The part of the regrets that is kept.
        weight: The weight of the iteration in the mean.
    """
    nodes, rows = len(tree.many), side.now.shape[1]
    mine, part = np.ones((nodes, LANES), np.float32), np.zeros((nodes, LANES), np.float32)
    zero, one = spread(np.float32(0)), spread(np.float32(1))
    kept, counted = spread(np.float32(keep)), spread(np.float32(weight))
    for tile in range(len(side.now)):
        base = LANES * tile * rows
        for n in range(nodes):
            here = load(mine, LANES * n)
            if tree.many[n] == 0:
                _win_end(tree, seat, side, tile, n, part)
            for a in range(tree.many[n]):
                there = here
                if tree.seat[n] == seat:
                    there = here * load(side.now, base + LANES * (tree.row[n] + a))
                store(mine, LANES * tree.child[n, a], there)
        for n in range(nodes - 1, -1, -1):
            many = tree.many[n]
            if many == 0:
                continue
            mean = zero
            if tree.seat[n] != seat:
                for a in range(many):
                    mean = mean + load(part, LANES * tree.child[n, a])
                store(part, LANES * n, mean)
                continue
            first = base + LANES * tree.row[n]
            for a in range(many):
                mean = multiply_add(load(side.now, first + LANES * a), load(part, LANES * tree.child[n, a]), mean)
            store(part, LANES * n, mean)
            whole, share = zero, load(mine, LANES * n) * counted
            for a in range(many):
                at = first + LANES * a
                store(side.total, at, multiply_add(share, load(side.now, at), load(side.total, at)))
                regret = multiply_add(kept, load(side.regret, at), load(part, LANES * tree.child[n, a]) - mean)
                regret = where(regret > zero, regret, zero)
                store(side.regret, at, regret)
                whole = whole + regret
            some, even = whole > zero, spread(np.float32(1 / many))
            scale = one / where(some, whole, one)
            for a in range(many):
                at = first + LANES * a
                store(side.now, at, where(some, load(side.regret, at) * scale, even))
        store(side.worth, LANES * tile, load(part, 0))


@fast_allocating_kernel
def take_best(tree: RoundTree, seat: int, side: Side) -> None:
    """Set what groups of a seat win at best, whose `won` is set.

    Args:
        tree: The round.
        seat: The seat.
        side: Its groups.
    """
    nodes = len(tree.many)
    part = np.zeros((nodes, LANES), np.float32)
    for tile in range(len(side.now)):
        for n in range(nodes - 1, -1, -1):
            if tree.many[n] == 0:
                _win_end(tree, seat, side, tile, n, part)
                continue
            found = load(part, LANES * tree.child[n, 0])
            for a in range(1, tree.many[n]):
                more = load(part, LANES * tree.child[n, a])
                found = where(more > found, more, found) if tree.seat[n] == seat else found + more
            store(part, LANES * n, found)
        store(side.worth, LANES * tile, load(part, 0))


@fast_kernel
def come(ghosts: Side, gadget: Gadget) -> None:
    """Let ghosts come as regret matching says, after an iteration in which their `worth` was set."""
    for g in range(len(gadget.take)):
        comes, stays = gadget.regret[0, g], gadget.regret[1, g]
        part = comes / (comes + stays) if comes + stays > 0 else np.float32(0.5)
        gain = ghosts.worth[g] - gadget.take[g]
        comes = max(np.float32(0), comes + (1 - part) * gain)
        stays = max(np.float32(0), stays - part * gain)
        gadget.regret[0, g], gadget.regret[1, g] = comes, stays
        part = comes / (comes + stays) if comes + stays > 0 else np.float32(0.5)
        ghosts.mass[g] = part * gadget.most[g]


@fast_allocating_kernel
def solve(
    tree: RoundTree,
    seat: int,
    own: Side,
    other: Side,
    ghosts: Side,
    gadget: Gadget,
    features: int,
    turns: tuple[int, int],
    powers: tuple[float, float],
) -> None:
    """Iterations of discounted CFR for one seat.

    Args:
        tree: The round.
        seat: The seat.
        own: Its groups.
        other: The groups of the other seat.
        ghosts: The ghosts of the other seat.
        gadget: Their choice.
        features: The number of features.
        turns: The number of the first iteration and of the one after the last.
        powers: The power of an iteration's number in the discount of regrets, and in the weight in the mean.
    """
    answer = 1 - seat
    reach_ends(tree, answer, other.now, other.mass, other.reach)
    reach_ends(tree, answer, ghosts.now, ghosts.mass, ghosts.reach)
    for turn in range(turns[0], turns[1]):
        part = float(turn) ** powers[0]
        keep, weight = part / (part + 1), (turn / turns[1]) ** powers[1]
        sum_bins(other, features)
        sum_bins(ghosts, features)
        join(other, ghosts, features)
        win_ends(own, other, features)
        learn(tree, seat, own, keep, weight)
        reach_ends(tree, seat, own.now, own.mass, own.reach)
        sum_bins(own, features)
        win_ends(other, own, features)
        show_all(own, features)
        win_ends(ghosts, own, features)
        learn(tree, answer, other, keep, weight)
        learn(tree, answer, ghosts, keep, weight)
        come(ghosts, gadget)
        reach_ends(tree, answer, other.now, other.mass, other.reach)
        reach_ends(tree, answer, ghosts.now, ghosts.mass, ghosts.reach)
