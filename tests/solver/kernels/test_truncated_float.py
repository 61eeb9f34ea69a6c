"""Floats without their last bits: how much is lost, and that rounding loses nothing on average."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, load
from standpat.solver.kernels import truncated_float
from standpat.solver.kernels.truncated_float import widen

DROP = 15
SOME = np.array([0, 1e-30, 3e-8, 0.1, 1, 1 / 3, 1e5, 1e15], np.float32)


@fast_kernel
def _add(bits: Any, at: int, size: int, drop: int, seed: int, weight: float, more: Any) -> None:
    for i in range(0, size, LANES):
        truncated_float.add(bits, at + i, size - i, drop, seed, weight, load(more, i))


@fast_kernel
def _learn(bits: Any, at: int, size: int, drop: int, seed: int, decay: float, gain: Any) -> None:
    for i in range(0, size, LANES):
        truncated_float.learn(bits, at + i, size - i, drop, seed, decay, load(gain, i))


def behind(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    """Numbers with others behind them, which the last vector may read."""
    return np.concatenate([numbers, np.full(LANES, 5, np.float32)])


def add(bits: NDArray[Any], at: int, size: int, drop: int, seed: int, weight: float, more: NDArray[np.float32]) -> None:
    _add(bits, at, size, drop, seed, weight, behind(more))


def read(bits: NDArray[Any], drop: int) -> NDArray[np.float32]:
    out = np.zeros(len(bits), np.float32)
    widen(bits, drop, out)
    return out


def kept(numbers: NDArray[np.float32], seed: int) -> NDArray[np.float32]:
    bits = np.zeros(len(numbers), np.uint16)
    add(bits, 0, len(bits), DROP, seed, 1.0, numbers)
    return read(bits, DROP)


@pytest.mark.parametrize("seed", [0, 1, 123_456_789, (1 << 32) - 1])
def test_eight_bits_of_the_fraction_are_left(seed: int) -> None:
    assert kept(SOME, seed) == pytest.approx(SOME, rel=1 / 256)


def test_exact_numbers_do_not_change() -> None:
    whole = np.array([0, 1, 2, 1.5, 257, 2.0**-100, 3 * 2.0**60], np.float32)
    for seed in range(200):
        assert np.array_equal(kept(whole, 7919 * seed), whole)


def test_small_steps_add_up() -> None:
    """A thousandth of a number is less than its last bit; a thousand such steps still double it."""
    many = 512
    bits = np.zeros(many, np.uint16)
    add(bits, 0, many, DROP, 0, 1.0, np.ones(many, np.float32))
    step = np.full(many, 1e-3, np.float32)
    for state in np.random.SeedSequence(1).generate_state(1000):
        add(bits, 0, many, DROP, int(state), 1.0, step)
    out = read(bits, DROP)
    assert out.mean() == pytest.approx(2, rel=0.005)
    assert out.std() < 0.1


def test_rounding_is_right_on_average() -> None:
    number = np.full(4096, 1 + 1 / 700, np.float32)
    found = np.concatenate([kept(number, int(s)) for s in np.random.SeedSequence(2).generate_state(50)])
    assert set(found) == {1, 1 + 2**-8}
    assert found.mean() == pytest.approx(1 + 1 / 700, abs=2e-5)


def test_the_same_seed_rounds_the_same_way_wherever_it_begins() -> None:
    numbers = np.random.default_rng(3).random(300).astype(np.float32)
    whole = kept(numbers, 99)
    bits = np.zeros(300, np.uint16)
    add(bits, 100, 200, DROP, 99, 1.0, numbers[100:])
    out = read(bits, DROP)
    assert np.array_equal(out[100:], whole[100:])
    assert not out[:100].any()
    assert not np.array_equal(kept(numbers, 1 << 30), whole)


def test_regrets_decay_and_do_not_fall_below_0() -> None:
    bits = np.array([2, 2, 2, 0, 2, 0], np.float32).view(np.uint32)
    _learn(bits, 0, 5, 0, 5, 0.5, behind(np.array([1, 0, -3, -1, 1e-31 - 1], np.float32)))
    assert read(bits, 0).tolist() == [2, 1, 0, 0, 0, 0]
    _learn(bits, 1, 1, 0, 5, 1.0, behind(np.array([-1], np.float32)))
    assert read(bits, 0).tolist() == [2, 0, 0, 0, 0, 0]


def test_slots_behind_the_last_are_left_alone() -> None:
    for size in range(1, 2 * LANES + 2):
        bits = np.arange(3 * LANES, dtype=np.uint16) + np.uint16(1 << 14)
        before = bits.copy()
        add(bits, 3, size, DROP, 9, 1.0, np.full(size, 1e9, np.float32))
        assert np.array_equal(bits[:3], before[:3])
        assert (bits[3 : 3 + size] != before[3 : 3 + size]).all()
        assert np.array_equal(bits[3 + size :], before[3 + size :])


def test_with_no_bits_dropped_numbers_are_exact() -> None:
    numbers = np.random.default_rng(4).random(100).astype(np.float32)
    bits = numbers.view(np.uint32).copy()
    more = np.random.default_rng(5).random(100).astype(np.float32)
    add(bits, 0, 100, 0, 77, 3.0, more)
    assert bits.view(np.float32) == pytest.approx(numbers + 3 * more, rel=1e-6)
