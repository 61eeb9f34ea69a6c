"""Copies of a source share its compiled code, wherever they lie and however old they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from standpat.compute import numba_function, placed_code
from standpat.compute.placed_code import Placed

KERNELS = """
from standpat.compute.compiled import kernel

@kernel
def once(n):
    return n + 1

@kernel
def twice(n):
    return once(once(n))
"""
PROGRAM = """
from numba.core import event
import kernels_of_a_copy as copy

class Compiled(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass

event.register("numba:compile", Compiled())
print(copy.twice.numba(3))
"""

UNNAMED = """
from importlib.util import module_from_spec, spec_from_file_location

spec = spec_from_file_location("nowhere", "kernels_of_a_copy.py")
copy = module_from_spec(spec)
spec.loader.exec_module(copy)
print(copy.twice.numba(3))
"""


def ran(folder: Path, text: str, cache: Path, program: str = PROGRAM) -> list[str]:
    """The functions that a process compiles for a copy in this folder, and then what the function returned."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernels_of_a_copy.py").write_text(text)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(folder)}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, cwd=folder
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_a_second_copy_compiles_nothing_and_a_changed_one_everything(tmp_path: Path) -> None:
    first, second, cache = tmp_path / "first" / "games", tmp_path / "second" / "games", tmp_path / "cache"
    assert ran(first, KERNELS, cache) == ["twice", "once", "5"]
    assert ran(second, KERNELS, cache) == ["5"]
    os.utime(first / "kernels_of_a_copy.py", (1, 1))
    assert ran(first, KERNELS, cache) == ["5"]
    assert ran(second, KERNELS.replace("n + 1", "n + 2"), cache) == ["twice", "once", "7"]
    assert ran(first, KERNELS, cache) == ["5"]


def test_a_module_that_cannot_be_imported_runs_in_each_process(tmp_path: Path) -> None:
    """The code that the first process kept could not be loaded: numba imports the module by its name."""
    for copy in ("first", "second"):
        assert ran(tmp_path / copy / "games", KERNELS, tmp_path / "cache", UNNAMED) == ["5"]


def test_files_of_one_name_in_two_folders_are_told_apart() -> None:
    below = [Placed.get_suitable_cache_subpath(f"/any/{path}/step.py") for path in ("engine", "kernel")]
    assert below == ["engine", "kernel"]


def test_another_numba_keeps_code_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert placed_code.FITS
    monkeypatch.setattr(placed_code, "FITS", False)

    def plain(n: int) -> int:
        return n

    function = numba_function.numba_function(plain, {}, tmp_path)
    assert function(4) == 4
    assert not isinstance(function._cache, placed_code.PlacedCache)
    assert list(tmp_path.glob("**/*.nbi"))
