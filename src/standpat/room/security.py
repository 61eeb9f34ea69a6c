"""What keeps strangers' pages and floods out.

- `Headers`: the policy under which pages run: their own files only, no inline code, no frame around them.
- `same_origin`: a request of a browser that changes something, or opens a socket, comes from the room's own pages.
- `Credits`: so many messages in so many seconds, refilled evenly.
- `Gate`: credits by client, for what costs much; the clients are forgotten when they are full again.
"""

import hmac
import time
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers as Given
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
_ALWAYS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_KEPT: Final = 10_000


class Headers:
    """ASGI middleware: the same headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def same_origin(headers: Given, allowed: Iterable[str] = ()) -> bool:
    """Does the request come from the room's own pages, or from no browser at all? `allowed` are further origins, for a
    room behind a proxy that changes the host."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if any([hmac.compare_digest(origin.encode(), other.encode()) for other in allowed]):
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    own = headers.get("host", "")
    return parts.scheme in ("http", "https") and hmac.compare_digest(parts.netloc.encode(), own.encode())


class Credits:
    """`most` at once, and as many again every `seconds`."""

    __slots__ = ("_at", "_left", "_most", "_now", "_rate")

    def __init__(self, most: float, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most = self._left = most
        self._rate = most / seconds
        self._now = now
        self._at = now()

    def take(self) -> bool:
        """One more: is it within the limit?"""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until one more is within the limit."""
        self._refill()
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def full(self) -> bool:
        self._refill()
        return self._left >= self._most

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Gate:
    """See the module."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._clients: dict[str, Credits] = {}
        self._look_at = _KEPT

    def take(self, client: str) -> bool:
        """One more of this client."""
        if len(self._clients) > self._look_at:
            self._clients = {name: credits for name, credits in self._clients.items() if not credits.full}
            self._look_at = max(_KEPT, 2 * len(self._clients))  # so that looking costs little of each one
        if client not in self._clients:
            self._clients[client] = Credits(self._most, self._seconds)
        return self._clients[client].take()

    def wait(self, client: str) -> float:
        """Seconds until this client has one more."""
        return self._clients[client].wait if client in self._clients else 0.0
