"""The strategy of a training: its average, filled where a spot was reached seldom.

Such a spot is drawn towards the mean over similar spots, which differ only in the own draw, who led and the size of the
pot.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots import multiway_spot
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.solver.multiway import cfr_kernel

PRIOR: Final = 4.0
"""Visits of the mean of similar spots that are added to a spot's own, in a training without strays."""


def policy_of(learner: NDArray[np.void], prior: float = PRIOR) -> NDArray[np.void]:
    """The strategy of a learner.

    Args:
        learner: A row of `cfr_kernel.LEARNER`.
        prior: Visits of the mean of similar spots.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    policy = np.zeros(1, cfr_kernel.POLICY)
    average = learner["average"][0]
    for part, shape, alike in _parts():
        filled = _filled(average[part].reshape(*shape, BUCKETS, CHOICES), alike, prior)
        policy["chance"][0, part] = filled.reshape(-1, CHOICES)
    return policy


def _parts() -> list[tuple[slice, tuple[int, ...], tuple[int, ...]]]:
    """Parts of the spots, their shapes, and the axes over which spots are similar."""
    parts: list[tuple[slice, tuple[int, ...], tuple[int, ...]]] = []
    at = 0
    kinds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((10, 3, 6, 4, 2), (1, 2, 4))]
    kinds += [((3, 5, 5, 2, 3, 3), (0, 4, 5)), ((3, 9, 5, 2, 2, 2, 2), (0, 4, 5, 6))] * 3
    for shape, alike in kinds:
        size = int(np.prod(shape)) * BUCKETS
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.BET_SPOTS
    for shape, alike in [((3, 8, 5), (0, 2)), ((3, 16, 3, 2), (0, 2, 3))] * 3:
        size = int(np.prod(shape)) * BUCKETS
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.SPOTS
    return parts


def _filled(average: NDArray[np.float32], alike: tuple[int, ...], prior: float) -> NDArray[np.float32]:
    """Weights as probabilities; a spot with few visits is drawn towards the mean of similar spots."""
    mean = average.sum(axis=alike, keepdims=True)
    total = mean.sum(axis=-1, keepdims=True)
    mean = np.where(total > 0, mean / np.where(total > 0, total, 1), 1 / average.shape[-1])
    weights = average + np.float32(prior) * mean
    filled: NDArray[np.float32] = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    return filled
