"""One thing that a line of a history says."""

from typing import NamedTuple

Lines = list[tuple[int, str]]
"""Lines of a file with their numbers, blank ones left out."""


class Item(NamedTuple):
    """`seat` is the file's number of who it is about; amounts and cards stay text.

    Words are: the forced bets (`course.POSTS`), the betting actions (`course.BETS`), ``deal``, ``dealt``, ``street``,
    ``discard``, ``pat``, ``served``, ``reshuffled``, ``uncalled``, ``showdown``, ``show``, ``muck``, ``collect``,
    ``button``, ``cancelled``, and of the summary ``total`` and ``was-…``.
    """

    line: int
    seat: int | None
    word: str
    args: tuple[str, ...] = ()


class BadLine(ValueError):
    """What a line says cannot be."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
