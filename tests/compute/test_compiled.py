"""Compiled code is cached by the sources that it is made of, and compiling is announced."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

from standpat import compute, folders
from standpat.compute import (
    argument_types,
    code_directory,
    compiled,
    inner_code,
    machine_code,
    numba_function,
    placed_code,
    shipped,
)
from standpat.compute import compile_once as compile_once_module
from standpat.compute.code_directory import sources
from standpat.compute.compile_once import compile_once
from standpat.compute.compiled import lean_kernel
from standpat.compute.rank_table import VALUE, WEIGHT
from standpat.lab import batch
from standpat.lab.kernel import hands
from standpat.solver.kernels import betting as bet_kernel
from standpat.solver.multiway import hand_kernel

COMPILER = (
    argument_types,
    code_directory,
    compile_once_module,
    compiled,
    inner_code,
    machine_code,
    numba_function,
    placed_code,
    shipped,
)
RANK_ONE = """
import numpy as np
from standpat.lab.batch import deuce_to_seven
print(deuce_to_seven(np.array([[20, 12, 8, 4, 1]]))[0])
"""


def test_compiled_once_and_said(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", RANK_ONE],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == "1\n"
        told.append(run.stderr)
    assert told[0].startswith("standpat: compiling for this machine, once; it takes up to a minute\n")
    assert told[1] == ""


WIDE = """
import sys
import numpy as np
from standpat.lab import batch
columns = [np.full(20, card, np.uint8) for card in (20, 12, 8, 4, 1)]
for _ in range(3):
    assert batch.deuce_to_seven(columns).tolist() == [1] * 20
print("numba" in sys.modules, batch._wide())
"""


def test_code_with_an_intrinsic_is_kept(tmp_path: Path) -> None:
    """The next process runs it without numba, and where the environment names another processor nothing of it."""
    told = []
    for settings in ({}, {}, {"NUMBA_CPU_NAME": "generic"}, {}):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), **settings}
        run = subprocess.run([sys.executable, "-c", WIDE], env=environment, capture_output=True, text=True, check=True)
        told.append(run.stdout.split())
    wide = str(compiled.compiles_for("avx512f", "avx512bw", "avx512vl"))
    assert told == [["True", wide], ["False", wide], ["True", "False"], ["False", wide]]


def test_python_cannot_call_an_intrinsic() -> None:
    with pytest.raises(TypeError, match="only compiled code"):
        batch._rows_by_sixteen()


def test_the_entry_of_a_kernel_is_its_function() -> None:
    """With machine code that was kept, and from numba."""
    hands = np.array([[20, 12, 8, 4, 1]], np.uint8)
    for number in range(2):
        kernel = compiled.Kernel(batch._rank_rows.python, {})
        if number:
            assert kernel.numba
        out = np.zeros(1, np.uint16)
        entry = kernel.entry(hands, WEIGHT, VALUE[0], out)
        out[:] = 0
        assert entry(hands, WEIGHT, VALUE[0], out) == 0
        assert out.tolist() == [1]


COMPILE_TWO = """
from standpat.compute import numba_function
numba_function.EVERY_S = 0.01
from standpat.lab import batch
import numpy as np
batch.deuce_to_seven(np.array([[20, 12, 8, 4, 1]]))
"""


def test_long_compiling_is_told_again_and_again(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", COMPILE_TWO],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, *more = run.stderr.splitlines()
    assert first.startswith("standpat: compiling for this machine")
    assert len(more) >= 3
    counts = []
    for line in more:
        told = re.fullmatch(r"standpat: compiling, \d+ s, (\d+) functions so far", line)
        assert told, line
        counts.append(int(told[1]))
    assert counts == sorted(counts)


def test_the_cache_knows_all_its_sources() -> None:
    names = {path.name for path in sources(Path(batch.__file__))}
    compiler = {Path(str(module.__file__)).name for module in (compute, *COMPILER, folders)}
    assert names == {"batch.py", "wide_rank.py", "rank_table.py", "ranking.py", "card.py"} | compiler
    names = {path.name for path in sources(Path(hands.__file__))}
    assert {"hands.py", "step.py", "betting.py", "muck.py", "pot.py", "state.py", "ranking.py"} <= names
    assert "batch.py" not in names
    assert code_directory.code_directory(Path(hands.__file__)) != code_directory.code_directory(Path(batch.__file__))
    assert "public_tree.py" in {path.name for path in sources(Path(bet_kernel.__file__))}
    assert "multiway_spot.py" in {path.name for path in sources(Path(hand_kernel.__file__))}


OUTER = """
from standpat.compute.compiled import kernel
from standpat.middle import (
    inner,
)


@kernel
def outer(x):
    return inner(x)
"""
MIDDLE = """
from standpat import constant
from standpat.compute.compiled import kernel


@kernel
def inner(x):
    return x + constant.ADDED
"""


def test_a_change_in_a_file_far_below_is_not_hidden_by_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "standpat"
    (package / "compute").mkdir(parents=True)
    (package / "compute" / "__init__.py").write_text("")
    for module in COMPILER:
        shutil.copy(str(module.__file__), package / "compute")
    shutil.copy(str(folders.__file__), package)
    for name, text in {"__init__": "", "outer": OUTER, "middle": MIDDLE, "constant": "ADDED = 1\n"}.items():
        (package / f"{name}.py").write_text(text)

    def run() -> tuple[str, bool]:
        done = subprocess.run(
            [sys.executable, "-c", "from standpat.outer import outer; print(outer(10))"],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip(), "compiling" in done.stderr

    assert run() == ("11", True)
    assert run() == ("11", False)
    (package / "constant.py").write_text("ADDED = 2\n")
    assert run() == ("12", True)


COUNTED = """
import sys
from numba.core import event
class Count(event.Listener):
    compiled = 0
    def on_start(self, event):
        Count.compiled += 1
    def on_end(self, event): pass
import standpat.lab.batch
event.register("numba:compile", Count())
print("ready", flush=True)
sys.stdin.readline()
import numpy as np
standpat.lab.batch.deuce_to_seven(np.array([[20, 12, 8, 4, 1]]))
print(Count.compiled)
"""


def compiled_by(processes: int, cache: Path) -> list[int]:
    """How many functions each of several processes compiles that start at the same time."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    pipe = subprocess.PIPE
    running = [
        subprocess.Popen(
            [sys.executable, "-c", COUNTED], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        for _ in range(processes)
    ]
    for one in running:
        assert one.stdout
        assert one.stdout.readline() == "ready\n"
    for one in running:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    counts = []
    for one in running:
        output, errors = one.communicate(timeout=250)
        assert one.returncode == 0, errors
        counts.append(int(output))
    return counts


@pytest.mark.slow
def test_of_several_processes_one_compiles_a_function(tmp_path: Path) -> None:
    (alone,) = compiled_by(1, tmp_path / "one")
    assert alone > 0
    assert sum(compiled_by(3, tmp_path / "three")) == alone


def test_nobody_waits_where_no_lock_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    calls: list[str] = []
    function = SimpleNamespace(py_func=test_nobody_waits_where_no_lock_can_be_made, compile=calls.append)
    compile_once(function, tmp_path / "a file" / "cache")
    function.compile("(int64,)")
    assert calls == ["(int64,)"]


@pytest.mark.parametrize("error", [PermissionError(), NotImplementedError("no locks on this file system")])
def test_nobody_waits_where_files_cannot_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(FileLock, "acquire", refuse)
    calls: list[str] = []
    function = SimpleNamespace(py_func=compiled_by, compile=calls.append)
    compile_once(function, tmp_path)
    function.compile("(int64,)")
    assert calls == ["(int64,)"]


def test_waiting_for_another_process_is_told_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process that hangs while it holds the lock does not block others for ever."""
    monkeypatch.setattr("standpat.compute.compile_once.PATIENCE_S", 0.1)
    calls: list[str] = []
    function = SimpleNamespace(py_func=compiled_by, compile=calls.append)
    compile_once(function, tmp_path)
    with FileLock(tmp_path / f"{compiled_by.__module__}.compiled_by.lock"):
        function.compile("(int64,)")
    assert calls == ["(int64,)"]
    assert capsys.readouterr().err == "standpat: waiting for another process that compiles for this machine\n"


@lean_kernel
def _sum(values: Any, times: int) -> int:
    total = 0
    for k in range(len(values)):
        total += values[k] * times
    return total


def test_the_code_for_some_types_gives_what_the_kernel_gives() -> None:
    values = np.arange(10, dtype=np.int16)
    code = _sum.entry(values, 2)  # type: ignore[attr-defined]
    assert code(values, 2) == _sum(values, 2) == 90
    assert code(values[:4].copy(), -1) == -6
    wide = _sum.entry(values.astype(np.int64), 2)  # type: ignore[attr-defined]
    assert wide(np.array([1 << 40]), 3) == 3 << 40
