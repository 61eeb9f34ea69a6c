"""Is the room well? It is while its database takes what is written.

The room writes a heartbeat each second. `trouble()` says at once, without asking the database anything, what is wrong:
no heartbeat was written for `LATE` seconds (the database hangs), or something could not be written within the last
`MEMORY` seconds (the disk is full, the database is locked or gone). `MEMORY` is longer than tables rest after a failure
(`standpat.room.tables.actor`), so that trouble does not seem to come and go.
"""

import time
from collections.abc import Callable
from typing import Final

from standpat.room.store.writer import Metrics

LATE: Final = 4.0
MEMORY: Final = 20.0


class Pulse:
    """See the module. `metrics` are the writer's."""

    def __init__(self, metrics: Callable[[], Metrics], steady: Callable[[], float] = time.monotonic) -> None:
        self._metrics = metrics
        self._steady = steady
        self._last = steady()
        self.memory = MEMORY

    def beat(self) -> None:
        """A heartbeat is on the disk."""
        self._last = self._steady()

    def trouble(self) -> str:
        """What is wrong, "" where nothing is."""
        now, metrics = self._steady(), self._metrics()
        if metrics.down and now - metrics.down_at < self.memory:
            return f"the database does not take what is written: {metrics.down}"
        if now - self._last > LATE:
            return f"the database has not answered for {now - self._last:.0f} s"
        return ""
