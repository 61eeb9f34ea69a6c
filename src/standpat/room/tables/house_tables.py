"""The tables of the house: those of a new room, and further ones on demand."""

from collections.abc import Collection
from itertools import count
from typing import Final

from standpat.bots import strongest
from standpat.room.tables.table import BotRules, NewTable


def _house(game: str, seats: int) -> BotRules:
    """As many house players as there are seats but one; one of them leaves for a person."""
    return BotRules((strongest(game, seats),), keep=seats - 1)


FIRST: Final = (
    NewTable("27td", "Willow", bots=_house("27td", 6)),
    NewTable("a5td", "Heron", bots=_house("a5td", 6)),
    NewTable("27sd", "Juniper", bots=_house("27sd", 6)),
    NewTable("27td", "Heads-up", big_blind=20, seats=2, bots=_house("27td", 2)),
)
"""The public tables of a new room."""


def another(game_id: str, names: Collection[str]) -> NewTable:
    """A further table of the house for a game, with a name that is not among `names`."""
    first = next((table.name for table in FIRST if table.game == game_id), game_id)
    name = next(name for number in count(2) if (name := f"{first} {number}") not in names)
    return NewTable(game_id, name, bots=_house(game_id, 6))
