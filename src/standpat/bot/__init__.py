"""Players made of code, by name; and `blueprint` and `ring`, made by training, where there is a table for them.

>>> players()[:4]
('random', 'caller', 'folder', 'rule')
"""

from standpat.bot.blueprint import blueprint, blueprint_policy, tables
from standpat.bot.chance import chance, chance_policy
from standpat.bot.passive import caller, caller_policy, folder, folder_policy
from standpat.bot.player import Player, Policy, Situation, situation
from standpat.bot.ring import ring, ring_policy, ring_tables
from standpat.bot.rule import rule, rule_policy

__all__ = ["Player", "Policy", "Situation", "player", "players", "policy", "situation", "strongest"]

BLUEPRINT = "blueprint"
RING = "ring"

_PLAYERS: dict[str, tuple[Player, Policy]] = {
    "random": (chance, chance_policy),
    "caller": (caller, caller_policy),
    "folder": (folder, folder_policy),
    "rule": (rule, rule_policy),
}


def players() -> tuple[str, ...]:
    """The names that `player` knows."""
    return (*_PLAYERS, *([BLUEPRINT] if tables() else []), *([RING] if ring_tables() else []))


def strongest() -> str:
    """The best of them: it leaves hands that its tables are not for to the next best."""
    return BLUEPRINT if BLUEPRINT in players() else "rule"


def player(name: str) -> Player:
    """The player of this name."""
    return _known(name)[0]


def policy(name: str) -> Policy:
    """How likely the player of this name does what."""
    return _known(name)[1]


def _known(name: str) -> tuple[Player, Policy]:
    if name == BLUEPRINT and tables():
        return blueprint, blueprint_policy
    if name == RING and ring_tables():
        return ring, ring_policy
    if name not in _PLAYERS:
        raise ValueError(f"{name!r} is no player here: want one of {', '.join(players())}")
    return _PLAYERS[name]
