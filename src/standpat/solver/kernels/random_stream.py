"""Chance for kernels: numbers from a stream whose state is a field `random` of a row (splitmix64)."""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel

Row: TypeAlias = Any

CHANCE: Final = np.dtype([("random", np.uint64)])
"""A state alone."""


@fast_kernel
def number(state: Row) -> Any:
    """The next of the stream of `state.random` (splitmix64)."""
    state.random += np.uint64(0x9E3779B97F4A7C15)
    z = state.random
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@fast_kernel
def below(state: Row, count: int) -> int:
    """One of `count` numbers from 0."""
    return int(np.int64(((number(state) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)))


@fast_kernel
def uniform(state: Row) -> float:
    """From 0 to 1, 1 left out."""
    return float(np.float64(number(state) >> np.uint64(11)) / 9007199254740992.0)


@fast_kernel
def shuffle(order: NDArray[np.uint8], state: Row) -> None:
    """A deck in random order."""
    for card in range(52):
        order[card] = card
    for top in range(51, 0, -1):
        at = below(state, top + 1)
        order[at], order[top] = order[top], order[at]


@fast_kernel
def sampled(chances: NDArray[Any], roll: float) -> int:
    """One by chance."""
    last = 0
    for a in range(len(chances)):
        if chances[a] > 0:
            last = a
            roll -= chances[a]
            if roll < 0:
                return a
    return last
