"""The door: admits connections, limits their number, and closes them.

`admit` accepts or refuses a new connection, `upgrade` lets one become a WebSocket, and `gone` forgets one.
`Limits.share` is the limit of all connections, `address_connections` that of one address. When all places for requests
are taken, the connection that has waited longest for its client is closed, so an incomplete request keeps nobody out. A
WebSocket is never closed to make room; when their places are taken, no other is admitted.

`sweep`, called once a second, closes connections whose time is over: a head or a body that does not arrive, and bytes
that the client does not read. The latter applies to connections that are being closed too, because a transport would
wait for its last bytes without limit.
"""

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import Callable
from typing import Final, Literal

from standpat.room.limits import address
from standpat.room.limits.limit import Limits, Share
from standpat.room.limits.limit_name import LimitName, OnRefusal, not_counted

Phase = Literal["idle", "head", "body", "answer", "socket"]
"""The phase of a connection: between two requests, during a head, a body or an answer, or a WebSocket."""

_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""The option ``SO_LINGER`` with a time of 0."""


class Line:
    """A connection. `since` is when its phase began. `stuck` is when its bytes began to wait; None if none wait."""

    __slots__ = ("client", "phase", "since", "stuck", "transport")

    def __init__(self, transport: asyncio.Transport, client: str | None, since: float) -> None:
        self.transport = transport
        self.client = client
        self.phase: Phase = "head"
        self.since = since
        self.stuck: float | None = None


class Door:
    """The connections of a server.

    Args:
        limits: The limits.
        share: The largest numbers of connections.
        now: The clock, in seconds.
        proxies: Networks of proxies, which have no limits of their own.
        by_limit: Called with each limit that refuses a connection.

    Attributes:
        refused: Connections refused since the start.
        ended: Connections closed since the start because their time was over or to make room.
    """

    def __init__(
        self,
        limits: Limits,
        share: Share,
        now: Callable[[], float] = time.monotonic,
        *,
        proxies: tuple[str, ...] = (),
        by_limit: OnRefusal = not_counted,
    ) -> None:
        self.limits = limits
        self._free = (*limits.trusted, *proxies)
        self.share = share
        self.refused = 0
        self.ended = 0
        self._now = now
        self._by_limit = by_limit
        self._lines: dict[asyncio.Transport, Line] = {}
        self._waiting: dict[Line, None] = {}
        """Connections that wait for their client, the longest first."""
        self._by_client: dict[str, int] = {}
        self._sockets = 0

    @property
    def requests(self) -> int:
        """The number of connections that are not WebSockets."""
        return len(self._lines) - self._sockets

    @property
    def sockets(self) -> int:
        """The number of WebSockets."""
        return self._sockets

    def admit(self, transport: asyncio.Transport, host: str) -> Line | None:
        """Admit a new connection; None if there is no place for it."""
        client = None if address.within(host, self._free) else address.client(host)
        if client is not None and self._by_client.get(client, 0) >= self.limits.address_connections:
            self._refuse("address_connections")
            return None
        if self.requests >= self.share.requests and not self._make_room():
            self._refuse("requests")
            return None
        line = self._lines[transport] = Line(transport, client, self._now())
        self._waiting[line] = None
        if client is not None:
            self._by_client[client] = self._by_client.get(client, 0) + 1
        return line

    def upgrade(self, line: Line) -> bool:
        """Let a connection become a WebSocket, if there is a place. Returns whether there was."""
        if self._sockets >= self.share.sockets:
            self._refuse("websockets")
            return False
        self._sockets += 1
        self.turn(line, "socket")
        return True

    def turn(self, line: Line, phase: Phase) -> None:
        """Begin another phase of a connection."""
        if line.phase == phase or line.transport not in self._lines:
            return
        line.phase, line.since = phase, self._now()
        self._waiting.pop(line, None)
        if phase in ("idle", "head", "body"):
            self._waiting[line] = None

    def gone(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        line = self._lines.pop(transport, None)
        if line is None:
            return
        self._waiting.pop(line, None)
        self._sockets -= line.phase == "socket"
        if line.client is not None:
            left = self._by_client[line.client] - 1
            if left:
                self._by_client[line.client] = left
            else:
                del self._by_client[line.client]

    def sweep(self) -> None:
        """Close the connections whose time is over."""
        now, limits = self._now(), self.limits
        for line in [line for line in self._lines.values() if _late(line, now, limits)]:
            self._end(line)

    def gauges(self) -> dict[str, float]:
        """The present numbers, for `Metrics.show`."""
        return {
            "connections_open": len(self._lines),
            "connections_refused": self.refused,
            "connections_ended": self.ended,
            "sockets_open": self._sockets,
        }

    def _refuse(self, limit: LimitName) -> None:
        self.refused += 1
        self._by_limit(limit)

    def _make_room(self) -> bool:
        """Close the connection that has waited longest, or else one whose client does not read. False if there is
        neither.
        """
        stuck = (line for line in self._lines.values() if line.stuck is not None and line.phase != "socket")
        line = next(iter(self._waiting), None) or next(stuck, None)
        if line is None:
            return False
        self._end(line)
        return True

    def _end(self, line: Line) -> None:
        self.ended += 1
        self.gone(line.transport)
        connection = line.transport.get_extra_info("socket")
        if connection is not None:
            # Unsent bytes are dropped. The system would keep them as long as the client is connected.
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        line.transport.abort()


def _late(line: Line, now: float, limits: Limits) -> bool:
    """Whether the time of a connection is over."""
    transport = line.transport
    if not transport.get_write_buffer_size() and not transport.is_closing():
        line.stuck = None
    elif line.stuck is None:
        line.stuck = now
    elif now - line.stuck >= limits.stuck_s:
        return True
    match line.phase:
        case "head":
            return now - line.since >= limits.head_s
        case "body":
            return now - line.since >= limits.body_s
        case "idle":  # the server's own timer ends earlier
            return now - line.since >= limits.idle_s + limits.head_s
        case _:
            return False
