"""Machine code made for all machines of an architecture runs where it fits, without numba, and only there."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import llvmlite.binding as llvm
import pytest

from standpat.compute import machine_code, shipped

KERNEL = """
import sys

import numpy as np

from standpat.compute import shipped
from standpat.compute.compiled import kernel

shipped.FOLDER = shipped.Path(sys.argv[1])


@kernel
def shifted(values, by):
    moved = np.empty_like(values)
    for k in range(len(values)):
        moved[k] = values[k] * values[k] + by
    return moved.sum(), moved


total, moved = shifted(np.arange(1000.0) / 7, 0.3)
print(total.hex(), moved.tobytes().hex())
if "numba.core" in sys.modules:
    print("numba", "wide" if "zmm" in str(shifted.numba.inspect_asm()) else "narrow", file=sys.stderr)
else:
    print("machine code", file=sys.stderr)
"""
Run = Callable[..., tuple[str, str]]
pytestmark = pytest.mark.skipif(not shipped.settings(), reason="no code is shipped for this architecture")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "kernel_of_the_test.py").write_text(KERNEL)
    folder = tmp_path / "shipped_code"

    def run(cache: str = "empty", **environment: str) -> tuple[str, str]:
        if cache == "empty":
            shutil.rmtree(tmp_path / cache, ignore_errors=True)
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import kernel_of_the_test",
                folder,
            ],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / cache), **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout, done.stderr.splitlines()[-1]

    return run


@pytest.fixture
def made(run: Run, tmp_path: Path) -> str:
    """Machine code in the folder, and what the kernel says."""
    said, how = run("build", **shipped.settings())
    assert how == "numba narrow"
    assert shipped.gather(tmp_path / "build", tmp_path / "shipped_code") == 1
    return said


def test_nothing_is_compiled_where_the_code_fits(run: Run, made: str) -> None:
    assert run() == (made, "machine code")
    assert run() == (made, "machine code")


@pytest.mark.slow
def test_a_machine_that_compiles_for_itself_computes_the_same(run: Run, made: str) -> None:
    said, how = run("own", **{shipped.SETTING: "no"})
    assert (said, how.split()[0]) == (made, "numba")
    assert run("own", **{shipped.SETTING: "no"}) == (made, "machine code")


def test_code_for_other_versions_is_left_aside(run: Run, made: str, tmp_path: Path) -> None:
    file = tmp_path / "shipped_code" / shipped.MADE_FOR
    file.write_text(json.dumps(json.loads(file.read_text()) | {"numba": "another"}))
    said, how = run()
    assert (said, how.split()[0]) == (made, "numba")


@pytest.mark.slow
def test_damaged_code_is_left_aside(run: Run, made: str, tmp_path: Path) -> None:
    [file] = (tmp_path / "shipped_code").rglob("*.code")
    file.write_bytes(file.read_bytes()[:100])
    said, how = run()
    assert (said, how.split()[0]) == (made, "numba")


@pytest.mark.slow
def test_code_for_a_changed_source_is_left_aside(run: Run, made: str, tmp_path: Path) -> None:
    [file] = (tmp_path / "shipped_code").rglob("*.code")
    file.parent.rename(file.parent.with_name("numba-0123456789abcdef"))
    said, how = run()
    assert (said, how.split()[0]) == (made, "numba")


def test_other_processors_and_versions_do_not_get_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shipped_code"
    (tmp_path / "cache").mkdir()
    shipped.gather(tmp_path / "cache", folder)
    (folder / "numba-1").mkdir()
    (folder / "numba-1" / "module.name.code").write_bytes(b"")
    monkeypatch.setattr(shipped, "FOLDER", folder)
    monkeypatch.delenv(shipped.SETTING, raising=False)
    features = json.loads((folder / shipped.MADE_FOR).read_text())["features"]

    def found(name: str, lacking: str | None = None) -> Path | None:
        has = dict.fromkeys(features, True) | ({lacking: False} if lacking else {})
        here = SimpleNamespace(get_host_cpu_features=lambda: has, get_process_triple=llvm.get_process_triple)
        monkeypatch.setattr(shipped, "llvm", here)
        shipped._usable.cache_clear()
        return shipped.path(tmp_path / "numba-1", name)

    assert [found("module.name", lacking) for lacking in features] == [None] * len(features)
    assert found("module.name") == folder / "numba-1" / "module.name.code"
    assert found("module.other") is None
    file = folder / shipped.MADE_FOR
    before = json.loads(file.read_text())
    for key in ("python", "system", "numba", "llvmlite", "features"):
        file.write_text(json.dumps(before | {key: "another"}))
        assert found("module.name") is None, key
    file.write_text("junk")
    assert found("module.name") is None
    file.unlink()
    assert found("module.name") is None
    shipped._usable.cache_clear()


def test_own_code_comes_before_that_of_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    linked: list[object] = []
    monkeypatch.setattr(machine_code, "_linked", lambda code: linked.append(code))
    functions = machine_code.Functions({("a",): "own a"}, {("a",): "shipped a", ("b",): "shipped b"})  # type: ignore[dict-item]
    assert functions.own
    assert functions.get(("c",)) is None
    assert linked == []
    functions.get(("b",))
    functions.get(("a",))
    functions.get(("a",))
    assert linked == ["shipped b", "own a"]
    assert not machine_code.Functions({}, {}).own
