"""Compiled rules and spots: each function sees the names of its own module, and the compiled twins of what it calls."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from standpat.solver.nolimit.rules import _compiled


def module(folder: Path, name: str, text: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_a_constant_of_one_name_in_two_modules_is_two(tmp_path: Path) -> None:
    """The last module's was taken for both: spots in the kernels were others than those of the bot."""
    one = module(tmp_path, "rules_one", "BASE = 1\n\n\ndef first(x):\n    return x + BASE\n")
    two = module(tmp_path, "rules_two", "BASE = 10\n\n\ndef second(x):\n    return x + BASE\n")
    kernels = _compiled(one, two)
    assert (kernels["first"](5), kernels["second"](5)) == (6, 15)


def test_two_functions_of_one_name_are_an_error(tmp_path: Path) -> None:
    text = "def same(x):\n    return x\n"
    with pytest.raises(ValueError, match="rules_b has another function same"):
        _compiled(module(tmp_path, "rules_a", text), module(tmp_path, "rules_b", text))
