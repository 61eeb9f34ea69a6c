"""Reads the imports of a source tree and finds violations of the layering.

`Tree(root)` has every module below a package's folder. An *arrow* leads from a module to one that it depends on:
through an import line (also inside a function or under ``TYPE_CHECKING``), or through a string that is the full name of
a module, as in ``import_module`` and entry points. `faults(tree)` lists the arrows that lead up (`FLOORS`), modules
without a floor, and cycles between files, each as a sentence.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

# A package on a floor imports its own floor and those below. The longest prefix counts.
FLOORS: Final[Mapping[str, int]] = {
    name: floor
    for floor, names in enumerate(
        (
            ("cards", "folders", "language", "lazy_names", "version", "whole_file"),
            ("engine",),
            ("table_view", "tournament"),
            ("protocol", "history", "bots", "compute"),
            ("lab", "teacher"),
            ("solver.game",),
            ("solver.kernels",),
            ("solver.cfr",),
            ("solver.strategy_file",),
            ("solver.response",),
            ("solver.blueprint", "solver.subgame", "solver.multiway", "solver.nolimit"),
            ("solver.advice", "solver.strength"),
            ("solver.solution", "solver"),
            ("solver.charts",),
            ("room.limits",),
            ("room.store", "room.clients"),
            ("room.tables", "room.tournaments", "room.home_game", "room.signals", "room.club"),
            ("room.server",),
            ("room.admin", "room.bench", "room"),
            ("room.torture", "terminal"),
            ("cli", "__main__"),
        )
    )
    for name in names
}


class Arrow(NamedTuple):
    """The dependency of a module on another one, both by full name."""

    source: str
    target: str


class Tree:
    """The modules of the package whose folder is `root`, by full name. `planted` files are added to them."""

    def __init__(self, root: Path, planted: Mapping[str, str] = MappingProxyType({})) -> None:
        self.package = root.name
        paths = {*root.rglob("*.py"), *[root / path for path in planted]}
        self.modules = {self._name(path, root): path for path in sorted(paths)}
        more = {self._name(root / path, root): text for path, text in planted.items()}
        self.arrows = [arrow for name in self.modules for arrow in self._arrows(name, more.get(name, ""))]

    @staticmethod
    def _name(path: Path, root: Path) -> str:
        parts = path.relative_to(root.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _arrows(self, name: str, more: str) -> Iterator[Arrow]:
        path = self.modules[name]
        targets: set[str] = set()
        for text in (path.read_text(encoding="utf-8") if path.exists() else "", more):
            named = _named(text)
            targets |= {target for one in named.imports if (target := self._target(one)) is not None}
            # A string that names a package around the module is no arrow: the package is loaded before the module.
            targets |= {string for string in named.strings & self.modules.keys() if not name.startswith(f"{string}.")}
        yield from (Arrow(name, target) for target in sorted(targets - {name}))

    def _target(self, named: str) -> str | None:
        """The module of an imported name: ``a.b.c`` may be a module, or a name in the module ``a.b``."""
        if named in self.modules:
            return named
        module = named.rpartition(".")[0]
        return module if module in self.modules else None


class _Named(NamedTuple):
    imports: frozenset[str]
    strings: frozenset[str]
    """Strings that may name modules: ``"a.b"`` for `import_module`, ``"a.b:name"`` as an entry point has it."""


@cache
def _named(text: str) -> _Named:
    """The names of modules in a source text."""
    tree = ast.parse(text)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "getLogger":
            silent |= {id(argument) for argument in node.args}
    imports: set[str] = set()
    strings: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: import by full name"
            imports |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            strings.add(node.value.partition(":")[0])
    return _Named(frozenset(imports), frozenset(name for name in strings if "." in name))


def floor(name: str) -> int | None:
    """The floor of a module.

    The package itself, with the public names, is above all floors, and no module imports it.
    """
    parts = name.split(".")[1:]
    return next((FLOORS[key] for end in range(len(parts), 0, -1) if (key := ".".join(parts[:end])) in FLOORS), None)


def faults(tree: Tree) -> list[str]:
    """One sentence for each violation."""
    found = [
        f"{name} has no floor: give it one in tests/layering.py"
        for name in tree.modules
        if name != tree.package and floor(name) is None
    ]
    for source, target in tree.arrows:
        here, there = floor(source), floor(target)
        if source == tree.package or here is None:
            continue
        if target == tree.package:
            found.append(f"{source} imports the package itself: import from where the name is defined")
        elif there is not None and there > here:
            found.append(f"{source} depends on {target}, which is above it")
    return [*found, *_cycles(tree)]


def _cycles(tree: Tree) -> Iterator[str]:
    graph: dict[str, set[str]] = {name: set() for name in tree.modules}
    for source, target in tree.arrows:
        graph[source].add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = list(reversed(error.args[1][1:]))
        first = circle.index(min(circle))
        names = [*circle[first:], *circle[: first + 1]]
        yield f"files import each other: {' -> '.join(names)}"
