"""Two pictures: the curves of making each low, and the matrix of match-ups.

`curve` has a line for each series, named at its end, with the probabilities at its points. `heat` has a field for each
pair of hands. The colours can be told apart by colour-blind readers: lines have the colours of Okabe and Ito, fields go
from orange (below a half) over white to blue. `Drawing.save` writes the pictures.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from standpat.lab.drawing import Box, Dot, Drawing, Line, Mark, Text
from standpat.lab.odds.matrix import Matrix
from standpat.lab.odds.range import CARDS

_INKS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#444444")
_GREY: Final = "#666666"
_GRID: Final = "#E2E2E2"
_LESS: Final = (230, 126, 34)
_MORE: Final = (33, 113, 181)
_SUITS: Final = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})


class Series(NamedTuple):
    """A line of `curve`.

    Attributes:
        name: The name at its end.
        chances: Probabilities, 0 to 1.
        low, high: The ends of their intervals, if they were measured.
    """

    name: str
    chances: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None


def curve(title: str, note: str, labels: Sequence[str], series: Sequence[Series]) -> Drawing:
    """Draw the probability of each low or better.

    Args:
        title: The title.
        note: How the probabilities were computed.
        labels: The names of the lows.
        series: The lines.

    Returns:
        The picture.
    """
    left, top, wide, high = 84.0, 92.0, 640.0, 380.0
    first, step = left + 32, (wide - 52) / max(1, len(labels) - 1)
    most = max([chance for line in series for chance in line.high or line.chances])
    full = next(round_ for round_ in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if most <= round_ or round_ == 1.0)

    def height(chance: float) -> float:
        return top + high * (1 - chance / full)

    marks = _head(title, note)
    for tick in range(6):
        chance = full * tick / 5
        y = height(chance)
        marks.append(Line(((left, y), (left + wide, y)), _GRID if tick else _GREY))
        marks.append(Text(left - 10, y, f"{100 * chance:.0f}%", ink=_GREY, anchor="end"))
    for k, label in enumerate(labels):
        marks.append(Text(first + k * step, top + high + 20, label, anchor="middle"))
    marks.append(Text(left + wide / 2, top + high + 48, "this low or better", ink=_GREY, anchor="middle"))
    marks.append(Text(24, top + high / 2, "chance", ink=_GREY, anchor="middle", turn=90))
    written: list[tuple[float, float]] = []
    for line, ink, end in zip(series, _colours(series), _ends(series, height), strict=True):
        points = [(first + k * step, height(chance)) for k, chance in enumerate(line.chances)]
        for (x, _), low, up in zip(points, line.low or (), line.high or (), strict=False):
            marks.append(Line(((x, height(low)), (x, height(up))), ink, 1.5))
        marks.append(Line(tuple(points), ink, 2.5))
        for (x, y), label, chance in zip(points, labels, line.chances, strict=True):
            marks.append(Dot(x, y, ink, f"{line.name}, {label}: {100 * chance:.3f}%"))
        marks.append(Text(left + wide + 14, end, line.name, 15, ink, bold=True))
    dots = [(mark.x, mark.y) for mark in marks if isinstance(mark, Dot)]
    for line, ink in reversed(list(zip(series, _colours(series), strict=True))):
        for k, chance in enumerate(line.chances):
            x, y = first + k * step, height(chance) - 15
            near = [(a, b) for a, b in (*dots, *written) if abs(a - x) < 30 and abs(b - y) < 13]
            if not near:
                marks.append(Text(x, y, f"{100 * chance:.1f}", 12, ink, "middle"))
                written.append((x, y))
    margin = 40 + 9.5 * max([len(line.name) for line in series])
    return Drawing(left + wide + margin, top + high + 72, tuple(marks))


def heat(title: str, note: str, odds: Matrix) -> Drawing:
    """Draw the matrix: the share of the pot of each row's hand against each column's, in per cent."""
    names = [_shown(hand) for hand in odds.hands]
    longest = max([len(name) for name in names])
    turned = longest > 13
    wide, high = (96.0, 52.0) if turned else (max(72.0, 10.4 * longest + 18), 52.0)
    left = 56 + 10 * longest
    top = 104 + (6.2 * longest if turned else 24)
    known = [share for line in odds.shares for share in line if share == share]
    reach = max(0.1, *[abs(share - 0.5) for share in known])
    marks = _head(title, note)
    for k, name in enumerate(names):
        x, y = left + (k + 0.5) * wide, top + (k + 0.5) * high
        marks.append(Text(left - 12, y, name, anchor="end"))
        marks.append(Text(x - 4, top - 12, name, turn=40) if turned else Text(x, top - 16, name, anchor="middle"))
    size = len(names)
    for row, line in enumerate(odds.shares):
        for column, share in enumerate(line):
            x, y = left + column * wide, top + row * high
            if row == column or share != share:
                marks.append(Box(x + 1, y + 1, wide - 2, high - 2, "#F2F2F2"))
                marks.append(Text(x + wide / 2, y + high / 2, "–", ink="#999999", anchor="middle"))
                continue
            fill, ink = _field((share - 0.5) / reach)
            marks.append(Box(x + 1, y + 1, wide - 2, high - 2, fill))
            exact = odds.low[row][column] == odds.high[row][column]
            spread = 100 * (odds.high[row][column] - odds.low[row][column]) / 2
            middle = y + high / 2 - (0 if exact else 7)
            marks.append(Text(x + wide / 2, middle, f"{100 * share:.1f}", 16, ink, "middle", bold=True))
            if not exact:
                marks.append(Text(x + wide / 2, middle + 17, f"±{spread:.2f}", 11, ink, "middle"))
    words = "row's share of the pot against the column, in percent; blue is ahead, orange behind"
    marks.append(Text(24, top + size * high + 26, words, 13, _GREY))
    over = 40 + (5.0 * longest if turned else 0)
    return Drawing(max(left + size * wide + over, 660), top + size * high + 52, tuple(marks))


def _head(title: str, note: str) -> list[Mark]:
    return [Text(24, 34, _shown(title), 20, bold=True), Text(24, 62, note, 14, _GREY)]


def _shown(words: str) -> str:
    """A text with signs for the suits of cards."""
    return " ".join([part.translate(_SUITS) if CARDS.fullmatch(_bare(part)) else part for part in words.split(" ")])


def _bare(part: str) -> str:
    return re.sub("[/,]", "", part)


def _colours(series: Sequence[Series]) -> list[str]:
    return [_INKS[k % len(_INKS)] for k in range(len(series))]


def _ends(series: Sequence[Series], height: Callable[[float], float]) -> list[float]:
    """The heights of the names at the ends of the lines, apart from each other."""
    order = sorted(range(len(series)), key=lambda k: -series[k].chances[-1])
    places = {k: height(series[k].chances[-1]) for k in order}
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + 20)
    return [places[k] for k in range(len(series))]


def _field(side: float) -> tuple[str, str]:
    """The colour of a field from -1 (all lost) to 1, and that of the text on it."""
    end, part = (_MORE, side) if side > 0 else (_LESS, -side)
    colour = [round(255 + (channel - 255) * 0.9 * part) for channel in end]
    light = (0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]) / 255
    return f"#{colour[0]:02X}{colour[1]:02X}{colour[2]:02X}", "#222222" if light > 0.55 else "#FFFFFF"
