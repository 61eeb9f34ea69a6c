"""How far a long computation has come."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with what is done and what is wanted, in deals or in courses of the cards."""


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress of the `number`-th (from 0) of `count` pieces of equal weight, told in thousandths of the whole."""
    if progress is None:
        return None
    whole = progress
    return lambda done, wanted: whole(1000 * number + 1000 * done // max(1, wanted), 1000 * count)
