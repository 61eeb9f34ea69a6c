"""What a responder has learned is found again, whether the rows have places of their own or not."""

import numpy as np
import pytest

from standpat.solver.multiway.learned_rows import AVERAGE, LEARNED, nothing_yet, place_of, put, rows_of, sums_of
from standpat.solver.multiway.response_spots import ROWS

MET = [7, ROWS - 1, 0, 7, 123_456_789, 0]
"""Rows in the order in which a responder comes to them."""


@pytest.mark.parametrize("every", [False, True])
def test_each_row_has_sums_of_its_own(every: bool) -> None:
    learned = nothing_yet(every)
    assert rows_of(learned).size == 0
    for row in MET:
        learned.sums[place_of(learned.places, row), AVERAGE, row % 4] += row + 1
    rows = rows_of(learned)
    assert rows.tolist() == sorted(set(MET))
    sums = sums_of(learned, rows)
    assert not sums[:, LEARNED].any()
    for row, of_row in zip(rows.tolist(), sums[:, AVERAGE], strict=True):
        assert of_row.tolist() == [MET.count(row) * np.float32(row + 1) if a == row % 4 else 0 for a in range(4)]


def test_places_are_given_out_in_turn() -> None:
    learned = nothing_yet()
    assert [place_of(learned.places, row) for row in MET] == [1, 2, 3, 1, 4, 3]


@pytest.mark.parametrize("every", [False, True])
def test_sums_that_were_put_are_there_and_others_come_beside_them(every: bool) -> None:
    learned, rows = nothing_yet(every), np.array([3, 5, 1_000_000], np.uint32)
    sums = np.random.default_rng(1).random((3, 2, 4), np.float32)
    put(learned, rows, sums)
    learned.sums[place_of(learned.places, 4), LEARNED] = 9
    learned.sums[place_of(learned.places, 5), LEARNED, 0] += 1
    sums[1, LEARNED, 0] += 1
    assert rows_of(learned).tolist() == [3, 4, 5, 1_000_000]
    assert np.array_equal(sums_of(learned, rows), sums)
    assert (sums_of(learned, np.array([4]))[0, LEARNED] == 9).all()
