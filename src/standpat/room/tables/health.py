"""The health of the room, which depends on whether its database accepts writes.

The room writes a heartbeat each second. `trouble()` says at once what is wrong, without a query: no heartbeat was
written for `LATE` seconds (the database hangs), or a write failed within the last `MEMORY` seconds (the disk is full,
the database is locked or gone). `MEMORY` is longer than a table rests after a failure
(`standpat.room.tables.recovery`), so that the trouble does not seem to come and go.
"""

import time
from collections.abc import Callable
from typing import Final

from standpat.room.store.writer import Metrics

LATE: Final = 4.0
"""How late a heartbeat may be, in seconds."""
MEMORY: Final = 20.0
"""How long a failed write is remembered, in seconds."""


class Pulse:
    """Watches the heartbeat and the writer.

    Args:
        metrics: Gives the writer's metrics.
        steady: A monotonic clock, in seconds.
    """

    def __init__(self, metrics: Callable[[], Metrics], steady: Callable[[], float] = time.monotonic) -> None:
        self._metrics = metrics
        self._steady = steady
        self._last = steady()
        self.memory = MEMORY

    def beat(self) -> None:
        """Record that a heartbeat is on the disk."""
        self._last = self._steady()

    def trouble(self) -> str:
        """What is wrong; "" if nothing is."""
        now, metrics = self._steady(), self._metrics()
        if metrics.down and now - metrics.down_at < self.memory:
            return f"the database does not take what is written: {metrics.down}"
        if now - self._last > LATE:
            return f"the database has not answered for {now - self._last:.0f} s"
        return ""
