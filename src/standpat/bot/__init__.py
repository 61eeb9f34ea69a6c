"""Players made of code, by name.

>>> players()
('random', 'caller', 'folder', 'rule')
"""

from standpat.bot.chance import chance
from standpat.bot.passive import caller, folder
from standpat.bot.player import Player, Situation, situation
from standpat.bot.rule import rule

__all__ = ["Player", "Situation", "player", "players", "situation"]

_PLAYERS: dict[str, Player] = {"random": chance, "caller": caller, "folder": folder, "rule": rule}


def players() -> tuple[str, ...]:
    """The names that `player` knows."""
    return tuple(_PLAYERS)


def player(name: str) -> Player:
    """The player of this name."""
    if name not in _PLAYERS:
        raise ValueError(f"{name!r} is no player here: want one of {', '.join(_PLAYERS)}")
    return _PLAYERS[name]
