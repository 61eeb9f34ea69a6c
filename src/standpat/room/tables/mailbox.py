"""A table's mailbox: jobs of others that the table's one task does, in the order in which they came."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from standpat.room.store import StoreError, ledger

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]


class Mailbox:
    """See the module. The task iterates over it, and the iteration ends with `end`."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()

    def post(self, job: Job) -> None:
        """Have the task do something in its turn."""
        self._jobs.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the task do something in its turn, and wait for the result.

        What the job raises is raised here. The task gets it too where it is the database's fault: it has to read its
        table again.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                value = await job()
            except Exception as error:
                if not result.cancelled():
                    result.set_exception(error)
                if isinstance(error, StoreError) and not isinstance(error, ledger.Overdraft):
                    raise
            else:
                if not result.cancelled():
                    result.set_result(value)

        self.post(run)
        return await result

    def end(self) -> None:
        """What is in the mailbox is still done; nothing after it is."""
        self._jobs.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[Job]:
        while (job := await self._jobs.get()) is not None:
            yield job
