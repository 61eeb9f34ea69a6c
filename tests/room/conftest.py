"""Databases for the tests of the room: a new one for each test, on SQLite and on PostgreSQL.

A test that takes `database_url` runs on both, on an up-to-date database without rows. `empty_url` is a database without
tables, for tests of migrations and of restoring. `new_database` copies a database that the test has made. If no
PostgreSQL can be started, that half is skipped, and the reason says what was tried. Of a test marked `sqlite_first`
that half is slow: it is long, and other tests do the same to PostgreSQL.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from room import postgres
from room.databases import Make, PostgreSQL, SQLite, up_to_date

NewDatabase = Callable[[str, Make | None], str]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("sqlite_first") and "[postgresql" in item.name:
            item.add_marker("slow")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of this test session's own PostgreSQL server."""
    try:
        with postgres.server() as url:
            yield url
    except postgres.Unavailable as error:
        pytest.skip(f"PostgreSQL NOT TESTED: {error}")


@pytest.fixture(scope="session")
def sqlite_databases() -> SQLite:
    return SQLite()


@pytest.fixture(scope="session")
def postgresql_databases(postgres_server: str) -> PostgreSQL:
    return PostgreSQL(postgres_server)


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewDatabase]:
    """A new database of a kind, as `room.databases` makes it. It is removed after the test."""
    with ExitStack() as stack:

        def new(kind: str, make: Make | None) -> str:
            databases: SQLite | PostgreSQL = request.getfixturevalue(f"{kind}_databases")
            return stack.enter_context(databases.new(tmp_path, make))

        yield new


@pytest.fixture
def sqlite_url(new_database: NewDatabase) -> str:
    """An up-to-date SQLite file."""
    return new_database("sqlite", up_to_date)


@pytest.fixture
def postgres_url(new_database: NewDatabase) -> str:
    """An up-to-date PostgreSQL database."""
    return new_database("postgresql", up_to_date)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """A new up-to-date database, of each kind in turn."""
    return new_database(request.param, up_to_date)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """A new database without tables, of each kind in turn."""
    return new_database(request.param, None)


@pytest.fixture
def empty_postgres_url(new_database: NewDatabase) -> str:
    """A PostgreSQL database without tables."""
    return new_database("postgresql", None)
