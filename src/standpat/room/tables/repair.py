"""Tables that are set aside: what is wrong with them, and who has chips there.

A table that could not be taken up (`standpat.room.tables.resume`) is not played. Its chips stay on the accounts of its
seats, its line in the lobby and its page say that it is being repaired, and `standpat admin tables --repair` explains
it. Its row here, in the database, is what tells that command that no room holds the table in memory. The room looks
again now and then: one that has been put right opens without a restart.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct, structs
from sqlalchemy import Connection

from standpat.protocol.room import TableRow
from standpat.room.store import Store, StoreError, journal, repair_list
from standpat.room.tables.resume import fault, on_seats
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch

log = logging.getLogger("standpat.room")


class Aside(Struct, frozen=True):
    """A table set aside: why, and what can be read of it."""

    id: str
    why: str
    hands: int
    rules: TableRules | None

    def row(self) -> TableRow | None:
        """Its line in the lobby, where it may have one."""
        if self.rules is None or not self.rules.public:
            return None
        try:
            row = self.rules.row(taken=0, bots=0, watching=0, hands=self.hands)
        except ValueError:  # a game that is not known
            return None
        return structs.replace(row, repair=True)


class Repairs:
    """See the module. `aside` has the tables by their ids. `take_up(row, chips)` goes on with a table that has been put
    right; `changed()` is called when the lobby is different."""

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
        """Play this table no more, and write down why."""
        known = self.aside.get(table.id)
        self.aside[table.id] = table
        if known is None or known.why != table.why:
            log.error("table %s is set aside: %s", table.id, table.why)
            await self._store.commit(repair_list.put(table.id, table.why, self._watch.wall()))
            self._changed()

    async def look_again(self) -> None:
        """Take up the tables that have been put right, and forget those that have been closed."""
        for id in list(self.aside):
            try:
                if await self._store.read(_still_unsound, id):
                    continue
                await self._store.commit(repair_list.remove(id))  # from here on nobody else changes it
                del self.aside[id]
                self._changed()
                for row in await self._store.read(journal.tables, id):
                    await self._take_up(row, (await self._store.read(on_seats, id)).get(id, {}))
            except StoreError:
                log.exception("table %s cannot be looked at", id)


def _still_unsound(connection: Connection, table: str) -> bool:
    """Is the table open, and is something still wrong with it?"""
    chips = on_seats(connection, table).get(table, {})
    return any([fault(connection, row, chips) for row in journal.tables(connection, table)])
