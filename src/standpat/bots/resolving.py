"""The player `resolve`: `blueprint` who solves the end of the hand again at the table, which takes up to a second.

How, `standpat.solver.subgame.resolve` says. That lies above this package and needs numpy and numba, so it is looked up
by name when the first decision is asked for. `missing()` says what there is not, and is empty where `resolve` can play.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from standpat.bots.blueprint import tables
from standpat.bots.directories import WHERE
from standpat.bots.player import Player, Policy, Situation
from standpat.engine.action import Action

RESOLVE: Final = "resolve"
_MODULE: Final = "standpat.solver.subgame.resolve"


def missing() -> str:
    """What is needed, and how to get it."""
    if not _compiler():
        return "it needs numpy and numba: pip install 'standpat[lab]'"
    if not tables():
        return f"it needs a table: make one with `standpat train`, and say in {WHERE} in which folder it is"
    return ""


def resolve(situation: Situation) -> Action:
    """The player. It leaves to `blueprint` what it is not for."""
    return _found()[0](situation)


def resolve_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolve`."""
    return _found()[1](situation)


@cache
def _compiler() -> bool:
    return find_spec("numpy") is not None and find_spec("numba") is not None


@cache
def _found() -> tuple[Player, Policy]:
    module = import_module(_MODULE)
    return module.resolving, module.resolving_policy
