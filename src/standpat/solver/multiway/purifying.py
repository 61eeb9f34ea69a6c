"""Give up what a strategy should not choose: what loses, or what it hardly ever chooses where it hardly ever decides.

The average of a training holds on to choices that were right for a while, or were tried among others. The regrets tell
of them (`average_strategy.WORSE`), but a strategy file keeps none. What a choice wins more than the strategy among
players of its own can be measured (`leaning.measured`). `without_losing` gives up choices that lose so clearly that it
is no chance. What is mixed for good reason wins as much as the rest, and stays.

`purified` goes by the probability alone, which is called *thresholding* (Ganzfried, Sandholm and Waugh 2012, "Strategy
purification and thresholding: effective non-equilibrium approaches for playing large games"). At decisions that seldom
come, most of what a strategy does seldom is such a rest. Others come there more often than players of its own, and it
wins more from them without the rest (docs/multiway_experiments.md). At decisions that often come, a training has
learned to mix. Without that a long response wins more.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import Strategy
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.solver.multiway.cfr_kernel import POLICY
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.file_rows import FileRows
from standpat.solver.multiway.leaning import LEAST, Measured

BELOW: Final = 0.2
"""Choices of a smaller probability are given up."""
RARE: Final = 10.0
"""Where a million deals come fewer times to the decision, with a class of hands."""
ERRORS: Final = 3.0
"""Standard errors by which a choice must lose."""
SPREAD: Final = 5.0
"""The standard deviation of what a choice wins more at one visit, in small blinds, about."""
_PART: Final = 1 << 20
"""Spots at once."""


def purified(
    policy: NDArray[np.void], below: float = BELOW, where: NDArray[np.bool_] | None = None
) -> NDArray[np.void]:
    """The strategy without choices of a smaller probability than `below`. The likeliest at each spot stays in any case.

    Args:
        policy: A row of `cfr_kernel.POLICY`. Spots without probabilities stay as they are.
        below: The probability, 0 to 1. With 1 only the likeliest is left, or those that are equally likely.
        where: The spots at which choices are given up; None for all.

    Returns:
        Another row.
    """
    pure = np.zeros(1, POLICY)
    for begin in range(0, len(policy["chance"][0]), _PART):
        part = slice(begin, begin + _PART)
        old, new = (one["chance"][0, part] for one in (policy, pure))
        likeliest = old.max(axis=1, keepdims=True)
        kept = (old >= np.float32(below)) | (old == likeliest)
        if where is not None:
            kept |= ~where.reshape(-1, 1)[part]
        new[:] = np.where(kept, old, 0)
        total = new.sum(axis=1, keepdims=True)
        new /= np.where(total > 0, total, 1)
    return pure


def without_losing(strategy: Strategy, itself: Measured, errors: float = ERRORS) -> NDArray[np.void]:
    """The strategy without choices that lose. The best of those measured at each decision stays in any case.

    Decisions that share a row of the file are one, and still share it afterwards. Choices that were not measured, of a
    probability below `leaning.LEAST`, stay.

    Args:
        strategy: The strategy.
        itself: Its measurement among players of its own.
        errors: The standard errors by which a choice must lose.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    chance, held = policy_of_file(strategy)["chance"][0].reshape(-1, BUCKETS, CHOICES), FileRows(strategy)
    old = chance[held.spots[held.first]]
    gains = held.sums(itself.sums.reshape(chance.shape))
    visits = held.sums(itself.visits.reshape(chance.shape[:2]))[..., None]
    followed = old >= np.float32(LEAST)
    best = np.where(followed, gains, -np.inf).argmax(axis=-1)[..., None] == np.arange(CHOICES)
    lost = followed & ~best & (gains < -errors * SPREAD * np.sqrt(visits))
    new = np.where(lost, 0, old)
    total = new.sum(axis=-1, keepdims=True)
    new /= np.where(total > 0, total, 1)
    return held.policy(new)
