"""The hands of a seat in groups: bins of strength, what actions gain hands, and groups that go on as those before."""

import numpy as np
import pytest

from standpat.bots.strategy_file import StrategyFile
from standpat.compute.lanes import LANES
from standpat.solver.kernels.seen_cards_round import Gadget, Numbers, Single, solve
from standpat.solver.strategy_file.opponent_range import OpponentRanges
from standpat.solver.subgame.hand_groups import SeatGroups, bins_of, tree_of
from standpat.solver.subgame.last_round import POWERS, LastRound
from standpat.solver.subgame.last_round_heads_up import heads_up_line
from standpat.solver.subgame.last_round_player import LastRoundPlayer
from standpat.solver.subgame.last_round_several import Start, round_nodes
from standpat.solver.subgame.matrix_round import Ends
from two_draws import arrivals

pytestmark = pytest.mark.extended
FEATURES = 14
TYPES = 1_500


@pytest.fixture(scope="module")
def line(file: StrategyFile) -> LastRound:
    (now,) = arrivals(file, 1)
    place = LastRoundPlayer(file).player.place(now)
    assert place is not None
    return LastRound(heads_up_line(OpponentRanges(file), place.context), types=TYPES, iterations=5)


def both(line: LastRound, bins: Numbers) -> tuple[SeatGroups, SeatGroups]:
    button, blind = [
        SeatGroups(line.tree, seat, bins, sample.hands, sample.cards, line.features.factors(seat))
        for seat, sample in enumerate(line.types)
    ]
    return button, blind


def iterate(line: LastRound, button: SeatGroups, blind: SeatGroups, turns: tuple[int, int]) -> None:
    """For seat 0, without ghosts."""
    ghosts = both(line, bins_for(line, 20))[1].side
    ghosts.mass[:] = 0
    many = len(ghosts.mass)
    nobody = Gadget(np.zeros(many, np.float32), np.zeros(many, np.float32), np.zeros((2, many), np.float32))
    solve(line.tree, 0, button.side, blind.side, ghosts, nobody, FEATURES, turns, POWERS)


def bins_for(line: LastRound, many: int) -> Numbers:
    return bins_of([sample.hands for sample in line.types], len(line.line.classes), many)


def test_bins_have_as_many_hands_and_heavy_classes_are_alone() -> None:
    generator = np.random.default_rng(2)
    first, second = generator.integers(0, 1000, 4_000), generator.integers(0, 1000, 2_000)
    first[:900], second[:700] = 333, 600
    bins = bins_of([first, second], 1000, 40)
    assert bins[0] == 0
    assert set(np.diff(bins).tolist()) == {0, 1}
    assert 28 <= bins[-1] <= 34  # the heavy ones are 12 of 40 parts
    for heavy in (333, 600):
        assert (bins == bins[heavy]).sum() == 1
    part = (np.bincount(bins[first]) / 4_000 + np.bincount(bins[second]) / 2_000) / 2
    assert np.delete(part, bins[[333, 600]]).max() < 2 / 40


def test_a_round_with_too_many_ends_is_refused() -> None:
    def a_round(cap: int) -> Ends:
        start = Start(3, (), 1, False, True, 0, cap, 4, (0, 0), 0, 2)
        return Ends(round_nodes(start), 4, 2)

    tree = tree_of(a_round(7))
    assert sorted(tree.lane[tree.lane >= 0].tolist()) == [*range(15), *range(LANES, LANES + 14)]
    for seat in (0, 1):
        rows = [tree.row[n] + a for n in range(len(tree.many)) if tree.seat[n] == seat for a in range(tree.many[n])]
        assert sorted(rows) == list(range(len(rows)))
    with pytest.raises(ValueError, match="a round with more than 16 showdowns or folds is not solved"):
        tree_of(a_round(8))


def one_by_one(line: LastRound, seat: int, play: tuple[Single, Single], bins: Numbers, hand: int) -> Single:
    """What each action gains a hand, from all pairs with the hands of the other seat. `play` is by bin."""
    tree, (own, other) = line.tree, (line.types[seat], line.types[1 - seat])
    features = [line.features.of(s, line.types[s].seen) for s in (0, 1)]
    apart = features[1 - seat] @ features[seat][hand]
    mine, theirs = bins[own.hands[hand]], bins[other.hands]
    sign = np.sign(theirs - mine)
    nodes = len(tree.many)
    reach, come, values = np.ones((nodes, len(theirs))), np.ones(nodes), np.zeros(nodes)
    for n in range(nodes):
        for a in range(tree.many[n]):
            child, row = tree.child[n, a], tree.row[n] + a
            acts = tree.seat[n] == seat
            reach[child] = reach[n] * (1 if acts else play[1 - seat][row, theirs])
            come[child] = come[n] * (play[seat][row, mine] if acts else 1)
    for n in np.flatnonzero(tree.lane >= 0).tolist():
        shown = tree.lane[n] < LANES
        stake = tree.stakes[n] if shown or seat == 0 else -tree.stakes[n]
        values[n] = stake * (apart * (sign if shown else 1) * reach[n]).mean()
    gains = np.zeros(len(play[seat]))
    for n in reversed(range(nodes)):
        children = values[tree.child[n, : tree.many[n]]]
        if len(children) and tree.seat[n] != seat:
            values[n] = children.sum()
        elif len(children):
            rows = slice(tree.row[n], tree.row[n] + tree.many[n])
            values[n] = play[seat][rows, mine] @ children
            gains[rows] = come[n] * (children - values[n])
    return gains.astype(np.float32)


def test_gains_are_those_of_all_pairs(line: LastRound) -> None:
    bins = bins_for(line, 20)
    sides = both(line, bins)
    iterate(line, *sides, (1, 6))
    means = [side.mean().swapaxes(1, 2).reshape(-1, side.mean().shape[1])[: bins[-1] + 1].T for side in sides]
    for seat in (0, 1):
        gains, met = sides[seat].gains(sides[1 - seat])
        own, other = line.types[seat], line.types[1 - seat]
        features = line.features.of(seat, own.seen)
        apart = features @ line.features.of(1 - seat, other.seen).T
        assert features @ met[:FEATURES] == pytest.approx(apart.mean(axis=1), rel=1e-3)
        for hand in (0, 100, 700, TYPES - 1):
            found = gains[bins[own.hands[hand]], :, :FEATURES] @ features[hand]
            expected = one_by_one(line, seat, (means[0], means[1]), bins, hand)
            assert found == pytest.approx(expected, rel=0.01, abs=0.01 * float(np.abs(expected).max()) + 1e-6)


def test_new_groups_go_on_as_those_they_come_from(line: LastRound) -> None:
    button, blind = both(line, bins_for(line, 20))
    iterate(line, button, blind, (1, 6))
    old, groups = button.side, button._groups
    button.regroup(*button.gains(blind), 10)
    new = button.side
    assert len(new.mass) > 4 * len(old.mass)
    assert new.mass.sum() == pytest.approx(1)
    assert new.mass @ new.features == pytest.approx(old.mass @ old.features, rel=1e-4)
    for hand in range(0, TYPES, 100):  # one bin was one group, so all hands of a new one come from the same
        (tile, lane), (before, column) = divmod(button._groups[hand], LANES), divmod(groups[hand], LANES)
        assert new.now[tile, :, lane].tolist() == old.now[before, :, column].tolist()
        assert new.regret[tile, :, lane].tolist() == old.regret[before, :, column].tolist()
    assert (new.total == 0).all()


def test_hands_play_as_their_groups(line: LastRound) -> None:
    button, blind = both(line, bins_for(line, 20))
    iterate(line, button, blind, (1, 6))
    for regrouped in (False, True):
        if regrouped:
            button.regroup(*button.gains(blind), 10)
            iterate(line, button, blind, (6, 9))
        some = line.types[0]
        play, mean = button.play(some.hands, line.features.of(0, some.seen)), button.mean()
        alike = 0
        for hand in range(TYPES):
            tile, lane = divmod(button._groups[hand], LANES)
            rows = mean[tile, :, lane]
            own = np.concatenate(
                [play[n, : line.tree.many[n], hand] for n in range(len(line.tree.many)) if line.tree.seat[n] == 0]
            )
            alike += bool(np.abs(own - rows).max() < 1e-6)
        assert alike > 0.99 * TYPES  # features are rounded in another order, which may move a hand to the next cell


def test_a_side_by_class_plays_as_told(line: LastRound) -> None:
    groups = both(line, bins_for(line, 20))[0]
    play = np.random.default_rng(3).random((len(line.tree.many), 3, len(line.line.classes))).astype(np.float32)
    side, some = groups.by_class(play), line.types[0]
    held, many = np.unique(some.hands, return_counts=True)
    assert side.mass[: len(held)] == pytest.approx(many / TYPES)
    features = line.features.of(0, some.seen)
    assert side.mass @ side.features[:, :FEATURES] == pytest.approx(features.mean(axis=0), rel=1e-4)
    for g in (0, 5, len(held) - 1):
        tile, lane = divmod(g, LANES)
        for n in np.flatnonzero((line.tree.seat == 0) & (line.tree.many > 0)):
            rows = slice(line.tree.row[n], line.tree.row[n] + line.tree.many[n])
            assert side.now[tile, rows, lane].tolist() == play[n, : line.tree.many[n], held[g]].tolist()
