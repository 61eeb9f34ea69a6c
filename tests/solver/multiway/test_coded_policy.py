"""Codes of a strategy: choices sampled from them are those of the strategy, which is read only where there is doubt."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.solver.multiway.cfr_kernel import POLICY, sampled_choice
from standpat.solver.multiway.coded_policy import LEVELS, coded_choice, codes_of

pytestmark = pytest.mark.extended

ROLLS = 4000
MADE = 100_000
"""Spots with probabilities; the others have none."""


def of_bytes(random: np.random.Generator) -> NDArray[np.void]:
    """A strategy whose probabilities are bytes, as in a file."""
    policy = np.zeros(1, POLICY)
    cuts = np.sort(random.integers(-80, 336, (MADE, CHOICES - 1)).clip(0, LEVELS), axis=1)
    policy["chance"][0, :MADE] = np.diff(cuts, axis=1, prepend=0, append=LEVELS) / np.float32(LEVELS)
    return policy


def of_visits(random: np.random.Generator) -> NDArray[np.void]:
    """A strategy with probabilities of every size, some of them 0."""
    policy = np.zeros(1, POLICY)
    visits = random.random((MADE, CHOICES)) ** 8 * (random.random((MADE, CHOICES)) < 0.7)
    policy["chance"][0, :MADE] = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1e-30)
    return policy


def rolls_of(chances: NDArray[np.float32], allowed: int, random: np.random.Generator) -> list[float]:
    """Two rolls, and some at the bounds between choices."""
    masked = np.array([float(chance) * (allowed >> a & 1) for a, chance in enumerate(chances)])
    bounds = np.cumsum(masked)[:-1] / max(masked.sum(), 1e-30)
    near = [bound + step for bound in bounds for step in (-1e-9, 0.0, 1e-9, -1e-3, 1e-3)]
    return [*random.random(2), *[roll for roll in near if 0 <= roll < 1]]


@pytest.mark.parametrize("make", [of_bytes, of_visits])
def test_choices_are_those_of_the_strategy(make: Callable[[np.random.Generator], NDArray[np.void]]) -> None:
    random = np.random.default_rng(3)
    policy = make(random)
    codes = codes_of(policy)
    trusting = codes.copy()
    trusting["doubt"] = 0.0
    differ = 0
    for _ in range(ROLLS):
        spot, allowed = int(random.integers(MADE)), int(random.integers(1, 1 << CHOICES))
        for roll in rolls_of(policy["chance"][0, spot], allowed, random):
            given = spot, allowed, roll
            chosen = sampled_choice(policy["chance"][0], *given)
            assert coded_choice(codes, policy[0], *given) == chosen
            differ += coded_choice(trusting, policy[0], *given) != chosen
    assert differ > 0  # without doubt, codes alone are not the strategy


def test_a_strategy_of_bytes_is_hardly_read() -> None:
    random = np.random.default_rng(5)
    policy, other = of_bytes(random), of_visits(random)
    codes = codes_of(policy)
    for _ in range(ROLLS):
        spot, allowed, roll = int(random.integers(MADE)), int(random.integers(1, 1 << CHOICES)), random.random()
        assert coded_choice(codes, other[0], spot, allowed, roll) == sampled_choice(
            policy["chance"][0], spot, allowed, roll
        )
