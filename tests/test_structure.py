"""The layout: dependencies point down, files do not import each other in a circle, and the rules are pure."""

import ast
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import standpat
from layering import FLOORS, Tree, faults, floor

ROOT = Path(standpat.__file__).parent
PROJECT = ROOT.parent.parent / "pyproject.toml"

RULES = ("cards", "engine", "tournament")
# What the rules may use of the standard library: nothing that reads a file, a clock or the world outside.
PURE = frozenset({"collections", "dataclasses", "enum", "functools", "itertools", "math", "typing", "__future__"})
PURE |= {"bisect", "fractions", "statistics"}
# The dealer's, and the draws of a tournament, which only hash a given seed.
ENTROPY = {"dealer.py": frozenset({"hashlib", "secrets", "struct"}), "chance.py": frozenset({"hashlib"})}


def test_dependencies_point_down() -> None:
    assert faults(Tree(ROOT)) == []


def test_every_floor_is_lived_in() -> None:
    tree = Tree(ROOT)
    for name in FLOORS:
        assert any(module.removeprefix("standpat.").startswith(name) for module in tree.modules), name


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        (
            "engine/hand.py",
            "from standpat.bots.player import Player",
            "standpat.engine.hand depends on standpat.bots.player, which is above it",
        ),
        (
            "engine/hand.py",
            "def later():\n    import standpat.room.tables.room",
            "standpat.engine.hand depends on standpat.room.tables.room, which is above it",
        ),
        (
            "solver/kernels/layout.py",
            "from standpat.solver.cfr import sweep",
            "standpat.solver.kernels.layout depends on standpat.solver.cfr.sweep, which is above it",
        ),
        (
            "history/file.py",
            "from importlib import import_module\nimport_module('standpat.solver.subgame.resolve')",
            "standpat.history.file depends on standpat.solver.subgame.resolve, which is above it",
        ),
        (
            "history/file.py",
            "PLAYER = 'standpat.solver.subgame.resolve:Resolving'",
            "standpat.history.file depends on standpat.solver.subgame.resolve, which is above it",
        ),
        (
            "engine/pot.py",
            "from standpat.engine.showdown import winners",
            "files import each other: standpat.engine.pot -> standpat.engine.showdown -> standpat.engine.pot",
        ),
        (
            "history/new.py",
            "from standpat import Hand",
            "standpat.history.new imports the package itself: import from where the name is defined",
        ),
        ("attic/box.py", "", "standpat.attic.box has no floor: give it one in tests/layering.py"),
    ],
    ids=[
        "upward",
        "upward in a function",
        "upward in the solver",
        "import_module",
        "entry point",
        "cycle",
        "root",
        "new",
    ],
)
def test_a_planted_fault_is_found(path: str, text: str, fault: str) -> None:
    assert fault in faults(Tree(ROOT, {path: text}))


def test_entry_points_lead_to_what_they_name() -> None:
    """Through entry points a lower floor finds objects above it, so each must name an object below the commands."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    for group, points in project.get("entry-points", {}).items():
        for name, value in points.items():
            point = EntryPoint(name, value, group)
            point.load()
            height = floor(point.module)
            assert height is not None
            assert height < FLOORS["room.limits"], f"{value} lies in the room or above it"


@pytest.mark.parametrize(
    "path", [path for part in RULES for path in sorted((ROOT / part).rglob("*.py"))], ids=lambda path: path.stem
)
def test_the_rules_are_pure(path: Path) -> None:
    allowed = PURE | {"msgspec", "standpat"} | ENTROPY.get(path.name, frozenset())
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            assert name.split(".")[0] in allowed, f"{path.name} imports {name}"
    calls = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert not calls & {"open", "print", "input", "exec", "eval"}
