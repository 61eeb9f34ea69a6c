"""The round between groups: sums over all pairs, and an equilibrium by another implementation's count."""

import numpy as np
import pytest

from standpat.compute.vectors import LANES
from standpat.solver.kernels.seen_cards_round import (
    Gadget,
    Numbers,
    RoundTree,
    Side,
    Single,
    reach_ends,
    solve,
    sum_bins,
    take_best,
    win_ends,
)
from standpat.solver.subgame.hand_groups import tree_of
from standpat.solver.subgame.last_round_several import RoundNode, Start, round_nodes
from standpat.solver.subgame.matrix_round import Ends, Play, Ranges, exploitability, flat
from standpat.solver.subgame.matrix_round import solve as solve_matrix

pytestmark = pytest.mark.extended
MANY = 5
"""Features in these tests."""
BINS = 12


def the_round() -> Ends:
    start = Start(3, (), 1, False, True, 0, 3, 4, (0, 0), 0, 2)
    nodes: list[RoundNode] = round_nodes(start)
    return Ends(nodes, 4, 2)


def a_side(tree: RoundTree, seat: int, groups: int, seed: int) -> tuple[Side, Numbers]:
    """A side with groups in random bins, and the bin of each."""
    generator, room = np.random.default_rng(seed), -groups % LANES
    bins = np.sort(generator.integers(0, BINS, groups))
    many, rows = groups + room, int(tree.many[tree.seat == seat].sum())
    mass, features = np.zeros(many, np.float32), np.zeros((many, LANES), np.float32)
    mass[:groups] = generator.random(groups)
    mass /= mass.sum()
    features[:groups, :MANY] = generator.random((groups, MANY))
    now = np.zeros((many // LANES, rows, LANES), np.float32)
    for n in np.flatnonzero((tree.seat == seat) & (tree.many > 0)):
        now[:, tree.row[n] : tree.row[n] + tree.many[n]] = 1 / tree.many[n]
    start = np.searchsorted(bins, np.arange(BINS + 1))
    regret, total = np.zeros((2, *now.shape), np.float32)
    reach, won = np.zeros((2, many, 2 * LANES), np.float32)
    sums, (folds, shows) = np.zeros((BINS, LANES, LANES), np.float32), np.zeros((2, LANES, LANES), np.float32)
    worth = np.zeros(many, np.float32)
    return Side(mass, features, start, now, regret, total, reach, won, sums, folds, shows, worth), bins


def solve_for_seat_0(tree: RoundTree, button: Side, blind: Side, turns: tuple[int, int]) -> None:
    """Without ghosts."""
    ghosts, _ = a_side(tree, 1, 20, 9)
    ghosts.mass[:] = 0
    many = len(ghosts.mass)
    nobody = Gadget(np.zeros(many, np.float32), np.zeros(many, np.float32), np.zeros((2, many), np.float32))
    solve(tree, 0, button, blind, ghosts, nobody, MANY, turns, (1.5, 4.0))


def test_ends_are_sums_over_all_pairs() -> None:
    tree = tree_of(the_round())
    (one, own), (other, theirs) = a_side(tree, 0, 40, 1), a_side(tree, 1, 55, 2)
    other.reach[:55] = np.random.default_rng(3).random((55, 2 * LANES))
    sum_bins(other, MANY)
    win_ends(one, other, MANY)
    apart = one.features[:40] @ other.features[:55].T
    sign = np.sign(theirs - own[:, None])
    assert (sign == 0).any()
    assert one.won[:40, :LANES] == pytest.approx((apart * sign) @ other.reach[:55, :LANES], rel=1e-3, abs=1e-3)
    assert one.won[:40, LANES:] == pytest.approx(apart @ other.reach[:55, LANES:], rel=1e-4)


def matrix_play(ends: Ends, tree: RoundTree, sides: tuple[Side, Side], groups: tuple[int, int]) -> Play:
    """The mean play of both seats as `matrix_round` has it."""
    play = flat(ends, groups)
    for n, node in enumerate(ends.nodes):
        side = sides[node.seat]
        for a in range(len(node.letters)):
            play[n][a] = side.total[:, tree.row[n] + a].ravel()[: groups[node.seat]]
        if node.letters:
            play[n] /= np.maximum(play[n].sum(axis=0), 1e-12)
    return play


def ranges_of(sides: tuple[Side, Side], bins: tuple[Numbers, Numbers]) -> Ranges:
    first, second = [
        side.features[: len(own)].astype(float) * side.mass[: len(own), None]
        for side, own in zip(sides, bins, strict=True)
    ]
    alive = np.asarray(first @ second.T, np.float64)
    return Ranges(alive, alive * np.sign(bins[1] - bins[0][:, None]))


def test_the_solution_is_an_equilibrium() -> None:
    ends = the_round()
    tree = tree_of(ends)
    (button, first), (blind, second) = a_side(tree, 0, 30, 4), a_side(tree, 1, 37, 5)
    ranges = ranges_of((button, blind), (first, second))
    lost = []
    for turns in ((1, 31), (31, 331)):
        button.total[:] = blind.total[:] = 0
        solve_for_seat_0(tree, button, blind, turns)
        lost.append(exploitability(ends, ranges, matrix_play(ends, tree, (button, blind), (30, 37))))
    even = exploitability(ends, ranges, flat(ends, (30, 37)))
    assert lost[1] < 0.004 * even
    assert lost[1] < 0.5 * lost[0]
    assert lost[0] < 0.1 * even
    by_other = exploitability(ends, ranges, solve_matrix(ends, ranges, 330))
    assert lost[1] < 3 * by_other + 1e-4


def test_play_is_a_probability() -> None:
    tree = tree_of(the_round())
    (button, _), (blind, _) = a_side(tree, 0, 30, 4), a_side(tree, 1, 37, 5)
    solve_for_seat_0(tree, button, blind, (1, 20))
    for seat, side in enumerate((button, blind)):
        for n in np.flatnonzero((tree.seat == seat) & (tree.many > 0)):
            rows: Single = side.now[:, tree.row[n] : tree.row[n] + tree.many[n]]
            assert rows.sum(axis=1) == pytest.approx(np.ones((len(rows), LANES)), abs=1e-5)
            assert rows.min() >= 0


def best_of(tree: RoundTree, seat: int, ghosts: Side, other: Side, play: Single) -> Single:
    """What ghosts win at best from a play of the other seat."""
    reach_ends(tree, 1 - seat, play, other.mass, other.reach)
    sum_bins(other, MANY)
    win_ends(ghosts, other, MANY)
    take_best(tree, seat, ghosts)
    return ghosts.worth.copy()


def mean_of(tree: RoundTree, seat: int, side: Side) -> Single:
    mean = side.total.copy()
    for n in np.flatnonzero((tree.seat == seat) & (tree.many > 0)):
        rows = mean[:, tree.row[n] : tree.row[n] + tree.many[n]]
        rows /= np.maximum(rows.sum(axis=1, keepdims=True), 1e-12)
    return mean


def test_the_best_is_that_of_all_pairs_and_lines() -> None:
    """One decision by hand: to call or to fold, after a bet, against one group."""
    start = Start(3, (), 1, True, False, 4, 4, 4, (0, 2), 0, 2)
    ends = Ends(round_nodes(start), 4, 2, (2, 0))
    tree = tree_of(ends)
    (other, theirs), (ghosts, own) = a_side(tree, 0, 30, 1), a_side(tree, 1, 25, 2)
    found = best_of(tree, 1, ghosts, other, other.now)
    apart = ghosts.features[:25] @ other.features[:30].T * other.mass[:30]
    shows, folds = ends.stakes[ends.shows][0], ends.stakes[ends.folds][0]
    called = shows * (apart * np.sign(theirs - own[:, None])).sum(axis=1)
    assert found[:25] == pytest.approx(np.maximum(called, -folds * apart.sum(axis=1)), rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("seat", [0, 1])
def test_ghosts_win_no_more_than_they_could_take(seat: int) -> None:
    """The other seat never has the worst bins, so who believes that folds to their bets. With ghosts it does not."""
    ends = the_round()
    tree = tree_of(ends)
    answer = 1 - seat
    wins = {}
    for doubt in (0.0, 1.0):
        (own, bins), (other, theirs), (ghosts, _) = [
            a_side(tree, whose, many, seed) for whose, many, seed in ((seat, 60, 4), (answer, 60, 5), (answer, 60, 6))
        ]
        own.mass[:60][(bins < 3) | (bins > 8)] = 0
        other.mass[:60][theirs > 2] = 0
        for side in (own, other):
            side.mass[:] /= side.mass.sum()
        take = best_of(tree, answer, ghosts, own, own.now)  # from one who acts at random
        gadget = Gadget(take, np.float32(doubt) * ghosts.mass, np.zeros((2, len(take)), np.float32))
        ghosts.mass[:] = gadget.most / 2
        solve(tree, seat, own, other, ghosts, gadget, MANY, (1, 400), (1.5, 4.0))
        gain = best_of(tree, answer, ghosts, own, mean_of(tree, seat, own)) - take
        wins[doubt] = float(gain[:60].max())
    assert wins[0.0] > 0.3
    assert wins[1.0] < 0.3 * wins[0.0]
