"""The public names: they exist, are typed and documented, and are light to import."""

import inspect
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args

import pytest

import standpat

SURFACE = (
    "deuce_to_seven",
    "ace_to_five",
    "describe",
    "game",
    "games",
    "Game",
    "House",
    "Stakes",
    "Hand",
    "Dealer",
    "ScriptedDealer",
    "Fold",
    "Check",
    "Call",
    "Bet",
    "Raise",
    "Discard",
    "Muck",
    "Show",
    "Action",
    "Legal",
    "IllegalAction",
    "DealError",
    "Event",
    "encode",
    "decode",
    "rebuild",
    "replay",
    "Situation",
    "player",
    "__version__",
)
ROOT = Path(__file__).parents[1]


def test_the_names_are_those_of_the_design() -> None:
    assert sorted(standpat.__all__) == sorted(SURFACE)
    assert set(SURFACE) <= set(dir(standpat))
    for name in SURFACE:
        assert getattr(standpat, name) is getattr(standpat, name)
    with pytest.raises(AttributeError, match="module 'standpat' has no attribute 'nothing'"):
        _ = standpat.nothing  # type: ignore[attr-defined]
    with pytest.raises(ImportError):
        from standpat import nothing  # type: ignore[attr-defined]  # noqa: F401


def documented(named: object) -> bool:
    """Whether it has a docstring of its own; for a union, whether every member has one."""
    if isinstance(named, UnionType):
        return all([documented(member) for member in get_args(named)])
    return bool((named.__doc__ or "").strip()) if isinstance(named, ModuleType) else bool(inspect.getdoc(named))


@pytest.mark.parametrize("name", [name for name in SURFACE if not name.startswith("__")])
def test_a_public_name_is_documented(name: str) -> None:
    assert documented(getattr(standpat, name))


NEVER_RAISES = {"replay"}  # the faults of a record are its result
FUNCTIONS = [name for name in SURFACE if inspect.isfunction(getattr(standpat, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_what_it_takes_gives_and_raises(name: str) -> None:
    """In Google style, with every argument by name."""
    function = getattr(standpat, name)
    text = inspect.getdoc(function) or ""
    assert "Returns:" in text
    assert ("Raises:" in text) is (name not in NEVER_RAISES)
    arguments = text.partition("Args:")[2].partition("Returns:")[0]
    for parameter in inspect.signature(function).parameters.values():
        assert re.search(rf"^ +\**{parameter.name}: ", arguments, re.MULTILINE), parameter.name


PUBLIC_CLASSES = [name for name in SURFACE if inspect.isclass(getattr(standpat, name))]


@pytest.mark.parametrize("name", PUBLIC_CLASSES)
def test_public_methods_are_documented(name: str) -> None:
    for method, value in vars(getattr(standpat, name)).items():
        if not method.startswith("_") and (inspect.isfunction(value) or isinstance(value, property | classmethod)):
            assert inspect.getdoc(value), method


def loaded_by(statement: str) -> set[str]:
    """The modules that a statement loads in a new process."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", PATH + code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_package_imports_nothing() -> None:
    loaded = loaded_by("import standpat")
    assert {name for name in loaded if name.split(".")[0] == "standpat"} == {
        "standpat",
        "standpat.lazy_names",
        "standpat.version",
    }
    assert {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) == {"standpat"}


def test_a_hand_needs_the_engine_alone() -> None:
    """No player, history, room or solver; of other packages msgspec alone."""
    loaded = loaded_by("from standpat import Dealer, Hand, Stakes, describe, game")
    ours = [name for name in loaded if name.split(".")[0] == "standpat"]
    assert {name.split(".")[1] for name in ours if "." in name} == {
        "cards",
        "engine",
        "language",
        "lazy_names",
        "table_view",
        "version",
    }
    assert len(ours) <= 26
    others = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names)
    assert {name for name in others if not name.startswith("_")} <= {"msgspec", "standpat", "typing_extensions"}
    for heavy in ("asyncio", "importlib.metadata", "logging", "argparse"):
        assert heavy not in loaded


def test_a_command_imports_its_own_module_alone() -> None:
    for arguments, modules in (
        (["--version"], set()),
        (["--help"], set()),
        (["rank", "--help"], {"standpat.cli.rank"}),
    ):
        call = f"from standpat.cli import main\ntry: main({arguments})\nexcept SystemExit: pass"
        code = f"import sys, io; out, sys.stdout = sys.stdout, io.StringIO()\n{call}\nprint(*sys.modules, file=out)"
        done = subprocess.run([sys.executable, "-I", "-c", PATH + code], capture_output=True, text=True, check=True)
        loaded = done.stdout.split()
        assert {name for name in loaded if name.startswith("standpat.cli.")} == modules
        if not modules:
            assert "msgspec" not in loaded


PATH = f"import sys; sys.path[:0] = {[str(Path(standpat.__file__).parents[1])]!r}; "


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" in project["project"]["dynamic"]
    source = (ROOT / project["tool"]["hatch"]["version"]["path"]).read_text("utf-8")
    assert re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE) == [
        standpat.__version__
    ]  # as the build reads it
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", standpat.__version__)
    assert version("standpat") == standpat.__version__
