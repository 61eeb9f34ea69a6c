"""Databases for the tests of the room: a fresh one for each test, on SQLite and on PostgreSQL.

A test that takes `database_url` runs on both. Where no PostgreSQL can be started that half is skipped, and the
reason says what was tried.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from room import postgres

_number = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server of this test session's own."""
    try:
        with postgres.server() as url:
            yield url
    except postgres.Unavailable as error:
        pytest.skip(f"PostgreSQL NOT TESTED: {error}")


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A fresh database on it."""
    name = f"test{next(_number)}"
    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield f"{postgres_server}/{name}"
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'room.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database, each kind in turn."""
    url = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    assert isinstance(url, str)
    return url
