"""The tables of the house: those of a new room, and further ones on demand."""

from collections.abc import Collection
from itertools import count
from typing import Final

from standpat.bots import strongest
from standpat.room.tables.table import BotRules, NewTable

FIVE: Final = BotRules((strongest(),), keep=5)
"""Five house players, one of whom leaves for a person."""
FIRST: Final = (
    NewTable("27td", "Willow", bots=FIVE),
    NewTable("a5td", "Heron", bots=FIVE),
    NewTable("27sd", "Juniper", bots=FIVE),
    NewTable("27td", "Heads-up", big_blind=20, seats=2, bots=BotRules((strongest(),), keep=1)),
)
"""The public tables of a new room."""


def another(game_id: str, names: Collection[str]) -> NewTable:
    """A further table of the house for a game, with a name that is not among `names`."""
    first = next((table.name for table in FIRST if table.game == game_id), game_id)
    name = next(name for number in count(2) if (name := f"{first} {number}") not in names)
    return NewTable(game_id, name, bots=FIVE)
