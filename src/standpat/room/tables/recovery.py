"""What a table does after a failure: it reads itself from the database again, and rests.

While it rests, a table starts nothing by itself. The rest is longer after each failure in a row. `again` tries to read
the table until the database answers.
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
"""The longest time between two attempts to write or read, in seconds."""


class Rest:
    """The rest of a table after failures. `until` is a moment in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.until = 0.0
        self._now = now
        self._failures = 0

    def failed(self) -> None:
        """Rest, longer than after the previous failure."""
        self._failures += 1
        self.until = self._now() + min(LONGEST_REST, 0.1 * 2 ** min(10, self._failures))

    @property
    def resting(self) -> bool:
        """Whether it is too early to try again."""
        return self._now() < self.until

    def worked(self) -> None:
        """Note a success: the next rest will be short."""
        self._failures = 0

    def over(self) -> None:
        """End the rest, because a player at the table has acted."""
        self._failures, self.until = 0, 0.0


async def again(store: Store, table: str, stopping: asyncio.Event) -> tuple[Stored, dict[str, int]] | None:
    """Read a table and the chips that the ledger has on its seats, and try again until the database answers.

    Returns:
        The table and the chips; None if the actor stops meanwhile.

    Raises:
        Unsound: The table cannot be continued.
    """
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
