"""The store: one database with its one writer.

`Store.open(url)` takes the lease (a second room on the same database is refused), upgrades the schema and starts the
writer. Use a store from one event loop at a time.

- `commit(*ops)` writes the operations as one batch and returns their results, in order, when they are on the disk.
  `submit` queues them before it returns, and returns a future. Batches are written in the order of the calls. If an
  operation fails, nothing of its batch is written, its error is raised, and other batches are not affected. If a caller
  is cancelled while it waits, the batch is written all the same.
- `read(function, *arguments)` calls `function(connection, *arguments)` in a thread, on a reading connection. The
  function sees one state of the database, with everything that was committed before the call. If the connection turns
  out to be broken, the function is called a second time.
- `close()` writes what is queued, then releases the lease.
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
"""Connections for reading."""


class Store:
    """An open database, as the module says.

    Args:
        url: The URL of the database.
        engine: The engine that writes, with one connection.
        lease: The lease on the database, which `close` releases.
    """

    def __init__(self, url: str, engine: Engine, lease: Lease) -> None:
        self._lease = lease
        self._writer = Writer(writing(engine))
        self._engine = connect(url, connections=READERS)
        self._reading = reading(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="standpat-reader")

    @classmethod
    def open(cls, url: str, *, patience: float = PATIENCE) -> "Store":
        """Open a database, upgrade it and start the writer.

        Args:
            url: ``sqlite:///path/to/file`` or ``postgresql://user@host/name``.
            patience: How long to wait for another room on the database, in seconds.

        Raises:
            DatabaseError: The URL cannot be used.
            Taken: Another room is running on the database.
            StoreError: The database cannot be opened, or a newer standpat made it.
        """
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
        """The writer's counters."""
        return self._writer.metrics

    def on_commit(self, took: Callable[[float], None]) -> None:
        """Set a function that the writer's thread calls after each commit.

        Args:
            took: Called with the seconds of the commit, including the wait for the disk.
        """
        self._writer.on_commit = took

    def submit(self, *ops: Op) -> "Future[tuple[Any, ...]]":
        """Queue a batch. The future has the results.

        Raises:
            WriterClosed: The store was closed.
        """
        return self._writer.submit(ops)

    async def commit(self, *ops: Op) -> tuple[Any, ...]:
        """Write a batch.

        Returns:
            The results of the operations, in order.

        Raises:
            StoreError: Nothing was written. Errors that operations raise themselves are passed on.
        """
        return await self._writer.submit(ops)

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function with a reading connection in a thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, lambda: self._read(lambda connection: function(connection, *args, **kwargs))
        )

    async def close(self) -> None:
        """Write what is queued, close all connections and release the lease."""
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
