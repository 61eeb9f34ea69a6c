"""Numbers of 0 or more without their last bits, which halves the memory for regrets and averages of a long training.

A number is stored as the bits of its single precision without the last `drop`. With `drop` 15 it takes 16 bits: eight
of the exponent and eight of the fraction (the sign is always 0). With `drop` 0 it takes 32 bits and is exact. Numbers
are rounded stochastically, so that the mean is right: small steps add up to what they should, and a number that needs
no rounding does not change. The random numbers are a golden ratio sequence over the slots that begins at `seed`, so the
same seed rounds the same way.

The functions work on the vector of 16 slots from `at` on (`standpat.compute.vectors`), or on the first `left` of them
if `left` is below 16: the slots after those are neither read nor written.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import (
    LANES,
    bits_of,
    float_of,
    lanes,
    like,
    load,
    load_some,
    multiply_add,
    spread,
    store,
    store_some,
    where,
)
from standpat.solver.kernels.layout import TINY, Real

LEAST, NOTHING = np.float32(TINY), np.float32(0)
STEP = np.uint32(0x9E3779B1)
"""The golden ratio's fraction of 2 ** 32, made odd."""
HALF = np.uint32(16)
ONE = np.uint32(1)

Bits = NDArray[Any]


@fast_kernel
def numbers(bits: Bits, at: int, left: int, drop: int) -> Any:
    """The numbers of a vector of slots, in single precision; 0 in the lanes from `left` on."""
    kept = load(bits, at) if left >= LANES else load_some(bits, at, left)
    return float_of(like(kept, ONE) << spread(np.uint32(drop)))


@fast_kernel
def put(bits: Bits, at: int, left: int, drop: int, seed: int, new: Any) -> None:
    """Store a vector of numbers of 0 or more."""
    chance = lanes() * spread(STEP) + spread(np.uint32(np.uint32(np.uint32(at) * STEP) + np.uint32(seed)))
    part = (chance >> spread(HALF)) & spread(np.uint32((ONE << np.uint32(drop)) - ONE))
    kept = (bits_of(new) + part) >> spread(np.uint32(drop))
    if left >= LANES:
        store(bits, at, kept)
    else:
        store_some(bits, at, kept, left)


@fast_kernel
def add(bits: Bits, at: int, left: int, drop: int, seed: int, weight: float, more: Any) -> None:
    """Add `weight` times a vector."""
    new = multiply_add(like(more, NOTHING), spread(np.float32(weight)), numbers(bits, at, left, drop))
    put(bits, at, left, drop, seed, new)


@fast_kernel
def learn(bits: Bits, at: int, left: int, drop: int, seed: int, decay: float, gain: Any) -> None:
    """Add a vector to the regrets times `decay`, and clip them at 0."""
    new = multiply_add(numbers(bits, at, left, drop), spread(np.float32(decay)), like(gain, NOTHING))
    put(bits, at, left, drop, seed, where(new > spread(LEAST), new, spread(NOTHING)))


@fast_kernel
def widen(bits: Bits, drop: int, out: Real) -> None:
    """Read all the numbers."""
    shift, size = np.uint32(drop), len(bits)
    for i in range(size):
        out[i] = np.uint32(np.uint32(bits[i]) << shift).view(np.float32)
