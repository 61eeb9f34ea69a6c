"""Damage to files: `damaged(text, random)` changes a text, `encoded(text, random)` its bytes."""

import re
from collections.abc import Callable
from random import Random

FIGURES = (
    "-1",
    "0",
    "7",
    "99",
    "1000000000",
    "2.5",
    "9" * 25,
    "9" * 5000,
    "1e400",
    "1e999999999",
    "-1e5",
    "inf",
    "nan",
)
WORDS = ("null", "true", "[]", "{}", '""', "[" * 3000, "-0", "+5", "1_000", "2c", "??", "xx", "p9", "-")
LETTERS = ("\x00", "\ufeff", "\u2028", "\x0b", "\r", "\r\n", "\x1a", "é", "€", "٣", "²", "Ⅷ", "\ud7ff", "\U0001f0a1")
TYPED = "0123456789-\"[]{},.pcdhsTJQKA'\n= $:()#"
FILES = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1")
_NUMBER = re.compile(r"\d+")
_PART = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|-?\w+')


def _typed(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    typed: str = random.choice((*TYPED, *LETTERS, *FIGURES))
    return text[:at] + typed + text[at + 1 :]


def _lost(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 5, 60)) :]


def _broken_off(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def _exchanged(pattern: re.Pattern[str], by: tuple[str, ...]) -> Callable[[str, Random], str]:
    """Replace one part of this kind by another one of the text, or by one of `by`."""

    def change(text: str, random: Random) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text
        part = random.choice(found)
        other = random.choice((*by, random.choice(found)[0], str(random.randrange(12))))
        return text[: part.start()] + other + text[part.end() :]

    return change


def _line(text: str, random: Random) -> str:
    """Delete a line, repeat it, repeat half of it elsewhere, or put it in the place of another one."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines.insert(other, lines[at][: random.randrange(40)])
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def _line_ends(text: str, random: Random) -> str:
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\n", "\n\x00")))


_CHANGES = (
    _typed,
    _lost,
    _broken_off,
    _exchanged(_NUMBER, FIGURES),
    _exchanged(_PART, (*FIGURES, *WORDS, *LETTERS)),
    _line,
    _line,
    _line_ends,
)


def damaged(text: str, random: Random) -> str:
    """The text with one or several changes."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        text = random.choice(_CHANGES)(text, random)
    return text


def encoded(text: str, random: Random) -> bytes:
    """The text's bytes in some encoding, perhaps with one byte missing and another one inserted."""
    data = text.encode(random.choice(FILES), errors="replace")
    if random.random() < 0.5:
        at = random.randrange(len(data) + 1)
        data = data[:at] + bytes([random.randrange(256)]) + data[at + random.randrange(3) :]
    return data
