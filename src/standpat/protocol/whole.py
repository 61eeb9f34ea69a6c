"""Whole numbers in JSON: below 2**53, as I-JSON (RFC 7493) has them. Other readers round larger ones, and no answer
could repeat them.

>>> exact({"seat": [3, -4]}), exact({"seat": 2**53})
(True, False)
"""

from typing import Any, Final

from msgspec import Struct

BIGGEST: Final = 2**53
"""Whole numbers are between this and its negative, without both."""


def exact(value: Any) -> bool:
    """Whether all whole numbers in a decoded value, at any depth, can be exact everywhere."""
    if isinstance(value, int):
        return -BIGGEST < value < BIGGEST
    if isinstance(value, Struct):
        return all([exact(getattr(value, name)) for name in value.__struct_fields__])
    if isinstance(value, dict):
        return all([exact(one) for one in value.values()])
    if isinstance(value, (list, tuple, set, frozenset)):
        return all([exact(one) for one in value])
    return True
