"""The room under attack: ``standpat serve`` as a process, on a free port of the loopback and a database of its own.

Each check gets a fresh one. `Site` is the process, with its folder and database; `Ground` is where its databases
come from: temporary SQLite files, or one empty PostgreSQL database that is emptied again after each check.
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
    """See the module. `folder` is a temporary folder of this check's own; `log` the process's output."""

    def __init__(self, database: str, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.log = folder / "log"
        super().__init__(database, options, log=self.log)

    @property
    def postgres(self) -> bool:
        """Whether the database is PostgreSQL."""
        return self.database.startswith("postgresql")

    def guest(self) -> Lobby:
        """A new guest, to be entered."""
        return Lobby(self.url)

    def store(self) -> Store:
        """The database, while the process does not run."""
        return Store.open(self.database, patience=5)

    async def latency(self, count: int = 20) -> float:
        """The median time of an answer to somebody honest, in seconds."""
        times = []
        async with self.guest() as lobby:
            for _ in range(count):
                began = time.perf_counter()
                await lobby.get("/api/me")
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.01)
        return sorted(times)[count // 2]


class Ground:
    """Where the databases of the sites come from. `database` is None for temporary SQLite files, else the URL of an
    empty PostgreSQL database, that is used and emptied again. One that holds anything is refused (`ValueError`)."""

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
        """The kind of database, as it is printed."""
        return "SQLite" if self._database is None else "PostgreSQL"

    @contextmanager
    def site(self, options: Sequence[str]) -> Iterator[Site]:
        """A site whose process is started by the caller, and is gone at the end with all that it left."""
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
