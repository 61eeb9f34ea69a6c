"""The door: every connection of the server, how many there may be, and who goes.

`admit` takes a new connection in or refuses it, `upgrade` lets one become a WebSocket, `gone` forgets it. There are as
many as `Limits.share` says, and of one address `address_connections`. Where all places for requests are taken, the
connection that has waited longest for its client to say something goes, so half a request keeps nobody out; WebSockets
never go for others, but then there is no further one.

`sweep`, once a second, ends what is over its time: a head or a body that does not come, and bytes that nobody takes,
also those of a connection that is being closed, as a transport waits for ever with its last bytes.
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
"""What a connection is about: between two requests; a head or a body is to come; an answer; a WebSocket."""

_AT_ONCE: Final = struct.pack("ii", 1, 0)


class Line:
    """A connection. `since` is when its phase began, `stuck` when bytes began to wait, None while none do."""

    __slots__ = ("client", "phase", "since", "stuck", "transport")

    def __init__(self, transport: asyncio.Transport, client: str | None, since: float) -> None:
        self.transport = transport
        self.client = client
        self.phase: Phase = "head"
        self.since = since
        self.stuck: float | None = None


class Door:
    """See the module. `refused` found no place since the start, `ended` were over their time or made room. `by_limit`
    is told which limit refused."""

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
        """Those that wait for a client to say something, the longest first."""
        self._by_client: dict[str, int] = {}
        self._sockets = 0

    @property
    def requests(self) -> int:
        """Connections that are no WebSockets."""
        return len(self._lines) - self._sockets

    @property
    def sockets(self) -> int:
        """WebSockets."""
        return self._sockets

    def admit(self, transport: asyncio.Transport, host: str) -> Line | None:
        """A new connection; None where there is no place for it."""
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
        """May it become a WebSocket?"""
        if self._sockets >= self.share.sockets:
            self._refuse("websockets")
            return False
        self._sockets += 1
        self.turn(line, "socket")
        return True

    def turn(self, line: Line, phase: Phase) -> None:
        """It is about something else now."""
        if line.phase == phase or line.transport not in self._lines:
            return
        line.phase, line.since = phase, self._now()
        self._waiting.pop(line, None)
        if phase in ("idle", "head", "body"):
            self._waiting[line] = None

    def gone(self, transport: asyncio.Transport) -> None:
        """It is over."""
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
        """End what is over its time."""
        now, limits = self._now(), self.limits
        for line in [line for line in self._lines.values() if _late(line, now, limits)]:
            self._end(line)

    def gauges(self) -> dict[str, float]:
        """Figures of the moment, for `Metrics.show`."""
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
        """The one that has waited longest goes, or else one that takes nothing."""
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
        if (
            connection is not None
        ):  # what is unsent goes too: the system would keep it for as long as its reader is there
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        line.transport.abort()


def _late(line: Line, now: float, limits: Limits) -> bool:
    """Is its time over?"""
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
        case "idle":  # the server's own timer is the first
            return now - line.since >= limits.idle_s + limits.head_s
        case _:
            return False
