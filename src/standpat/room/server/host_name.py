"""The host names that the room answers to, as a protection against DNS rebinding.

A browser lets a page at ``http://evil.example`` send requests to ``http://evil.example``. The owner of that name can
make it point to 127.0.0.1 after the page was loaded (DNS rebinding). The name is in the `Host` header, so requests and
WebSockets are refused unless it is

- an IP address (``192.168.1.20``, ``[::1]``), which needs no name server and so cannot be rebound;
- ``localhost``, or a name below it;
- a name of the room: one of its options, or a name of the machine (`own_names`).

A refused request gets 421 and a text that says which option to set. A WebSocket gets the same before it is opened.
"""

import logging
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger("standpat.room")

MISDIRECTED: Final = 421
"""The status of a refused request."""
SHOWN: Final = 80
"""Characters of a refused host name that are shown."""
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::\d*)?", re.ASCII)


def name_of(host: str) -> str:
    """The name in a `Host` header or in the address of a page, in lower case, without port, brackets and final dot; ""
    if there is none.
    """
    place = host.partition("//")[2].partition("/")[0] if "//" in host else host
    match = _HOST.fullmatch(place)
    return "" if match is None else match[1].strip("[]").removesuffix(".").lower()


def own_names() -> frozenset[str]:
    """The names of this machine, alone and in a home network."""
    names = set()
    with suppress(OSError, UnicodeError):
        name = socket.gethostname().removesuffix(".").lower()
        short = name.partition(".")[0]
        names |= {name, short, f"{short}.local"}
    return frozenset(names - {"", ".local"})


class Hosts:
    """ASGI middleware that refuses requests to other host names.

    Args:
        app: The application.
        names: Names of the room, as host names or as addresses of pages.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset([name_of(name) for name in names]) - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request to a host name that the room does not answer to, and pass on all others."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).getlist("host")
        if len(given) == 1 and self.answers_to(given[0]):
            await self._app(scope, receive, send)
            return
        host = "".join([c for c in ", ".join(given)[:SHOWN] if c.isprintable()])
        log.warning("refused: a request for %r, which is no name of this room", host)
        if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
            await _refusal(scope["path"], host)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "not a name of this room"})

    def answers_to(self, host: str) -> bool:
        """Whether a `Host` header names this room."""
        name = name_of(host)
        if name in self._names or name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _refusal(path: str, host: str) -> Response:
    name = name_of(host) or "NAME"
    text = (
        f"This room does not answer to the name {host!r}. If that is a name of yours, whoever runs the room starts it "
        f"with --allow-host {name}, or behind a proxy that speaks TLS with --origin https://{name}"
    )
    if path.startswith("/api/"):
        refusal = {"code": "not-allowed", "text": text, "right": f"--allow-host {name}", "key": "", "args": {}}
        return JSONResponse(refusal, MISDIRECTED, {"Cache-Control": "no-store"})
    return PlainTextResponse(f"{text}\n", MISDIRECTED, {"Cache-Control": "no-store"})
