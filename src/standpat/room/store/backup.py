"""Backup and restore of the whole database in one file, between SQLite and PostgreSQL in any combination.

`backup(url, file)` copies the database as of one moment, while the room runs:

- SQLite becomes a SQLite file, by the online backup API.
- PostgreSQL becomes JSON lines: a first line ``{"standpat_backup": 1, "revision": …}``, a line ``[table, row]`` for
  each row (bytes in hexadecimal), and a last line ``{"rows": …}``. A file without the last line is not complete.

The file has seeds and password hashes, so only its owner may read it. An existing file is not overwritten.

`restore(url, file)` puts either kind of file into an empty database, and creates the database file if necessary. It
restores everything or nothing. It takes the lease, so it is refused while a room is running. A backup of an earlier
version goes into the tables of that version, which the migrations then upgrade.
"""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from itertools import groupby, islice, product
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, LargeBinary, MetaData, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from standpat.room.store.batch import StoreError
from standpat.room.store.beside import open_to_read, revision
from standpat.room.store.database import connect, reading
from standpat.room.store.lease import Lease
from standpat.room.store.migration import changing, known, newest, upgrade
from standpat.room.store.schema import metadata
from standpat.room.store.writer import told

VERSION: Final = 1
_OWN: Final = ("alembic_version",)
"""Tables that a backup does not contain."""
AT_ONCE: Final = 1000
"""Rows that are read or inserted at once."""


class _Row(NamedTuple):
    table: str
    values: Mapping[str, Any]


def backup(url: str, file: str | Path) -> dict[str, int]:
    """Copy a database into a new file.

    Args:
        url: The URL of the database.
        file: The file to write.

    Returns:
        The number of rows by table.

    Raises:
        StoreError: The file exists, the database is not a room of this version, or the copy failed.
    """
    target = Path(file)
    if target.exists():
        raise StoreError(f"{target} already exists: choose another file")
    part = target.with_name(f"{target.name}.part")
    engine = open_to_read(url)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        if engine.dialect.name == "sqlite":
            counts = _copy_sqlite(engine.url.database or "", part)
        else:
            with reading(engine).connect() as connection:
                counts = _write_lines(connection, part)
        part.rename(target)
    except SQLAlchemyError as error:
        raise told(error) from None
    except sqlite3.Error as error:
        raise StoreError(f"not copied: {error}") from None
    finally:
        engine.dispose()
        part.unlink(missing_ok=True)
    return counts


def restore(url: str, file: str | Path) -> dict[str, int]:
    """Put a backup into an empty database.

    Args:
        url: The URL of the database.
        file: The backup, a SQLite file or JSON lines.

    Returns:
        The number of rows by table.

    Raises:
        OSError: The file cannot be read.
        StoreError: The file is not a complete backup, the database is not empty, or a room is running on it.
    """
    source = Path(file)
    with open(source, "rb") as opened:
        is_sqlite = opened.read(16) == b"SQLite format 3\0"
    with closing(_sqlite_rows(source) if is_sqlite else _line_rows(source)) as rows:
        then = str(next(rows).values["revision"])  # checks the file before anything is created
        engine = connect(url, connections=1)
        try:
            lease = Lease(engine, patience=1)
            try:
                return _fill(engine, then, rows)
            finally:
                lease.close()
        except SQLAlchemyError as error:
            raise told(error) from None
        finally:
            engine.dispose()


# Backup ----------------------------------------------------------------------------------------------------


def _copy_sqlite(database: str, target: Path) -> dict[str, int]:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE").close()  # no files beside it
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StoreError(f"the copy is damaged: {verdict}")
        return {
            table.name: copy.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]
            for table in metadata.sorted_tables
        }


def _write_lines(connection: Connection, target: Path) -> dict[str, int]:
    counts: Counter[str] = Counter()
    with open(target, "w", encoding="utf-8") as out:
        out.write(json.dumps({"standpat_backup": VERSION, "revision": revision(connection)}) + "\n")
        for name, values in _rows(connection, metadata):
            plain = {key: value.hex() if isinstance(value, bytes) else value for key, value in values.items()}
            out.write(json.dumps([name, plain], ensure_ascii=False) + "\n")
            counts[name] += 1
        out.write(json.dumps({"rows": counts.total()}) + "\n")
        out.flush()
        os.fsync(out.fileno())
    return {table.name: counts[table.name] for table in metadata.sorted_tables}


def _rows(connection: Connection, tables: MetaData) -> Generator[_Row, None, None]:
    """All rows, in an order in which a row comes after the rows that it refers to."""
    for table in tables.sorted_tables:
        if table.name in _OWN:
            continue
        query = select(table)
        if table.name == "person":
            query = query.order_by(table.c.owner.is_not(None))
        for row in connection.execution_options(yield_per=AT_ONCE).execute(query).mappings():
            yield _Row(table.name, dict(row))


# Restore ---------------------------------------------------------------------------------------------------


def _fill(engine: Engine, then: str, rows: Iterator[_Row]) -> dict[str, int]:
    """Create the tables of revision `then`, insert the rows, and upgrade to the newest revision."""
    with changing(engine) as connection:
        if revision(connection) is not None:
            upgrade(connection)
            _check_empty(connection)
            if then != newest():
                raise StoreError(f"the backup has version {then}: restore it into a new database")
        else:
            upgrade(connection, then)
        tables = MetaData()
        tables.reflect(connection)
        _insert(connection, tables, rows)
        upgrade(connection)
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }


def _sqlite_rows(source: Path) -> Generator[_Row, None, None]:
    address = f"{source.resolve().as_uri()}?mode=ro"  # reading does not change the backup
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield _version(source, revision(connection))
            tables = MetaData()
            tables.reflect(connection)
            yield from _rows(connection, tables)
    except SQLAlchemyError as error:
        raise told(error) from None
    finally:
        engine.dispose()


def _line_rows(source: Path) -> Generator[_Row, None, None]:
    rows, end = 0, None
    try:
        with open(source, encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("standpat_backup") != VERSION:
                raise StoreError(f"{source} is not a backup of a room: expected a SQLite file or JSON lines of ours")
            yield _version(source, head.get("revision"))
            for line in lines:
                part = json.loads(line)
                if isinstance(part, dict):
                    end = part.get("rows")
                    break
                name, values = part
                yield _Row(name, {**values})
                rows += 1
    except (ValueError, TypeError, AttributeError):
        raise StoreError(f"{source} is not a backup of a room, or damaged after {rows} rows") from None
    if end != rows:
        raise StoreError(f"{source} is not whole: it has {rows} rows and its last line says {end}")


def _version(source: Path, version: str | None) -> _Row:
    """The row that comes before all others: the revision of the backup.

    Raises:
        StoreError: There is no revision, or it is newer than this program.
    """
    if version is None:
        raise StoreError(f"{source} is not a backup of a room: expected a SQLite file or JSON lines of ours")
    if not known(version):
        raise StoreError(f"{source} has version {version}, newer than {newest()}: restore it with a newer standpat")
    return _Row("", {"revision": version})


def _check_empty(connection: Connection) -> None:
    for table in metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise StoreError("this database already has a room: restore into an empty one")


def _insert(connection: Connection, tables: MetaData, rows: Iterator[_Row]) -> None:
    for name, of_table in groupby(rows, key=lambda row: row.table):
        if name not in tables.tables or name in _OWN:
            raise StoreError(f"the backup has rows of an unknown table {name!r}")
        table = tables.tables[name]
        binary = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
        while some := [dict(row.values) for row in islice(of_table, AT_ONCE)]:
            for row, column in product(some, binary):
                if isinstance(row.get(column), str):
                    row[column] = bytes.fromhex(row[column])
            connection.execute(table.insert(), some)
    if connection.dialect.name == "postgresql":  # sequences continue after the largest id
        for table in tables.sorted_tables:
            key = next(iter(table.primary_key.columns))
            sequence = connection.scalar(select(func.pg_get_serial_sequence(table.name, key.name)))
            if sequence:
                number = select(func.coalesce(func.max(key), 0) + 1).scalar_subquery()
                connection.execute(select(func.setval(sequence, number, False)))
