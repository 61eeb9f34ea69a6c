"""Reads the pages of the documentation: code blocks, the commands in them, headings and links.

`PAGES` are all Markdown files for readers: those in the root and below docs/. A *block* is fenced, or indented by four
spaces. A *command* is a line of a block for a shell: in a fenced block a line after ``$ ``, in an indented block a line
whose first word is a program (`PROGRAMS`).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = tuple(sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
PROGRAMS: Final = {
    "createdb": "PostgreSQL's",
    "createuser": "PostgreSQL's",
    "curl": "needs a room with an address of its own",
    "docker": "needs a container engine",
    "echo": "the shell's",
    "make": "its targets are checked against the Makefile",
    "openssl": "the system's",
    "pip": "needs a package index; `make package` installs the package",
    "poker-arena": "a program of others",
    "pytest": "runs the suite",
    "python": "its script has to be there",
    "standpat": "parsed, and run where `tests/test_documentation.py` says so",
    "systemctl": "the system's",
}
"""Programs that the pages call, and how far their calls are checked."""

_FENCE: Final = re.compile(r"^(?P<indent> *)(?P<mark>```+)(?P<language>\S*)(?: .*)?$")
_LINK: Final = re.compile(r"(?<!`)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)|<img src=\"([^\"]+)\"")
_HEADING: Final = re.compile(r"^#{1,6} (.+?)\s*$")
_SPAN: Final = re.compile(r"`([^`]+)`")


class Block(NamedTuple):
    """Code on a page. `language` is that of the fence, or ``indented``."""

    page: Path
    line: int
    language: str
    text: str


class Command(NamedTuple):
    """A line for a shell, and the output that the page shows for it ("" if it shows none)."""

    page: Path
    line: int
    text: str
    output: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.text}"


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page in order."""
    lines = page.read_text("utf-8").splitlines()
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence:
            end = next(k for k in range(at + 1, len(lines)) if lines[k].strip() == fence["mark"])
            yield Block(page, at + 1, fence["language"], "\n".join(lines[at + 1 : end]) + "\n")
            at = end + 1
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            text = "\n".join(line[4:] for line in lines[at:end]).rstrip() + "\n"
            yield Block(page, at + 1, "indented", text)
            at = end
        else:
            at += 1


def commands(page: Path) -> Iterator[Command]:
    """The commands in the blocks of a page."""
    for block in blocks(page):
        if block.language == "indented":
            if first_program(block.text) in PROGRAMS:
                yield from _commands(block, "")
        elif block.language == "":
            yield from _commands(block, "$ ")


def _commands(block: Block, prompt: str) -> Iterator[Command]:
    lines = block.text.replace("\\\n", "  ").splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith(prompt) and line.strip()]
    for at, following in zip(starts, [*starts[1:], len(lines)], strict=False):
        output = "\n".join(lines[at + 1 : following]).strip("\n")
        yield Command(block.page, block.line + at, lines[at].removeprefix(prompt), output if prompt else "")


def first_program(text: str) -> str:
    """The program that a line calls, without variables of the environment before it."""
    return next((word for word in text.split() if "=" not in word), "")


def inline(page: Path) -> Iterator[Command]:
    """Calls of standpat in running text and in tables."""
    fenced = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            for span in _SPAN.findall(line):
                if span.startswith("standpat ") and not span.startswith("standpat ."):
                    yield Command(page, number, span, "")


def links(page: Path) -> Iterator[tuple[int, str]]:
    """Links and pictures: the line number and the target."""
    fenced = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            for link, picture in _LINK.findall(line):
                yield number, link or picture


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges and the site build them."""
    found: set[str] = set()
    fenced = False
    for line in page.read_text("utf-8").splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        heading = _HEADING.match(line)
        if heading and not fenced:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            found.add(re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-"))
    return found
