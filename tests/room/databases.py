"""New databases for tests. A state that takes long to make is made once and copied.

`new(folder, make)` returns the URL of a database for one test, in the state in which `make(url)` leaves an empty one.
The first call with a `make` makes it, and every call copies it (the file of SQLite, a template in PostgreSQL). Without
`make` the database is empty: it has no tables, and a SQLite file does not exist yet.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from standpat.room.store.database import connect
from standpat.room.store.migration import migrate

Make = Callable[[str], None]


def up_to_date(url: str) -> None:
    """Make a database with the current tables and no rows."""
    engine = connect(url)
    migrate(engine)
    engine.dispose()


class SQLite:
    """Files in a folder that the test names."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._made: dict[Make, bytes] = {}

    @contextmanager
    def new(self, folder: Path, make: Make | None) -> Iterator[str]:
        file = folder / f"room{next(self._numbers)}.sqlite"
        if make is not None:
            if make not in self._made:
                self._made[make] = self._make(make)
            file.write_bytes(self._made[make])
        yield f"sqlite:///{file}"

    def _make(self, make: Make) -> bytes:
        with tempfile.TemporaryDirectory(prefix="standpat-model-") as folder:
            file = Path(folder) / "room.sqlite"
            make(f"sqlite:///{file}")
            assert not Path(f"{file}-wal").exists(), "it is still open, and rows of it are in another file"
            return file.read_bytes()


class PostgreSQL:
    """Databases of one server."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._numbers = count(1)
        self._made: dict[Make, str] = {}

    @contextmanager
    def new(self, folder: Path, make: Make | None) -> Iterator[str]:
        if make is not None and make not in self._made:
            model = self._create("template1")
            make(f"{self._server}/{model}")
            self._made[make] = model
        name = self._create("template1" if make is None else self._made[make])
        yield f"{self._server}/{name}"
        self._run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _create(self, template: str) -> str:
        name = f"test{next(self._numbers)}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name

    def _run(self, statement: str) -> None:
        with psycopg.connect(f"{self._server}/postgres", autocommit=True) as connection:
            connection.execute(statement.encode())
