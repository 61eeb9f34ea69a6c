from collections import namedtuple
from typing import Any

import numpy as np
import pytest

from standpat.compute.argument_types import Unknown, types_of

Pair = namedtuple("Pair", "a b")
Other = namedtuple("Other", "a b")
ROW = np.dtype([("a", np.int64), ("b", np.float32)])
SAME: list[tuple[Any, Any]] = [
    (1, 2),
    (-(1 << 63), (1 << 63) - 1),
    (1.0, float("nan")),
    (True, False),
    (None, None),
    (np.uint64(1), np.uint64(2)),
    (np.zeros(3), np.ones(7)),
    (np.zeros((3, 2)), np.ones((7, 5))),
    (np.zeros(2, ROW), np.ones(3, ROW)),
    (np.zeros(2, ROW)[0], np.ones(3, ROW)[1]),
    ((1, 2.0), (3, 4.0)),
    (Pair(1, np.zeros(2)), Pair(5, np.ones(3))),
    (np.zeros(4)[::2], np.zeros(9)[::3]),
]
READ_ONLY = np.zeros(3)
READ_ONLY.flags.writeable = False
DIFFERENT: list[Any] = [
    1,
    1 << 63,
    1.0,
    True,
    None,
    np.int64(1),
    np.uint64(1),
    np.float32(1),
    np.bool_(True),
    np.zeros(3),
    np.zeros(3, np.float32),
    np.zeros(3, ">f8"),
    np.zeros(6)[::2],
    READ_ONLY,
    np.zeros((3, 2)),
    np.zeros((3, 2), order="F"),
    np.zeros(2, ROW),
    np.zeros(2, ROW)[0],
    np.frombuffer(bytes(17), np.float64, 2, 1),
    (),
    (1,),
    (1, 1),
    (1.0, 1),
    Pair(1, 1),
    Other(1, 1),
    Pair(1, 1.0),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_of_one_type(one: Any, other: Any) -> None:
    assert types_of((one,)) == types_of((other,))
    assert hash(types_of((one,))) == hash(types_of((other,)))


def test_no_two_types_are_taken_for_one() -> None:
    assert len({types_of((value,)) for value in DIFFERENT}) == len(DIFFERENT)


def test_types_are_told_apart_as_numba_does() -> None:
    """Two values of one type here are of one type there, so that the machine code of one takes the other."""
    numba = pytest.importorskip("numba")
    values = [value for pair in SAME for value in pair] + DIFFERENT
    values = [value for value in values if getattr(value, "dtype", np.dtype(int)).isnative]  # numba knows no others
    for one in values:
        for other in values:
            if types_of((one,)) == types_of((other,)):
                assert numba.typeof(one) == numba.typeof(other), (one, other)


@pytest.mark.parametrize("value", ["text", [1], {1: 2}, print, 1j, object(), (1, "text")])
def test_other_values_are_unknown(value: Any) -> None:
    with pytest.raises(Unknown, match="no type is known"):
        types_of((value,))
