"""uvicorn's WebSocket, with limits and a faster way to write.

**Limits.** The application sees only whole messages, so this class limits what a client can make the server keep. Data
is parsed in `SLICE`s, and no further while messages wait to be read. Pings, and pongs without a ping, are counted.
Above the rate of `Limits.control_frames` the connection ends (1008). While the client does not read, no pong is
written, which RFC 6455 allows because a later pong answers the earlier pings too. A message with too many fragments
also ends the connection (1009). Nothing else is written without a check whether the buffer is full. Compression is off.

**Writing.** A table's frame goes to six connections. Through ASGI, each write is a coroutine, a dictionary, and a frame
that the WebSocket library builds again. `put` passes the bytes directly to the transport. It is offered to the
application as the ASGI extension `EXTENSION`. On a server without it the application uses the ordinary way.
"""

from collections.abc import Sequence
from typing import Final

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from standpat.room.limits.limit_name import LimitName
from standpat.room.server.config import DoorConfig

EXTENSION: Final = "standpat.put"
"""The name of the ASGI extension with `put`."""
SLICE: Final = 4096
"""Bytes that are parsed at a time."""
NOT_ALLOWED: Final = 1008
"""The close code for too many control frames."""
TOO_BIG: Final = 1009
"""The close code for too many fragments."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's ``ws``. Its config is a `standpat.room.server.config.DoorConfig`."""

    config: DoorConfig
    _rest = b""
    _controls = 0
    _counted_since = 0.0

    def put(self, texts: Sequence[bytes]) -> bool:
        """Write texts as text frames, together and at once.

        Returns:
            False, with nothing written, if the client does not read (its buffer is full) or the connection is being
                closed.
        """
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
        return True

    def start_keepalive(self) -> None:
        """Release the request and response of the handshake, a tenth of the memory of a connection."""
        super().start_keepalive()
        del self.request, self.response

    async def run_asgi(self) -> None:
        """Offer `put` to the application and run it."""
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"put": self.put}
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the WebSocket's place."""
        self._rest = b""
        self.config.door.gone(self.transport)
        super().connection_lost(exc)

    # Reading ---------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Keep the data, and parse what may be parsed."""
        self._rest = self._rest + data if self._rest else data
        self._parse()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message. Afterwards, parse more of the data that was kept."""
        message = await super().receive()
        if self._rest:
            self._parse()
        return message

    def _parse(self) -> None:
        """Parse the data that was kept, until a message waits to be read."""
        while self._rest and not self.read_paused:
            if self.disconnected or self.transport.is_closing():
                self._rest = b""
                return
            part, self._rest = self._rest[:SLICE], self._rest[SLICE:]
            super().data_received(part)

    def handle_cont(self, event: Frame) -> None:
        """Refuse a message with too many fragments."""
        if len(self.frames) >= self.config.limits.fragments:
            self._fail("fragments", TOO_BIG, "too many fragments")
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        pongs = b"".join(self.conn.data_to_send())
        if self._one_more() and self.writable.is_set() and not self.transport.is_closing():
            self.transport.write(pongs)

    def handle_pong(self, event: Frame) -> None:
        """Accept the pong to our ping, and only a limited number of others."""
        if bytes(event.data) == self.pending_ping_payload or self._one_more():
            super().handle_pong(event)

    def _one_more(self) -> bool:
        """Count a control frame. False, and the connection ends, if it is above the limit."""
        limit, now = self.config.limits.control_frames, self.loop.time()
        if now - self._counted_since >= limit.seconds:
            self._counted_since, self._controls = now, 0
        self._controls += 1
        if self._controls > limit.most or not self.handshake_complete:
            self._fail("control_frames", NOT_ALLOWED, "too many control frames")
            return False
        return True

    def _fail(self, limit: LimitName, code: int, reason: str) -> None:
        """Close the connection of a client that exceeds a limit, at once if it does not read."""
        if not (self.close_sent or self.transport.is_closing()):  # count once; later frames come here too
            self.config.refused(limit)
        self.stop_keepalive()
        if self.close_sent or not self.handshake_complete or not self.writable.is_set():
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def text_frame(payload: bytes) -> bytes:
    """A complete text frame from the server (RFC 6455): not masked, not fragmented."""
    length = len(payload)
    if length < 126:
        return b"\x81%c%b" % (length, payload)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), payload)
