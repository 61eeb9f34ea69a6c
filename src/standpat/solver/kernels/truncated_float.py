"""Numbers of 0 or more without their last bits, which halves the memory for regrets and averages of a long training.

A number is stored as the bits of its single precision without the last `drop`. With `drop` 15 it takes 16 bits: eight
of the exponent and eight of the fraction (the sign is always 0). With `drop` 0 it takes 32 bits and is exact. Numbers
are rounded stochastically, so that the mean is right: small steps add up to what they should, and a number that needs
no rounding does not change. The random numbers are a golden ratio sequence over the slots that begins at `seed`, so the
same seed rounds the same way.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.layout import TINY, Real

LEAST, NOTHING = np.float32(TINY), np.float32(0)
"""In single precision: a comparison in double precision would slow the vectors down."""
STEP = np.uint32(0x9E3779B1)
"""The golden ratio's fraction of 2 ** 32, made odd."""
HALF = np.uint32(16)
ONE, LAST = np.uint32(1), np.uint32(31)

Bits = NDArray[Any]


@fast_kernel
def _clipped(x: Any) -> Any:
    return x if x > LEAST else NOTHING


@fast_kernel
def read(bits: Bits, at: int, size: int, drop: int, out: Real) -> None:
    """Read the numbers from slot `at` on."""
    shift = np.uint32(drop) & LAST
    part = bits[at : at + size]
    for i in range(size):
        out[i] = np.uint32(np.uint32(part[i]) << shift).view(np.float32)


@fast_kernel
def add(bits: Bits, at: int, size: int, drop: int, seed: int, weight: float, more: Real) -> None:
    """Add `weight` times `more`."""
    shift, mask = np.uint32(drop) & LAST, np.uint32((ONE << np.uint32(drop)) - ONE)
    chance = np.uint32(np.uint32(np.uint32(at) * STEP) + np.uint32(seed))
    part = bits[at : at + size]
    for i in range(size):
        x = np.float32(np.uint32(np.uint32(part[i]) << shift).view(np.float32) + weight * more[i])
        part[i] = np.uint32(x.view(np.uint32) + np.uint32(np.uint32(chance >> HALF) & mask)) >> shift
        chance = np.uint32(chance + STEP)


@fast_kernel
def regret(
    bits: Bits, at: int, size: int, drop: int, seed: int, before: Real, decay: float, value: Real, mean: Real
) -> None:
    """Store the regrets: `before` times `decay`, plus `value` minus `mean`, clipped at 0."""
    shift, mask = np.uint32(drop) & LAST, np.uint32((ONE << np.uint32(drop)) - ONE)
    chance = np.uint32(np.uint32(np.uint32(at) * STEP) + np.uint32(seed))
    part = bits[at : at + size]
    for i in range(size):
        x = np.float32(_clipped(before[i] * decay + (value[i] - mean[i])))
        part[i] = np.uint32(x.view(np.uint32) + np.uint32(np.uint32(chance >> HALF) & mask)) >> shift
        chance = np.uint32(chance + STEP)


@fast_kernel
def widen(bits: Bits, drop: int, out: Real) -> None:
    """Read all the numbers."""
    read(bits, 0, len(bits), drop, out)
