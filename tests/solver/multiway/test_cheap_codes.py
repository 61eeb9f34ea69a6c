"""Codes of a strategy file that take fewer bytes where a choice hardly matters."""

import lzma
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.solver.multiway import cheap_codes
from standpat.solver.multiway.cheap_codes import STEPS

cheaper = partial(cheap_codes.cheaper, part=2.0)
"""Without the limit for a row."""
SPOTS, CLASSES, LEVELS = 400, 48, 100


def made_up(choices: int = 2) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Codes and visits: some spots are met often, most of them hardly ever."""
    numbers = np.random.default_rng(3)
    chances = numbers.dirichlet(np.full(choices + 1, 0.5), (SPOTS, CLASSES))[..., :choices]
    visits = numbers.lognormal(0, 4, (SPOTS, CLASSES))
    return np.floor(chances * LEVELS).astype(np.uint8), visits / visits.sum()


def change(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How far the probabilities of all choices, the rest included, are apart."""
    apart = one.astype(int) - other.astype(int)
    return np.asarray((np.abs(apart).sum(axis=-1) + np.abs(apart.sum(axis=-1))) / LEVELS)


@pytest.mark.parametrize("choices", [2, 3])
@pytest.mark.parametrize("most", [0.0, 1e-7, 1e-5])
def test_no_class_changes_more_than_it_may(choices: int, most: float) -> None:
    codes, visits = made_up(choices)
    cheap = cheaper(codes, visits, LEVELS, None, most)
    assert (change(codes, cheap) * visits).max() <= most * (1 + 1e-9)
    assert cheap.sum(axis=-1, dtype=int).max() <= LEVELS
    assert np.array_equal(cheap, codes) == (most == 0)


@pytest.mark.parametrize("part", [0.0, 0.001, 0.05])
def test_no_class_changes_more_of_its_row_than_it_may(part: float) -> None:
    """However seldom the row is met: an opponent can bring it about."""
    codes, visits = made_up()
    visits /= 1e9
    cheap = cheap_codes.cheaper(codes, visits, LEVELS, None, 1e-8, part)
    shares = visits / visits.sum(axis=1, keepdims=True)
    assert (change(codes, cheap) * shares).max() <= part * (1 + 1e-9)
    assert np.array_equal(cheap, codes) == (part == 0)


def test_a_file_with_them_is_smaller_the_more_may_change() -> None:
    codes, visits = made_up()
    sizes = [
        len(lzma.compress(cheaper(codes, visits, LEVELS, None, most).tobytes())) for most in (0.0, 1e-7, 1e-6, 1e-5)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0] / 2


def test_a_class_that_seldom_comes_has_the_codes_of_the_one_before() -> None:
    codes = np.array([[[10, 20], [70, 0], [30, 30]]], np.uint8)
    visits = np.array([[0.5, 1e-9, 0.5]])
    assert cheaper(codes, visits, LEVELS, None, 1e-8).tolist() == [[[10, 20], [10, 20], [30, 30]]]


def test_the_codes_of_the_one_before_are_those_that_it_got() -> None:
    """Else nothing is repeated, and errors are not counted."""
    codes = np.array([[[10, 20], [70, 0], [50, 50]]], np.uint8)
    visits = np.array([[0.5, 1e-9, 1e-9]])
    assert cheaper(codes, visits, LEVELS, None, 1e-8).tolist() == [[[10, 20]] * 3]


def test_else_it_has_its_own_in_coarse_steps() -> None:
    codes = np.array([[[90, 0], [3, 48]]], np.uint8)
    visits = np.array([[0.5, 1.0]])
    for most, told in ((0.061, [0, 50]), (0.021, [4, 48]), (0.01, [3, 48])):
        assert cheaper(codes, visits, LEVELS, None, most)[0, 1].tolist() == told


def test_steps_never_make_more_than_all() -> None:
    codes = np.array([[[33, 33, 34]]], np.uint8)
    for many in (0.0, 1.0):
        assert cheaper(codes, np.array([[many]]), LEVELS, None, 1.0).sum() <= LEVELS
    assert all([coarse < fine for coarse, fine in pairwise(STEPS)])


def test_a_class_does_not_get_a_choice_that_it_may_not_make() -> None:
    codes = np.array([[[0, 100, 0], [0, 0, 90], [0, 0, 80]]], np.uint8)
    may = np.array([[True, True, False, True], [False, True, True, True], [True, False, True, True]])
    told = cheaper(codes, np.full((1, 3), 1e-12), LEVELS, may, 1e-8)[0].tolist()
    assert told == [[0, 100, 0], [0, 100, 0], [0, 0, 100]]


def test_nor_the_choice_that_has_the_rest() -> None:
    codes = np.array([[[40, 40], [46, 54], [60, 39]]], np.uint8)
    may = np.array([[True, True, True], [True, True, False], [True, True, False]])
    told = cheaper(codes, np.full((1, 3), 1e-12), LEVELS, may, 1e-8)[0].tolist()
    assert told == [[50, 50], [50, 50], [50, 50]]
    codes[0, 0] = 20, 22
    codes[0, 1] = 37, 63
    told = cheaper(codes, np.full((1, 3), 1e-12), LEVELS, may, 1e-8)[0].tolist()
    assert told == [[0, 0], [50, 50], [50, 50]]


def test_steps_are_parts_of_a_probability_of_one() -> None:
    codes, visits = np.array([[[90, 0], [6, 96]]], np.uint8), np.array([[0.5, 1.0]])
    assert cheaper(codes, visits, 2 * LEVELS, None, 0.021)[0, 1].tolist() == [8, 96]


def test_equal_rows_stay_equal_and_count_together() -> None:
    codes = np.array([[[10, 20], [12, 20]]] * 3, np.uint8)
    visits = np.array([[0.1, 1e-7], [0.1, 1e-7], [0.1, 1e-7]])
    assert cheaper(codes, visits, LEVELS, None, 1.3e-8).tolist() == [[[10, 20]] * 2] * 3
    assert cheaper(codes, visits, LEVELS, None, 1.1e-8).tolist() == [[[10, 20], [12, 20]]] * 3
