"""uvicorn's WebSocket, bounded, and a shorter way to write to it.

**Bounded.** What a client can have the server keep is bounded by more than the application, which sees whole messages
alone. What comes in is parsed in `SLICE`s, and no further while messages wait to be read. Pings, and pongs nobody asked
for, are counted: above the rate of `Limits.control_frames` the connection ends (1008), and while the client does not
read no pong is written at all, which RFC 6455 allows as the next one answers for those before it. So does a message of
too many parts (1009). Nothing else is written without asking whether the buffer is full. Compression is off.

**A shorter way.** A table's frame goes to six connections. Through ASGI each is a coroutine, a dictionary, and a frame
written anew by the WebSocket library; `put` hands the bytes to the transport, which is most of what has to be done. It
is offered to the application as the ASGI extension `EXTENSION`; on a server without it everything goes the usual way.
"""

from collections.abc import Sequence
from typing import Final

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from standpat.room.limits.limit_name import LimitName
from standpat.room.server.config import DoorConfig

EXTENSION: Final = "standpat.put"
SLICE: Final = 4096
NOT_ALLOWED: Final = 1008
TOO_BIG: Final = 1009


class SocketProtocol(WebSocketsSansIOProtocol):
    """What uvicorn is told to use as ``ws``; its config is a `standpat.room.server.config.DoorConfig`."""

    config: DoorConfig
    _rest = b""
    _controls = 0
    _counted_since = 0.0

    def put(self, texts: Sequence[bytes]) -> bool:
        """Write these as text frames, together and now. False, with nothing written, while the reader does not read
        (their buffer is full) and once the connection is being closed."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
        return True

    def start_keepalive(self) -> None:
        """The handshake is done: what was said in it is not needed any more, a tenth of what a connection holds."""
        super().start_keepalive()
        del self.request, self.response

    async def run_asgi(self) -> None:
        """Give the application a way to put frames without waiting."""
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"put": self.put}
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the socket's place."""
        self._rest = b""
        self.config.door.gone(self.transport)
        super().connection_lost(exc)

    # What comes in ---------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Keep what comes, and read the frames that are complete."""
        self._rest = self._rest + data if self._rest else data
        self._parse()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; then read on in what was kept."""
        message = await super().receive()
        if self._rest:
            self._parse()
        return message

    def _parse(self) -> None:
        """As much as there is, until a message waits."""
        while self._rest and not self.read_paused:
            if self.disconnected or self.transport.is_closing():
                self._rest = b""
                return
            part, self._rest = self._rest[:SLICE], self._rest[SLICE:]
            super().data_received(part)

    def handle_cont(self, event: Frame) -> None:
        """Refuse a message of too many fragments."""
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
        """Take the pong that was asked for, and few others."""
        if bytes(event.data) == self.pending_ping_payload or self._one_more():
            super().handle_pong(event)

    def _one_more(self) -> bool:
        """One more control frame: is it within the limit?"""
        limit, now = self.config.limits.control_frames, self.loop.time()
        if now - self._counted_since >= limit.seconds:
            self._counted_since, self._controls = now, 0
        self._controls += 1
        if self._controls > limit.most or not self.handshake_complete:
            self._fail("control_frames", NOT_ALLOWED, "too many control frames")
            return False
        return True

    def _fail(self, limit: LimitName, code: int, reason: str) -> None:
        """The end of a client that keeps to no bounds; one that does not read is not waited for."""
        if not (self.close_sent or self.transport.is_closing()):  # else the rest of what it sent comes here too
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
    """A whole text frame from the server (RFC 6455): not masked, not in fragments."""
    length = len(payload)
    if length < 126:
        return b"\x81%c%b" % (length, payload)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), payload)
