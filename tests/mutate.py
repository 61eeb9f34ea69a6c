"""Mutation tests: is there a test for every small wrong change? ``make mutate``, docs/mutation.md.

    python tests/mutate.py engine            # every module of an area
    python tests/mutate.py engine pot muck   # some of them

mutmut changes one thing at a time and runs the tests that reach it. It runs in a copy of the tree, under ``mutants/``,
which keeps what was found: a second run takes up where the first was stopped, and only looks again at what has changed.
The report names how many mutants each module has, how many of them a test kills, and which survive.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
WORK: Final = ROOT / "mutants"


class Area(NamedTuple):
    """Modules below ``src/standpat`` that are mutated, and the tests that have to notice."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


AREAS: Final = {
    "engine": Area(
        (
            *[f"engine/{name}" for name in ("pot", "betting", "muck", "showdown", "blind", "seen", "rebuild")],
            *[f"engine/{name}" for name in ("dealer", "hand", "event", "action", "games")],
        ),
        ("tests/engine",),
    ),
    "room": Area(
        ("room/store/ledger", "room/store/journal", "protocol/room"),
        ("tests/room/store", "tests/protocol/test_room.py", "tests/room/tables/test_live_hand.py"),
    ),
}

OURS: Final = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = {modules}
also_copy = ["README.md", "docs"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-m", "not slow", "-k", "not postgresql", {bare}]
pytest_add_cli_args_test_selection = {tests}
"""
"""mutmut's settings; `bare`: without the doctests, which it cannot tell from tests of their own."""


def copy_tree(area: str) -> Path:
    """The files git knows and those it does not ignore, as they are now, with the settings for the area."""
    tree = WORK / area
    told = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, told.stdout.decode().split("\0")):
        source, target = ROOT / name, tree / name
        if source.is_file() and not (target.exists() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    known = AREAS[area]
    settings = OURS.format(
        modules=[f"src/standpat/{module}.py" for module in known.modules],
        tests=list(known.tests),
        bare='"--override-ini=addopts=", "--import-mode=importlib"',
    )
    (tree / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text() + settings.replace("'", '"'))
    return tree


def run(tree: Path, modules: list[str], children: int) -> None:
    """Mutate these modules, all of the area's where none is named."""
    mutants = [f"standpat.{module.replace('/', '.')}.*" for module in modules]
    # What is tested is the copy, not what is installed.
    paths = {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree / 'tests'}"}
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *mutants]
    subprocess.run(command, cwd=tree, env={**os.environ, **paths}, check=True)


def report(tree: Path) -> list[str]:
    """A table of the modules, and the mutants that survive."""
    told = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    fates: dict[str, Counter[str]] = {}
    alive = []
    for name, fate in re.findall(r"^\s*(\S+): (.+?)\s*$", told.stdout, re.M):
        module = name.rpartition(".")[0].removeprefix("standpat.")
        fates.setdefault(module, Counter())[fate] += 1
        if fate not in ("killed", "timeout", "not checked"):
            alive.append(f"{name}: {fate}")
    lines = [f"{'module':24}{'mutants':>8}{'killed':>8}{'others':>8}"]
    for module, counts in sorted(fates.items()):
        dead = counts["killed"] + counts["timeout"]
        lines.append(f"{module:24}{counts.total():8}{dead:8}  {dict(counts - Counter(killed=dead))}")
    return [*lines, "", *alive]


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation tests; see docs/mutation.md.")
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("module", nargs="*", help="some modules of the area (default: all)")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="at once (default: one a processor)")
    args = parser.parse_args()
    if unknown := set(args.module) - set(AREAS[args.area].modules):
        parser.error(f"{', '.join(sorted(unknown))}: want some of {', '.join(AREAS[args.area].modules)}")
    tree = copy_tree(args.area)
    run(tree, args.module, args.children)
    print("\n".join(report(tree)))


if __name__ == "__main__":
    main()
