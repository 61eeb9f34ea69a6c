"""Functions that numba compiles to machine code, which is kept on disk for later processes.

There are three decorators:

- `kernel`: exact IEEE arithmetic; the function may allocate arrays. The laboratory uses it.
- `fast_kernel`: the compiler may reorder arithmetic within an expression. The function allocates nothing, so references
  are not counted (counting took half of the solver's time). Arguments are arrays, named tuples of arrays, or numbers.
- `fast_allocating_kernel`: like `fast_kernel`, for a function that allocates arrays.

All of them release the GIL, so that threads run them in parallel. With the same inputs a fast kernel gives the same
result to the last bit on one machine with one version of numba; on another processor the last bits may differ.

Numba notices a change only in the file of the outermost function. Functions and constants from other files are compiled
in, and would stay as they were. So compiled code is kept in a directory that is named by a digest of all files it
depends on: the function's file and, recursively, all files of standpat that it imports (`sources`). The directory is in
`NUMBA_CACHE_DIR` if that is set, else beside this file, else (in a read-only installation) in the user's cache
directory. A process that has to compile says so on standard error, at once and then every five seconds.
"""

import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from standpat.folders import cache as user_cache

try:
    import numba
    from numba.core import event
except ImportError as error:  # pragma: no cover
    raise ImportError("standpat's laboratory and solver need numpy and numba: pip install standpat") from error

from standpat.compute.compile_once import compile_once

P = ParamSpec("P")
R = TypeVar("R")

EVERY_S: Final = 5.0
"""Seconds between two messages of a process that compiles."""

_PACKAGE: Final = Path(__file__).parent.parent
_config: Any = numba.config

# Text is enough, and takes a twentieth of the time of a parser: a line too many only means one more file in the digest.
_FROM: Final = re.compile(r"^\s*from\s+(standpat[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^\s*import\s+(standpat[\w.]*)", re.MULTILINE)
_NAME: Final = re.compile(r"\w+")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile at the first call, or load what an earlier process compiled. Exact arithmetic."""
    return _compiled(function)


def fast_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose arithmetic may be reordered, and that allocates no arrays."""
    return _compiled(function, fastmath=True, error_model="numpy", _nrt=False)


def fast_allocating_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose arithmetic may be reordered, and that allocates arrays."""
    # Explicitly on: otherwise a function would inherit the setting of a fast kernel that calls it.
    return _compiled(function, fastmath=True, error_model="numpy", _nrt=True)


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    before, directory = _config.CACHE_DIR, cache_directory(Path(function.__code__.co_filename))
    _config.CACHE_DIR = str(directory)
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True, **options)(function)
    finally:
        _config.CACHE_DIR = before
    compile_once(compiled, directory)
    return compiled


@cache
def cache_directory(path: Path) -> Path:
    """The directory for the code compiled from a source file."""
    if _config.CACHE_DIR:
        base = Path(_config.CACHE_DIR)
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


class _Notice(event.Listener):
    """Reports on standard error that functions are being compiled, at once and then every `EVERY_S` seconds.

    Numba reports each function that it compiles, but not those that it loads. A function that another one calls is
    compiled during that one's compilation, so a depth is counted. Numba compiles in one thread at a time.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._depth = 0
        self._compiled = 0
        self._over = threading.Event()

    def on_start(self, event: Any) -> None:
        if not self._ours(event):
            return
        if not self._began:
            self._began = time.monotonic()
            print("standpat: compiling for this machine, once; it takes up to a minute", file=sys.stderr, flush=True)
        self._depth += 1
        if self._depth == 1:
            self._over = threading.Event()
            threading.Thread(target=self._tell, args=(self._over,), daemon=True).start()

    def on_end(self, event: Any) -> None:
        if self._ours(event):
            self._compiled += 1
            self._depth -= 1
            if self._depth == 0:
                self._over.set()

    def _tell(self, over: threading.Event) -> None:
        while not over.wait(self._until_next()):
            took = time.monotonic() - self._began
            print(f"standpat: compiling, {took:.0f} s, {self._compiled} functions so far", file=sys.stderr, flush=True)

    def _until_next(self) -> float:
        """Seconds until the next whole multiple of `EVERY_S`, whichever functions are compiled in between."""
        return EVERY_S - (time.monotonic() - self._began) % EVERY_S

    @staticmethod
    def _ours(event: Any) -> bool:
        return str(event.data["dispatcher"].py_func.__module__).startswith("standpat.")


event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]
