"""Bots: programs that play, by name.

`players()` lists the names, and `player(name)` is the function that plays. The bots of this package are `random`,
`caller`, `folder`, `rule`, `blueprint`, `multiway` and `nolimit`; the last three play from strategy files. `resolve`
comes from the solver, and others come from other packages (`standpat.bots.registry`).

>>> players()[:4]
('random', 'caller', 'folder', 'rule')
"""

from standpat.bots.bot import Bot
from standpat.bots.player import Player, Policy, Situation, situation
from standpat.bots.registry import player, players, plays, policy, quick, strongest

__all__ = [
    "Bot",
    "Player",
    "Policy",
    "Situation",
    "player",
    "players",
    "plays",
    "policy",
    "quick",
    "situation",
    "strongest",
]
