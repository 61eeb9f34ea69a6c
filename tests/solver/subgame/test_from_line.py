import numpy as np
import pytest

from standpat.solver.subgame.from_line import _shown, _stretch


@pytest.mark.parametrize("seed", range(5))
def test_showdowns_of_stretches_are_those_of_their_hands(seed: int) -> None:
    """Hand by hand: the better class is the smaller number, and equal classes tie."""
    random, classes, most = np.random.default_rng(seed), 60, 8
    masses = [random.random(classes) * (random.random(classes) < 0.6) for _ in (0, 1)]
    one, two = (_stretch(mass, most) for mass in masses)
    found = _shown(masses[0], one, masses[1], two, most)
    sign = np.sign(np.arange(classes) - np.arange(classes)[:, None])
    for k in range(most):
        for j in range(most):
            weight = np.outer(masses[0] * (one == k), masses[1] * (two == j))
            if weight.sum() > 0:
                assert found[k, j] == pytest.approx((weight * sign).sum() / weight.sum())
    assert np.isfinite(found).all()
