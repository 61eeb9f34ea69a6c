"""The mailbox of a table: jobs that the table's one task does in the order in which they were posted."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from standpat.room.store import StoreError, ledger

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]


class Mailbox:
    """A queue of jobs, which one task takes out."""

    def __init__(self) -> None:
        self._jobs: deque[Job | None] = deque()
        self._posted: asyncio.Future[None] | None = None
        """Done when there is a job; None while the task does not wait for one."""

    def post(self, job: Job) -> None:
        """Have the task do a job in its turn."""
        self._jobs.append(job)
        if self._posted is not None:
            self._wake()

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
        """Give the task nothing more after the jobs that are in the mailbox."""
        self._jobs.append(None)
        self._wake()

    def _wake(self) -> None:
        if self._posted is not None and not self._posted.done():
            self._posted.set_result(None)

    async def next(self) -> Job | None:
        """The next job, when there is one; None after the last."""
        while not self._jobs:
            self._posted = asyncio.get_running_loop().create_future()
            try:
                await self._posted
            finally:
                self._posted = None
        return self._jobs.popleft()
