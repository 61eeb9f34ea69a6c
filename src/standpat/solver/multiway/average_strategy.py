"""The strategy of a training: its average, filled where a spot was reached seldom.

Such a spot is drawn towards the mean over the entries, and this towards that over all similar spots, which differ only
in the entry, the own draw, who bet before and the size of the pot. A file has no room for rows that hardly matter
(`LEAST`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots import multiway_spot
from standpat.bots.multiway_spot import (
    BUCKETS,
    CHOICES,
    DRAW_MORE_SHAPE,
    DRAW_TWO_SHAPES,
    MORE_SHAPE,
    PREDRAW_SHAPE,
    TWO_SHAPES,
)
from standpat.solver.multiway import cfr_kernel

PRIOR: Final = 4.0
"""Visits of the mean of similar spots that are added to a spot's own, in a training without strays."""
LEAST: Final = 1e-6
"""A public spot whose own row changes less than this part of all choices has the mean over the entries."""


def policy_of(
    learner: NDArray[np.void], prior: float = PRIOR, begun: tuple[NDArray[np.void], float] | None = None
) -> NDArray[np.void]:
    """The strategy of a learner.

    Args:
        learner: A row of `cfr_kernel.LEARNER`.
        prior: Visits of the mean of similar spots.
        begun: A strategy that counts as well, and how many times as much as the learner at each spot. The strategy is
            a row of `cfr_kernel.POLICY`.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    policy = np.zeros(1, cfr_kernel.POLICY)
    average = learner["average"][0]
    before, share = begun or (None, 0.0)
    least = LEAST * average.sum() * (1 + share)
    for part, shape, alike in _parts():
        weights = average[part].reshape(*shape, BUCKETS, CHOICES)
        if before is not None:
            made = weights.sum(axis=-1, keepdims=True)
            weights = weights + share * made * before["chance"][0, part].reshape(weights.shape)
        chances = policy["chance"][0, part].reshape(weights.shape)
        mean = _chances(weights.sum(axis=alike, keepdims=True))
        if 0 in alike:
            mean = _chances(weights.sum(axis=0, keepdims=True) + prior * mean)
        for entry in range(shape[0]):
            of, like = weights[entry], mean[0 if 0 in alike else entry]
            own = _chances(of + prior * like)
            if 0 in alike:
                changed = (np.abs(own - like) * of.sum(axis=-1, keepdims=True)).sum(axis=(-2, -1), keepdims=True)
                own = np.where(changed > least, own, like)
            chances[entry] = own
    return policy


def _parts() -> list[tuple[slice, tuple[int, ...], tuple[int, ...]]]:
    """Parts of the spots, their shapes, and the axes over which spots are similar."""
    parts: list[tuple[slice, tuple[int, ...], tuple[int, ...]]] = []
    at = 0
    kinds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(PREDRAW_SHAPE, (1, 2, 4))]
    for shape, alike in zip(TWO_SHAPES, ((0, 1, 5), (0, 1, 5), (0, 1, 5, 6)), strict=True):
        kinds += [(shape, alike), (MORE_SHAPE, (0, 1, 5, 6, 7))]
    for shape, alike in zip(DRAW_TWO_SHAPES, ((0,), (0, 1, 3), (0, 1, 3, 4)), strict=True):
        kinds += [(shape, alike), (DRAW_MORE_SHAPE, (0, 1, 3, 4))]
    for shape, alike in kinds:
        size = int(np.prod(shape)) * BUCKETS
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.SPOTS
    return parts


def _chances(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights as probabilities; all choices alike where there are none."""
    total = weights.sum(axis=-1, keepdims=True)
    chances: NDArray[np.float64] = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / CHOICES)
    return chances
