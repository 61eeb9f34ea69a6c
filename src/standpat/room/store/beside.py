"""A store next to a running room, for the commands of its operator.

`open_beside(url)` is a `Store` without the lease. It reads what the room has committed. Its transactions never overlap
with those of the room that read and then write: on SQLite because of the write lock, on PostgreSQL because of an
exclusive lock on accounts and chain that each transaction takes first. Use it for people, tokens and chips in wallets.
Do not use it to change what a running room keeps in memory: tables, seats and hands.

The database must exist and have the present version. Nothing is created or migrated.
"""

from pathlib import Path
from typing import Final

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from standpat.room.store.batch import StoreError
from standpat.room.store.database import connect, reading, url
from standpat.room.store.lease import Lease
from standpat.room.store.migration import newest
from standpat.room.store.store import Store
from standpat.room.store.writer import told

PATIENCE_S: Final = 10
"""How long a transaction waits for the lock, in seconds."""


def open_beside(text: str) -> Store:
    """Open the store of a room that may be running.

    Args:
        text: The URL of the database.

    Raises:
        StoreError: There is no such database, or it has another version.
    """
    engine = open_to_read(text)
    if engine.dialect.name != "sqlite":
        event.listen(engine, "begin", _lock_accounts)
    return Store(text, engine, _NoLease(engine))


def open_to_read(text: str) -> Engine:
    """Make an engine with one connection to a room's database.

    Args:
        text: The URL of the database.

    Raises:
        StoreError: There is no such database, or it has another version.
    """
    place = url(text)
    if place.drivername == "sqlite" and not Path(place.database or "").is_file():
        raise StoreError(f"{place.database}: there is no such file")
    engine = connect(text, connections=1)
    try:
        with reading(engine).connect() as connection:
            version = revision(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        raise told(error) from None
    if version != newest():
        engine.dispose()
        made = f"has version {version}, not {newest()}: start the room on it once" if version else "holds no room"
        raise StoreError(f"this database {made}")
    return engine


def revision(connection: Connection) -> str | None:
    """The last migration that a database has had; None if none."""
    return MigrationContext.configure(connection).get_current_revision()


class _NoLease(Lease):
    """Stands in for a lease and holds nothing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._file = None
        self._inode = None


def _lock_accounts(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")
    connection.exec_driver_sql("LOCK TABLE account, link IN ACCESS EXCLUSIVE MODE")
