"""Players made of code, by name; and `blueprint` and `ring`, made by training, where there is a table for them.

`resolve`, or `player("blueprint", resolve=True)`, is `blueprint` who thinks at the table (`standpat.bots.resolving`).

>>> players()[:4]
('random', 'caller', 'folder', 'rule')
"""

from standpat.bots.blueprint import blueprint, blueprint_policy, tables
from standpat.bots.chance import chance, chance_policy
from standpat.bots.multiway import ring, ring_policy, ring_tables
from standpat.bots.passive import caller, caller_policy, folder, folder_policy
from standpat.bots.player import Player, Policy, Situation, situation
from standpat.bots.resolving import RESOLVE, missing, resolve_policy
from standpat.bots.resolving import resolve as resolve_
from standpat.bots.rule import rule, rule_policy

__all__ = ["Player", "Policy", "Situation", "player", "players", "policy", "quick", "situation", "strongest"]

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
    trained = ((BLUEPRINT, bool(tables())), (RING, bool(ring_tables())), (RESOLVE, not missing()))
    return (*_PLAYERS, *[name for name, there in trained if there])


def strongest() -> str:
    """The best of them: it leaves hands that its tables are not for to the next best."""
    return BLUEPRINT if BLUEPRINT in players() else "rule"


def quick(name: str) -> str:
    """Who plays like this one and decides at once: themselves, but for one who thinks at the table."""
    return BLUEPRINT if name == RESOLVE else name


def player(name: str, *, resolve: bool = False) -> Player:
    """The player of this name; with `resolve`, which `blueprint` alone can, one who solves the end at the table."""
    return _known(name, resolve)[0]


def policy(name: str, *, resolve: bool = False) -> Policy:
    """How likely the player of this name does what."""
    return _known(name, resolve)[1]


def _known(name: str, resolve: bool) -> tuple[Player, Policy]:
    if resolve and name not in (BLUEPRINT, RESOLVE):
        raise ValueError(f"{name!r} has nothing to solve again: with resolve=True want {BLUEPRINT!r}")
    if resolve or name == RESOLVE:
        if missing():
            raise ValueError(f"{RESOLVE!r} cannot play here: {missing()}")
        return resolve_, resolve_policy
    if name == BLUEPRINT and tables():
        return blueprint, blueprint_policy
    if name == RING and ring_tables():
        return ring, ring_policy
    if name not in _PLAYERS:
        raise ValueError(f"{name!r} is no player here: want one of {', '.join(players())}")
    return _PLAYERS[name]
