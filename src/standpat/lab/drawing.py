"""Pictures of a few kinds of marks, written as SVG here or as PNG by matplotlib, with the same layout.

Lengths are pixels, and y grows downwards. The middle of a text is at `y`. PNG needs the extra `plot`.
All pictures of standpat are made of these marks: those of odds (`standpat.lab.odds.plot`) and those of strategies
(`standpat.solver.charts.pictures`).
"""

from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Final, Literal, TypeAlias

FONT: Final = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
BASELINE: Final = 0.35
"""The distance from the middle of a text down to its baseline, in units of its font size."""
_SHARP: Final = 2  # pixels of a PNG for each pixel of the layout
_ENDS: Final = 'stroke-linecap="round" stroke-linejoin="round"'
_ANCHOR: Final = {"start": "left", "middle": "center", "end": "right"}


@dataclass(frozen=True)
class Box:
    """A filled rectangle with its upper left corner at (x, y); `round` is the radius of its corners."""

    x: float
    y: float
    wide: float
    high: float
    fill: str
    round: float = 0.0


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    ink: str
    wide: float = 1.0


@dataclass(frozen=True)
class Dot:
    """A filled circle. In SVG, `tip` is shown on hover."""

    x: float
    y: float
    ink: str
    tip: str = ""
    radius: float = 4.5


@dataclass(frozen=True)
class Text:
    """A text; `turn` is in degrees, anticlockwise."""

    x: float
    y: float
    words: str
    size: float = 14
    ink: str = "#222222"
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    turn: float = 0


Mark: TypeAlias = Box | Line | Dot | Text


@dataclass(frozen=True)
class Drawing:
    """A picture on white paper.

    Attributes:
        wide: The width, in pixels.
        high: The height, in pixels.
        marks: The marks, the lowest first.
        title: A description for readers who cannot see the picture; "" for none.
        font: The font families to try, in the syntax of CSS.
    """

    wide: float
    high: float
    marks: tuple[Mark, ...]
    title: str = ""
    font: str = FONT

    def save(self, path: str) -> None:
        """Write the picture as SVG or PNG, by the ending of the file name.

        Args:
            path: The file to write.

        Raises:
            ValueError: The ending is another one, or matplotlib is missing for PNG.
        """
        if picture_kind(path) == "svg":
            Path(path).write_text(self.svg(), encoding="utf-8")
        else:
            self._save_png(path)

    def svg(self) -> str:
        """The picture as SVG."""
        size = f'width="{self.wide:.0f}" height="{self.high:.0f}" viewBox="0 0 {self.wide:.0f} {self.high:.0f}"'
        named = f' role="img"><title>{escape(self.title)}</title>' if self.title else ">"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{escape(self.font)}"{named}'
        marks = [_svg(mark) for mark in (Box(0, 0, self.wide, self.high, "white"), *self.marks)]
        return "\n".join([head, *marks, "</svg>", ""])

    def _save_png(self, path: str) -> None:
        figure = import_module("matplotlib.figure").Figure(
            figsize=(self.wide / 100, self.high / 100), facecolor="white"
        )
        patches, lines = import_module("matplotlib.patches"), import_module("matplotlib.lines")
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, self.wide), ylim=(self.high, 0))
        axes.set_axis_off()
        points = 72 / 100
        for order, mark in enumerate(self.marks):
            match mark:
                case Box(x, y, wide, high, fill, corner):
                    form = patches.BoxStyle("Round", pad=0, rounding_size=corner)
                    box = patches.FancyBboxPatch((x, y), wide, high, form, facecolor=fill, linewidth=0, zorder=order)
                    axes.add_patch(box)
                case Line(places, ink, wide):
                    xs, ys = zip(*places, strict=True)
                    axes.add_line(lines.Line2D(xs, ys, color=ink, linewidth=wide * points, zorder=order))
                case Dot(x, y, ink, _, radius):
                    axes.add_patch(
                        patches.Circle((x, y), radius, facecolor=ink, edgecolor="white", linewidth=points, zorder=order)
                    )
                case Text(x, y, words, size, ink, anchor, bold, turn):
                    axes.text(
                        x,
                        y,
                        words,
                        fontsize=size * points,
                        color=ink,
                        ha=_ANCHOR[anchor],
                        va="center",
                        rotation=turn,
                        rotation_mode="anchor",
                        weight="bold" if bold else "normal",
                        parse_math=False,
                        zorder=order,
                    )
        figure.savefig(path, dpi=100 * _SHARP)


def _svg(mark: Mark) -> str:
    match mark:
        case Box(x, y, wide, high, fill, corner):
            turned = f' rx="{corner}"' if corner else ""
            return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{turned} fill="{fill}"/>'
        case Line(places, ink, wide):
            points = " ".join([f"{x:.1f},{y:.1f}" for x, y in places])
            return f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="{wide}" {_ENDS}/>'
        case Dot(x, y, ink, tip, radius):
            place = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{ink}" stroke="white"'
            return f"<circle {place}><title>{escape(tip)}</title></circle>"
        case Text(x, y, words, size, ink, anchor, bold, turn):
            place = f'x="{x:.1f}" y="{y:.1f}" dy="{BASELINE}em" text-anchor="{anchor}" font-size="{size}" fill="{ink}"'
            weight = ' font-weight="bold"' if bold else ""
            turned = f' transform="rotate({-turn} {x:.1f} {y:.1f})"' if turn else ""
            return f"<text {place}{weight}{turned}>{escape(words)}</text>"


def picture_kind(path: str) -> str:
    """The kind of a picture by its file name.

    Args:
        path: The file name.

    Returns:
        ``svg`` or ``png``.

    Raises:
        ValueError: The ending is another one, or matplotlib is missing for PNG.
    """
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"{path}: expected a file name that ends in .svg or .png")
    if kind == ".png":
        try:
            import_module("matplotlib.figure")
        except ImportError:
            raise ValueError("PNG needs matplotlib: pip install 'standpat[plot]', or name a file .svg") from None
    return kind[1:]
