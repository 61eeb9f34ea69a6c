"""The mailbox of a table: jobs that the table's one task does in the order in which they were posted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from standpat.room.store import StoreError, ledger

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]


class Mailbox:
    """A queue of jobs. The task iterates over it; the iteration ends after `end`."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()

    def post(self, job: Job) -> None:
        """Have the task do a job in its turn."""
        self._jobs.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the task do a job in its turn, and wait for the result.

        An error of the job is raised here. An error of the database is also raised in the task, which must then read
        its table again.
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
        """End the iteration after the jobs that are in the mailbox."""
        self._jobs.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[Job]:
        while (job := await self._jobs.get()) is not None:
            yield job
