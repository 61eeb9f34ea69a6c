"""Give up what a strategy hardly ever chooses, where it hardly ever decides.

The average of a training holds on to choices that were right for a while, or were tried among others. At decisions that
seldom come, most of what a strategy does seldom is such a rest. Others come there more often than players of its own,
and it wins more from them without the rest (docs/multiway_experiments.md). To give up choices of small probability is
called *thresholding* (Ganzfried, Sandholm and Waugh 2012, "Strategy purification and thresholding: effective
non-equilibrium approaches for playing large games").

At decisions that often come, a training has learned to mix. Without that a long response wins more.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.solver.multiway.cfr_kernel import POLICY

BELOW: Final = 0.2
"""Choices of a smaller probability are given up."""
RARE: Final = 10.0
"""Where a million deals come fewer times to the decision, with a class of hands."""
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
