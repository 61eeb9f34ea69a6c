"""Vectors in compiled functions: each function and operator against numpy, and no lane outside of what it may touch."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import (
    LANES,
    bits_of,
    float_of,
    lanes,
    last,
    like,
    load,
    load_one,
    load_some,
    multiply_add,
    pick,
    running,
    spread,
    store,
    store_some,
    total,
    where,
)

A = np.random.default_rng(1).random(3 * LANES)
B = np.random.default_rng(2).random(3 * LANES)


@fast_kernel
def _arithmetic(a: Any, b: Any, places: Any, out: Any) -> None:
    x, y = load(a, 3), load(b, 5)
    store(out[0], 0, x + y)
    store(out[1], 0, x - y)
    store(out[2], 0, x * y)
    store(out[3], 0, x / y)
    store(out[4], 0, multiply_add(x, y, load_one(a, 0)))
    store(out[5], 0, where(x > y, x, spread(b[2])))
    store(out[6], 0, where(x < y, x, y))
    store(out[7], 0, where(x >= x, x, y))
    store(out[8], 0, running(x))
    store(out[10], 0, pick(a, places, 2))
    out[9, 0], out[9, 1] = total(x), last(x)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_arithmetic(kind: Any) -> None:
    a, b, out = A.astype(kind), B.astype(kind), np.zeros((11, LANES), kind)
    places = np.random.default_rng(4).integers(0, len(a), 2 + LANES).astype(np.int32)
    _arithmetic(a, b, places, out)
    x, y = a[3 : 3 + LANES], b[5 : 5 + LANES]
    want = [x + y, x - y, x * y, x / y, x * y + a[0], np.where(x > y, x, b[2]), np.minimum(x, y), x, np.cumsum(x)]
    assert out[:9] == pytest.approx(np.stack(want), rel=1e-6)
    assert np.array_equal(out[10], a[places[2:]])
    assert out[9, :2] == pytest.approx([x.sum(), x[-1]], rel=1e-6)


@fast_kernel
def _bits(a: Any, bits: Any, out: Any) -> None:
    four = np.uint32(4)
    wide = like(load(bits, 1), four)
    store(out[0], 0, (wide << spread(four)) + lanes())
    store(out[1], 0, (wide >> spread(four)) & spread(np.uint32(3)))
    store(out[2], 0, bits_of(load(a, 0)))
    store(out[3], 0, bits_of(float_of(load(out[2], 0))))
    store(bits, 0, load(out[0], 0))


def test_bits_and_integers() -> None:
    a = A.astype(np.float32)
    bits = np.random.default_rng(3).integers(0, 1 << 16, 2 * LANES).astype(np.uint16)
    out, wide = np.zeros((4, LANES), np.uint32), bits[1 : 1 + LANES].astype(np.uint32)
    _bits(a, bits, out)
    want = [(wide << 4) + np.arange(LANES), (wide >> 4) & 3, a[:LANES].view(np.uint32), a[:LANES].view(np.uint32)]
    assert np.array_equal(out, np.stack(want))
    assert np.array_equal(bits[:LANES], out[0].astype(np.uint16))


@fast_kernel
def _part(a: Any, count: int, out: Any) -> None:
    store_some(out, 2, load_some(a, 1, count) + spread(a[0]), count)


@fast_kernel
def _beyond(a: Any, count: int, out: Any) -> None:
    store(out, 0, load_some(a, 0, count))


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.uint16, np.uint32])
def test_some_lanes_leave_the_others_alone(kind: Any) -> None:
    a = (1000 * A).astype(kind)
    for count in range(LANES):
        out = np.full(2 * LANES, 7, kind)
        _part(a, count, out)
        want = np.full(2 * LANES, 7, kind)
        want[2 : 2 + count] = a[1 : 1 + count] + a[0]
        assert np.array_equal(out, want)
        _beyond(a, count, out)
        assert np.array_equal(out[:LANES], np.where(np.arange(LANES) < count, a[:LANES], 0))


@fast_kernel
def _converted(a: Any, out: Any) -> None:
    store(out, 0, like(load(a, 0), out[0]))


@pytest.mark.parametrize(("before", "after"), [(np.float32, np.float64), (np.float64, np.float32), (np.float32,) * 2])
def test_numbers_take_another_precision(before: Any, after: Any) -> None:
    a, out = A.astype(before), np.zeros(LANES, after)
    _converted(a, out)
    assert np.array_equal(out, a[:LANES].astype(after))


def test_the_interpreter_cannot_call_them() -> None:
    array: NDArray[np.float64] = np.zeros(LANES)
    with pytest.raises(TypeError, match="load works on vectors"):
        load(array, 0)
