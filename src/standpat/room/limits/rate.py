"""Rate limits.

- `Credits`: so many messages in so many seconds, refilled evenly (a token bucket).
- `Gate`: credits by client, for expensive requests. Clients with all their credits are deleted.
"""

import time
from collections.abc import Callable
from typing import Final

_KEPT: Final = 10_000
"""Above so many clients, a gate looks for those with all their credits and deletes them."""


class Credits:
    """A limit of `most` at once, and as many again every `seconds`."""

    __slots__ = ("_at", "_left", "_most", "_now", "_rate")

    def __init__(self, most: float, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most = self._left = most
        self._rate = most / seconds
        self._now = now
        self._at = now()

    def take(self) -> bool:
        """Take a credit if there is one, and return whether there was."""
        now = self._now()
        left = self._left + (now - self._at) * self._rate
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = (left if left < self._most else self._most) - 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until the next credit."""
        self._refill()
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def full(self) -> bool:
        """Whether all credits are there."""
        self._refill()
        return self._left >= self._most

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Gate:
    """A limit of `most` at once, and as many again every `seconds`, for each client."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._clients: dict[str, Credits] = {}
        self._look_at = _KEPT

    def take(self, client: str) -> bool:
        """Take a credit of a client if there is one, and return whether there was."""
        if len(self._clients) > self._look_at:
            self._clients = {name: credits for name, credits in self._clients.items() if not credits.full}
            self._look_at = max(_KEPT, 2 * len(self._clients))  # so that the cost for each call stays small
        if client not in self._clients:
            self._clients[client] = Credits(self._most, self._seconds)
        return self._clients[client].take()

    def wait(self, client: str) -> float:
        """Seconds until the client's next credit."""
        return self._clients[client].wait if client in self._clients else 0.0
