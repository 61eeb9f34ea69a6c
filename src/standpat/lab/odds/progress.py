"""The progress of a long computation."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called from time to time with the work done and the whole work, in deals or in combinations of cards."""


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """The progress of one of several pieces of equal weight, in thousandths of the whole.

    Args:
        progress: The progress of the whole; None for none.
        number: The number of the piece, from 0.
        count: The number of pieces.

    Returns:
        The progress of the piece.
    """
    if progress is None:
        return None
    whole = progress
    return lambda done, wanted: whole(1000 * number + 1000 * done // max(1, wanted), 1000 * count)
