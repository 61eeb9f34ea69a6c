"""`kernel` compiles a function to machine code once (numba) and keeps it beside the source.

Kernels release the interpreter, so `standpat.solver.sweep` runs several on threads of one process. Their
arithmetic may be reordered within an expression, but is the same from run to run on one machine: a resumed run
repeats an uninterrupted one to the last bit.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

try:
    import numba
except ImportError as error:  # pragma: no cover
    raise ImportError("standpat.solver needs numpy and numba: pip install 'standpat[solver]'") from error

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The compiled function; every argument is an array, a named tuple of arrays or a number."""
    compiled = numba.njit(cache=True, nogil=True, fastmath=True, error_model="numpy")(function)
    return cast("Callable[P, R]", compiled)
