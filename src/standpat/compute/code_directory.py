"""Where the code compiled from a source file is kept.

Numba notices a change only in the file of the outermost function. Functions and constants from other files are compiled
in, and would stay as they were. So compiled code is kept in a directory that is named by a digest of all files it
depends on: the function's file and, recursively, all files of standpat that it imports (`sources`). The directory is in
`NUMBA_CACHE_DIR` if that is set, else in the package's ``__pycache__``, else (in a read-only installation) in the
user's cache directory.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from standpat.folders import cache as user_cache

_PACKAGE: Final = Path(__file__).parent.parent

# Text is enough, and takes a twentieth of the time of a parser: a line too many only means one more file in the digest.
_FROM: Final = re.compile(r"^\s*from\s+(standpat[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^\s*import\s+(standpat[\w.]*)", re.MULTILINE)
_NAME: Final = re.compile(r"\w+")


@cache
def code_directory(path: Path) -> Path:
    """The directory for the code compiled from a source file."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(given)
    elif os.access(_PACKAGE, os.W_OK):
        base = _PACKAGE / "__pycache__"
    else:
        base = user_cache()
    digest = hashlib.sha256()
    for source in sorted(sources(path)):
        digest.update(_digest(source))
    return base / f"numba-{digest.hexdigest()[:16]}"


def sources(path: Path, package: Path = _PACKAGE) -> frozenset[Path]:
    """A source file and, recursively, all files of `package` that it imports."""
    files: set[Path] = set()
    waiting = [path]
    while waiting:
        one = waiting.pop()
        if one not in files:
            files.add(one)
            waiting += _imported(one, package)
    return frozenset(files)


@cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _imported(path: Path, package: Path) -> tuple[Path, ...]:
    text = path.read_text(encoding="utf-8")
    return tuple([file for name in _imported_names(text) if (file := _file(name, package)) is not None])


def _imported_names(text: str) -> Iterator[str]:
    """Dotted names that may be modules: of ``from a import b`` both ``a`` and ``a.b``."""
    for module, names in _FROM.findall(text):
        yield module
        for name in _NAME.findall(names):
            yield f"{module}.{name}"
    yield from _IMPORT.findall(text)


def _file(name: str, package: Path) -> Path | None:
    """The file of a module, if there is one: a name may be that of a function."""
    parts = name.split(".")[1:]
    for file in (package.joinpath(*parts).with_suffix(".py"), package.joinpath(*parts, "__init__.py")):
        if parts and file.is_file():
            return file
    return None
