"""An item: one statement of a line of a history."""

from typing import NamedTuple

Lines = list[tuple[int, str]]
"""Lines of a file with their numbers, blank ones left out."""


class Item(NamedTuple):
    """`seat` is the number of the player's seat in the file. Amounts and cards stay text.

    Words are: the forced bets (`event_builder.POSTS`), the betting actions (`event_builder.BETS`), ``deal``, ``dealt``,
    ``street``, ``discard``, ``pat``, ``served``, ``reshuffled``, ``uncalled``, ``showdown``, ``show``, ``muck``,
    ``collect``, ``button``, ``cancelled``, and in the summary ``total`` and ``was-…``.
    """

    line: int
    seat: int | None
    word: str
    args: tuple[str, ...] = ()


class BadLine(ValueError):
    """A line that is impossible or malformed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
