"""Machine code that comes with the package: the kernels of first answers, compiled when the wheel was built.

It runs on every machine of its architecture that has the features of `LEVELS`, with the same Python and the same numba
as those it was made with. Elsewhere it is not used, and kernels are compiled at their first call. The results of exact
kernels are those of a machine that compiles for itself, to the last bit; those of fast ones nearly
(`standpat.compute.compiled`).

    settings()                      # the environment in which numba compiles for all such machines
    gather(cache, folder)           # what it compiled, as files for the wheel
    path(directory, name)           # the file of a kernel, where it can be used

`STANDPAT_SHIPPED_CODE=no` in the environment leaves it aside.
"""

import json
import os
import re
import shutil
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

FOLDER: Final = Path(__file__).parent / "shipped_code"
"""Where a wheel has it: a folder for each of `standpat.compute.code_directory`, with a file for each kernel."""
MADE_FOR: Final = "made_for.json"
SETTING: Final = "STANDPAT_SHIPPED_CODE"


class Level(NamedTuple):
    """A kind of processor.

    Attributes:
        name: LLVM's name.
        features: LLVM's names of what a processor of this kind can do.
    """

    name: str
    features: tuple[str, ...]


LEVELS: Final = {
    "x86_64": Level(
        "x86-64-v3",
        (
            *("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "mmx", "movbe", "popcnt", "sahf"),
            *("sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3"),
        ),
    ),
    "aarch64": Level("generic", ()),
    "arm64": Level("generic", ()),
}
"""By architecture: what all its machines of the last ten years have."""


def settings() -> dict[str, str]:
    """The environment in which numba compiles for all machines of this architecture; empty if it is in no level."""
    level = LEVELS.get(_architecture())
    if level is None:
        return {}
    features = ",".join([f"+{feature}" for feature in level.features])
    return {"NUMBA_CPU_NAME": level.name, "NUMBA_CPU_FEATURES": features}


def gather(cache: Path, folder: Path) -> int:
    """Copy the machine code that was made with `settings`.

    Args:
        cache: What was `NUMBA_CACHE_DIR`.
        folder: The folder for the wheel. It may not exist yet.

    Returns:
        The number of kernels.
    """
    files = sorted(cache.rglob("*.code"))
    for file in files:
        kernel = file.stem.rpartition("-")[0]
        copy = folder / file.parent.name / f"{kernel}.code"
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MADE_FOR).write_text(json.dumps(_here(), indent=2) + "\n")
    return len(files)


def path(directory: Path, name: str) -> Path | None:
    """The file with the shipped code of a kernel; None if it has none, or none that can be used here.

    Args:
        directory: Where the code of the kernel's file is kept.
        name: The kernel's full name.
    """
    file = FOLDER / directory.name / f"{name}.code"
    return file if file.exists() and _usable() else None


@cache
def version(package: str) -> str:
    """The version of an installed package that states it in the file ``_version.py``, without importing the package.

    Raises:
        ImportError: The package is not installed.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ImportError(f"{package} is not installed")
    text = Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
    stated = re.search(r'"version": "([^"]+)"', text)
    return stated[1] if stated else text


@cache
def _usable() -> bool:
    if os.environ.get(SETTING) == "no":
        return False
    try:
        made_for = json.loads((FOLDER / MADE_FOR).read_text())
    except (OSError, ValueError):
        return False
    has = llvm.get_host_cpu_features()
    return bool(made_for == _here() and all([has.get(feature) for feature in made_for["features"]]))


def _here() -> dict[str, Any]:
    """What code for all machines of an architecture depends on."""
    return {
        "python": sys.implementation.cache_tag,
        "system": llvm.get_process_triple(),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "features": list(LEVELS[_architecture()].features) if _architecture() in LEVELS else None,
    }


def _architecture() -> str:
    return str(llvm.get_process_triple()).partition("-")[0]
