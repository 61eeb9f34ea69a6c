"""One room at a time on a database: two would deal the same hands twice.

`Lease(engine)` is taken for the engine that writes, and held until `close` or the end of the process, however it
ends. A lease that somebody else holds is waited for, and a line in the log says so (a killed process lets go within
moments), then `Taken`.

SQLite: a lock on ``FILE.lease`` beside the database. PostgreSQL: an advisory lock that every connection of the
engine must get before it is used, so after a lost connection too nothing is written without the lease; the engine
may have one connection at a time.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Engine, event

from standpat.room.store.batch import StoreError

KEY: Final = 0x7374616E64706174  # "standpat"
PATIENCE: Final = 20.0
"""Seconds that a room which starts waits for another to let go."""

log = logging.getLogger("standpat.room")


class Taken(StoreError):
    """Another room has this database."""


class Lease:
    """See the module."""

    def __init__(self, engine: Engine, *, patience: float = PATIENCE) -> None:
        self._engine = engine
        self._file: sqlite3.Connection | None = None
        if engine.dialect.name == "sqlite":
            name = f"{engine.url.database}.lease"
            self._file = sqlite3.connect(name, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                _wait(self._lock_file, patience)
            except Taken:
                self._file.close()
                raise
        else:
            event.listen(engine, "connect", lambda connection, _: _wait(lambda: _lock_server(connection), patience))
            engine.connect().close()

    def close(self) -> None:
        """Let another room have it. The engine is of no more use."""
        self._engine.dispose()
        if self._file is not None:
            self._file.close()

    def _lock_file(self) -> bool:
        assert self._file
        try:
            self._file.execute("BEGIN EXCLUSIVE").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        return True


def _lock_server(connection: Any) -> bool:
    (got,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (KEY,)).fetchone()
    connection.commit()
    return bool(got)


def _wait(take: Callable[[], bool], patience: float) -> None:
    begin, told = time.monotonic(), False
    while not take():
        waited = time.monotonic() - begin
        if waited > patience:
            raise Taken("another room is running on this database: stop it first, or use another database")
        if waited > 1 and not told:
            log.warning("another room is running on this database: waiting up to %.0f s for it to stop", patience)
            told = True
        time.sleep(0.05)
