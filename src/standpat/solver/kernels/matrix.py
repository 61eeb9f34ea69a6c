"""Products of a few rows and a matrix, kept in registers while they are summed.

A row of the matrix is read once for up to four rows of the factor, and 32 columns of their products are in registers at
a time: one instruction for 16 multiplications and additions. The order of the sums does not depend on how many rows
there are.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, load, load_one, multiply_add, store
from standpat.solver.kernels.layout import Real

TWO = 2 * LANES


def padded(width: int) -> int:
    """The numbers of a row, `width` rounded up to whole vectors."""
    return -(-width // LANES) * LANES


def panels(matrices: NDArray[Any]) -> NDArray[Any]:
    """Lay matrices out for `product`: 32 columns after another, and in these row after row. Columns of zeros fill the
    last vector.

    Args:
        matrices: Shape (matrices, rows, columns).

    Returns:
        Shape (matrices, rows * padded(columns)).
    """
    many, _, width = matrices.shape
    full = np.pad(matrices, ((0, 0), (0, 0), (0, padded(width) - width)))
    parts = [full[:, :, at : at + TWO].reshape(many, -1) for at in range(0, padded(width), TWO)]
    return np.ascontiguousarray(np.concatenate(parts, axis=1))


@fast_kernel
def product(
    factor: Real,
    at: int,
    step: int,
    count: int,
    depth: int,
    matrix: Real,
    out: Real,
    to: int,
    out_step: int,
    width: int,
) -> None:
    """Multiply rows by a matrix.

    Args:
        factor: Row r is `factor[at + r * step …]`, of `depth` numbers.
        at: Where the first row begins.
        step: From one row to the next.
        count: Rows.
        depth: Rows of the matrix.
        matrix: The matrix, one of `panels`.
        out: Row r of the product is `out[to + r * out_step …]`, of `width` numbers.
        to: Where the first product begins.
        out_step: From one product to the next.
        width: Columns of the matrix, a multiple of `LANES`.
    """
    for column in range(0, width, TWO):
        begin, row = column * depth, 0
        while row < count:
            left, a, b = count - row, at + row * step, to + row * out_step + column
            if column + TWO > width:
                _narrow(factor, a, depth, matrix, begin, out, b)
                row += 1
            elif left >= 4:
                _four(factor, a, step, depth, matrix, begin, out, b, out_step)
                row += 4
            elif left == 3:
                _three(factor, a, step, depth, matrix, begin, out, b, out_step)
                row += 3
            else:
                _one(factor, a, depth, matrix, begin, out, b)
                row += 1


@fast_kernel
def _four(
    factor: Real, at: int, step: int, depth: int, matrix: Real, begin: int, out: Real, to: int, out_step: int
) -> None:
    """Two vectors of columns for four rows."""
    x, y = load(matrix, begin), load(matrix, begin + LANES)
    f = load_one(factor, at)
    ax, ay = f * x, f * y
    f = load_one(factor, at + step)
    bx, by = f * x, f * y
    f = load_one(factor, at + 2 * step)
    cx, cy = f * x, f * y
    f = load_one(factor, at + 3 * step)
    dx, dy = f * x, f * y
    place = begin
    for d in range(1, depth):
        place += TWO
        x, y = load(matrix, place), load(matrix, place + LANES)
        f = load_one(factor, at + d)
        ax, ay = multiply_add(f, x, ax), multiply_add(f, y, ay)
        f = load_one(factor, at + step + d)
        bx, by = multiply_add(f, x, bx), multiply_add(f, y, by)
        f = load_one(factor, at + 2 * step + d)
        cx, cy = multiply_add(f, x, cx), multiply_add(f, y, cy)
        f = load_one(factor, at + 3 * step + d)
        dx, dy = multiply_add(f, x, dx), multiply_add(f, y, dy)
    store(out, to, ax)
    store(out, to + LANES, ay)
    store(out, to + out_step, bx)
    store(out, to + out_step + LANES, by)
    store(out, to + 2 * out_step, cx)
    store(out, to + 2 * out_step + LANES, cy)
    store(out, to + 3 * out_step, dx)
    store(out, to + 3 * out_step + LANES, dy)


@fast_kernel
def _three(
    factor: Real, at: int, step: int, depth: int, matrix: Real, begin: int, out: Real, to: int, out_step: int
) -> None:
    """Two vectors of columns for three rows."""
    x, y = load(matrix, begin), load(matrix, begin + LANES)
    f = load_one(factor, at)
    ax, ay = f * x, f * y
    f = load_one(factor, at + step)
    bx, by = f * x, f * y
    f = load_one(factor, at + 2 * step)
    cx, cy = f * x, f * y
    place = begin
    for d in range(1, depth):
        place += TWO
        x, y = load(matrix, place), load(matrix, place + LANES)
        f = load_one(factor, at + d)
        ax, ay = multiply_add(f, x, ax), multiply_add(f, y, ay)
        f = load_one(factor, at + step + d)
        bx, by = multiply_add(f, x, bx), multiply_add(f, y, by)
        f = load_one(factor, at + 2 * step + d)
        cx, cy = multiply_add(f, x, cx), multiply_add(f, y, cy)
    store(out, to, ax)
    store(out, to + LANES, ay)
    store(out, to + out_step, bx)
    store(out, to + out_step + LANES, by)
    store(out, to + 2 * out_step, cx)
    store(out, to + 2 * out_step + LANES, cy)


@fast_kernel
def _one(factor: Real, at: int, depth: int, matrix: Real, begin: int, out: Real, to: int) -> None:
    """Two vectors of columns for one row."""
    f = load_one(factor, at)
    ax, ay = f * load(matrix, begin), f * load(matrix, begin + LANES)
    place = begin
    for d in range(1, depth):
        place += TWO
        f = load_one(factor, at + d)
        ax, ay = multiply_add(f, load(matrix, place), ax), multiply_add(f, load(matrix, place + LANES), ay)
    store(out, to, ax)
    store(out, to + LANES, ay)


@fast_kernel
def _narrow(factor: Real, at: int, depth: int, matrix: Real, begin: int, out: Real, to: int) -> None:
    """One vector of columns for one row."""
    ax = load_one(factor, at) * load(matrix, begin)
    place = begin
    for d in range(1, depth):
        place += LANES
        ax = multiply_add(load_one(factor, at + d), load(matrix, place), ax)
    store(out, to, ax)
