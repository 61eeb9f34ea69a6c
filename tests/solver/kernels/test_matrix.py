"""Products of rows and a matrix, against numpy."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.solver.kernels.matrix import padded, panels, product


def products(rows: NDArray[Any], matrix: NDArray[Any]) -> NDArray[Any]:
    """The products, with a number of another kind behind each row of factors, and in front of the first product."""
    count, (depth, width) = len(rows), matrix.shape
    wide = padded(width)
    factor = np.full((count, depth + 1), np.nan, rows.dtype)
    factor[:, :-1] = rows
    out = np.full(3 + count * (wide + 2), 7, rows.dtype)
    product(factor.reshape(-1), 0, depth + 1, count, depth, panels(matrix[None])[0], out, 3, wide + 2, wide)
    found = out[3:].reshape(count, -1)
    assert (out[:3] == 7).all()
    assert (found[:, width:wide] == 0).all()
    assert (found[:, wide:] == 7).all()
    return found[:, :width]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 32), (7, 5), (20, 16), (255, 33), (31, 100), (12, 64)])
def test_the_products_are_right_for_every_number_of_rows(kind: Any, shape: tuple[int, int]) -> None:
    random = np.random.default_rng(5)
    matrix, rows = random.random(shape).astype(kind), random.random((9, shape[0])).astype(kind)
    alone = np.stack([products(row[None], matrix)[0] for row in rows])
    assert alone == pytest.approx(rows.astype(np.float64) @ matrix.astype(np.float64), rel=1e-5)
    for count in range(1, 10):
        assert np.array_equal(products(rows[:count], matrix), alone[:count])
