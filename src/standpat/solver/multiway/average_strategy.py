"""The strategy of a training: its average without what turned out to be worse, filled where a spot was reached seldom.

An average holds on to choices that were made while little was known. The regrets tell of them: a choice whose regret is
as far below zero as chance hardly brings it (`WORSE`) does not count. What is mixed for good reason has regrets about
zero, and stays. (Choices of small probability are no guide: docs/multiway_experiments.md.)

A spot that was reached seldom is drawn towards the mean over the entries, and this towards that over all similar spots,
which differ only in the entry, the own draw, who bet before and the size of the pot. A file has no room for rows that
hardly matter (`LEAST`).
"""

from math import sqrt
from typing import Any, Final

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
from standpat.compute.compiled import inner_kernel, lean_kernel
from standpat.solver.multiway import cfr_kernel

PRIOR: Final = 4.0
"""Visits of the mean of similar spots that are added to a spot's own, in a training without strays."""
LEAST: Final = 1e-6
"""A public spot whose own row changes less than this part of all choices has the mean over the entries."""
WORSE: Final = 7.5
"""A choice does not count if its regret is less than minus this, in small blinds, times the square root of the sums of
the average. With five seats that is three standard errors: the value of a visit has a standard deviation of some five
small blinds, and of five visits to a spot one teaches regrets and four count in the average.
"""
Learned = tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.float32], float]
"""What was learned at public spots, with regrets, the strategy that counts as well, and how much it counts."""
NOTHING: Final = np.zeros((0, BUCKETS, CHOICES), np.float32)
"""Stands for the strategy that counts as well, where there is none."""


def policy_of(
    learner: NDArray[np.void], prior: float = PRIOR, begun: tuple[NDArray[np.void], float] | None = None
) -> NDArray[np.void]:
    """The strategy of a learner.

    Args:
        learner: A row of `cfr_kernel.LEARNER`. Where there are no regrets, all choices count.
        prior: Visits of the mean of similar spots.
        begun: A strategy that counts as well, and how many times as much as the learner at each spot. The strategy is
            a row of `cfr_kernel.POLICY`.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    policy = np.zeros(1, cfr_kernel.POLICY)
    average = learner["average"][0].reshape(-1, BUCKETS, CHOICES)
    chance = policy["chance"][0].reshape(average.shape)
    regret = learner["regret"][0].reshape(average.shape)
    before, share = (NOTHING, 0.0) if begun is None else (begun[0]["chance"][0].reshape(average.shape), begun[1])
    least = LEAST * average.sum() * (1 + share)
    for part, shape, alike in _parts():
        mine = average[part], regret[part], before[part], share
        index = _index(shape, alike)
        like = _chances(_sums(mine, index))
        if 0 in alike:
            apart = _index(shape, (0,))
            like = _chances(_sums(mine, apart) + prior * like[index[: len(index) // shape[0]]])
            index = apart
        draw_towards(*mine, index, like, prior, least if 0 in alike else -1.0, chance[part])
    return policy


def visits_of(average: NDArray[np.float64]) -> NDArray[np.float64]:
    """By spot, the part of all choices that is made there.

    Args:
        average: The sums of the average strategy, or counts, by spot and choice.
    """
    made = np.zeros(len(average))
    for column in average.T:  # `average.sum(axis=1)` takes three times as long
        made += column
    return made / np.float64(max(1.0, made.sum()))


@lean_kernel
def sum_by(
    average: NDArray[np.float64],
    regret: NDArray[np.float32],
    before: NDArray[np.float32],
    share: float,
    index: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Add up the weights of choices at public spots that belong together.

    Args:
        average: Shape (public spots, classes, choices): what was learned.
        regret: The same shape: the regrets.
        before: The same shape, or empty if `share` is 0: the strategy that counts as well.
        share: How many times as much it counts.
        index: By public spot, the row of its sum.
        sums: Shape (rows, classes, choices), is added to.
    """
    for public in range(len(index)):
        for entry in range(BUCKETS):
            made = share * total(average[public, entry])
            counting = choices_that_count(average[public, entry], regret[public, entry])
            for a in range(CHOICES):
                if counting >> a & 1:
                    sums[index[public], entry, a] += weight(average, before, made, public, entry, a)


@lean_kernel
def draw_towards(
    average: NDArray[np.float64],
    regret: NDArray[np.float32],
    before: NDArray[np.float32],
    share: float,
    index: NDArray[np.int64],
    like: NDArray[np.float64],
    prior: float,
    least: float,
    chance: NDArray[np.float32],
) -> None:
    """Set the strategy at public spots: what was learned there and a mean, which counts as `prior` visits.

    Args:
        average: As in `sum_by`.
        regret: As in `sum_by`.
        before: As in `sum_by`.
        share: As in `sum_by`.
        index: By public spot, the row of its mean.
        like: The means, probabilities of shape (rows, classes, choices).
        prior: The visits.
        least: A public spot that changes no more than this, in visits, has the mean itself; below 0 for none.
        chance: Shape (public spots, classes, choices), is set.
    """
    for public in range(len(index)):
        changed = 0.0
        for entry in range(BUCKETS):
            visits = total(average[public, entry])
            made = share * visits
            counting = choices_that_count(average[public, entry], regret[public, entry])
            counted = 0.0
            whole = 0.0
            for a in range(CHOICES):
                if counting >> a & 1:
                    counts = weight(average, before, made, public, entry, a)
                    counted += counts
                    whole += counts + prior * like[index[public], entry, a]
            for a in range(CHOICES):
                mean = like[index[public], entry, a]
                own = mean
                if visits > 0.0:
                    own = 0.0
                    if counting >> a & 1:
                        own = (weight(average, before, made, public, entry, a) + prior * mean) / whole
                    changed += abs(own - mean) * counted
                chance[public, entry, a] = own
        if changed <= least:
            for entry in range(BUCKETS):
                for a in range(CHOICES):
                    chance[public, entry, a] = like[index[public], entry, a]


@inner_kernel
def choices_that_count(average: NDArray[np.float64], regret: NDArray[np.float32]) -> int:
    """The choices of a spot that did not turn out to be worse, a bit each. The best of those that were made is one."""
    floor = -WORSE * sqrt(total(average))
    best = -1
    counting = 0
    for a in range(CHOICES):
        if regret[a] >= floor:
            counting |= 1 << a
        if average[a] > 0.0 and (best < 0 or regret[a] > regret[best]):
            best = a
    if best >= 0:
        counting |= 1 << best
    return counting


@inner_kernel
def weight(
    average: NDArray[np.float64], before: NDArray[np.float32], made: float, public: int, entry: int, choice: int
) -> Any:
    """What a choice of a class has at a public spot: what was learned, and the strategy that counts `made` visits."""
    if made > 0.0:
        return average[public, entry, choice] + made * before[public, entry, choice]
    return average[public, entry, choice]


@inner_kernel
def total(learned: NDArray[np.float64]) -> float:
    """The visits of a spot: the sum over the choices."""
    found = 0.0
    for a in range(CHOICES):
        found += learned[a]
    return found


def _sums(mine: Learned, index: NDArray[np.int64]) -> Any:
    sums = np.zeros((int(index.max()) + 1, BUCKETS, CHOICES))
    sum_by(*mine, index, sums)
    return sums


def _index(shape: tuple[int, ...], alike: tuple[int, ...]) -> NDArray[np.int64]:
    """By public spot, which one it is if the axes of those that are alike are left out."""
    kept = [1 if axis in alike else size for axis, size in enumerate(shape)]
    rows = np.arange(int(np.prod(kept))).reshape(kept)
    return np.broadcast_to(rows, shape).reshape(-1)


def _parts() -> list[tuple[slice, tuple[int, ...], tuple[int, ...]]]:
    """Parts of the public spots, their shapes, and the axes over which spots are similar."""
    parts: list[tuple[slice, tuple[int, ...], tuple[int, ...]]] = []
    at = 0
    kinds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(PREDRAW_SHAPE, (1, 2, 4))]
    for shape, alike in zip(TWO_SHAPES, ((0, 1, 5), (0, 1, 5), (0, 1, 5, 6)), strict=True):
        kinds += [(shape, alike), (MORE_SHAPE, (0, 1, 5, 6, 7))]
    for shape, alike in zip(DRAW_TWO_SHAPES, ((0,), (0, 1, 3), (0, 1, 3, 4)), strict=True):
        kinds += [(shape, alike), (DRAW_MORE_SHAPE, (0, 1, 3, 4))]
    for shape, alike in kinds:
        size = int(np.prod(shape))
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at * BUCKETS == multiway_spot.SPOTS
    return parts


def _chances(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights as probabilities; all choices alike where there are none."""
    total = weights.sum(axis=-1, keepdims=True)
    chances: NDArray[np.float64] = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / CHOICES)
    return chances
