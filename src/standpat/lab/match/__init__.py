"""Matches: bots of this package and outside programs against each other, with duplicate dealing.

`play(Plan(…), hands)` plays a match and returns its `Result`, whose `to_dict` is the report in poker-arena's schema.
Programs speak poker-arena's wire protocol (`standpat.protocol.arena`): `outside` is the arena's side of it, `client`
the bot's. See docs/matches.md.
"""

from standpat.lab.match.contest import play
from standpat.lab.match.plan import Plan
from standpat.lab.match.result import Result

__all__ = ["Plan", "Result", "play"]
