"""The one place where numba comes in: `kernel` compiles a function, once for each machine and version.

Compiled code is kept on disk, in a directory named by a digest of all the sources it is made of: numba by itself
notices a change in the outermost function's file alone, and would go on with old code of the others. The directory
lies in `NUMBA_CACHE_DIR` where that is set, else beside this file, else (a read-only installation) in the user's
cache directory. A process that has to compile says so once on stderr.

Kernels release the GIL, so threads run them side by side.
"""

import ast
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

try:
    import numba
    from numba.core import event
except ImportError as error:  # pragma: no cover
    raise ImportError(
        "standpat.lab computes with numpy and numba, which are not here: pip install 'standpat[lab]'"
    ) from error

P = ParamSpec("P")
R = TypeVar("R")

_HERE: Final = Path(__file__).parent
_PACKAGE: Final = _HERE.parent
_config: Any = numba.config


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile at the first call, or load what an earlier process compiled."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_directory(Path(function.__code__.co_filename)))
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


@cache
def cache_directory(path: Path) -> Path:
    """Where the code compiled from this source file is kept."""
    if _config.CACHE_DIR:
        base = Path(_config.CACHE_DIR)
    elif os.access(_HERE, os.W_OK):
        base = _HERE / "__pycache__"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "standpat"
    digest = hashlib.sha256()
    for source in sorted(sources(path)):
        digest.update(source.read_bytes())
    return base / f"numba-{digest.hexdigest()[:16]}"


@cache
def sources(path: Path) -> frozenset[Path]:
    """What the code compiled from a file may be made of: it, the laboratory's files it imports, theirs in turn,
    and the rankings."""
    found = {path}
    for imported in _imports(path):
        found |= sources(imported)
    return frozenset(found)


def _imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                file = _PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
                if file.is_file() and (_HERE in file.parents or file.name == "ranking.py"):
                    yield file


class _Notice(event.Listener):
    """Numba tells of each function it has to compile, not of those it loads."""

    given = False

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if module.startswith("standpat.") and not self.given:
            self.given = True
            print("standpat: compiling for this machine, once; it takes up to a minute", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]
