"""The room's memory: one database with its one writer.

`Store.open(url)` brings the schema up to date, takes the lease (a second room on the same database is refused)
and starts the writer. Use it from one event loop at a time.

- `commit(*ops)` writes them as one batch and gives their results, in order, once they are on the disk; `submit`
  is the same as a future, and queues before it returns. Batches are written in the order of the calls. If one of its operations fails, nothing of the batch is there, its error
  is raised, and batches beside it are not touched.
- `read(function, *arguments)` calls `function(connection, *arguments)` on a reading connection in a thread; it
  sees one state of the database, which has everything committed before the call.
- `close()` writes what is queued, then gives up the lease.
"""

from asyncio import Future
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from standpat.room.store.batch import Op

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """See the module."""

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open a database by URL: ``sqlite:///path/to/file`` or ``postgresql://user@host/name``."""
        raise NotImplementedError

    def submit(self, *ops: Op) -> "Future[tuple[Any, ...]]":
        """Queue all of these or nothing to be written."""
        raise NotImplementedError

    async def commit(self, *ops: Op) -> tuple[Any, ...]:
        """Write all of these or nothing."""
        raise NotImplementedError

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look something up."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what is queued and let go."""
        raise NotImplementedError
