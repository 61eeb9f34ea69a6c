"""Where house players play among themselves for spectators. The number of such tables is limited, in all and for each
owner.

A table asks before each hand without people. It keeps its place if it asks again within `HOLDS` seconds. So the hands
for spectators run at a limited number of tables, however many tables are watched.
"""

from collections.abc import Callable
from typing import Final

from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewers import Viewers

HOLDS: Final = 60.0
"""How long a table keeps its place without asking, in seconds."""


class Stage:
    """The places for such tables.

    Args:
        most: The largest number of tables.
        most_of_one: The largest number of tables of one owner.
        now: A monotonic clock, in seconds.
    """

    def __init__(self, most: int, most_of_one: int, now: Callable[[], float]) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._now = now
        self._shows: dict[str, tuple[str | None, float]] = {}

    def enter(self, table: str, owner: str | None) -> bool:
        """Whether house players may play at a table for spectators. A table without an owner belongs to the house."""
        now = self._now()
        if table not in self._shows:
            self._shows = {name: show for name, show in self._shows.items() if now - show[1] < HOLDS}
            theirs = sum([other == owner for other, _ in self._shows.values()])
            if len(self._shows) >= self._most or (owner is not None and theirs >= self._most_of_one):
                return False
        self._shows[table] = (owner, now)
        return True

    def leave(self, table: str) -> None:
        """Free the place of a table."""
        self._shows.pop(table, None)


def may_show(stage: Stage | None, rules: TableRules, seating: Seating, viewers: Viewers) -> bool:
    """Whether house players may play without people at this table: for a person who sits there and is not dealt in, or
    for spectators if the stage has a place.
    """
    if any([seat and not seat.bot and viewers.present(seat.user) for seat in seating.seats]):
        return True
    if rules.spare or not viewers.watching:
        return False
    return stage is None or stage.enter(rules.id, rules.owner)
