"""A figure has the same marks as SVG and as PNG."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from standpat.lab.drawing import BASELINE, Box, Dot, Drawing, Line, Mark, Text, picture_kind
from standpat.solver.charts.pictures import bars, curves, grid

SVG = "{http://www.w3.org/2000/svg}"
MARKS: tuple[Mark, ...] = (
    Box(10, 20, 30, 40, "#ff0000", 3),
    Box(50, 20, 30, 40, "#00ff00"),
    Line(((0, 0), (90, 5), (95, 90)), "#0000ff", 2.5),
    Dot(50, 80, "#123456", "a <tip>"),
    Text(5, 95, "A & B", 12, anchor="middle", bold=True),
)


def test_marks_are_svg_in_their_order_on_white_paper() -> None:
    picture = ElementTree.fromstring(Drawing(100, 110, MARKS, "What <it> shows").svg())
    assert (picture.get("viewBox"), picture.get("role")) == ("0 0 100 110", "img")
    title, paper, first, second, line, dot, text = picture
    assert title.text == "What <it> shows"
    assert (paper.get("width"), paper.get("height"), paper.get("fill")) == ("100.0", "110.0", "white")
    assert [first.get(name) for name in ("x", "y", "width", "height", "rx", "fill")] == [
        *("10.0", "20.0", "30.0", "40.0", "3", "#ff0000")
    ]
    assert second.get("rx") is None
    assert line.get("points") == "0.0,0.0 90.0,5.0 95.0,90.0"
    assert (dot.get("r"), dot[0].text) == ("4.5", "a <tip>")
    assert (text.text, text.get("text-anchor"), text.get("font-weight")) == ("A & B", "middle", "bold")
    assert text.get("dy") == f"{BASELINE}em"


def test_a_drawing_without_a_title_names_none() -> None:
    picture = ElementTree.fromstring(Drawing(10, 10, ()).svg())
    assert picture.get("role") is None
    assert [mark.tag for mark in picture] == [f"{SVG}rect"]


PICTURES = {
    "bars": bars("Bars", ["a", "b"], [("row", [0.25, 0.75])]),
    "grid": grid("Grid", ["a", "b"], [("row", [0.5, float("nan")])]),
    "curves": curves("Curves", [("one", [(0.0, 1000.0), (10.0, 10.0)])]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_strategies_are_drawn_of_the_same_marks(name: str, tmp_path: Path) -> None:
    drawing = PICTURES[name]
    assert isinstance(drawing, Drawing)
    drawing.save(str(tmp_path / "picture.svg"))
    picture = ElementTree.parse(tmp_path / "picture.svg").getroot()
    assert picture.get("font-family", "").startswith("system-ui")
    assert picture[0].text == drawing.title != ""
    assert len(picture) == len(drawing.marks) + 2  # the title and the paper


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_strategies_may_be_png(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    PICTURES[name].save(str(tmp_path / "picture.png"))
    head = (tmp_path / "picture.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert int.from_bytes(head[16:20]) == 2 * PICTURES[name].wide


def test_boxes_of_a_png_are_where_they_are_in_the_svg(tmp_path: Path) -> None:
    image = pytest.importorskip("matplotlib.image")
    Drawing(100, 110, MARKS[:2]).save(str(tmp_path / "boxes.png"))
    pixels = image.imread(tmp_path / "boxes.png")[..., :3]  # two to each of the drawing's
    assert pixels.shape[:2] == (220, 200)
    assert [tuple(pixels[80, x]) for x in (12, 50, 130, 180)] == [(1, 1, 1), (1, 0, 0), (0, 1, 0), (1, 1, 1)]
    assert tuple(pixels[41, 21]) != (1, 0, 0)  # a round corner
    assert tuple(pixels[41, 101]) == (0, 1, 0)


def test_the_ending_says_the_kind() -> None:
    assert picture_kind("a/b.SVG") == "svg"
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        picture_kind("b.gif")
