"""A flame graph of a profile, as an SVG without scripts: `python bench/flame.py STACKS SVG [--only …] [--title …]`.

STACKS has a line for each stack, root first: ``outer;inner;innermost 17`` with the number of samples, as
``py-spy record --format raw --threads`` and the scripts that fold perf's stacks write it. Each frame is as wide as its
share of the samples; what it calls stands on it. Line numbers are left out, and so are the frames that all stacks of
a thread begin with. Frames below `LEAST` of all samples have no box of their own.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
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


def stacks(lines: Iterable[str], only: str = "") -> list[tuple[list[str], int]]:
    """The stacks with a frame that contains `only`, without line numbers and without what all of a thread share."""
    threads: dict[str, list[tuple[list[str], int]]] = {}
    for line in lines:
        text, _, count = line.rstrip("\n").rpartition(" ")
        if text and only in text:
            first, *frames = [re.sub(r":\d+\)$", ")", frame) for frame in text.split(";")]
            while frames and first.startswith("process "):
                first, *frames = frames
            thread = re.sub(r"^thread \(\d+\): ", "", first)
            threads.setdefault(thread, []).append((frames, int(count)))
    found = []
    for thread, its in threads.items():
        shared = 0
        while all([len(frames) > shared + 1 for frames, _ in its]) and len({frames[shared] for frames, _ in its}) == 1:
            shared += 1
        found += [([thread, *frames[shared:]], count) for frames, count in its]
    return found


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
        name, _, place = box.name.partition(" (")
        fill = next((colour for part, colour in COLOURS if part in place), OTHER)
        parts.append(
            f'<g><title>{escape(box.name)}: {box.share:.1%}</title><rect x="{x:.1f}" y="{y}" width="{wide:.1f}"'
            f' height="{HEIGHT - 1}" fill="{fill}"/>'
        )
        if len(label := name[: int((wide - 4) / 6)]) > 2:
            parts.append(f'<text x="{x + 2:.1f}" y="{y + 12}">{escape(label)}</text>')
        parts.append("</g>")
    return "".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description="draw a flame graph")
    parser.add_argument("stacks", type=Path)
    parser.add_argument("svg", type=Path)
    parser.add_argument("--only", default="", help="stacks with a frame that contains this")
    parser.add_argument("--title", default="")
    args = parser.parse_args()
    with args.stacks.open() as lines:
        root = tree(stacks(lines, args.only))
    args.svg.write_text(svg(root, args.title or args.stacks.stem), "utf-8")


if __name__ == "__main__":
    main()
