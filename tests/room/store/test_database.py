"""URLs, the lease, and migrations."""

import asyncio
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from standpat.room.store import Store, StoreError
from standpat.room.store.database import DatabaseError, connect, reading, url, writing
from standpat.room.store.lease import Lease, Taken
from standpat.room.store.migration import migrate, newest
from standpat.room.store.schema import metadata


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///room.sqlite", "sqlite"),
        ("postgresql://me@host/room", "postgresql+psycopg"),
        ("postgres://me@host/room", "postgresql+psycopg"),
        ("postgresql+psycopg://me@host/room", "postgresql+psycopg"),
    ],
)
def test_urls(given: str, driver: str) -> None:
    assert url(given).drivername == driver


@pytest.mark.parametrize(
    "given", ["", "room.sqlite", "mysql://me:secret@host/room", "sqlite://", "sqlite:///:memory:", "x:secret//"]
)
def test_urls_that_will_not_do(given: str) -> None:
    with pytest.raises(DatabaseError, match="expected") as caught:
        url(given)
    assert "secret" not in str(caught.value)


def test_sqlite_is_durable_and_strict(sqlite_url: str) -> None:
    engine = connect(sqlite_url)
    with engine.connect() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    engine.dispose()


def test_postgresql_is_durable(postgres_url: str) -> None:
    engine = connect(postgres_url)
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
    engine.dispose()


def test_a_reader_sees_one_state(database_url: str) -> None:
    engine = connect(database_url)
    count, add = text("SELECT count(*) FROM account"), text("INSERT INTO account VALUES ('bank', 0)")
    with reading(engine).connect() as reader:
        assert reader.scalar(count) == 0
        with writing(engine).begin() as writer:
            writer.execute(add)
        assert reader.scalar(count) == 0
    with reading(engine).connect() as reader:
        assert reader.scalar(count) == 1
    engine.dispose()


def test_the_migrations_make_the_schema(empty_url: str) -> None:
    engine = connect(empty_url)
    migrate(engine)
    migrate(engine)  # nothing left to do
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_database_of_a_newer_room_is_refused(database_url: str) -> None:
    engine = connect(database_url)
    with writing(engine).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    with pytest.raises(StoreError, match="newer"):
        migrate(engine)
    engine.dispose()


def test_a_migration_that_fails_leaves_nothing(empty_url: str) -> None:
    engine = connect(empty_url)
    with writing(engine).begin() as connection:
        connection.execute(text("CREATE TABLE hand (mine INTEGER)"))
    with pytest.raises(Exception, match="hand"):
        migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() is None
        assert not connection.dialect.has_table(connection, "account")
    engine.dispose()


@pytest.mark.parametrize("table", ["event", "transfer", "entry"])
@pytest.mark.parametrize("change", ["UPDATE {} SET no = 1", "DELETE FROM {}"])
def test_some_rows_never_change(database_url: str, table: str, change: str) -> None:
    change = change.format(table).replace("no =", {"event": "no =", "transfer": "at =", "entry": "amount ="}[table])
    engine = connect(database_url)
    rows = (
        "INSERT INTO card_table (id, record, state, opened) VALUES ('t', '', '', 0)",
        "INSERT INTO hand (id, table_id, hand_no, began, setup) VALUES (1, 't', 1, 0, '')",
        "INSERT INTO event (hand_id, no, body) VALUES (1, 0, '')",
        "INSERT INTO account (name, balance) VALUES ('bank', 0)",
        "INSERT INTO transfer (id, at, reason, reference) VALUES (1, 0, '', '')",
        "INSERT INTO entry (account, transfer, amount, balance) VALUES ('bank', 1, 5, 5)",
    )
    with writing(engine).begin() as connection:
        for row in rows:
            connection.execute(text(row))
    with pytest.raises(Exception, match=f"{table} is append-only"), writing(engine).begin() as connection:
        connection.execute(text(change))
    engine.dispose()


def test_one_room_at_a_time(database_url: str) -> None:
    first = Lease(connect(database_url))
    with pytest.raises(Taken, match="another room"):
        Lease(connect(database_url), patience=0)
    first.close()
    patience = 0 if database_url.startswith("sqlite") else 5  # PostgreSQL lets go soon after the connection is closed
    Lease(connect(database_url), patience=patience).close()


def test_waiting_for_another_room_is_told(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    first = Lease(connect(database_url))
    with pytest.raises(Taken):
        Lease(connect(database_url), patience=1.2)
    first.close()
    assert [line.getMessage() for line in caplog.records] == [
        "another room is running on this database: waiting up to 1 s for it to stop"
    ]


def test_no_writing_once_the_lease_is_lost(postgres_url: str) -> None:
    """The server drops the connection, and another room takes the lease first."""
    engine = connect(postgres_url, connections=1)
    first = Lease(engine, patience=0)
    with psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        second = Lease(connect(postgres_url), patience=5)
    with pytest.raises(OperationalError), engine.begin() as connection:
        connection.execute(text("SELECT 1"))
    with pytest.raises(Taken), engine.begin() as connection:
        connection.execute(text("SELECT 1"))
    second.close()
    first.close()


def test_a_killed_room_lets_go(database_url: str) -> None:
    code = (
        "import sys; from standpat.room.store.database import connect; from standpat.room.store.lease import Lease\n"
        "lease = Lease(connect(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen([sys.executable, "-c", code, database_url], stdin=-1, stdout=-1, text=True)
    assert child.stdout
    assert child.stdout.readline() == "held\n"
    with pytest.raises(Taken):
        Lease(connect(database_url), patience=0)
    child.kill()
    child.communicate()
    Lease(connect(database_url)).close()


@pytest.mark.skipif(sys.platform != "linux", reason="locks on the file itself are Linux's")
@pytest.mark.parametrize("link", ["symbolic", "hard", "folder"])
def test_one_room_at_a_time_by_whatever_name(tmp_path: Path, link: str) -> None:
    file = tmp_path / "room.sqlite"
    first = Store.open(f"sqlite:///{file}")
    other = tmp_path / "other.sqlite"
    if link == "symbolic":
        other.symlink_to(file)
    elif link == "hard":
        other.hardlink_to(file)
    else:
        (tmp_path / "folder").symlink_to(tmp_path)
        other = tmp_path / "folder" / "room.sqlite"
    child = (
        "import sys; from standpat.room.store import Store, StoreError\n"
        "try: Store.open(sys.argv[1], patience=0)\n"
        "except StoreError as error: print(error)\n"
        "else: print('opened')"
    )
    said = subprocess.run(
        [sys.executable, "-c", child, f"sqlite:///{other}"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "another room is running" in said.stdout
    with pytest.raises(Taken):
        Store.open(f"sqlite:///{other}", patience=0)
    # Inspection has released none of SQLite's locks: another process still cannot open the database exclusively.
    held = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0); c.execute('PRAGMA locking_mode=EXCLUSIVE');"
    )
    held += "c.execute('BEGIN EXCLUSIVE'); c.execute('CREATE TABLE x (y)'); c.execute('COMMIT')"
    tried = subprocess.run([sys.executable, "-c", held, str(file)], capture_output=True, text=True, timeout=60)
    assert "locked" in tried.stderr
    asyncio.run(first.close())
    asyncio.run(Store.open(f"sqlite:///{other}", patience=0).close())


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseError, match=r"^PostgreSQL needs psycopg: pip install 'standpat\[postgres\]'$"):
        connect("postgresql://nobody@127.0.0.1:9/none")
