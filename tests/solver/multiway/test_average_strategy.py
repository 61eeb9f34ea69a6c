"""The strategy of a training, against the same means written out with numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BUCKETS, CHOICES, SPOTS
from standpat.solver.multiway.average_strategy import LEAST, WORSE, _parts, choices_that_count, policy_of
from standpat.solver.multiway.cfr_kernel import LEARNER, POLICY

PRIOR = 0.2
FEW = 0.01
"""Visits so few that a public spot of them alone is not worth a row of its own."""

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def learner() -> NDArray[np.void]:
    """Visits at some public spots of each part: many, hardly any, or none."""
    random, learner = np.random.default_rng(5), np.zeros(1, LEARNER)
    average, regret = (learner[name][0].reshape(-1, BUCKETS, CHOICES) for name in ("average", "regret"))
    for part, _, _ in _parts():
        some = random.integers(part.start, part.stop, 60)
        regret[some] = random.normal(-50, 150, (60, BUCKETS, CHOICES))
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


def test_what_turned_out_to_be_worse_does_not_count_and_the_best_always_does() -> None:
    """A hundred visits: the floor is ten times `WORSE` below zero."""
    average, floor = np.array([10.0, 30, 60, 0]), -10 * WORSE
    for regret, counting in (
        ([0, 0, 0, 0], 0b1111),
        ([5, floor, -1, 0], 0b1111),
        ([5, floor - 1, -1, 0], 0b1101),
        ([floor - 1, 5, floor - 1, 0], 0b1010),  # the likeliest, too
        ([floor - 3, floor - 2, floor - 2.5, 0], 0b1010),  # the best of those made
        ([floor - 3, floor - 2, floor - 2.5, floor - 1], 0b0010),
    ):
        assert choices_that_count(average, np.array(regret, np.float32)) == counting
    assert choices_that_count(np.zeros(4), np.array([-1, 0, 1, 0], np.float32)) == 0b1110  # never seen


@pytest.mark.parametrize(("share", "regrets"), [(0.0, True), (1.5, True), (1.5, False)])
def test_seldom_visited_spots_are_drawn_towards_the_mean_of_similar_ones(
    learner: NDArray[np.void], before: NDArray[np.void], share: float, regrets: bool
) -> None:
    if not regrets:
        learner = learner.copy()
        learner["regret"] = 0
    policy = policy_of(learner, PRIOR, (before, share) if share else None)
    chance = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    average, regret = (learner[name][0].reshape(chance.shape) for name in ("average", "regret"))
    floor = -WORSE * np.sqrt(average.sum(axis=-1, keepdims=True))
    best = np.where(average > 0, regret, -np.inf).argmax(axis=-1)[..., None] == np.arange(CHOICES)
    counting = (regret >= floor) | (best & (average > 0))
    assert counting.all() == (not regrets)
    assert (average[~counting] > 0).any() == regrets
    least = LEAST * average.sum() * (1 + share)
    parts = _parts()
    for part, shape, alike in (parts[0], parts[1], parts[-1]):
        weights = average[part].reshape(*shape, BUCKETS, CHOICES)
        made = weights.sum(axis=-1, keepdims=True)
        weights = weights + share * made * before["chance"][0].reshape(chance.shape)[part].reshape(weights.shape)
        counts = counting[part].reshape(weights.shape)
        weights = weights * counts
        like = as_chances(weights.sum(axis=alike, keepdims=True))
        if 0 in alike:
            like = as_chances(weights.sum(axis=0, keepdims=True) + PRIOR * like)
        own = as_chances((weights + PRIOR * like) * counts)
        own = np.where(made > 0, own, like)
        if 0 in alike:
            visits = weights.sum(axis=-1, keepdims=True)
            changed = (np.abs(own - like) * visits).sum(axis=(-2, -1), keepdims=True)
            assert 0 < (changed > least).sum() < (visits.sum(axis=(-2, -1)) > 0).sum()  # some rows are left out
            own = np.where(changed > least, own, like)
        np.testing.assert_allclose(chance[part].reshape(own.shape), own, atol=1e-6)


def as_chances(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    total = weights.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / CHOICES))
