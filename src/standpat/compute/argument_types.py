"""What machine code depends on in its arguments: their types, in a form that can be compared and stored.

`types_of(arguments)` is equal for two sets of arguments only if the same compiled function takes both. It says as much
as numba's types do, but needs no numba: of an array its dtype, its dimensions, how it lies in memory and whether it may
be written; of a number its width and kind; of a tuple its class and the types of its parts.
"""

from typing import Any, Final

import numpy as np

# Of `ndarray.flags.num`: contiguous as in C and in Fortran, aligned, writeable.
_FLAGS: Final = 0x1 | 0x2 | 0x100 | 0x400
_INT64: Final = range(-(1 << 63), 1 << 63)


class Unknown(TypeError):
    """Nothing is known of arguments of this class."""


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments.

    Args:
        arguments: Arrays, numbers, truth values, None, records, and tuples of such.

    Returns:
        A tuple with an entry for each argument. It can be hashed and pickled.

    Raises:
        Unknown: An argument is of another class.
    """
    return tuple([_type_of(value) for value in arguments])


def _type_of(value: Any) -> Any:
    kind = type(value)
    if isinstance(value, np.ndarray):
        return kind, value.dtype, value.ndim, value.flags.num & _FLAGS
    if kind is int:
        return "int" if value in _INT64 else "large int"
    if kind is float or kind is bool or value is None:
        return kind.__name__
    if isinstance(value, np.generic):
        return value.dtype
    if isinstance(value, tuple):
        return kind, types_of(value)
    raise Unknown(f"no type is known for {kind.__qualname__}")
