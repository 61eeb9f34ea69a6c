"""The strategy of a training, against the same means written out with numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BUCKETS, CHOICES, SPOTS
from standpat.solver.multiway.average_strategy import LEAST, _parts, policy_of
from standpat.solver.multiway.cfr_kernel import LEARNER, POLICY

PRIOR = 0.2
FEW = 0.01
"""Visits so few that a public spot of them alone is not worth a row of its own."""

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def learner() -> NDArray[np.void]:
    """Visits at some public spots of each part: many, hardly any, or none."""
    random, learner = np.random.default_rng(5), np.zeros(1, LEARNER)
    average = learner["average"][0].reshape(-1, BUCKETS, CHOICES)
    for part, _, _ in _parts():
        some = random.integers(part.start, part.stop, 60)
        average[some] = random.exponential(50, (60, BUCKETS, CHOICES)) * random.integers(0, 2, (60, BUCKETS, 1))
        average[some[:20]] *= FEW / 50
    return learner


@pytest.fixture(scope="module")
def before() -> NDArray[np.void]:
    """A strategy that counts as well: each choice alike, but for every third spot, which has one choice alone."""
    policy = np.full((SPOTS, CHOICES), 1 / CHOICES, np.float32)
    policy[::3] = np.eye(CHOICES, dtype=np.float32)[1]
    made = np.zeros(1, POLICY)
    made["chance"][0] = policy
    return made


@pytest.mark.parametrize("share", [0.0, 1.5])
def test_seldom_visited_spots_are_drawn_towards_the_mean_of_similar_ones(
    learner: NDArray[np.void], before: NDArray[np.void], share: float
) -> None:
    policy = policy_of(learner, PRIOR, (before, share) if share else None)
    chance = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    average = learner["average"][0].reshape(chance.shape)
    least = LEAST * average.sum() * (1 + share)
    parts = _parts()
    for part, shape, alike in (parts[0], parts[1], parts[-1]):
        weights = average[part].reshape(*shape, BUCKETS, CHOICES)
        made = weights.sum(axis=-1, keepdims=True)
        weights = weights + share * made * before["chance"][0].reshape(chance.shape)[part].reshape(weights.shape)
        like = as_chances(weights.sum(axis=alike, keepdims=True))
        if 0 in alike:
            like = as_chances(weights.sum(axis=0, keepdims=True) + PRIOR * like)
        own = as_chances(weights + PRIOR * like)
        if 0 in alike:
            visits = weights.sum(axis=-1, keepdims=True)
            changed = (np.abs(own - like) * visits).sum(axis=(-2, -1), keepdims=True)
            assert 0 < (changed > least).sum() < (visits.sum(axis=(-2, -1)) > 0).sum()  # some rows are left out
            own = np.where(changed > least, own, like)
        np.testing.assert_allclose(chance[part].reshape(own.shape), own, atol=1e-6)


def as_chances(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    total = weights.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / CHOICES))
