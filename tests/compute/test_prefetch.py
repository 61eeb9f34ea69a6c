"""Asking for memory asks for the right place, and changes nothing."""

from typing import Any

import numba
import numpy as np
import pytest

from standpat.compute import prefetch_code
from standpat.compute.compiled import fast_kernel
from standpat.compute.prefetch import prefetch

ASKED: Any = prefetch_code.prefetch
ROWS = (np.arange(24.0).reshape(3, 8), np.zeros((2, 4, 3), np.float32), np.zeros(5, np.uint8))


@fast_kernel
def _ask(rows: Any, row: int) -> None:
    prefetch(rows, row)


@pytest.mark.parametrize("rows", ROWS)
def test_it_changes_nothing(rows: Any) -> None:
    before = rows.tobytes()
    for row in range(len(rows)):
        _ask(rows, row)
    assert rows.tobytes() == before


def test_the_processor_is_asked_for_the_row() -> None:
    """For reading, to be kept in all caches, at the row times the length of a row."""

    @numba.njit
    def ask(rows: Any, row: int) -> None:
        ASKED(rows, row)

    ask(ROWS[0], 2)
    (code,) = ask.inspect_llvm().values()
    (call,) = [line for line in code.splitlines() if "call void @llvm.prefetch" in line and "define" not in line]
    assert "i32 0, i32 3, i32 1)" in call
    offset = next(line for line in code.splitlines() if " = mul " in line)
    assert "%arg.row" in offset
    assert "%arg.rows.6.0" in offset  # the first of its strides


def test_only_kernels_can_call_it() -> None:
    with pytest.raises(TypeError, match="only compiled code"):
        prefetch(np.zeros(3), 0)
