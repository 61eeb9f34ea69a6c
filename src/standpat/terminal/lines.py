"""The surface of a session: where pictures are shown and keys come from, and one that works without a terminal.

`Lines` prints each picture below the last and reads one line at a time. The characters of the line are keys and its end
is Enter: ``13`` discards the first and the third card, an empty line stands pat, ``c`` calls, ``r40`` raises to 40. The
rest of a line is dropped when a decision is made, or when a key has no meaning. So a session can be scripted.
"""

import shutil
from typing import Protocol, Self, TextIO

from rich.console import Console
from rich.text import Text

from standpat.terminal.plain import plain


class Surface(Protocol):
    """What a session needs. `live` says whether pictures replace each other, so that it makes sense to show some
    between decisions."""

    live: bool

    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def show(self, rows: list[Text]) -> None:
        """Draw a picture."""

    def begin(self) -> None:
        """Drop the keys that were typed before the question was shown."""

    def key(self) -> str:
        """The next key: a character, ``enter``, ``backspace``, ``escape``, ``other`` (a key without a meaning),
        ``resize`` where the size has changed, or ``end`` at the end of the input."""

    def wait(self, seconds: float) -> None:
        """Wait so that a person can follow. A key ends the wait."""


class Painter:
    """Turns rows of text into lines for one output, with the colours of its terminal and the characters of its
    encoding."""

    def __init__(self, out: TextIO) -> None:
        self._console = Console(file=out, highlight=False, markup=False, emoji=False)
        self._encoding = out.encoding or "ascii"

    def lines(self, rows: list[Text], width: int) -> list[str]:
        """The rows as text for the output, cut to `width` columns."""
        self._console.width = width
        with self._console.capture() as capture:
            for row in rows:
                self._console.print(row, no_wrap=True, overflow="crop", crop=True)
        return plain(capture.get(), self._encoding).split("\n")[:-1]


class Lines:
    """A surface without a terminal (see the module)."""

    live = False

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source = source
        self._out = out
        self._painter = Painter(out)
        self._keys: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.flush()

    def size(self) -> tuple[int, int]:
        """Columns and rows: the columns of the terminal if there is one, and 24 rows."""
        columns, _ = shutil.get_terminal_size((80, 24))
        return columns, 24

    def show(self, rows: list[Text]) -> None:
        """Print a picture, unless keys of the line are left that lead to another."""
        if self._keys:  # the line has more keys; the picture after them is shown
            return
        lines = [line.rstrip() for line in self._painter.lines(rows, self.size()[0])]
        self._out.write("\n".join(lines).strip("\n") + "\n\n")
        self._out.flush()

    def begin(self) -> None:
        """Drop the keys that are left of the line."""
        self._keys.clear()

    def key(self) -> str:
        """The next key of the line, reading a new line if there is none; ``end`` at the end of the input."""
        if not self._keys:
            line = self._source.readline()
            if not line:
                return "end"
            self._keys = [*line.replace(" ", "").rstrip("\r\n"), "enter"]
        return self._keys.pop(0)

    def wait(self, seconds: float) -> None:
        """Do not wait: nobody watches."""
