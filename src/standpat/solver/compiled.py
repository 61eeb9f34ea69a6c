"""`kernel` compiles a function to machine code once (numba) and keeps it for the processes to come.

The code is kept in a directory named by a digest of all kernels, and of the player's functions that are compiled here
as well, beside the source where that can be written: numba itself would notice only a change in the file of the
outermost function.

Kernels release the interpreter, so `standpat.solver.sweep` runs several on threads of one process. Their
arithmetic may be reordered within an expression, but is the same from run to run on one machine: a resumed run
repeats an uninterrupted one to the last bit.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

try:
    import numba
except ImportError as error:  # pragma: no cover
    raise ImportError("standpat.solver needs numpy and numba: pip install 'standpat[lab]'") from error

P = ParamSpec("P")
R = TypeVar("R")

_HERE: Final = Path(__file__).parent
_config: Any = numba.config
_njit: Any = numba.njit


def _directory() -> Path:
    digest = hashlib.sha256()
    for source in (Path(__file__), *sorted(_HERE.glob("*kernel.py")), _HERE.parent / "bot" / "ring_spot.py"):
        digest.update(source.read_bytes())
    base = _HERE / "__pycache__"
    if _config.CACHE_DIR:
        base = Path(_config.CACHE_DIR)
    elif not os.access(_HERE, os.W_OK):
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "standpat"
    return base / f"solver-{digest.hexdigest()[:16]}"


_DIRECTORY: Final = _directory()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The compiled function; every argument is an array, a named tuple of arrays or a number.

    It makes no arrays of its own, so nobody counts who holds which: the counting took half the time.
    """
    return _compiled(function, _nrt=False)


def making(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that makes arrays of its own."""
    return _compiled(function, _nrt=True)


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(_DIRECTORY)
    try:
        compiled = _njit(cache=True, nogil=True, fastmath=True, error_model="numpy", **options)
        found: Callable[P, R] = compiled(function)
    finally:
        _config.CACHE_DIR = before
    return found
