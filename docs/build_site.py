"""Build the documentation site: ``make docs``, or ``python docs/build_site.py``; it is in build/site then.

`gather` copies the pages into build/pages as the site has them: those of docs/, and those that a forge wants in the
root of a repository (`ROOT_PAGES`). It turns the links between them, and leaves the words of links to what the site
does not have, such as sources. Zensical (zensical.toml has the navigation) then makes the site; a broken link or
anchor stops it. `replayer` adds the hands that pages embed. The site needs no network: no fonts, scripts or pictures of
others.
"""

import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import replayer

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "build" / "pages"
SITE: Final = ROOT / "build" / "site"
ROOT_PAGES: Final = {
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "DECISIONS.md": "project/decisions.md",
    "README.md": "index.md",
    "SECURITY.md": "project/security.md",
}
"""Where the site has a page of the repository's root. `README.md` is only a target: the site has its own first page."""
ASSETS: Final = (".css", ".md", ".json", ".phh", ".js", ".png", ".py", ".svg", ".txt")

_FENCE: Final = re.compile(r"^(```|~~~)")
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_FETCHED: Final = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)="?((?:https?:)?//[^\s">]+)')
_SOURCE: Final = re.compile(r'(<img src=")([^"]+)(")')


def gather(target: Path = PAGES) -> None:
    """Copy all pages and what they show into `target`, which is emptied first."""
    shutil.rmtree(target, ignore_errors=True)
    docs = ROOT / "docs"
    where = {f"docs/{path.relative_to(docs).as_posix()}": path.relative_to(docs).as_posix() for path in _files(docs)}
    where |= ROOT_PAGES
    for source, place in where.items():
        if source == "README.md":
            continue
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            text = (ROOT / source).read_text("utf-8")
            (target / place).write_text(turned(text, source, where), "utf-8")
        else:
            shutil.copyfile(ROOT / source, target / place)
    shutil.copyfile(ROOT / "llms.txt", target / "llms.txt")


def turned(text: str, source: str, where: dict[str, str]) -> str:
    """A page's text with its links as they have to be on the site.

    Args:
        text: the page, in Markdown.
        source: its path in the repository.
        where: path in the repository to path on the site, of everything that the site has.
    """
    here = posixpath.dirname(where[source])

    def place(link: str) -> str | None:
        path, hash_, anchor = link.partition("#")
        aim = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        return posixpath.relpath(where[aim], here or ".") + hash_ + anchor if aim in where else None

    def link(match: re.Match[str]) -> str:
        if re.match(r"[a-z]+:|#", match[3]):
            return match[0]
        found = place(match[3])
        return f"{match[1]}[{match[2]}]({found})" if found else match[2]

    def image(match: re.Match[str]) -> str:
        return f"{match[1]}{place(match[2]) or match[2]}{match[3]}"

    lines, fenced = [], False
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line.lstrip()):
            fenced = not fenced
        lines.append(line if fenced or line.startswith("    ") else _SOURCE.sub(image, _LINK.sub(link, line)))
    return "".join(lines)


def _files(docs: Path) -> Iterator[Path]:
    for path in sorted(docs.rglob("*")):
        tool = path.suffix == ".py" and path.parent == docs
        if path.suffix in ASSETS and not tool and "__pycache__" not in path.parts:
            yield path


def main() -> int:
    """Gather the pages and build the site from them."""
    gather()
    zensical = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", "zensical.toml"]
    status = subprocess.run(zensical, cwd=ROOT, check=False).returncode
    (SITE / "hands").mkdir(parents=True, exist_ok=True)
    replayer.write(SITE / "hands")
    for page, address in foreign(SITE):
        print(f"{page}: a reader's browser would fetch {address}", file=sys.stderr)
        status = 1
    return status


def foreign(site: Path) -> Iterator[tuple[Path, str]]:
    """What pages of a site fetch from elsewhere: page and address. Links that a reader may follow are none."""
    for page in sorted(site.rglob("*.html")):
        for address in _FETCHED.findall(page.read_text("utf-8")):
            yield page, address


if __name__ == "__main__":
    sys.exit(main())
