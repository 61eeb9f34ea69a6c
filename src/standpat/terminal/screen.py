"""The terminal: shows pictures and reads keys.

`Screen` draws in place on the alternate screen and reads one key at a time. It needs a Unix terminal.
`standpat.terminal.lines` is for everything else. Both are a `Surface`.

A character that the output's encoding does not have is replaced by a plain one of the same width. NO_COLOR is
respected.
"""

import codecs
import os
import select
import shutil
import sys
import termios
import tty
from types import TracebackType
from typing import Self

from rich.text import Text

from standpat.terminal.lines import Painter

_ENTER_SCREEN = "\x1b[?1049h\x1b[?25l"
_LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l"
_UPDATE = "\x1b[?2026h\x1b[H{}\x1b[J\x1b[?2026l"  # one synchronized update, where the terminal knows of it
_CONTROL = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x04": "end"}


class Screen:
    """A surface on a Unix terminal (`standpat.terminal.lines.Surface`)."""

    live = True

    def __init__(self) -> None:
        self._in = sys.stdin.fileno()
        self._painter = Painter(sys.stdout)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._keys: list[str] = []
        self._size = (0, 0)

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._in)
        tty.setcbreak(self._in)
        self._write(_ENTER_SCREEN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(_LEAVE_SCREEN)
        termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        columns, rows = shutil.get_terminal_size()
        self._size = (columns, rows)
        return self._size

    def show(self, rows: list[Text]) -> None:
        """Draw a picture in place of the last one."""
        width, height = self.size()
        lines = self._painter.lines(rows[:height], width - 1)
        self._write(_UPDATE.format("\x1b[K\n".join(lines) + "\x1b[K"))

    def begin(self) -> None:
        """Drop the keys that were typed so far."""
        termios.tcflush(self._in, termios.TCIFLUSH)
        self._keys.clear()

    def key(self) -> str:
        """Wait for the next key; ``resize`` where the size of the terminal has changed."""
        while not self._keys:
            if select.select([self._in], [], [], 0.2)[0]:
                self._read()
            elif tuple(shutil.get_terminal_size()) != self._size:
                return "resize"
        return self._keys.pop(0)

    def wait(self, seconds: float) -> None:
        """Wait, or until a key is pressed, which is dropped."""
        if select.select([self._in], [], [], seconds)[0]:
            self.begin()

    def _read(self) -> None:
        """Turn input into keys. The sequence of a function key is one key without a meaning."""
        data = os.read(self._in, 256)
        typed = self._decoder.decode(data)
        if not data:
            self._keys.append("end")
        elif typed.startswith("\x1b"):
            self._keys.append("escape" if typed == "\x1b" else "other")
        else:
            self._keys += [_CONTROL.get(char, char if char.isprintable() else "other") for char in typed]

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
