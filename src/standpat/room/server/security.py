"""Protection against the pages of other sites.

- `Headers`: the policy of the room's pages: only their own files, no inline code, no embedding in frames. The tile of a
  table alone may be in a frame of the room's own pages (`TILE_POLICY`).
- `same_origin`: requests of a browser that change something or open a socket must come from the room's own pages.
"""

import hmac
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers as Given
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
"""The ``Content-Security-Policy``."""
TILE_POLICY: Final = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The same for the page of a table as a tile of "My tables"."""
_ALWAYS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Headers:
    """ASGI middleware that adds the same headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to each HTTP response."""
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
    """Whether a request comes from the room's own pages, or not from a browser.

    Args:
        headers: The request's headers.
        allowed: Further origins, for a room behind a proxy that changes the host.
    """
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
