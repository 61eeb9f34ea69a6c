"""A flame graph of a profile, as an SVG without scripts: `python bench/flame.py STACKS SVG [options]`.

STACKS has a line for each stack, root first: ``outer;inner;innermost 17`` with the number of samples, as
``py-spy record --format raw`` and the scripts that fold perf's stacks write it. Each frame is as wide as its share of
the samples; what it calls stands on it. Line numbers are left out. ``--only`` takes the stacks that contain a text,
such as a part of a process's command line; ``--from`` begins them at the frames with these names, and ``--without``
leaves out those that end in one of these. Frames below `LEAST` of all samples have no box of their own.
"""

import argparse
import re
from collections.abc import Collection, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

LEAST: Final = 0.003
WIDTH: Final = 1200
HEIGHT: Final = 17
"""Of a frame, in pixels."""
HEAD: Final = 44
COLOURS: Final = (
    ("standpat/engine", "#e8a13a"),
    ("standpat/room/store", "#c9743f"),
    ("standpat", "#f0c05a"),
    ("asyncio", "#8fb4d9"),
    ("sqlalchemy", "#9cc79a"),
)
OTHER: Final = "#c8c8c8"


class Node(NamedTuple):
    """A frame, its samples with those of what it calls, and the frames that it calls."""

    name: str
    samples: list[int]
    calls: dict[str, "Node"]


class Box(NamedTuple):
    """A frame in the picture; `left` and `share` are parts of the width, `level` 0 is the root."""

    name: str
    level: int
    left: float
    share: float


def stacks(
    lines: Iterable[str], only: str = "", begin: Collection[str] = (), without: Collection[str] = ()
) -> Iterator[tuple[list[str], int]]:
    """The stacks that contain `only`, without line numbers, from their first frame with one of the names of `begin`, if
    they end in none of the names of `without`.
    """
    for line in lines:
        text, _, count = line.rstrip("\n").rpartition(" ")
        if not text or only not in text:
            continue
        frames = [re.sub(r":\d+\)$", ")", frame) for frame in text.split(";")]
        if begin:
            frames = frames[next((at for at, frame in enumerate(frames) if name(frame) in begin), len(frames)) :]
        if frames and name(frames[-1]) not in without:
            yield frames, int(count)


def name(frame: str) -> str:
    """The name of a frame without its place."""
    return frame.partition(" (")[0]


def tree(found: Iterable[tuple[list[str], int]]) -> Node:
    """The stacks as a tree."""
    root = Node("all", [0], {})
    for frames, count in found:
        node = root
        node.samples[0] += count
        for frame in frames:
            node = node.calls.setdefault(frame, Node(frame, [0], {}))
            node.samples[0] += count
    return root


def boxes(root: Node) -> Iterator[Box]:
    """The frames of a tree that are wide enough, each before what it calls."""
    total = root.samples[0]

    def inside(node: Node, level: int, left: float) -> Iterator[Box]:
        share = node.samples[0] / total
        if share < LEAST:
            return
        yield Box(node.name, level, left, share)
        for call in sorted(node.calls.values(), key=lambda call: call.name):
            yield from inside(call, level + 1, left)
            left += call.samples[0] / total

    yield from inside(root, 0, 0.0)


def svg(root: Node, title: str) -> str:
    """The picture."""
    shown = list(boxes(root))
    height = HEAD + HEIGHT * (1 + max([box.level for box in shown]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"',
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="8" y="24" font-size="15">{escape(title)}</text>',
    ]
    for box in shown:
        x, wide = box.left * WIDTH, box.share * WIDTH
        y = height - HEIGHT * (box.level + 1)
        fill = next((colour for part, colour in COLOURS if part in box.name), OTHER)
        parts.append(
            f'<g><title>{escape(box.name)}: {box.share:.1%}</title><rect x="{x:.1f}" y="{y}" width="{wide:.1f}"'
            f' height="{HEIGHT - 1}" fill="{fill}"/>'
        )
        if len(label := name(box.name)[: int((wide - 4) / 6)]) > 2:
            parts.append(f'<text x="{x + 2:.1f}" y="{y + 12}">{escape(label)}</text>')
        parts.append("</g>")
    return "".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description="draw a flame graph")
    parser.add_argument("stacks", type=Path)
    parser.add_argument("svg", type=Path)
    parser.add_argument("--only", default="", help="stacks that contain this text")
    parser.add_argument("--from", dest="begin", nargs="*", default=[], help="frames to begin at")
    parser.add_argument("--title", default="")
    parser.add_argument("--without", nargs="*", default=[], help="innermost frames that only wait")
    args = parser.parse_args()
    with args.stacks.open() as lines:
        root = tree(stacks(lines, args.only, args.begin, args.without))
    args.svg.write_text(svg(root, args.title or args.stacks.stem), "utf-8")


if __name__ == "__main__":
    main()
