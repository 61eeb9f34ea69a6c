"""What is compiled is kept, by the sources it is made of, and compiling is announced."""

import os
import subprocess
import sys
from pathlib import Path

from standpat.lab import batch
from standpat.lab.compiled import cache_directory, sources
from standpat.lab.kernel import hands

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
    assert told == ["standpat: compiling for this machine, once; it takes up to a minute\n", ""]


def test_the_cache_knows_all_its_sources() -> None:
    names = {path.name for path in sources(Path(batch.__file__))}
    assert names == {"batch.py", "compiled.py", "table.py", "ranking.py"}
    names = {path.name for path in sources(Path(hands.__file__))}
    assert {"hands.py", "step.py", "betting.py", "muck.py", "pot.py", "state.py", "ranking.py"} <= names
    assert "batch.py" not in names
    assert cache_directory(Path(hands.__file__)) != cache_directory(Path(batch.__file__))
