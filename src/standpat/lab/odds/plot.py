"""Two pictures, drawn as SVG here; as PNG by matplotlib, where the extra `plot` is installed.

`curve` is the chance of each low or better, a line for each series; `matrix` the share of each row against each
column. Chances are between 0 and 1; NaN leaves a field of the matrix empty.
"""

from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

_INKS: Final = ("#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444")


class Series(NamedTuple):
    name: str
    chances: Sequence[float]


def save_curve(path: str, title: str, labels: Sequence[str], series: Sequence[Series]) -> None:
    """Write the curve; the file's ending says how."""
    if _kind(path) == "svg":
        Path(path).write_text(curve(title, labels, series), encoding="utf-8")
        return
    figure, axes = _figure(title)
    for line in series:
        axes.plot(labels, [100 * chance for chance in line.chances], marker="o", label=line.name)
    axes.set_ylim(0, 100)
    axes.set_ylabel("%")
    axes.legend()
    figure.savefig(path, dpi=150)


def save_matrix(path: str, title: str, labels: Sequence[str], shares: Sequence[Sequence[float]]) -> None:
    """Write the matrix; the file's ending says how."""
    if _kind(path) == "svg":
        Path(path).write_text(matrix(title, labels, shares), encoding="utf-8")
        return
    figure, axes = _figure(title)
    axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=1)
    axes.set_xticks(range(len(labels)), labels, rotation=45, ha="right")
    axes.set_yticks(range(len(labels)), labels)
    for row, line in enumerate(shares):
        for column, share in enumerate(line):
            if share == share:
                axes.text(column, row, f"{100 * share:.1f}", ha="center", va="center")
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def curve(title: str, labels: Sequence[str], series: Sequence[Series]) -> str:
    """The curve as SVG text."""
    left, top, wide, high = 60, 50, 640, 320
    step = wide / max(1, len(labels) - 1)
    parts = [_text(left, 28, title, size=17)]
    for tenth in range(0, 11, 2):
        y = top + high * (1 - tenth / 10)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + wide}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(_text(left - 8, y + 4, f"{10 * tenth}%", anchor="end"))
    parts += [_text(left + k * step, top + high + 20, label, anchor="middle") for k, label in enumerate(labels)]
    for number, line in enumerate(series):
        ink = _INKS[number % len(_INKS)]
        points = [(left + k * step, top + high * (1 - chance)) for k, chance in enumerate(line.chances)]
        told = " ".join([f"{x:.1f},{y:.1f}" for x, y in points])
        parts.append(f'<polyline points="{told}" fill="none" stroke="{ink}" stroke-width="2.5"/>')
        for (x, y), label, chance in zip(points, labels, line.chances, strict=True):
            tip = escape(f"{line.name}, {label}: {100 * chance:.3f}%")
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{ink}"><title>{tip}</title></circle>')
        parts.append(_text(left + wide + 18, top + 14 + 20 * number, line.name, ink=ink))
    return _svg(left + wide + 240, top + high + 40, parts)


def matrix(title: str, labels: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """The matrix as SVG text."""
    side, top = 74, 80
    left = 30 + 9 * max([len(label) for label in labels])
    parts = [_text(20, 28, title, size=17)]
    for row, line in enumerate(shares):
        y = top + row * side
        parts.append(_text(left - 8, y + side / 2 + 4, labels[row], anchor="end"))
        parts.append(_text(left + row * side + side / 2, top - 10, labels[row], anchor="middle", size=10))
        for column, share in enumerate(line):
            x = left + column * side
            known = share == share
            fill = f"hsl({120 * share:.0f},55%,72%)" if known else "#eee"
            parts.append(f'<rect x="{x}" y="{y}" width="{side - 2}" height="{side - 2}" fill="{fill}"/>')
            parts.append(_text(x + side / 2, y + side / 2 + 4, f"{100 * share:.1f}" if known else "-", anchor="middle"))
    return _svg(left + side * len(labels) + 20, top + side * len(labels) + 20, parts)


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 13, ink: str = "#222") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{ink}"'
    return f"<text {place}>{escape(words)}</text>"


def _svg(wide: float, high: float, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" font-family="sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>", ""])


def _kind(path: str) -> str:
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"{path}: want a file name that ends in .svg or .png")
    return kind[1:]


def _figure(title: str) -> tuple[Any, Any]:
    try:
        figure = import_module("matplotlib.figure").Figure(figsize=(8, 5))
    except ImportError:
        raise ValueError("PNG needs matplotlib: pip install 'standpat[plot]', or name a file .svg") from None
    axes = figure.subplots()
    axes.set_title(title)
    return figure, axes
