"""A table's timer: it rings when the next deadline is there, or before."""

import asyncio
from collections.abc import Callable


class Timer:
    """See the module. `now()` is a moment in seconds, `ring()` is called."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, due: float | None) -> None:
        """Ring at `due` or before. Deadlines mostly move on: a timer that was set for an earlier one stays, and whoever
        hears it ring sets it for the next."""
        if due is None or (self._handle and self._at <= due):
            return
        self.cancel()
        self._at = due
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(max(0.0, due - self._now()), self._rings)

    def cancel(self) -> None:
        """Do not ring any more."""
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _rings(self) -> None:
        self._handle = None
        self._ring()
