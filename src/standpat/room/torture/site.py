"""The room under attack: ``standpat serve`` as a process, on a free port of the loopback interface, with its own
database.

Each check gets a new one. `Site` is the process with its folder and database. `Ground` makes databases: temporary
SQLite files, or one empty PostgreSQL database that is emptied after each check.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from standpat.room.clients.client import Lobby
from standpat.room.server_process import ServerProcess
from standpat.room.store import Store, StoreError
from standpat.room.store.database import connect


class Site(ServerProcess):
    """A room as a process. `folder` is a temporary folder of this check; `log` has the process's output."""

    def __init__(self, database: str, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.log = folder / "log"
        super().__init__(database, options, log=self.log)

    @property
    def postgres(self) -> bool:
        """Whether the database is PostgreSQL."""
        return self.database.startswith("postgresql")

    def guest(self) -> Lobby:
        """A new guest, to be used with ``async with``."""
        return Lobby(self.url)

    def store(self) -> Store:
        """Open the database. The process must not be running."""
        return Store.open(self.database, patience=5)

    async def latency(self, count: int = 20) -> float:
        """The median time of an answer to an honest visitor, in seconds."""
        times = []
        async with self.guest() as lobby:
            for _ in range(count):
                began = time.perf_counter()
                await lobby.get("/api/me")
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.01)
        return sorted(times)[count // 2]


class Ground:
    """Makes the databases of sites.

    Args:
        database: The URL of an empty PostgreSQL database, which is used and emptied again; None for temporary SQLite
            files.

    Raises:
        ValueError: The database is not PostgreSQL or not empty.
    """

    def __init__(self, database: str | None = None) -> None:
        self._database = database
        if database is not None:
            if not database.startswith("postgresql"):
                raise ValueError("--database: expected an empty PostgreSQL database; SQLite files are made and removed")
            tables = self._tables()
            if tables:
                raise ValueError(f"--database: expected an empty one, and this one holds {', '.join(tables[:3])}")

    @property
    def name(self) -> str:
        """The kind of database, as printed."""
        return "SQLite" if self._database is None else "PostgreSQL"

    @contextmanager
    def site(self, options: Sequence[str]) -> Iterator[Site]:
        """A site, which the caller starts. At the end its process, files and tables are removed."""
        with tempfile.TemporaryDirectory(prefix="standpat-torture-") as folder:
            os.chmod(folder, 0o700)
            place = Path(folder)
            site = Site(self._database or f"sqlite:///{place / 'room.sqlite'}", place, options)
            try:
                yield site
            finally:
                site.kill()
                if self._database is not None:
                    self._empty()

    def _tables(self) -> list[str]:
        from sqlalchemy import inspect
        from sqlalchemy.exc import SQLAlchemyError

        engine = connect(self._database or "")
        try:
            return inspect(engine).get_table_names()
        except SQLAlchemyError as error:
            raise StoreError(f"cannot be opened: {str(error).partition(chr(10))[0]}") from None
        finally:
            engine.dispose()

    def _empty(self) -> None:
        from sqlalchemy import text

        engine = connect(self._database or "")
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()
