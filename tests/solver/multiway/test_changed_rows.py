from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.solver.multiway.changed_rows import changed_rows, either


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.uint8])
@pytest.mark.parametrize("rows", [1, 1 << 15, 100_000])
def test_rows_are_found_wherever_they_changed(kind: type, rows: int) -> None:
    random = np.random.default_rng(rows)
    before: NDArray[Any] = random.integers(0, 3, (rows, 2, 4)).astype(kind)
    table = before.copy()
    for at in random.integers(rows, size=1 + rows // 30_000):
        table[at, random.integers(2), random.integers(4)] += 1
    assert changed_rows(table, before).tolist() == [i for i in range(rows) if (table[i] != before[i]).any()]
    assert changed_rows(table).tolist() == np.flatnonzero(table.any(axis=(1, 2))).tolist()
    assert changed_rows(table, table.copy()).size == 0


def test_every_number_of_a_row_counts() -> None:
    for row, column in ((0, 0), (6, 3), (99_999, 2)):
        table = np.zeros((100_000, 4), np.float32)
        table[row, column] = -1e-30
        assert changed_rows(table).tolist() == [row]


def test_rows_of_two_lists_are_joined_in_order() -> None:
    random = np.random.default_rng(7)
    table = np.zeros((1000, 4), np.float32)
    for some, others in ((0, 0), (0, 5), (300, 0), (300, 500)):
        lists = [np.sort(random.choice(1000, size, replace=False)) for size in (some, others)]
        assert either(table, *lists).tolist() == sorted({*lists[0].tolist(), *lists[1].tolist()})
