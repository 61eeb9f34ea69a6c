"""Connections to the room's database, by URL.

- ``sqlite:///relative/file`` or ``sqlite:////absolute/file``: write-ahead log, an fsync at each commit
  (synchronous=FULL), foreign keys on, and up to 10 s of waiting for locks of other processes. A database in memory is
  refused, because it would lose everything.
- ``postgresql://user:password@host:port/name`` (or ``postgres://``, ``postgresql+psycopg://``): psycopg 3, with
  synchronous_commit on whatever the server's default. It needs the extra `postgres`.

A reading transaction sees one state of the database, from its first statement to its last. A transaction of an engine
made by `writing` takes SQLite's write lock at its start, so it never fails half-way because of a lock. Parameters of
statements and rows (cards, seeds, password hashes) are in no error message and in no log at any level.
"""

import logging
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

WRITING: Final = "standpat_writing"
"""The execution option that marks a writing engine."""
PATIENCE_S: Final = 10
"""How long SQLite waits for a lock, in seconds."""
STATEMENTS_KEPT: Final = 256
"""Compiled statements that a SQLite connection keeps. `bulk` needs one for each of its sizes and each table."""

logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # at lower levels it logs rows


class DatabaseError(ValueError):
    """A URL that cannot be used. The message says what would be right."""


def url(text: str) -> URL:
    """Parse the URL of a database.

    Raises:
        DatabaseError: The URL is not one of a SQLite file or a PostgreSQL database.
    """
    try:
        parsed = make_url(text)
    except (ArgumentError, ValueError):  # the text may hold a password: do not repeat it
        raise DatabaseError("not a database URL: expected sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    name = parsed.drivername
    if name in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if name not in ("sqlite", "sqlite+pysqlite"):
        raise DatabaseError(f"unknown database {name}: expected sqlite:///FILE or postgresql://USER@HOST/NAME")
    if not parsed.database or ":memory:" in parsed.database or parsed.query:
        raise DatabaseError("SQLite needs a file: expected sqlite:///FILE")
    return parsed.set(drivername="sqlite")


def connect(text: str, *, connections: int = 5) -> Engine:
    """Make an engine for a URL. The folder of a SQLite file is created, the file is not.

    Args:
        text: The URL.
        connections: The largest number of connections.

    Raises:
        DatabaseError: The URL cannot be used, or psycopg is not installed.
    """
    place = url(text)
    if place.drivername == "sqlite":
        Path(place.database or "").resolve().parent.mkdir(parents=True, exist_ok=True)
        options = {"timeout": PATIENCE_S, "cached_statements": STATEMENTS_KEPT}
        engine = create_engine(place, hide_parameters=True, pool_size=connections, max_overflow=0, connect_args=options)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(
            place,
            hide_parameters=True,
            pool_size=connections,
            max_overflow=0,
            connect_args={"options": "-c synchronous_commit=on -c timezone=UTC", "application_name": "standpat"},
        )
    except ModuleNotFoundError:
        raise DatabaseError("PostgreSQL needs psycopg: pip install 'standpat[postgres]'") from None


def writing(engine: Engine) -> Engine:
    """The same engine, for transactions that write."""
    return engine.execution_options(**{WRITING: True})


def reading(engine: Engine) -> Engine:
    """The same engine, for transactions that only read and see one state throughout."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={PATIENCE_S * 1000}",
        "temp_store=MEMORY",  # else an insert of many rows keeps the former pages in a file, until it has ended
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    mode = "IMMEDIATE" if connection.get_execution_options().get(WRITING) else "DEFERRED"
    connection.exec_driver_sql(f"BEGIN {mode}")
