"""Compiled code is kept by the sources it is made of, and compiling is announced."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from standpat.compute import compiled
from standpat.compute.compiled import cache_directory, sources
from standpat.lab import batch
from standpat.lab.kernel import hands
from standpat.solver.kernels import betting as bet_kernel
from standpat.solver.multiway import hand_kernel

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


COMPILE_TWO = """
from standpat.compute import compiled
compiled.EVERY_S = 0.05
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
    assert names == {"batch.py", "compiled.py", "rank_table.py", "ranking.py", "card.py"}
    names = {path.name for path in sources(Path(hands.__file__))}
    assert {"hands.py", "step.py", "betting.py", "muck.py", "pot.py", "state.py", "ranking.py"} <= names
    assert "batch.py" not in names
    assert cache_directory(Path(hands.__file__)) != cache_directory(Path(batch.__file__))
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
    shutil.copy(compiled.__file__, package / "compute")
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
