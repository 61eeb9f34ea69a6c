"""Pictures as wide as a phone: stacked bars, grids of shares, and curves.

`bars(title, legend, rows)` draws a bar for each row, divided into coloured shares. `grid(title, columns, rows)` draws a
table of shares; larger shares have darker cells. A share that is `nan` is a dash. `curves(title, lines)` draws
exploitability against minutes with a logarithmic axis. Each returns a `standpat.lab.drawing.Drawing`.
"""

from collections.abc import Sequence
from itertools import cycle
from math import ceil, floor, isnan, log10
from typing import Final, Literal

from standpat.lab.drawing import BASELINE, Box, Drawing, Line, Mark, Text

WIDTH = 380
LINE = 26
COLOURS = ("#c9ced6", "#7fb2d9", "#1f6f8b", "#0b3c49", "#a8571a", "#5c2b0a")
PAPER, INK, FAINT = "#ffffff", "#1c2430", "#6b7684"
GRID = "#e4e8ed"
FONT: Final = "system-ui, -apple-system, Segoe UI, Roboto, sans-serif"


def bars(
    title: str, legend: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], note: str = "", left: int = 122
) -> Drawing:
    """Draw stacked bars.

    Args:
        title: The title of the picture.
        legend: The names of the shares.
        rows: For each bar its name and its shares, in the order of the legend.
        note: A line below the title.
        left: The width of the names, in pixels.

    Returns:
        The picture.
    """
    parts, y = _head(title, note)
    x = 14.0
    for name, colour in zip(legend, _colours(len(legend)), strict=True):
        if x > 14 and x + 17 + 7.2 * len(name) > WIDTH:
            x, y = 14.0, y + 20
        parts.append(Box(x, y - 10, 12, 12, colour, 2))
        parts.append(_text(x + 17, y, name, 13))
        x += 32 + 7.2 * len(name)
    y += 18
    wide = WIDTH - left - 14
    for name, shares in rows:
        parts.append(_text(left - 8, y + 15, name, 13, "end"))
        x = float(left)
        for share, colour in zip(shares, _colours(len(legend)), strict=True):
            if isnan(share) or share < 0.002:
                continue
            parts.append(Box(x, y, share * wide, 20, colour))
            if share * wide > 24:
                ink = PAPER if colour in COLOURS[2:] else INK
                parts.append(_text(x + share * wide / 2, y + 15, f"{100 * share:.0f}", 12, "middle", ink))
            x += share * wide
        y += LINE
    return _whole(parts, y + 4, title)


def grid(
    title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], note: str = "", left: int = 92
) -> Drawing:
    """Draw a table of shares in per cent.

    Args:
        title: The title of the picture.
        columns: The heads of the columns.
        rows: For each row its name and its shares; a row without shares is a heading.
        note: A line below the title.
        left: The width of the names, in pixels.

    Returns:
        The picture.
    """
    parts, y = _head(title, note)
    wide = (WIDTH - left - 14) / len(columns)
    lines = max([len(name.split("\n")) for name in columns])
    for place, name in enumerate(columns):
        for number, line in enumerate(name.split("\n")):
            parts.append(_text(left + (place + 0.5) * wide, y + 14 * number, line, 12, "middle", FAINT))
    y += 14 * lines - 6
    for name, shares in rows:
        if not shares:
            parts.append(_text(14, y + 18, name, 13, bold=True))
            y += LINE
            continue
        parts.append(_text(left - 8, y + 17, name, 13, "end"))
        for place, share in enumerate(shares):
            x = left + place * wide
            if isnan(share):
                parts.append(_text(x + wide / 2, y + 17, "–", 12, "middle", FAINT))
                continue
            colour, ink = _shade(share)
            parts.append(Box(x + 1, y, wide - 2, 24, colour, 3))
            parts.append(_text(x + wide / 2, y + 17, f"{100 * share:.0f}", 12, "middle", ink))
        y += LINE
    return _whole(parts, y + 4, title)


def curves(title: str, lines: Sequence[tuple[str, Sequence[tuple[float, float]]]], note: str = "") -> Drawing:
    """Draw curves, named at their ends.

    Args:
        title: The title of the picture.
        lines: For each curve its name and its points (minutes, mSB a hand).
        note: A line below the title.

    Returns:
        The picture.
    """
    parts, top = _head(title, note)
    names = [f"{name} {line[-1][1]:.3g}" for name, line in lines]
    left, right, high = 52.0, WIDTH - 14 - 7.4 * max([len(name) for name in names]), 220.0
    points = [point for _, line in lines for point in line]
    longest = max([minutes for minutes, _ in points])
    low, up = floor(log10(min([msb for _, msb in points]))), ceil(log10(max([msb for _, msb in points])))
    step = next(s for s in (1, 2, 5, 10, 20, 30, 60, 120, 240, 600, 1440) if longest / s <= 7 or s == 1440)

    def across(minutes: float) -> float:
        return left + (right - left) * minutes / longest

    def down(msb: float) -> float:
        return top + high * (up - log10(msb)) / (up - low)

    for power in range(low, up + 1):
        y = down(10.0**power)
        parts.append(Line(((left, y), (right, y)), GRID))
        parts.append(_text(left - 8, y + 4, f"{10.0**power:g}", 12, "end", FAINT))
    for tick in range(0, int(longest) + 1, step):
        parts.append(_text(across(tick), top + high + 18, str(tick), 12, "middle", FAINT))
    parts.append(_text((left + right) / 2, top + high + 38, "minutes of training", 12, "middle", FAINT))
    taken: list[float] = []
    for name, (_, line), colour in zip(names, lines, cycle(COLOURS[2:]), strict=False):
        parts.append(Line(tuple([(across(minutes), down(msb)) for minutes, msb in line]), colour, 2.5))
        y = down(line[-1][1]) + 4
        while any(abs(y - other) < 14 for other in taken):
            y -= 2
        taken.append(y)
        parts.append(_text(right + 6, y, name, 12, colour=colour, bold=True))
    return _whole(parts, top + high + 52, title)


def _colours(number: int) -> tuple[str, ...]:
    return COLOURS[:number] if number != 2 else (COLOURS[0], COLOURS[2])


def _shade(share: float) -> tuple[str, str]:
    light, dark = (238, 242, 246), (11, 84, 108)
    mixed = [round(a + (b - a) * share) for a, b in zip(light, dark, strict=True)]
    return "#" + "".join([f"{c:02x}" for c in mixed]), PAPER if share > 0.5 else INK


def _head(title: str, note: str) -> tuple[list[Mark], int]:
    parts, y = list[Mark](), 26
    for line in _wrapped(title, 40):
        parts.append(_text(14, y, line, 16, bold=True))
        y += 20
    for line in _wrapped(note, 56) if note else []:
        parts.append(_text(14, y, line, 12, colour=FAINT))
        y += 16
    return parts, y + 8


def _wrapped(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) + 1 > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def _text(
    x: float,
    y: float,
    text: str,
    size: int,
    anchor: Literal["start", "middle", "end"] = "start",
    colour: str = INK,
    *,
    bold: bool = False,
) -> Text:
    """A text on the line `y`."""
    return Text(x, y - BASELINE * size, text, size, colour, anchor, bold)


def _whole(parts: list[Mark], height: float, title: str) -> Drawing:
    return Drawing(WIDTH, height, tuple(parts), title, FONT)
