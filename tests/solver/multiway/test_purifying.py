"""A strategy without what it hardly ever chooses."""

import numpy as np
import pytest

from same_choices import mixing
from standpat.bots.multiway_spot import BET_SPOTS, SPOTS
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.purifying import purified

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
