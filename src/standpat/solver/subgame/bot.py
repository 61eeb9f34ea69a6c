"""The bot `resolve`: `blueprint`, which solves the end of the hand again at the table and takes up to a second for it.

`standpat.solver.subgame.resolve` says how it plays. This module is what the entry point leads to. It is loaded to list
the bots, so it imports numpy and numba, which `resolve` needs, only for the first decision.
"""

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Final

from standpat.bots.blueprint import BOT as BLUEPRINT
from standpat.bots.bot import Bot
from standpat.bots.player import Situation
from standpat.engine.action import Action


def resolve(situation: Situation) -> Action:
    """The player. It leaves to `blueprint` what it is not for."""
    from standpat.solver.subgame.resolve import resolving

    return resolving(situation)


def resolve_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolve`."""
    from standpat.solver.subgame.resolve import resolving_policy

    return resolving_policy(situation)


def missing() -> str:
    """What it needs and how to get it; empty where it can play."""
    return BLUEPRINT.missing() if _compiler() else "it needs numpy and numba: pip install standpat"


@cache
def _compiler() -> bool:
    return find_spec("numpy") is not None and find_spec("numba") is not None


BOT: Final = Bot(
    "resolve",
    "plays as blueprint and solves the end of the hand at the table",
    resolve,
    resolve_policy,
    missing,
    quick=BLUEPRINT.name,
)
