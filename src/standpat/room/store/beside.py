"""A store beside the running room, for whoever looks after it.

`open_beside(url)` is a `Store` without the lease: it reads what the room has committed, and what it writes never comes
between a transaction's reading and its writing on the other side. On SQLite the write lock sees to that, on PostgreSQL
an exclusive lock on accounts and chain, taken first of all. Use it for people, tokens and chips in wallets. What a room
keeps in memory (tables, seats, hands) is not to be changed through it.

The database must be there, made by this version; nothing is made or migrated.
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


def open_beside(text: str) -> Store:
    """The store of a room that may be running."""
    engine = open_to_read(text)
    if engine.dialect.name != "sqlite":
        event.listen(engine, "begin", _lock_accounts)
    return Store(text, engine, _NoLease(engine))


def open_to_read(text: str) -> Engine:
    """An engine with one connection to a room's database of this version."""
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
    """Which migration a database had last, None if none."""
    return MigrationContext.configure(connection).get_current_revision()


class _NoLease(Lease):
    """Nothing is held."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._file = None
        self._inode = None


def _lock_accounts(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")
    connection.exec_driver_sql("LOCK TABLE account, link IN ACCESS EXCLUSIVE MODE")
