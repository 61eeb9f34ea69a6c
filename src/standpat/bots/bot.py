"""A bot: a player with a name.

The bots of this package are in `standpat.bots.registry`. Other packages add theirs by an entry point of the group
``standpat.bots`` that refers to a `Bot`; docs/bots.md shows one in ten lines.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from standpat.bots.player import ByCards, Player, Policy, Situation

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,23}")
"""The allowed names of bots. They are used in commands, in the records of tables and as users of seats."""


def nothing() -> str:
    """The default of `Bot.missing`: the bot needs nothing."""
    return ""


def everywhere() -> None:
    """The default of `Bot.seats`: the bot plays every game at every table."""


class Bot(NamedTuple):
    """A bot.

    The module of an entry point is loaded to list the bots. It should import what takes long only when `player` is
    first called.

    Attributes:
        name: The name, the same as that of the entry point (`NAME`).
        description: What the bot does, in one line for menus.
        player: The player: a function from a `standpat.Situation` to an action that `situation.legal` allows.
        policy: The probabilities of the player's actions; None where they are not known. AIVAT then works without them.
        missing: A function that says what the bot needs and how to get it, or returns ``""`` where it can play.
        quick: The name of the bot that plays where this one would take too long. Its own name means that every decision
            takes milliseconds; the room then asks it on the event loop instead of in a thread.
        seats: A function that returns, by game, the fewest and the most players for whom the bot has a strategy. At
            other tables another bot plays for it, and menus leave it out. None for a bot that plays everywhere.
        deep: The name of the bot that plays in its place at the tables of a room that has processes for it
            (`standpat.bots.process_pool`); ``""`` if none does.
        apart: Whether a decision is worth a process of its own; `quick` plays the others at once. None for a bot that
            needs no process. A room without processes lets the bot think on a thread.
        by_cards: The same probabilities as `policy` for many hands at one decision, in less time; None if there is no
            shorter way.
    """

    name: str
    description: str
    player: Player
    policy: Policy | None = None
    missing: Callable[[], str] = nothing
    quick: str = "rule"
    seats: Callable[[], Mapping[str, tuple[int, int]] | None] = everywhere
    deep: str = ""
    apart: Callable[[Situation], bool] | None = None
    by_cards: ByCards | None = None

    def plays(self, game: str, seats: int) -> bool:
        """Whether the bot has a strategy of its own for a game with this many players."""
        known = self.seats()
        return known is None or (game in known and known[game][0] <= seats <= known[game][1])
