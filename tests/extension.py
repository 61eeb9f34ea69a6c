"""A copy of the package with an addition, made as docs/extending.md describes it.

A section of the page has changes and examples. A change is a code block whose title is the path of a file: either a
``diff`` (lines that begin with a blank, ``-`` or ``+``) or a whole new file. An example is a block with ``>>>``.
`Extension` makes the changes in a copy of ``src/standpat`` and runs Python there. `touched` are the files that are new
or changed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "standpat"
_BLOCK: Final = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_RUN: Final = """
import doctest, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
sys.exit(failed > 0 or tried == 0)
"""


class Block(NamedTuple):
    """A code block: its language, the path in its title or "", and its text."""

    kind: str
    path: str
    text: str


def sections(page: str) -> dict[str, list[Block]]:
    """The code blocks of a page by the heading above them."""
    parts = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)[1:]
    return {
        title: [Block(*found) for found in _BLOCK.findall(text)]
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


class Extension:
    """The package with the addition of a section, in `folder`."""

    def __init__(self, folder: Path, blocks: list[Block]) -> None:
        self.folder = folder
        self.package = folder / "standpat"
        self.examples = "\n".join([block.text for block in blocks if not block.path and block.text.startswith(">>>")])
        shutil.copytree(SOURCE, self.package, copy_function=_link, ignore=shutil.ignore_patterns("__pycache__"))
        for block in blocks:
            if block.path:
                self._change(self.package / block.path.removeprefix("src/standpat/"), block)

    @staticmethod
    def _change(path: Path, block: Block) -> None:
        text = block.text
        if block.kind == "diff":
            lines = text.splitlines(keepends=True)
            before, after = ("".join([line[1:] for line in lines if line[0] in kept]) for kept in (" -", " +"))
            old = path.read_text("utf-8")
            assert old.count(before) == 1, f"{block.path} has {old.count(before)} times:\n{before}"
            text = old.replace(before, after)
        path.unlink(missing_ok=True)
        path.write_text(text, "utf-8")

    def run_examples(self) -> None:
        """Run the section's examples in the copy."""
        page = self.folder / "examples.txt"
        page.write_text(self.examples, "utf-8")
        self._python("-c", _RUN, str(page))

    def ask(self, script: str) -> Any:
        """The JSON that a script prints last."""
        return json.loads(self._python("-c", script).splitlines()[-1])

    def touched(self) -> list[str]:
        """The paths of the files that are new or differ from the package's."""
        return sorted(
            path.relative_to(self.package).as_posix()
            for path in self.package.rglob("*")
            if path.is_file() and path.suffix != ".pyc" and not _same(path, SOURCE / path.relative_to(self.package))
        )

    def _python(self, *arguments: str) -> str:
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _link(source: str, target: str) -> None:
    try:
        os.symlink(source, target)
    except OSError:  # on systems where users cannot make links
        shutil.copy2(source, target)


def _same(path: Path, source: Path) -> bool:
    return path.is_symlink() or (source.exists() and path.read_bytes() == source.read_bytes())
