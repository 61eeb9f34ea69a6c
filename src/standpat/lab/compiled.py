"""The one place where numba comes in: `kernel` compiles a function, once for each machine and version.

Compiled code is kept in a directory named by a digest of every source it is made of, because numba by itself
notices a change only in the file of the outermost function. The directory lies in `NUMBA_CACHE_DIR` where that
is set, else beside this file, else (a read-only installation) in the user's cache directory. A process that
has to compile says so once on stderr. Kernels release the GIL, so threads run them side by side.
"""

import hashlib
import os
import sys
from collections.abc import Callable
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
_config: Any = numba.config


def _digest() -> str:
    """Of what compiled code is made of: the laboratory's sources and the tables' one."""
    digest = hashlib.sha256()
    for path in sorted([*_HERE.rglob("*.py"), _HERE.parent / "ranking.py"]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_directory() -> Path:
    if _config.CACHE_DIR:
        base = Path(_config.CACHE_DIR)
    elif os.access(_HERE, os.W_OK):
        base = _HERE / "__pycache__"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "standpat"
    return base / f"numba-{_digest()}"


CACHE: Final = _cache_directory()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile at the first call, or load what an earlier process compiled."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(CACHE)
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


class _Notice(event.Listener):
    """Numba tells of each function it has to compile, not of those it loads."""

    given = False

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if module.startswith("standpat.lab.") and not self.given:
            self.given = True
            print("standpat.lab: compiling for this machine, once; it takes up to a minute", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]
