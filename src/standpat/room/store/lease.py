"""The lease: only one room at a time may use a database. Two rooms would deal the same hands twice.

`Lease(engine)` takes the lease for the engine that writes. It is held until `close` or until the process ends, for
whatever reason. If somebody else holds the lease, `Lease` waits, because a killed process releases it within moments,
and logs that it waits. After `patience` seconds it raises `Taken`.

SQLite: a lock on ``FILE.lease`` beside the database, with symbolic links resolved. On Linux the database file itself is
locked too (`flock`), so that another name of the file (a hard link) does not get around the lease. On Linux the locks
of SQLite are of another kind (`fcntl`) and do not interfere. On other systems the two kinds are the same, and nothing
keeps a second room from using a hard link.

PostgreSQL: an advisory lock that every connection of the engine must get before it is used. So nothing is written
without the lease, even after a lost connection. The engine may have only one connection.
"""

import errno
import logging
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

from standpat.room.store.batch import StoreError

KEY: Final = 0x7374616E64706174
"""The key of the advisory lock: "standpat" in ASCII."""
PATIENCE: Final = 20.0
"""How long a room waits at its start for another to release the lease, in seconds."""

log = logging.getLogger("standpat.room")

if sys.platform == "linux":
    import fcntl

_held: Final[dict[tuple[int, int], int]] = {}
"""The files that this process has locked: file descriptors by device and inode."""


class Taken(StoreError):
    """Another room is running on this database."""


class Lease:
    """A lease on a database, held until `close`.

    Args:
        engine: The engine that writes.
        patience: How long to wait for another holder, in seconds.

    Raises:
        Taken: Another room still holds the lease.
    """

    def __init__(self, engine: Engine, *, patience: float = PATIENCE) -> None:
        self._engine = engine
        self._file: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None
        if engine.dialect.name == "sqlite":
            database = os.path.realpath(engine.url.database or "")
            name = f"{database}.lease"
            self._file = sqlite3.connect(name, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                _wait(self._lock_file, patience)
                _wait(lambda: self._lock_inode(database), patience)
            except Taken:
                self._file.close()
                raise
        else:
            event.listen(engine, "connect", lambda connection, _: _wait(lambda: _lock_server(connection), patience))
            engine.connect().close()

    def close(self) -> None:
        """Release the lease. The engine cannot be used after this."""
        self._engine.dispose()
        if self._inode is not None:
            os.close(_held.pop(self._inode))
        if self._file is not None:
            self._file.close()

    def _lock_inode(self, database: str) -> bool:
        """Lock the database file itself.

        A process that has the file open must not open and close it again: that would release the locks that SQLite
        holds on it.
        """
        if sys.platform != "linux":
            return True
        if Path(database).exists() and _inode(os.stat(database)) in _held:
            return False
        opened = os.open(database, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(opened)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                return False
            if error.errno in (errno.ENOTSUP, errno.ENOLCK, errno.EINVAL):
                return True  # the file system has no such locks
            raise
        self._inode = _inode(os.fstat(opened))
        _held[self._inode] = opened
        return True

    def _lock_file(self) -> bool:
        assert self._file
        try:
            self._file.execute("BEGIN EXCLUSIVE").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        return True


def _inode(known: os.stat_result) -> tuple[int, int]:
    return known.st_dev, known.st_ino


def _lock_server(connection: Any) -> bool:
    (got,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (KEY,)).fetchone()
    connection.commit()
    return bool(got)


def _wait(take: Callable[[], bool], patience: float) -> None:
    begin, logged = time.monotonic(), False
    while not take():
        waited = time.monotonic() - begin
        if waited > patience:
            raise Taken("another room is running on this database: stop it first, or use another database")
        if waited > 1 and not logged:
            log.warning("another room is running on this database: waiting up to %.0f s for it to stop", patience)
            logged = True
        time.sleep(0.05)
