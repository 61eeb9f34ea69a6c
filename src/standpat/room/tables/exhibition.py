"""Where the house's players play among themselves for those who watch: at so many tables, and at fewer of one owner.

A table asks before each hand at which nobody else sits; it keeps its place while it asks again within `HOLDS` seconds.
So watching costs the room a bounded number of tables, however many are watched.
"""

from collections.abc import Callable
from typing import Final

from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewers import Viewers

HOLDS: Final = 60.0


class Stage:
    """See the module. `now()` is a time in seconds that never goes back."""

    def __init__(self, most: int, most_of_one: int, now: Callable[[], float]) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._now = now
        self._shows: dict[str, tuple[str | None, float]] = {}

    def enter(self, table: str, owner: str | None) -> bool:
        """May they play there? A table without an owner is the house's."""
        now = self._now()
        if table not in self._shows:
            self._shows = {name: show for name, show in self._shows.items() if now - show[1] < HOLDS}
            theirs = sum([other == owner for other, _ in self._shows.values()])
            if len(self._shows) >= self._most or (owner is not None and theirs >= self._most_of_one):
                return False
        self._shows[table] = (owner, now)
        return True

    def leave(self, table: str) -> None:
        """Nobody watches there any more, or somebody sits there, or it is closed."""
        self._shows.pop(table, None)


def may_show(stage: Stage | None, rules: TableRules, seating: Seating, viewers: Viewers) -> bool:
    """May the house's players play with nobody else at this table: for somebody who sits there and is not dealt in, or
    for those who merely watch, where the stage has a place for it?"""
    if any([seat and not seat.bot and viewers.present(seat.user) for seat in seating.seats]):
        return True
    if rules.spare or not viewers.watching:
        return False
    return stage is None or stage.enter(rules.id, rules.owner)
