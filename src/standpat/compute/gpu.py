"""Kernels on a graphics card, by numba's CUDA.

`Functions(instead)` compiles the same functions that the processor runs (`standpat.compute.compiled`) for the card,
with all that they call. Where the card must do something in its own way, `instead` names its function for the kernel.
`entry` makes a function that a `Gpu` can launch.

Needs an NVIDIA card with its driver, and the extra `gpu`. `check` says what is missing.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import Kernel

BLOCK: Final = 128
"""Threads of a block."""
BLOCKS: Final = 6
"""Blocks of a processor of the card: as many as its registers hold of a function that uses 80 a thread."""
LONG: Final = 4
"""Tuples of more numbers become arrays: from a tuple the card would choose by comparing."""

_OPTIONS: Final[Mapping[str, Any]] = {"fastmath": True}


def check() -> None:
    """Make sure that there is a card.

    Raises:
        ValueError: There is none, or numba-cuda is not installed.
    """
    if find_spec("numba_cuda") is None:
        raise ValueError("a graphics card needs numba-cuda: pip install 'standpat[gpu]'")
    if not _cuda().is_available():
        raise ValueError("there is no NVIDIA graphics card, or no driver for it (nvidia-smi lists cards)")


def _cuda() -> Any:
    return import_module("numba.cuda")


class Functions:
    """Functions of a card.

    Args:
        instead: The card's own function for a kernel.
    """

    def __init__(self, instead: Mapping[Any, Any]) -> None:
        self._made: dict[Any, Any] = dict(instead)

    def entry(self, function: Callable[..., None]) -> Any:
        """The function, so that it can be launched (`Gpu.run`)."""
        return _cuda().jit(**_OPTIONS)(self._for_card(function))

    def _inner(self, kernel: Kernel[Any, Any]) -> Any:
        if kernel not in self._made:
            self._made[kernel] = _cuda().jit(device=True, **_OPTIONS)(self._for_card(kernel.python))
        return self._made[kernel]

    def _for_card(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with the card's functions in place of kernels."""
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            value = names.get(name)
            if isinstance(value, Kernel):
                names[name] = self._inner(value)
            elif isinstance(value, tuple) and len(value) > LONG:
                names[name] = np.array(value)
        made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        made.__module__, made.__qualname__ = function.__module__, function.__qualname__
        return made


class Gpu:
    """A graphics card: arrays on it, and functions that are launched.

    Attributes:
        threads: How many threads it has room for at once (`BLOCKS` for each of its processors).

    Raises:
        ValueError: As in `check`.
    """

    def __init__(self) -> None:
        check()
        self._cuda = cuda = _cuda()
        self.threads = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS * BLOCK

    def copy(self, array: NDArray[Any]) -> Any:
        """The array on the card."""
        return self._cuda.to_device(array)

    def empty(self, shape: tuple[int, ...], kind: np.dtype[Any]) -> Any:
        """An array on the card, with whatever is in its memory."""
        return self._cuda.device_array(shape, kind)

    def fetch(self, array: Any, into: NDArray[Any] | None = None) -> NDArray[Any]:
        """What is in an array on the card, in a new array or in the one given."""
        held: NDArray[Any] = array.copy_to_host(into)
        return held

    def run(self, entry: Any, *arguments: Any) -> None:
        """Launch a function (`Functions.entry`) with as many threads as there is room for, and wait for its end."""
        entry[self.threads // BLOCK, BLOCK](*arguments)
        self._cuda.synchronize()
