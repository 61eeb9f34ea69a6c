"""What a room does now and then: a beat each second, and jobs that come round every so many beats."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import NamedTuple


class Job(NamedTuple):
    """`run` is called every `beats` seconds, the first time after so many."""

    beats: int
    run: Callable[[], Awaitable[None]]


class Heartbeat:
    """See the module. Jobs that are due together run in the order given, one after the other.
    `late(seconds)` is told how late each beat is."""

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
