"""One process compiles a function; the others wait, and load what it made.

Without this, every process that starts on a machine with nothing compiled (the workers of a match, of Ray, of the
tests) compiles the same functions at the same time. The lock is a file beside the compiled code. The operating system
frees it when its holder ends, however it ends.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout
from numba.core.compiler_lock import global_compiler_lock

PATIENCE_S: Final = 300.0
"""Seconds to wait for another process. After that, this one compiles too: the lock saves work, it protects nothing."""


def compile_once(dispatcher: Any, directory: Path) -> None:
    """Let one process at a time compile this function of numba's, which caches its code.

    Args:
        dispatcher: A function decorated with ``numba.njit(cache=True)``.
        directory: Where the lock's file goes. It may not exist yet. Where it cannot be written, nobody waits.
    """
    function, compile = dispatcher.py_func, dispatcher.compile
    lock = directory / f"{function.__module__}.{function.__qualname__}.lock"

    def compile_or_load(signature: Any) -> Any:
        # First the lock of numba's own, for threads. Then all waiting goes along the calls from function to function,
        # and there is no circle in it.
        with global_compiler_lock, _alone(lock):
            return compile(signature)

    dispatcher.compile = compile_or_load


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of this file, unless that cannot be had."""
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            print("standpat: waiting for another process that compiles for this machine", file=sys.stderr, flush=True)
            lock.acquire(timeout=PATIENCE_S)
    except (OSError, NotImplementedError):  # a timeout; a folder that cannot be written; files without locks
        yield
        return
    try:
        yield
    finally:
        lock.release()
