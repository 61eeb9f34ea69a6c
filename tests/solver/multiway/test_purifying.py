"""A strategy without what it hardly ever chooses."""

from pathlib import Path

import numpy as np
import pytest

from same_choices import mixing
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, CHOICES, SPOTS
from standpat.engine.games import game
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.leaning import Measured
from standpat.solver.multiway.purifying import ERRORS, SPREAD, purified, without_losing

pytestmark = pytest.mark.extended


def test_choices_below_it_are_given_up_and_the_others_are_as_likely_to_each_other() -> None:
    policy = mixing({FOLD: 0.15, PASS: 0.25, WAGER: 0.6})
    chance = policy["chance"][0]
    chance[7] = 0.25  # the last choice, too: as at a draw
    chance[8] = 0.1, 0.2, 0.7, 0
    chance[9] = 0
    chance[10] = 0.19, 0.18, 0.19, 0.44
    before = policy.copy()
    pure = purified(policy, 0.2)["chance"][0]
    assert np.array_equal(policy, before)
    assert pure[0] == pytest.approx([0, 0.25 / 0.85, 0.6 / 0.85, 0])
    assert np.array_equal(pure[BET_SPOTS - 1], pure[0])
    assert pure[7].tolist() == [0.25] * 4
    assert pure[8] == pytest.approx([0, 0.2 / 0.9, 0.7 / 0.9, 0])  # as likely as asked is likely enough
    assert pure[9].tolist() == [0] * 4
    assert pure[10].tolist() == [0, 0, 0, 1]
    assert pure[BET_SPOTS:, 0].tolist() == [1] * (SPOTS - BET_SPOTS)


def test_elsewhere_everything_stays() -> None:
    policy = mixing({FOLD: 0.15, PASS: 0.25, WAGER: 0.6})
    where = np.zeros(SPOTS, bool)
    where[[0, 5, 1 << 20, BET_SPOTS - 1]] = True
    chance, pure = policy["chance"][0], purified(policy, 0.2, where)["chance"][0]
    assert np.flatnonzero((pure != chance).any(axis=1)).tolist() == [0, 5, 1 << 20, BET_SPOTS - 1]
    assert pure[5] == pytest.approx([0, 0.25 / 0.85, 0.6 / 0.85, 0])


def test_the_likeliest_stays() -> None:
    policy = mixing({FOLD: 0.35, PASS: 0.3, WAGER: 0.35})
    policy["chance"][0, 5] = 0.3, 0.4, 0.3, 0
    pure = purified(policy, 1)["chance"][0]
    assert pure[0].tolist() == [0.5, 0, 0.5, 0]
    assert pure[5].tolist() == [0, 1, 0, 0]


def test_choices_that_lose_clearly_are_given_up_and_the_best_stays(tmp_path: Path) -> None:
    """Public spots 0 and 1 have rows of their own; all others share one."""
    policy = mixing({FOLD: 0.25, PASS: 0.25, WAGER: 0.5})
    public = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    public[0] = 0.05, 0.35, 0.6, 0
    public[1] = 0.5, 0.3, 0.2, 0
    file = tmp_path / "27sd-fl-multiway.table"
    export(game("27sd-fl"), {3: policy}, file, {"seats": {"3": {"deals": 10}}})
    strategy = MultiwayFile.load(file).strategy(3)
    old = policy_of_file(strategy)["chance"][0].reshape(public.shape)
    sums, visits = np.zeros((SPOTS, CHOICES), np.float32), np.zeros(SPOTS, np.uint32)
    by, seen = sums.reshape(public.shape), visits.reshape(public.shape[:2])
    enough = ERRORS * SPREAD * 10  # with a hundred visits
    seen[:2], seen[[5, 9], 3] = 100, (64, 36)
    by[0, 0] = -9999, -enough - 1, 5, 0  # the first was not measured
    by[0, 1] = -9999, -enough + 1, 5, 0
    by[1, 0] = -enough - 1, -enough - 2, -enough - 3, 0  # all lose; the best stays
    by[1, 1] = -enough - 1, 0, 0, 0  # the likeliest
    by[5, 3], by[9, 3] = (-enough, 3, 3, 0), (-2, 0, 0, 0)  # they share a row
    new = without_losing(strategy, Measured(1, sums, visits, 0.0))["chance"][0].reshape(public.shape)
    assert new[0, 0] == pytest.approx([0.05 / 0.65, 0, 0.6 / 0.65, 0], abs=0.01)
    assert new[0, 1].tolist() == old[0, 1].tolist()
    assert new[1, 0].tolist() == [1, 0, 0, 0]
    assert new[1, 1] == pytest.approx([0, 0.6, 0.4, 0], abs=0.01)
    assert new[1, 2].tolist() == old[1, 2].tolist()
    assert new[2, 3] == pytest.approx([0, 1 / 3, 2 / 3, 0], abs=0.01)
    assert new[7, 4].tolist() == old[7, 4].tolist()
    more = without_losing(strategy, Measured(1, sums, visits, 0.0), 2 * ERRORS)["chance"][0]
    assert np.array_equal(more, policy_of_file(strategy)["chance"][0])
