"""The room's memory: one database with its one writer.

`Store.open(url)` takes the lease (a second room on the same database is refused), brings the schema up to date and
starts the writer. Use it from one event loop at a time.

- `commit(*ops)` writes them as one batch and gives their results, in order, once they are on the disk; `submit`
  is the same as a future, and queues before it returns. Batches are written in the order of the calls. If one of
  its operations fails, nothing of the batch is there, its error is raised, and batches beside it are not touched.
  A caller who is cancelled while they wait has submitted all the same.
- `read(function, *arguments)` calls `function(connection, *arguments)` on a reading connection in a thread; it
  sees one state of the database, which has everything committed before the call. It may be called twice, when the
  connection turned out to be broken.
- `close()` writes what is queued, then gives up the lease.
"""

import asyncio
from asyncio import Future
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from standpat.room.store.batch import Op
from standpat.room.store.database import connect, reading, writing
from standpat.room.store.lease import PATIENCE, Lease
from standpat.room.store.migration import migrate
from standpat.room.store.writer import Metrics, Writer, told

P = ParamSpec("P")
T = TypeVar("T")

READERS: Final = 4


class Store:
    """See the module."""

    def __init__(self, url: str, engine: Engine, lease: Lease) -> None:
        self._lease = lease
        self._writer = Writer(writing(engine))
        self._engine = connect(url, connections=READERS)
        self._reading = reading(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="standpat-reader")

    @classmethod
    def open(cls, url: str, *, patience: float = PATIENCE) -> "Store":
        """Open a database by URL: ``sqlite:///path/to/file`` or ``postgresql://user@host/name``; one that another room
        has is waited for so many seconds."""
        engine = connect(url, connections=1)
        try:
            lease = Lease(engine, patience=patience)
        except SQLAlchemyError as error:
            raise told(error) from None
        try:
            migrate(engine)
        except BaseException as error:
            lease.close()
            raise told(error) from None
        return cls(url, engine, lease)

    @property
    def metrics(self) -> Metrics:
        """What the writer has done so far."""
        return self._writer.metrics

    def on_commit(self, took: Callable[[float], None]) -> None:
        """Call this with the seconds that each commit took (the wait for the disk included), in the writer's thread."""
        self._writer.on_commit = took

    def submit(self, *ops: Op) -> "Future[tuple[Any, ...]]":
        """Queue all of these or nothing to be written."""
        return self._writer.submit(ops)

    async def commit(self, *ops: Op) -> tuple[Any, ...]:
        """Write all of these or nothing."""
        return await self._writer.submit(ops)

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look something up."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, lambda: self._read(lambda connection: function(connection, *args, **kwargs))
        )

    async def close(self) -> None:
        """Finish what is queued and let go."""
        await asyncio.to_thread(self._close)

    def _read(self, look: Callable[[Connection], T], again: bool = True) -> T:
        try:
            with self._reading.connect() as connection:
                return look(connection)
        except SQLAlchemyError as error:
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                return self._read(look, again=False)
            raise told(error) from None

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
        self._lease.close()
