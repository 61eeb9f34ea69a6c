"""Functions that numba compiles and keeps. Importing this module starts numba, which takes half a second.

A process that has to compile says so on standard error, at once and then every five seconds.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
from numba import types
from numba.core import event
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from standpat.compute import placed_code
from standpat.compute.compile_once import compile_once
from standpat.compute.inner_code import InnerCache, InnerCompiler, connect

_NO_C_CALLS: Final[Mapping[str, Any]] = {"no_cfunc_wrapper": True}
"""Kernels are called from Python and from each other. Numba need not compile a wrapper for C."""

EVERY_S: Final = 5.0
"""Seconds between two messages of a process that compiles."""

_config: Any = numba.config
_setting = threading.RLock()
"""Numba's cache directory is one for the whole process, so one thread at a time sets it."""


def numba_function(function: Callable[..., Any], options: Mapping[str, Any], directory: Path) -> Any:
    """A function of numba's that is compiled at its first call, or loaded if an earlier process compiled it.

    The code of a function whose module cannot be imported is not kept.

    Args:
        function: The function in Python.
        options: Numba's options.
        directory: Where the compiled code is kept.
    """
    with _kept_in(directory):
        kept = loads_again(function)
        compiled = numba.njit(cache=kept and not placed_code.FITS, nogil=True, **_NO_C_CALLS, **options)(function)
        if kept and placed_code.FITS:
            compiled._cache = placed_code.PlacedCache(function)
    connect(compiled)
    compile_once(compiled, directory)
    return compiled


def inner_function(function: Callable[..., Any], options: Mapping[str, Any], directory: Path) -> Any:
    """The same function for other compiled functions, which only they can call (`standpat.compute.inner_code`)."""
    no_calls = {**_NO_C_CALLS, "no_cpython_wrapper": True}
    with _kept_in(directory / "inner"):
        compiled = numba.njit(nogil=True, pipeline_class=InnerCompiler, **no_calls, **options)(function)
        if loads_again(function):
            compiled._cache = InnerCache(function)
    compile_once(compiled, directory / "inner")
    return compiled


def loads_again(function: Callable[..., Any]) -> bool:
    """Whether another process could load the function's code: numba then imports the function's module by its name."""
    return function.__module__ in sys.modules


@contextmanager
def _kept_in(directory: Path) -> Iterator[None]:
    """Let functions that are made meanwhile keep their code in this directory."""
    with _setting:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = str(directory)
        try:
            yield
        finally:
            _config.CACHE_DIR = before


@cache
def register(kernel: type[Any], intrinsic: type[Any]) -> None:
    """Let compiled functions call objects of these two classes: a kernel by its attribute
    ``inner``, an intrinsic by its ``numba``.
    """

    @typeof_impl.register(kernel)
    def _(value: Any, context: Any) -> Any:
        return types.Dispatcher(value.inner)

    @typeof_impl.register(intrinsic)
    def _(value: Any, context: Any) -> Any:
        intrinsic = value.numba  # importing it registers it
        for target in (cpu_target.typing_context, cpu_target.target_context):
            target.refresh()
        return cpu_target.typing_context.resolve_value_type(intrinsic)


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
