"""uvicorn's HTTP protocol, with limits of connections.

Each connection is admitted by the `Door` and reports its phase to it. A refused connection gets a 503 and is closed.
uvicorn's ``ws`` is the class of a request that becomes a WebSocket.
"""

import asyncio
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from standpat.room.limits.address import UNKNOWN
from standpat.room.server.config import DoorConfig
from standpat.room.server.connections import Line

FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 21\r\n"
    b"Retry-After: 5\r\nConnection: close\r\n\r\ntoo many connections\n"
)
"""The answer to a refused connection."""


class HttpProtocol(H11Protocol):
    """uvicorn's ``http``. Its config is a `standpat.room.server.config.DoorConfig`."""

    config: DoorConfig
    _line: Line | None = None
    _begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or close it."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._line = self.config.door.admit(self.transport, self.client[0] if self.client else UNKNOWN)
        if self._line is None:
            self._refuse()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        self.config.door.gone(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read the data, if the connection was admitted."""
        if self._line is None or self.transport.is_closing():
            return
        super().data_received(data)
        self._tell()

    def on_response_complete(self) -> None:
        """Begin the phase between two requests."""
        super().on_response_complete()
        self._tell()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, if there is a place."""
        assert self._line is not None
        if self.config.door.upgrade(self._line):
            super().handle_websocket_upgrade(event)
        else:
            self._refuse()

    def _refuse(self) -> None:
        self.transport.write(FULL)
        self.transport.close()

    def _tell(self) -> None:
        """Report the present phase to the door."""
        line = self._line
        if line is None or line.phase == "socket":
            return
        theirs = self.conn.their_state
        self._begun = self._begun or theirs is not h11.IDLE
        if theirs is h11.SEND_BODY:
            self.config.door.turn(line, "body")
        elif theirs is not h11.IDLE:
            self.config.door.turn(line, "answer")
        else:
            self.config.door.turn(line, "idle" if self._begun and not self.conn.trailing_data[0] else "head")
