"""Machine code that one process keeps runs in the next one, without numba, and gives the same."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from standpat.compute import machine_code

KERNELS = """
import sys
from typing import NamedTuple

import numpy as np

from standpat.compute.compiled import fast_kernel, kernel


class Pair(NamedTuple):
    first: np.ndarray
    second: np.ndarray


ROW = np.dtype([("a", np.int64), ("b", np.float64, (3,))])


@kernel
def inner(x):
    return x * 3


@kernel
def many(number, scale, flag, pair, rows, row, nothing):
    total = scale * number if flag else 0.0
    for k in range(len(pair.first)):
        total += pair.first[k] * inner(pair.second[k])
    for k in range(len(rows)):
        total += rows[k].a + rows[k].b[2]
    row.a += 1
    return total, len(rows), nothing is None


@kernel
def made(count):
    a = np.empty((count, 2), np.int32)
    for k in range(count):
        a[k, 0], a[k, 1] = k, -k
    return a, (a[:, 0] * 2).sum()


@fast_kernel
def added(values):
    total = 0.0
    for value in values:
        total += value
    return total


@kernel
def refuses(x):
    if x < 0:
        raise ValueError("below zero")
    return 1 // x


pair = Pair(np.arange(4.0), np.arange(4.0, 8.0))
rows = np.zeros(3, ROW)
rows["a"] = 5, 6, 7
rows["b"][:, 2] = 0.5
print(many(2, 1.5, True, pair, rows, rows[1], None), rows["a"].tolist())
print(*made(3))
print(added(np.arange(1000.0)))
for wrong in (-1, 0):
    try:
        refuses(wrong)
    except (ValueError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
print(refuses(1))
print("numba" if "numba.core" in sys.modules else "machine code", file=sys.stderr)
"""
Run = Callable[..., tuple[str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    (tmp_path / "kernels_of_the_test.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path)  # for classes in the files

    def run(**environment: str) -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; import kernels_of_the_test"],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout, done.stderr.splitlines()[-1]

    return run


def test_the_next_process_needs_no_numba(run: Run) -> None:
    first, how = run()
    assert how == "numba"
    assert "ValueError below zero" in first
    assert "ZeroDivisionError" in first
    assert run() == (first, "machine code")
    assert run() == (first, "machine code")


@pytest.mark.slow
def test_other_settings_of_numba_are_other_code(run: Run) -> None:
    first, _ = run()
    assert run(NUMBA_LOOP_VECTORIZE="0") == (first, "numba")
    assert run(NUMBA_LOOP_VECTORIZE="0") == (first, "machine code")
    assert run() == (first, "machine code")


def test_damaged_files_are_left_aside(run: Run, tmp_path: Path) -> None:
    first, _ = run()
    files = list((tmp_path / "cache").rglob("*.code"))
    assert len(files) == 4
    for file, damage in zip(files, (b"", b"junk", files[2].read_bytes()[:100], pickle.dumps(3)), strict=True):
        file.write_bytes(damage)
    assert run() == (first, "numba")
    assert run() == (first, "machine code")


def test_code_that_wants_an_unknown_symbol_is_not_loaded(run: Run, tmp_path: Path) -> None:
    """LLVM would end the process."""
    run()
    for file in (tmp_path / "cache").rglob("*.code"):
        codes = _codes(file)
        file.write_bytes(pickle.dumps({k: v._replace(needs=(*v.needs, "no_such_symbol")) for k, v in codes.items()}))
        name = file.name.removesuffix(f"-{machine_code.machine()}.code")
        assert machine_code._path(file.parent, name) == file
        functions = machine_code.load(file.parent, name)
        assert functions.own
        assert [functions.get(types) for types in codes] == [None] * len(codes)


def test_the_needs_are_those_of_the_object_file(run: Run, tmp_path: Path) -> None:
    """Each name is in its table of symbols."""
    run()
    for file in (tmp_path / "cache").rglob("*.code"):
        for code in _codes(file).values():
            assert code.needs
            assert [name for name in code.needs if name.encode() not in code.object] == []


def _codes(file: Path) -> dict[tuple[object, ...], machine_code.Code]:
    return dict(pickle.loads(file.read_bytes()))


def test_who_may_read_numbas_files_may_read_these(run: Run, tmp_path: Path) -> None:
    """An installation that one user has warmed up serves the others."""
    run()
    cache = tmp_path / "cache"
    modes = {kind: {file.stat().st_mode for file in cache.rglob(f"*.{kind}")} for kind in ("code", "nbc")}
    assert modes["code"] == modes["nbc"]
