"""Codes of a strategy file that take fewer bytes where a choice hardly matters.

Most rows of a strategy belong to decisions that are seldom met, and what a training learned there is noise, which does
not compress. So a class of hands that seldom comes to a decision has the codes of the class before it, or else its own
in the coarsest of `STEPS`, where that changes at most `MOST` of all choices of the game and at most `PART` of the
choices in the row. The limit for the row is there because an opponent can often bring about what is seldom met.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST: Final = 1e-8
"""The part of all choices that may change by the codes of one class in one row."""
PART: Final = 0.002
"""The part of the choices in a row that may change by the codes of one class."""
STEPS: Final = (2, 4, 5, 10, 20, 50)
"""Steps of a half, of a quarter, …, of a fiftieth."""


def cheaper(
    codes: NDArray[np.uint8],
    visits: NDArray[np.float64],
    levels: int,
    may: NDArray[np.bool_] | None = None,
    most: float = MOST,
    part: float = PART,
) -> NDArray[np.uint8]:
    """Codes that take fewer bytes.

    Args:
        codes: Shape (public spots, classes, choices): the codes of all choices but one, which has the rest of `levels`.
        visits: Shape (public spots, classes): the part of all choices that is made there.
        levels: The units of a probability of 1.
        may: Shape (classes, choices + 1): what a class may choose, at last if it may choose what has the rest; None if
            there is nothing that it may not.
        most: The part of all choices that may change.
        part: The part of the choices in a row that may change.

    Returns:
        The codes. Public spots with equal codes have equal codes again.
    """
    few, row = distinct(codes)
    rows = few.astype(np.int64)
    weights = np.zeros(rows.shape[:2])
    np.add.at(weights, row, visits)
    limit = np.minimum(most, part * weights.sum(axis=1))
    for at in range(rows.shape[1]):
        own = rows[:, at].copy()
        others = [_coarse(own, levels // parts) for parts in reversed(STEPS)]
        if at:
            others.append(rows[:, at - 1])
        for other in others:
            fits = _may(own, other, levels, None if may is None else may[at])
            fits &= _change(own, other, levels) * weights[:, at] <= limit
            rows[fits, at] = other[fits]
    return rows.astype(np.uint8)[row]


def distinct(codes: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The different rows of codes in the order in which they come first, and the number of each one's row there."""
    size = codes[0].size
    packed = codes.tobytes()
    numbers: dict[bytes, int] = {}
    row = [numbers.setdefault(packed[at : at + size], len(numbers)) for at in range(0, len(packed), size)]
    few = np.frombuffer(b"".join(numbers), np.uint8).reshape(-1, *codes.shape[1:])
    return few, np.array(row, np.int64)


def _coarse(codes: NDArray[np.int64], step: int) -> NDArray[np.int64]:
    return (codes + step // 2) // step * step


def _may(
    own: NDArray[np.int64], other: NDArray[np.int64], levels: int, may: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """By row, if a class with codes of its own may have others."""
    rest = levels - other.sum(axis=1)
    fits: NDArray[np.bool_] = rest >= 0
    if may is not None:
        fits &= ((other == 0) | may[:-1]).all(axis=1)
        fits &= may[-1] | (rest <= np.maximum(0, levels - own.sum(axis=1)))
    return fits


def _change(one: NDArray[np.int64], other: NDArray[np.int64], levels: int) -> NDArray[np.float64]:
    """By row, the sum of the differences of the probabilities of all choices."""
    apart = other - one
    change: NDArray[np.float64] = (np.abs(apart).sum(axis=1) + np.abs(apart.sum(axis=1))) / levels
    return change
