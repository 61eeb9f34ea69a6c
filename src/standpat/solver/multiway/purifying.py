"""Give up what a strategy hardly ever chooses.

The average of a training holds on to choices that were right for a while, or were tried among others. Most of what it
does seldom is such a rest. Without it a strategy loses less to a response, or as much, and wins more from others
(docs/multiway_experiments.md). It is called *thresholding* (Ganzfried, Sandholm and Waugh 2012, "Strategy purification
and thresholding: effective non-equilibrium approaches for playing large games").
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.solver.multiway.cfr_kernel import POLICY

BELOW: Final = 0.2
"""Choices of a smaller probability are given up."""
_PART: Final = 1 << 20
"""Spots at once."""


def purified(policy: NDArray[np.void], below: float = BELOW) -> NDArray[np.void]:
    """The strategy without choices of a smaller probability than `below`. The likeliest at each spot stays in any case.

    Args:
        policy: A row of `cfr_kernel.POLICY`. Spots without probabilities stay as they are.
        below: The probability, 0 to 1. With 1 only the likeliest is left, or those that are equally likely.

    Returns:
        Another row.
    """
    pure = np.zeros(1, POLICY)
    for begin in range(0, len(policy["chance"][0]), _PART):
        old, new = (one["chance"][0, begin : begin + _PART] for one in (policy, pure))
        likeliest = old.max(axis=1, keepdims=True)
        new[:] = np.where((old >= np.float32(below)) | (old == likeliest), old, 0)
        total = new.sum(axis=1, keepdims=True)
        new /= np.where(total > 0, total, 1)
    return pure
