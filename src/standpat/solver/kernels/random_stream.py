"""Random numbers for kernels, from a stream whose state is a field `random` of a row.

The generator is splitmix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
"""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel

Row: TypeAlias = Any

CHANCE: Final = np.dtype([("random", np.uint64)])
"""A stream and nothing else."""


@fast_kernel
def number(state: Row) -> Any:
    """The next number of the stream, 64 bits."""
    state.random += np.uint64(0x9E3779B97F4A7C15)
    z = state.random
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@fast_kernel
def below(state: Row, count: int) -> int:
    """A number from 0 to `count` - 1."""
    return int(np.int64(((number(state) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)))


@fast_kernel
def uniform(state: Row) -> float:
    """A number from 0 to 1, 1 excluded."""
    return float(np.float64(number(state) >> np.uint64(11)) / 9007199254740992.0)


@fast_kernel
def shuffle(order: NDArray[np.uint8], state: Row) -> None:
    """Put a deck into random order."""
    for card in range(52):
        order[card] = card
    for top in range(51, 0, -1):
        at = below(state, top + 1)
        order[at], order[top] = order[top], order[at]


@fast_kernel
def sampled(chances: NDArray[Any], roll: float) -> int:
    """Sample an index by its probability; `roll` is uniform from 0 to 1."""
    last = 0
    for a in range(len(chances)):
        if chances[a] > 0:
            last = a
            roll -= chances[a]
            if roll < 0:
                return a
    return last
