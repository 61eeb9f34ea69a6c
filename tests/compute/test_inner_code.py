"""Functions that kernels call are compiled for kernels, and again where Python calls them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import event

from standpat.compute import inner_code
from standpat.compute.compiled import Kernel, kernel


@kernel
def _checked(values: Any, at: int) -> int:
    if at >= len(values):
        raise IndexError("there are", len(values))
    return int(values[at])


@kernel
def _sum(values: Any, count: int) -> int:
    total = 0
    for at in range(count):
        total += _checked(values, at)
    return total


@kernel
def _one_or_all(values: Any, at: int) -> int:
    return _checked(values, at) if at >= 0 else _sum(values, len(values))


class Compiled(event.Listener):
    """The functions that are compiled while it listens."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        """Remember a function of this file."""
        function = event.data["dispatcher"].py_func
        if function.__module__.endswith("test_inner_code"):
            self.names.append(function.__name__)

    def on_end(self, event: Any) -> None:
        """Nothing."""


PROGRAM = """
import sys
import numpy as np
from numba.core import event
sys.path.insert(0, {folder!r})
import test_inner_code as m
compiled = m.Compiled()
event.register("numba:compile", compiled)
values = np.arange(5)
for kernel in {order}:
    if kernel == "_checked":
        assert m._checked(values, 3) == 3
    elif kernel == "_sum":
        assert m._sum(values, 5) == 10
    else:
        assert (m._one_or_all(values, 1), m._one_or_all(values, -1)) == (1, 10)
try:
    m._sum(values, 6)
except IndexError as error:
    assert error.args == ("there are", 5), error.args
else:
    raise AssertionError
print(*compiled.names)
"""


def compare() -> None:
    """Compile two kernels where none has been compiled yet, and compare what one is for Python and for the other."""
    values = np.arange(4, dtype=np.int16)
    assert _checked.numba(values, 2) == 2
    assert _sum.numba(values, 4) == 6
    whole, inner = _checked.numba.overloads, _checked.inner.overloads
    assert len(whole) == 1
    assert list(whole) == list(inner)
    (code,) = inner.values()
    assert code.library.get_pointer_to_function(code.fndesc.llvm_func_name) == 0
    assert code.fndesc.llvm_cpython_wrapper_name not in code.library.get_llvm_str()


def ran(program: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a process prints that keeps its machine code in this folder."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def compiled_in(cache: Path, monkeypatch: pytest.MonkeyPatch, *order: str) -> list[str]:
    """What a process compiles that calls these kernels."""
    return ran(PROGRAM.format(folder=str(Path(__file__).parent), order=order), cache, monkeypatch).split()


def test_what_kernels_call_is_compiled_for_them_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And loaded by later processes, by other kernels too. Errors of inner functions arrive with their values."""
    assert compiled_in(tmp_path, monkeypatch, "_sum") == ["_sum", "_checked"]
    assert compiled_in(tmp_path, monkeypatch, "_sum") == []
    assert compiled_in(tmp_path, monkeypatch, "_one_or_all", "_checked") == ["_one_or_all", "_sum", "_checked"]
    files = {path.name.partition("-")[0] for path in tmp_path.glob("numba-*/inner/**/*.nbi")}
    assert files == {"test_inner_code._checked", "test_inner_code._sum"}


def test_a_kernel_contains_the_same_code_whether_python_has_called_its_functions_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python has called is compiled again for kernels: the two may differ in their optimisation."""
    ran(
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_inner_code as m; m.compare()",
        tmp_path,
        monkeypatch,
    )


def test_another_numba_is_used_without_inner_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert inner_code.FITS
    monkeypatch.setattr(inner_code, "FITS", False)
    one = Kernel(_checked.__wrapped__, {})  # type: ignore[attr-defined]
    assert one.inner is one.numba
