"""Tournaments that are over, for their result pages.

The events of a tournament that is over never change. So each is read once, however often it is asked for, and the last
ones that were asked for are kept.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from standpat.protocol.tournament import TournamentRow
from standpat.room.store import Store, tournament_book
from standpat.room.store.writer import WriteFailed
from standpat.room.tournaments.seats import table_id
from standpat.room.tournaments.view import row
from standpat.tournament.course import Course, course
from standpat.tournament.state import Tournament

log = logging.getLogger("standpat.room")

MOST_KEPT: Final = 32
"""How many tournaments are kept."""


class Over(NamedTuple):
    """A tournament that is over.

    Attributes:
        state: Its state at the end.
        course: Its course.
        tables: The ids of its tables, by number.
        private: Whether it is private.
    """

    state: Tournament
    course: Course
    tables: dict[int, str]
    private: bool


class PastTournaments:
    """The tournaments of a database that are over.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Over] = OrderedDict()
        self._reading: dict[str, asyncio.Task[Over | None]] = {}
        self._rows: dict[str, TournamentRow] = {}
        self._unreadable: set[str] = set()

    async def find(self, id: str) -> Over | None:
        """A tournament that is over; None if there is no such one.

        Raises:
            StoreError: It cannot be read.
        """
        if id in self._kept:
            self._kept.move_to_end(id)
            return self._kept[id]
        if id not in self._reading:  # all who ask meanwhile wait for the same reading
            task = asyncio.create_task(self._read(id))
            self._reading[id] = task
            task.add_done_callback(lambda _: self._reading.pop(id))
        return await asyncio.shield(self._reading[id])

    async def rows(self, ids: Sequence[str]) -> list[TournamentRow]:
        """The rows of tournaments that are over, in the list of all; without those that cannot be read."""
        for id in ids:
            if id in self._rows or id in self._unreadable:
                continue
            try:
                over = await self.find(id)
            except WriteFailed:  # a fault of the database, not of the tournament
                raise
            except Exception:
                log.exception("tournament %s cannot be read", id)
                self._unreadable.add(id)
                continue
            if over is not None:
                self._rows[id] = row(over.state, over.course.ended, private=over.private)
        self._rows = {id: self._rows[id] for id in ids if id in self._rows}
        return list(self._rows.values())

    async def _read(self, id: str) -> Over | None:
        extent = await self._store.read(tournament_book.extent, id)
        if extent is None or not extent.over:
            return None
        stored = await self._store.read(tournament_book.stored, id)
        found, state = await asyncio.to_thread(course, stored.events)
        tables = {number: table_id(stored.seed, number) for number in state.tables}
        over = Over(state, found, tables, stored.door.private)
        self._kept[id] = over
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return over
