"""The bot `resolve`: it plays as `blueprint` and solves the end of the hand again at the table, in about a tenth
of a second.

`standpat.solver.subgame.resolve` describes how it plays. This module is the target of the entry point. It is loaded to
list the bots, so it imports numpy and numba, which `resolve` needs, only for the first decision.
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
    """Play a decision. Hands that `resolve` cannot solve are left to `blueprint`."""
    from standpat.solver.subgame.resolve import resolving

    return resolving(situation)


def resolve_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolve`."""
    from standpat.solver.subgame.resolve import resolving_policy

    return resolving_policy(situation)


def missing() -> str:
    """What the bot needs and how to get it; empty if it can play."""
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
