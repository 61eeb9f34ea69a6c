"""What a responder has learned is found again, whether the rows have places of their own or not."""

import numpy as np
import pytest

from standpat.solver.multiway.learned_rows import (
    AVERAGE,
    LEARNED,
    join,
    nothing_yet,
    place_of,
    put,
    rows_of,
    shared,
    sums_of,
)
from standpat.solver.multiway.response_spots import ROWS

MET = [7, ROWS - 1, 0, 7, 123_456_789, 0]
"""Rows in the order in which a responder comes to them."""


@pytest.mark.extended
@pytest.mark.parametrize("every", [False, True])
def test_each_row_has_sums_of_its_own(every: bool) -> None:
    learned = nothing_yet(every)
    assert rows_of(learned).size == 0
    for row in MET:
        learned.sums[place_of(learned, row), AVERAGE, row % 4] += row + 1
    rows = rows_of(learned)
    assert rows.tolist() == sorted(set(MET))
    sums = sums_of(learned, rows)
    assert not sums[:, LEARNED].any()
    for row, of_row in zip(rows.tolist(), sums[:, AVERAGE], strict=True):
        assert of_row.tolist() == [MET.count(row) * np.float32(row + 1) if a == row % 4 else 0 for a in range(4)]


def test_places_are_given_out_in_turn() -> None:
    learned = nothing_yet()
    assert [place_of(learned, row) for row in MET] == [1, 2, 3, 1, 4, 3]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_give_out_different_places_and_know_each_others(threads: int) -> None:
    learned = nothing_yet()
    assert [place_of(learned, row) for row in (7, 8, 9)] == [1, 2, 3]
    parts = shared(learned, threads)
    given = [place_of(parts[thread], 100 * times + thread) for times in range(1, 4) for thread in range(threads)]
    assert given == list(range(4, 4 + 3 * threads))
    assert [place_of(part, 8) for part in parts] == [2] * threads
    assert [place_of(part, 300) for part in parts] == [4 + 2 * threads] * threads
    join(learned, parts)
    assert place_of(learned, 10) == 4 + 3 * threads
    assert len(rows_of(learned)) == 4 + 3 * threads


def test_a_thread_that_came_to_nothing_new_takes_no_place() -> None:
    learned = nothing_yet()
    parts = shared(learned, 3)
    join(learned, parts)
    assert place_of(learned, 5) == 1
    parts = shared(learned, 3)
    assert [place_of(parts[1], row) for row in (6, 7)] == [3, 6]
    join(learned, parts)
    assert place_of(learned, 8) == 7


@pytest.mark.extended
@pytest.mark.parametrize("every", [False, True])
def test_sums_that_were_put_are_there_and_others_come_beside_them(every: bool) -> None:
    learned, rows = nothing_yet(every), np.array([3, 5, 1_000_000], np.uint32)
    sums = np.random.default_rng(1).random((3, 2, 4), np.float32)
    put(learned, rows, sums)
    learned.sums[place_of(learned, 4), LEARNED] = 9
    learned.sums[place_of(learned, 5), LEARNED, 0] += 1
    sums[1, LEARNED, 0] += 1
    assert rows_of(learned).tolist() == [3, 4, 5, 1_000_000]
    assert np.array_equal(sums_of(learned, rows), sums)
    assert (sums_of(learned, np.array([4]))[0, LEARNED] == 9).all()
