"""The heartbeat of a room: jobs that run every so many seconds."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import NamedTuple


class Job(NamedTuple):
    """A job that runs every `beats` seconds, the first time after `beats` seconds."""

    beats: int
    run: Callable[[], Awaitable[None]]


class Heartbeat:
    """Runs jobs.

    Args:
        jobs: The jobs. Those that are due together run one after the other, in this order.
        late: Called with the seconds by which each beat is late.
    """

    def __init__(self, jobs: Sequence[Job], late: Callable[[float], None]) -> None:
        self._jobs = jobs
        self._late = late
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Run the jobs from now on."""
        self._task = asyncio.create_task(self._run(), name="heartbeat")

    async def stop(self) -> None:
        """Stop, and wait until the job that runs has ended."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        for beat in count(1):
            due = time.monotonic() + 1
            await asyncio.sleep(1)
            self._late(max(0.0, time.monotonic() - due))
            for job in self._jobs:
                if beat % job.beats == 0:
                    await job.run()
