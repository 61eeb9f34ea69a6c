"""The laboratory's examples run as they are in docs/examples, with fewer hands."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
NEEDS = {
    "batch.py": ("numba",),
    "simulation.py": ("numba",),
    "learner.py": ("numba", "gymnasium"),
    "odds.py": ("numba", "pandas"),
    "match.py": ("pandas",),
    "ray_match.py": ("numba", "ray"),
}
SMALL = {"batch.py": "20000", "simulation.py": "20000", "learner.py": "60", "match.py": "400", "ray_match.py": "100"}
SAYS = {
    "batch.py": "no-pair",
    "simulation.py": "Tally(hands=20000, decisions=",
    "learner.py": "four to a 8: drawing 0..5 is worth",
    "odds.py": "0.449",
    "match.py": "<Result 27td, 400 hands, complete; rule: +",
    "ray_match.py": "the same as on one process: True",
}


def test_no_example_is_left_out() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(NEEDS)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if "ray" in NEEDS[name] else ()) for name in NEEDS]
)
def test_example(name: str, tmp_path: Path) -> None:
    for library in NEEDS[name]:
        pytest.importorskip(library)
    source = FOLDER / name
    assert len(source.read_text("utf-8").splitlines()) < 60
    argument = SMALL.get(name, str(tmp_path / "picture.svg"))
    done = subprocess.run(
        [sys.executable, "-W", "error", source, argument], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout
    assert name != "odds.py" or (tmp_path / "picture.svg").read_text("utf-8").startswith("<svg")
