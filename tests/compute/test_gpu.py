"""Functions for a graphics card, as far as they can be made without one."""

from typing import Any

import numpy as np

from standpat.compute.gpu import LONG, Functions

PARTS = (0.78, 0.5, 0.34, 0.27, 0.22, 0.18)
BITS = (0, 1, 1, 2, 1, 2)
SHORT = (0.5, 0.4)


def taken(at: int) -> tuple[Any, ...]:
    return PARTS[at], BITS[at], SHORT[at]


def test_a_long_tuple_becomes_an_array_of_the_same_numbers() -> None:
    """Of whole numbers only if it has no others."""
    made = Functions({})._for_card(taken)
    assert len(SHORT) <= LONG < len(PARTS)
    assert made(1) == (0.5, 1, 0.4)
    parts, bits = made.__globals__["PARTS"], made.__globals__["BITS"]
    assert (parts.tolist(), bits.tolist()) == (list(PARTS), list(BITS))
    assert (parts.dtype, bits.dtype) == (np.float64, np.int64)
    assert made.__globals__["SHORT"] == SHORT
