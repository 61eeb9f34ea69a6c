"""The writer: one thread that commits batches in groups.

Everything that was submitted during the last commit goes into the next transaction, in the order of submission. So many
tables share one fsync, and a single table does not wait for others. Adjacent batches that only insert become one
statement for each table.

A failed batch does not affect the others: the transaction is rolled back and repeated with each batch in a savepoint.
If the commit itself fails, every batch of the group gets the error. Whether the database has them must then be read
from the database.

`submit` must be called in the event loop in which the future is awaited.

Errors of the database become `WriteFailed`. Its message is the first line of the database's message, which names the
constraint and none of the values.
"""

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Engine, Table
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from standpat.room.store.batch import Insert, Op, StoreError, Work
from standpat.room.store.bulk import Bulk
from standpat.room.store.schema import metadata

Result: TypeAlias = tuple[Any, ...]
MOST_IN_GROUP: Final = 2000


class WriteFailed(StoreError):
    """The database refused a write."""


class DatabaseDown(WriteFailed):
    """The database could not write: its disk is full, it is locked, or it cannot be reached."""


class WriterClosed(StoreError):
    """The room is closing. Nothing more is written."""


class Metrics(Struct):
    """Counts since the start.

    Attributes:
        commits: Transactions that were committed.
        batches: Batches in them.
        failed: Batches that failed.
        seconds: Time spent writing, with commits.
        queued: Batches that are waiting now.
        down: The message of the database when it last could not write; "" if that never happened.
        down_at: When that was, on the monotonic clock.
    """

    commits: int = 0
    batches: int = 0
    failed: int = 0
    seconds: float = 0.0
    queued: int = 0
    down: str = ""
    down_at: float = 0.0


class _Item(NamedTuple):
    ops: tuple[Op, ...]
    future: "asyncio.Future[Result]"


class Writer:
    """The writer of a database. It starts its thread at once.

    `on_commit` is called in the thread after each commit, with the seconds that the commit took, including the wait for
    the disk.

    Args:
        engine: An engine made by `database.writing`.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.on_commit: Callable[[float], None] = lambda seconds: None
        self._waiting: deque[_Item] = deque()
        self._calls: queue.SimpleQueue[None] = queue.SimpleQueue()
        """Wakes the thread. There is a call at the latest when `_waiting` is not empty and the thread sleeps."""
        self._awake = False
        self._closed = False
        self._metrics = Metrics()
        # In the order of references: a row is inserted after the rows that it refers to.
        self._bulks = {table: Bulk(table, engine.dialect) for table in metadata.sorted_tables}
        self._thread = threading.Thread(target=self._run, name="standpat-writer", daemon=True)
        self._thread.start()

    @property
    def metrics(self) -> Metrics:
        """The counters now."""
        self._metrics.queued = len(self._waiting)
        return self._metrics

    def submit(self, ops: Sequence[Op]) -> "asyncio.Future[Result]":
        """Queue a batch.

        Returns:
            A future with the results of the operations. It is done when the batch is on the disk.

        Raises:
            WriterClosed: The writer was closed.
        """
        if self._closed:
            raise WriterClosed("the room is closing: nothing more is written")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Item(tuple(ops), future))
        if not self._awake:  # waking a thread costs more than everything else here
            self._awake = True
            self._calls.put(None)
        return future

    def close(self) -> None:
        """Write what is queued, then stop. Blocks."""
        self._closed = True
        self._calls.put(None)
        self._thread.join()

    # The thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        waiting = self._waiting
        while True:
            if not waiting:
                self._awake = False
                if not waiting:  # else it came before `submit` could see that this thread is about to sleep
                    if self._closed:
                        return
                    self._calls.get()
                self._awake = True
                continue
            group = [waiting.popleft() for _ in range(min(len(waiting), MOST_IN_GROUP))]
            began = time.perf_counter()
            outcomes = self._write(group)
            self._metrics.seconds += time.perf_counter() - began
            _tell(group, outcomes)

    def _write(self, group: Sequence[_Item]) -> list[Result | BaseException]:
        """Write a group of batches.

        Returns:
            The results or the error of each batch.
        """
        outcomes: list[Result | BaseException] = []
        try:
            with self._engine.connect() as connection:
                try:
                    outcomes += self._together(connection, group)
                except Exception as error:
                    connection.rollback()
                    lost = isinstance(error, DBAPIError) and error.connection_invalidated
                    # Nothing was committed. If the connection was lost, a new one may work.
                    again = len(group) > 1 or lost
                    outcomes = self._one_by_one(connection, group) if again else [told(error)]
                began = time.perf_counter()
                try:
                    connection.commit()
                except BaseException:
                    connection.invalidate()  # its state is unknown, so the next group gets another
                    raise
                self.on_commit(time.perf_counter() - began)
        except BaseException as error:
            outcomes = [told(error)] * len(group)
        for outcome in outcomes:
            if isinstance(outcome, DatabaseDown):
                self._metrics.down, self._metrics.down_at = str(outcome), time.monotonic()
                break
        failed = sum([isinstance(outcome, BaseException) for outcome in outcomes])
        self._metrics.failed += failed
        self._metrics.batches += len(group) - failed
        self._metrics.commits += failed < len(group)
        return outcomes

    def _together(self, connection: Connection, group: Sequence[_Item]) -> list[Result]:
        results: list[Result] = []
        for only_inserts, run in groupby(group, key=_only_inserts):
            if only_inserts:
                items = list(run)
                self._insert(connection, [op for item in items for op in item.ops if isinstance(op, Insert)])
                results += [(None,) * len(item.ops) for item in items]
            else:
                results += [self._batch(connection, item.ops) for item in run]
        return results

    def _one_by_one(self, connection: Connection, group: Sequence[_Item]) -> list[Result | BaseException]:
        outcomes: list[Result | BaseException] = []
        for item in group:
            savepoint = connection.begin_nested()
            try:
                result = self._batch(connection, item.ops)
                savepoint.commit()
                outcomes.append(result)
            except Exception as error:
                savepoint.rollback()  # raises if the connection is lost; then the whole group has failed
                outcomes.append(told(error))
        return outcomes

    def _batch(self, connection: Connection, ops: Sequence[Op]) -> Result:
        results: list[Any] = []
        for op in ops:
            if isinstance(op, Work):
                results.append(op.run(connection))
            else:
                self._insert(connection, [op])
                results.append(None)
        return tuple(results)

    def _insert(self, connection: Connection, inserts: Sequence[Insert]) -> None:
        rows: dict[Table, list[Any]] = {}
        for insert in inserts:
            for table, more in insert.tables:
                rows.setdefault(table, []).extend(more)
        if len(rows) == 1:
            ((table, more),) = rows.items()
            self._bulks[table].add(connection, more)
            return
        for table, bulk in self._bulks.items():
            if table in rows:
                bulk.add(connection, rows[table])


def _only_inserts(item: _Item) -> bool:
    for op in item.ops:
        if not isinstance(op, Insert):
            return False
    return True


def told(error: BaseException) -> BaseException:
    """Convert an error for callers: an error of the database loses its values, any other stays as it is."""
    if isinstance(error, SQLAlchemyError):
        said = str(getattr(error, "orig", None) or type(error).__name__).partition("\n")[0]
        return DatabaseDown(said) if isinstance(error, OperationalError) else WriteFailed(said)
    return error


def _tell(group: Sequence[_Item], outcomes: Sequence[Result | BaseException]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Result], Result | BaseException]]] = {}
    for item, outcome in zip(group, outcomes, strict=True):
        by_loop.setdefault(item.future.get_loop(), []).append((item.future, outcome))
    for loop, futures in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, so nobody waits
            loop.call_soon_threadsafe(_resolve, futures)


def _resolve(outcomes: Sequence[tuple["asyncio.Future[Result]", Result | BaseException]]) -> None:
    for future, outcome in outcomes:
        if future.cancelled():
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
