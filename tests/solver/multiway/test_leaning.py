"""A strategy that leans towards what wins more from a known player."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from same_choices import mixing
from standpat.bots.multiway_file import MultiwayFile, Strategy
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, CHOICES, SPOTS
from standpat.engine.games import game
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.leaning import DOUBT, ONCE, STEEP, Measured, leaned, measured
from standpat.solver.multiway.match import Arena

GAME = game("27sd-fl")


def stored(policy: NDArray[np.void], folder: Path) -> Strategy:
    file = folder / "27sd-fl-multiway.table"
    export(GAME, {3: policy}, file, {})
    return MultiwayFile.load(file).strategy(3)


@pytest.fixture(scope="module")
def tossing(tmp_path_factory: pytest.TempPathFactory) -> Strategy:
    """Folds or raises, by the toss of a coin."""
    return stored(mixing({FOLD: 0.5, WAGER: 0.5}), tmp_path_factory.mktemp("tossing"))


@pytest.fixture(scope="module")
def folding(tmp_path_factory: pytest.TempPathFactory) -> Strategy:
    return stored(mixing({FOLD: 1}), tmp_path_factory.mktemp("folding"))


@pytest.mark.extended
def test_what_a_raise_wins_from_folders(tossing: Strategy, folding: Strategy) -> None:
    """On the button a raise wins 3 small blinds and a fold nothing, in the small blind 2 and −1; each is 1.5 from the
    mean. The big blind wins 1 without a decision. So the three places win 1.5, 0.5 and 1: a small blind on average."""
    told: list[int] = []
    among = measured(GAME, 3, tossing, folding, 30_000, tell=told.append)
    assert among.deals == told[-1] == 30_000
    assert int(among.visits.sum()) == pytest.approx(20_000, abs=400)
    assert np.array_equal(among.sums[:, WAGER], 1.5 * among.visits)
    assert np.array_equal(among.sums[:, FOLD], -1.5 * among.visits)
    assert not among.sums[:, PASS].any()
    assert among.msb == pytest.approx(500, abs=10)
    again = measured(GAME, 3, tossing, folding, 30_000)
    assert np.array_equal(again.sums, among.sums)


@pytest.mark.slow  # tests/cli/test_lean.py leans once
def test_it_wins_more_the_further_it_leans(tossing: Strategy, folding: Strategy) -> None:
    among = measured(GAME, 3, tossing, folding, 30_000)
    itself = measured(GAME, 3, tossing, tossing, 30_000)
    old = policy_of_file(folding)
    won = []
    for part in (0.3, 0.6, 1.0):
        new = leaned(tossing, among, itself, part)
        won.append(Arena(GAME, [old, new]).play([1, 0, 0], 10_000, 1)[0].msb)
        del new  # 460 MB, as each strategy
    assert 500 + 40 < won[0] < won[1] - 40 < won[2] - 80  # 500 by the toss of a coin
    assert 700 < won[2] < 1000  # by raising always: a step on the way to it


@pytest.mark.extended
def test_choices_are_measured_against_their_mean(tossing: Strategy) -> None:
    among = measured(GAME, 3, tossing, tossing, 5_000)
    of = among.visits > 0
    assert np.abs(among.sums[of].sum(axis=1) / among.visits[of]).max() < 1e-4
    assert np.abs(among.sums[of, WAGER]).max() > 100


@pytest.mark.extended
def test_what_is_hardly_played_is_not_followed(folding: Strategy, tmp_path: Path) -> None:
    """But the rest is: a choice of all there is."""
    rare = stored(mixing({FOLD: 0.05, WAGER: 0.95}), tmp_path)
    among = measured(GAME, 3, rare, folding, 3_000)
    assert not among.sums.any()
    assert among.msb == pytest.approx(1000, abs=30)


def nothing(deals: int = 1_000) -> Measured:
    return Measured(deals, np.zeros((SPOTS, CHOICES), np.float32), np.zeros(SPOTS, np.uint32), 0.0)


def chances(policy: NDArray[np.void], public: int, entry: int) -> NDArray[np.float32]:
    found: NDArray[np.float32] = policy["chance"][0, public * BUCKETS + entry]
    return found


def test_the_formula(tossing: Strategy) -> None:
    """All public spots of bets share a row, in which visits and gains add up."""
    among, itself = nothing(), nothing(2_000)
    for public, visits, gain in ((3, 500, 400.0), (7, 200, 300.0)):
        among.visits[public * BUCKETS + 5] = visits
        among.sums[public * BUCKETS + 5, WAGER] = gain
        among.sums[public * BUCKETS + 5, FOLD] = -gain
    itself.visits[9 * BUCKETS + 5] = 1_000
    new = leaned(tossing, among, itself, 1.0)
    often = (0.7 + ONCE) / (0.5 + ONCE)
    raises = 1 / (1 + np.exp(-2 * STEEP * often * 700 / (700 + DOUBT)))
    for public in (3, 7, 9, 100):
        assert chances(new, public, 5)[WAGER] == pytest.approx(raises, abs=1e-6)
        assert chances(new, public, 5)[FOLD] == pytest.approx(1 - raises, abs=1e-6)
        assert chances(new, public, 5)[PASS] == 0
        assert chances(new, public, 7)[WAGER] == 0.5  # another class
    assert np.array_equal(new["chance"][0, BET_SPOTS:], policy_of_file(tossing)["chance"][0, BET_SPOTS:])


@pytest.mark.extended
def test_what_is_seldom_met_among_its_own_is_changed_first(tossing: Strategy) -> None:
    """Four classes win the same, and the strategy comes to them 1, 2, 3 and 4 times as often among its own."""
    among, itself = nothing(), nothing()
    among.visits[2:6] = 1_000
    among.sums[2:6, WAGER], among.sums[2:6, FOLD] = 900, -900
    itself.visits[2:6] = 200, 400, 600, 800
    changed = []
    for part in (0.2, 0.4, 0.7, 1.0):
        new = leaned(tossing, among, itself, part)
        changed.append([entry for entry in range(BUCKETS) if chances(new, 0, entry)[WAGER] > 0.5])
    assert changed == [[2], [2, 3], [2, 3, 4], [2, 3, 4, 5]]


def test_nothing_measured_is_nothing_changed(tossing: Strategy) -> None:
    new = leaned(tossing, nothing(), nothing(), 1.0)
    assert np.array_equal(new["chance"], policy_of_file(tossing)["chance"])
