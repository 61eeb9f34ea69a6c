"""What a table does after a failure: it reads itself from the database again, and rests for a while.

A table that failed begins nothing by itself for a time, which is longer after each failure in a row. `again` reads the
table until the database answers; a table that cannot be taken up is `Unsound`.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection

from standpat.room.store import Store, StoreError, journal
from standpat.room.tables.chat import KEPT
from standpat.room.tables.resume import Stored, Unsound, on_seats, stored_table

log = logging.getLogger("standpat.room")

LONGEST_REST: Final = 15.0
"""Seconds at most between two attempts of a table that cannot be written or read."""


class Rest:
    """How long a table that failed begins nothing by itself. `until` is a moment in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.until = 0.0
        self._now = now
        self._failures = 0

    def failed(self) -> None:
        """Rest, longer than after the failure before."""
        self._failures += 1
        self.until = self._now() + min(LONGEST_REST, 0.1 * 2 ** min(10, self._failures))

    @property
    def resting(self) -> bool:
        """Is it too early to try again?"""
        return self._now() < self.until

    def worked(self) -> None:
        """Something worked: the next rest is a short one."""
        self._failures = 0

    def over(self) -> None:
        """Somebody at the table did something: there is no rest any more."""
        self._failures, self.until = 0, 0.0


async def again(store: Store, table: str, stopping: asyncio.Event) -> tuple[Stored, dict[str, int]] | None:
    """The table as it is written down, and what the ledger has on its seats. None if the table stops meanwhile."""
    pause = 1.0
    while not stopping.is_set():
        try:
            return await store.read(_stored, table)
        except StoreError as error:
            log.warning("table %s: cannot be read, next try in %.0f s: %s", table, pause, error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), pause)
            pause = min(LONGEST_REST, 2 * pause)
    return None


def _stored(connection: Connection, table: str) -> tuple[Stored, dict[str, int]]:
    for row in journal.tables(connection, table):
        return stored_table(connection, row, KEPT), on_seats(connection, table).get(table, {})
    raise Unsound("it is not open any more")
