"""The house: an import only ever points down, and the rules touch nothing outside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import standpat

ROOT = Path(standpat.__file__).parent

# From the ground up. A module may import its own floor and those below; a package's files share its floor.
FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"card", "ranking", "language"}),
    frozenset({"game", "action", "event", "naming"}),
    frozenset({"blind", "dealer", "muck", "betting", "pot"}),
    frozenset({"seen", "showdown"}),
    frozenset({"hand"}),
    frozenset({"rebuild"}),
    frozenset({"bot", "history", "compiled"}),
    frozenset({"lab", "solver"}),
    frozenset({"room", "terminal"}),
    frozenset({"cli", "__main__"}),
)
FLOOR = {name: height for height, floor in enumerate(FLOORS) for name in floor}

RULES = frozenset().union(*FLOORS[:6]) - {"language", "naming"}
# What the rules may use of the standard library: nothing that reads a file, a clock or the world outside.
PURE = frozenset({"collections", "dataclasses", "enum", "functools", "itertools", "math", "typing", "__future__"})
ENTROPY = frozenset({"hashlib", "secrets", "struct"})  # the dealer's


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")


def part(path: Path) -> str:
    """The room a file is in: its module on the ground floor, its package otherwise."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: import by full name"
            assert node.module
            if node.module == "standpat":
                yield from (f"standpat.{alias.name}" for alias in node.names)
            else:
                yield node.module


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    here = part(path)
    assert here in FLOOR, f"{here} has no floor: give it one in this test and in DECISIONS.md"
    for name in imported(path):
        package, _, rest = name.partition(".")
        if package != "standpat":
            continue
        there = rest.split(".")[0]
        assert there in FLOOR, f"{path.name} imports {name}: import it from where it is defined"
        assert FLOOR[there] <= FLOOR[here], f"{path.name} imports {name}, which is above it"


@pytest.mark.parametrize("path", [p for p in modules() if part(p) in RULES], ids=lambda p: p.name)
def test_the_rules_are_pure(path: Path) -> None:
    allowed = PURE | {"msgspec", "standpat"} | (ENTROPY if path.name == "dealer.py" else frozenset())
    for name in imported(path):
        assert name.split(".")[0] in allowed, f"{path.name} imports {name}"
    calls = {
        n.func.id
        for n in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "exec", "eval"}


def test_every_floor_is_lived_in_or_planned() -> None:
    built = {part(path) for path in modules()}
    assert built <= set(FLOOR)
    assert {"card", "ranking", "game", "hand", "bot", "history", "cli"} <= built
