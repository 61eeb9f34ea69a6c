"""Tables that are set aside because they cannot be continued.

Such a table (`standpat.room.tables.resume`) is not played. Its chips stay in the accounts of its seats, its row in the
lobby and its page say that it is being repaired, and `standpat admin tables --repair` explains the rest. Its row in the
database tells that command that no room has the table in memory. The room looks at it again regularly, and a table that
was repaired opens without a restart.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct, structs
from sqlalchemy import Connection

from standpat.protocol.room import TableRow
from standpat.room.store import Store, StoreError, journal, repair_list
from standpat.room.tables.fault import fault
from standpat.room.tables.resume import on_seats
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch
from standpat.room.tournaments.stored import StoredTournaments

log = logging.getLogger("standpat.room")


class Aside(Struct, frozen=True):
    """A table that is set aside: the reason, and what can be read of it."""

    id: str
    why: str
    hands: int
    rules: TableRules | None

    def row(self) -> TableRow | None:
        """Its row in the lobby; None if it has none."""
        if self.rules is None or not self.rules.public:
            return None
        try:
            row = self.rules.row(taken=0, bots=0, watching=0, hands=self.hands)
        except ValueError:  # an unknown game
            return None
        return structs.replace(row, repair=True)


class Repairs:
    """The tables of a room that are set aside.

    Args:
        aside: These tables by id.
        store: The database.
        watch: The room's time.
        take_up: Opens a table that was repaired, with the ledger's chips on its seats.
        changed: Called when the lobby has changed.
    """

    def __init__(
        self,
        aside: dict[str, Aside],
        store: Store,
        watch: Watch,
        take_up: Callable[[journal.TableRow, Mapping[str, int]], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self.aside = aside
        self._store = store
        self._watch = watch
        self._take_up = take_up
        self._changed = changed

    async def set_aside(self, table: Aside) -> None:
        """Set a table aside, and store the reason."""
        known = self.aside.get(table.id)
        self.aside[table.id] = table
        if known is None or known.why != table.why:
            log.error("table %s is set aside: %s", table.id, table.why)
            await self._store.commit(repair_list.put(table.id, table.why, self._watch.wall()))
            self._changed()

    async def look_again(self) -> None:
        """Open the tables that were repaired, and forget those that were closed."""
        for id in list(self.aside):
            try:
                if await self._store.read(_still_unsound, id):
                    continue
                await self._store.commit(repair_list.remove(id))  # from now on only this room changes it
                del self.aside[id]
                self._changed()
                for row in await self._store.read(journal.tables, id):
                    await self._take_up(row, (await self._store.read(on_seats, id)).get(id, {}))
            except StoreError:
                log.exception("table %s cannot be looked at", id)


def _still_unsound(connection: Connection, table: str) -> bool:
    """Whether the table is open and still has a fault."""
    chips = on_seats(connection, table).get(table, {})
    tournaments = StoredTournaments(connection)
    return any([fault(connection, row, chips, tournaments) for row in journal.tables(connection, table)])
