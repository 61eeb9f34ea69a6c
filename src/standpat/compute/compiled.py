"""Functions that are compiled to machine code, which is kept on disk for later processes.

There are five decorators:

- `kernel`: exact IEEE arithmetic; the function may allocate arrays. The laboratory uses it.
- `lean_kernel`: exact arithmetic too, but the function allocates nothing, so references are not counted, and a division
  by zero is not looked for: a whole number divided by zero is 0. For loops over records.
- `inner_kernel`: the same, and the function becomes part of those that call it.
- `fast_kernel`: the compiler may reorder arithmetic within an expression. The function allocates nothing, so references
  are not counted (counting took half of the solver's time). Arguments are arrays, named tuples of arrays, or numbers.
- `fast_allocating_kernel`: like `fast_kernel`, for a function that allocates arrays.

All of them release the GIL, so that threads run them in parallel. With the same inputs a fast kernel gives the same
result to the last bit on one machine with one version of numba; on another processor the last bits may differ.

Numba compiles a kernel at its first call with arguments of new types. Later processes load the machine code without
numba (`standpat.compute.machine_code`), which starts slowly. A kernel that is called very often turns to numba all the
same: numba finds the code for given arguments sooner. A wheel has the machine code of first answers, so that nothing is
compiled for them (`standpat.compute.shipped`); ``standpat compile`` compiles them for the machine at hand.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, update_wrapper
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Generic, ParamSpec, TypeVar

from standpat.compute.code_directory import code_directory

if find_spec("numba") is None or find_spec("numpy") is None:  # pragma: no cover
    raise ImportError("standpat's laboratory and solver need numpy and numba: pip install standpat")

import llvmlite.binding as llvm

from standpat.compute import machine_code
from standpat.compute.argument_types import Unknown, types_of

P = ParamSpec("P")
R = TypeVar("R")

OFTEN: Final = 50_000
"""Calls after which numba is started: finding the code has then taken about as long as numba's start."""


class Kernel(Generic[P, R]):
    """A compiled function.

    Args:
        function: The function in Python.
        options: Numba's options.
    """

    def __init__(self, function: Callable[P, R], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.python = function
        self._options = options
        self._numba: Any = None
        self._functions: machine_code.Functions | None = None
        self._calls = 0
        self._known = 0  # functions that numba had for the kernel when one was kept last

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the machine code for these arguments; numba compiles it if there is none."""
        numba = self._numba
        if numba is None:
            if not kwargs and (code := self._find(args)) is not None:
                self._calls += 1
                return code(*args)
            numba = self.numba
        result: R = numba(*args, **kwargs)
        if len(numba.overloads) != self._known:
            self._keep(args)
        return result

    def entry(self, *args: Any) -> Callable[P, R]:
        """The function that is called for such arguments, for a caller who makes sure of their types.

        A call of it takes less than a microsecond, a call of the kernel some, because their types are looked up.
        Arguments of other types corrupt memory.

        Args:
            args: Arguments of these types. The function is compiled for them, if it is not yet, and not called.
        """
        code = None if self._numba is not None else self._find(args)
        if code is None:
            signature = tuple([self.numba.typeof_pyval(value) for value in args])
            code = self.numba.compile(signature)
            self._keep(args)
        return code

    def __reduce__(self) -> str:
        return self.python.__qualname__

    @property
    def numba(self) -> Any:
        """Numba's function for Python's calls of the kernel. Numba is imported when this is first asked for."""
        if self._numba is None:
            from standpat.compute import numba_function

            numba_function.register(Kernel, Intrinsic)
            self._numba = numba_function.numba_function(self.python, self._options, self._directory)
        return self._numba

    @cached_property
    def inner(self) -> Any:
        """Numba's function for compiled functions' calls of the kernel."""
        from standpat.compute import inner_code, numba_function

        if not inner_code.FITS:
            return self.numba
        return numba_function.inner_function(self.python, self._options, self._directory)

    @property
    def _directory(self) -> Path:
        return code_directory(Path(self.python.__code__.co_filename))

    @property
    def _name(self) -> str:
        return f"{self.__module__}.{self.python.__qualname__}"

    def _find(self, args: tuple[Any, ...]) -> Callable[..., R] | None:
        """The machine code for these arguments, if an earlier process has kept it or the package came with it."""
        if self._functions is None:
            self._functions = machine_code.load(self._directory, self._name)
        if self._calls >= OFTEN and self._functions.own:
            return None
        try:
            return self._functions.get(types_of(args))
        except Unknown:
            return None

    def _keep(self, args: tuple[Any, ...]) -> None:
        """Keep what numba has just compiled or loaded, for processes without numba."""
        self._known = len(self._numba.overloads)
        with suppress(Exception):  # another version of numba, a full disk: then the next process asks numba again
            signature = tuple([self._numba.typeof_pyval(value) for value in args])
            machine_code.store(self._directory, self._name, types_of(args), self._numba, signature)


class Intrinsic:
    """Code that kernels contain where they call it: one of numba's intrinsics, which writes LLVM code.

    Args:
        find: Imports the module of the intrinsic, which imports numba, and returns the intrinsic. The import must stand
            in the kernel's file or in one that it imports, so that kept code is told apart by it.
    """

    def __init__(self, find: Callable[[], Any]) -> None:
        self._find = find

    def __call__(self, *_: Any) -> Any:
        """Compiled code calls an intrinsic; Python cannot."""
        raise TypeError("only compiled code can call this")

    @cached_property
    def numba(self) -> Any:
        """The intrinsic."""
        return self._find()


def compiles_for(*features: str) -> bool:
    """Whether kernels are compiled, and for a processor that has these features, by LLVM's names.

    If the environment names another processor (`standpat.compute.shipped`), it is taken to have none.
    """
    named = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_JIT")
    has = llvm.get_host_cpu_features()
    return not any([os.environ.get(name) for name in named]) and all([has.get(feature) for feature in features])


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile at the first call, or load what an earlier process compiled. Exact arithmetic."""
    return Kernel(function, {})


def lean_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel with exact arithmetic that allocates no arrays and divides by nothing that can be zero."""
    return Kernel(function, {"error_model": "numpy", "_nrt": False})


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A lean kernel that becomes part of every kernel that calls it, for the steps of a hot loop."""
    return Kernel(function, {"error_model": "numpy", "_nrt": False, "forceinline": True})


def fast_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose arithmetic may be reordered, and that allocates no arrays."""
    return Kernel(function, {"fastmath": True, "error_model": "numpy", "_nrt": False})


def fast_allocating_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose arithmetic may be reordered, and that allocates arrays."""
    # Explicitly on: otherwise a function would inherit the setting of a fast kernel that calls it.
    return Kernel(function, {"fastmath": True, "error_model": "numpy", "_nrt": True})
