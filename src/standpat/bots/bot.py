"""A bot: a player that programs and people name.

The bots of this package are listed in `standpat.bots.registry`. Any other package adds its own by an entry point of the
group ``standpat.bots``, which leads to a `Bot`; docs/bots.md shows one in ten lines.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from standpat.bots.player import Player, Policy

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,23}")
"""What a bot may be called: the names stand in commands, in tables' records and in the users of seats."""


def nothing() -> str:
    """Nothing is missing."""
    return ""


class Bot(NamedTuple):
    """A player and what is to be known about it before it plays.

    The module that an entry point leads to is loaded to list the bots, so it imports what takes long only when `player`
    is first called.

    Attributes:
        name: What it is called, as the entry point is (`NAME`).
        description: What it does, in one line for menus.
        player: The player: a `standpat.Situation` in, an action that `situation.legal` allows out.
        policy: How likely `player` does what. None where that is not known; AIVAT then does without.
        missing: Says what it needs and how to get it, and nothing (``""``) where it can play.
        quick: The bot that plays instead where this one takes too long, by name. Its own name says that every decision
            takes milliseconds; the room then asks it on the event loop instead of a thread.
    """

    name: str
    description: str
    player: Player
    policy: Policy | None = None
    missing: Callable[[], str] = nothing
    quick: str = "rule"
