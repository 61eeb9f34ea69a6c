"""One room at a time on a database: two would deal the same hands twice.

`Lease(engine)` is taken for the engine that writes, and held until `close` or the end of the process, however it
ends. A lease that somebody else holds is waited for, and a line in the log says so (a killed process lets go within
moments), then `Taken`.

SQLite: a lock on ``FILE.lease`` beside the database, links followed, and on Linux a lock (`flock`) on the database's
own file besides, which no other name of it gets round. SQLite's locks are of another kind there (`fcntl`) and are not
touched; elsewhere the two kinds are one, and nothing keeps a second room off a hard link.

PostgreSQL: an advisory lock that every connection of the engine must get before it is used, so after a lost connection
too nothing is written without the lease; the engine may have one connection at a time.
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

KEY: Final = 0x7374616E64706174  # "standpat"
PATIENCE: Final = 20.0
"""Seconds that a room which starts waits for another to let go."""

log = logging.getLogger("standpat.room")

if sys.platform == "linux":
    import fcntl

_held: Final[dict[tuple[int, int], int]] = {}
"""The files this process has locked: descriptors by device and inode."""


class Taken(StoreError):
    """Another room has this database."""


class Lease:
    """See the module."""

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
        """Let another room have it. The engine is of no more use."""
        self._engine.dispose()
        if self._inode is not None:
            os.close(_held.pop(self._inode))
        if self._file is not None:
            self._file.close()

    def _lock_inode(self, database: str) -> bool:
        """Lock the file itself. A process that has it open must not open and close it again: that would let go of the
        locks that SQLite has on it."""
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
                return True  # a file system without such locks
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
