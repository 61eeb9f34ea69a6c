"""The timer of a table, which rings at the next deadline or before."""

import asyncio
from collections.abc import Callable


class Timer:
    """A timer. `now()` is in seconds; `ring()` is called when it rings."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, due: float | None) -> None:
        """Ring at `due` or before.

        Deadlines mostly move later, so a timer that is set for an earlier moment stays. When it rings, the table sets
        it for the next deadline.
        """
        if due is None or (self._handle and self._at <= due):
            return
        self.cancel()
        self._at = due
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(max(0.0, due - self._now()), self._rings)

    def cancel(self) -> None:
        """Do not ring."""
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _rings(self) -> None:
        self._handle = None
        self._ring()
