"""The *line* of a hand: all choices since the deal as one number.

A line begins as `DEALT`. Each choice adds `WIDTH` bits: in a bet 0 for a fold, 1 for a check or call, 2 for a bet or
raise; in a draw the number of discards, at most three. With the number of seats and the rules of limit single draw a
line says whose turn it is, so that nobody need be named. Lines of different length differ, because of the first bit.
"""

from collections.abc import Iterable, Sequence
from typing import Final

DEALT: Final = 1
"""The line before the first choice."""
WIDTH: Final = 2
"""Bits of a choice."""
LINED: Final = 3
"""The most seats for which a strategy file has lines."""
LONGEST: Final = 31
"""The most choices of a line that fits in 64 bits."""


def line_of(choices: Iterable[int]) -> int:
    """The line of some choices, the first one first."""
    line = DEALT
    for choice in choices:
        line = line << WIDTH | choice
    return line


def last_seats_line(choices: Sequence[int], seats: int) -> int | None:
    """The line of the last `LINED` seats, if all before them folded at once; None if not, or if it is too long.

    Args:
        choices: All choices since the deal.
        seats: The number of seats dealt in.
    """
    gone = max(seats - LINED, 0)
    if len(choices) < gone or any(choices[:gone]) or len(choices) - gone > LONGEST:
        return None
    return line_of(choices[gone:])
