"""An open WebSocket without ASGI: messages go to a function, and frames straight to the transport.

Through ASGI each message is a queue, a task, a dictionary and a pause of reading, and an idle socket keeps two tasks
with the frames of all middleware. A `DirectSocket` takes the connection over from uvicorn when the application has
admitted it (`SocketProtocol.take_over`). `listen` says who gets the messages; until then data is kept. Each message is
handled when it arrives, so nothing is queued here. What a client may send is limited by its listener, who closes the
connection of one that sends too much, and for frames that are not messages here:

- Pings, and pongs without a ping, above the rate of `Limits.control_frames` end the connection (1008). While the client
  does not read, no pong is written, which RFC 6455 allows because a later pong answers the earlier pings too.
- A message of more than `Limits.fragments` parts, or of more than uvicorn's ``ws_max_size`` bytes, ends it (1009).
- Everything else that breaks the protocol ends it (1002, 1007).

A client that sends many frames at once has `AT_ONCE` of them handled, then it is the turn of others. Nothing is written
without a check whether the buffer is full, except close frames and our own pings.
"""

import asyncio
import random
from typing import Final, Protocol

from standpat.protocol import websocket
from standpat.protocol.websocket import FINAL, TOO_BIG, WHOLE_TEXT, Broken, close_frame, control_frame
from standpat.room.limits.limit_name import LimitName
from standpat.room.server.config import DoorConfig

KEPT: Final = 65_536
"""Bytes of a client that are kept until somebody listens."""
AT_ONCE: Final = 64
"""Frames of a client that are handled in a row."""
CLOSING_S: Final = 10.0
"""How long a client may take to answer a close frame, in seconds."""
SERVER_STOPS: Final = 1012
"""The close code when the server stops."""
NOT_ALLOWED: Final = 1008
"""The close code for too many control frames."""
NO_ANSWER: Final = 1011
"""The close code for a client that has not answered a ping."""


class Listener(Protocol):
    """Who gets the messages of a socket."""

    def heard(self, message: bytes, *, text: bool) -> None:
        """Handle a message. A text message is valid UTF-8."""

    def ended(self) -> None:
        """The connection has ended or is being closed: nothing more is heard. Called once."""


class DirectSocket(asyncio.BufferedProtocol):
    """An open WebSocket.

    Args:
        config: The server's configuration.
        transport: The connection.
        connections: The server's connections, of which this is one until it is lost.
        data: What the client has sent since the handshake.
    """

    __slots__ = (
        "_config",
        "_connections",
        "_controls",
        "_counted_since",
        "_full",
        "_is_closing",
        "_listener",
        "_loop",
        "_parts",
        "_ping",
        "_place",
        "_rest",
        "_sent_close",
        "_size",
        "_timer",
        "_transport",
        "_write",
    )

    def __init__(
        self, config: DoorConfig, transport: asyncio.Transport, connections: set["DirectSocket"], data: bytes
    ) -> None:
        self._config = config
        self._transport = transport
        self._write = transport.write
        self._is_closing = transport.is_closing
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._rest = data
        self._listener: Listener | None = None
        self._parts: list[bytes] | None = None
        """The parts of a message that is not complete; the first is the first byte of its first frame."""
        self._size = 0
        """The bytes of these parts together."""
        self._full: asyncio.Future[None] | None = None
        """Done when the client reads again; None while it does."""
        self._ping: bytes | None = None
        """The payload of a ping that was not answered yet."""
        self._timer: asyncio.TimerHandle | None = None
        self._sent_close = False
        self._controls = 0
        self._counted_since = 0.0
        self._place = config.keepalive.add(self)
        connections.add(self)

    def listen(self, listener: Listener) -> None:
        """Give all messages to a listener, those that were kept first."""
        self._listener = listener
        if self._transport.is_closing():
            self._over()
        else:
            self._transport.resume_reading()
            self._take()

    # Writing ---------------------------------------------------------------------------------------------

    def put(self, frames: bytes) -> bool:
        """Write frames at once.

        Returns:
            False, with nothing written, if the client does not read (its buffer is full) or the connection is being
                closed.
        """
        if self._full is None and not self._sent_close and not self._is_closing():
            self._write(frames)
            return True
        return False

    async def send(self, text: str) -> None:
        """Send a text message. It waits while the client does not read.

        Raises:
            ConnectionError: The connection has ended.
        """
        while self._full is not None:
            await asyncio.shield(self._full)
        if not self.put(websocket.text_frame(text.encode())):
            raise ConnectionError("the connection has ended")

    async def close(self, code: int, reason: str) -> None:
        """Close the connection. The client has `CLOSING_S` seconds to answer."""
        if self._sent_close or self._transport.is_closing():
            return
        self._say_close(code, reason)
        self._timer = self._loop.call_later(CLOSING_S, self._transport.close)
        if self._listener is None:
            self.listen(_NOBODY)

    def ping(self) -> None:
        """Send a ping, or close the connection if the last one was not answered."""
        if self._sent_close or self._transport.is_closing():
            return
        if self._ping is not None:
            self._say_close(NO_ANSWER, "keepalive ping timeout")
            self._transport.close()
            return
        self._ping = random.randbytes(4)
        self._transport.write(control_frame(websocket.PING, self._ping))

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        if not (self._sent_close or self._transport.is_closing()):
            self._say_close(SERVER_STOPS, "")
        self._transport.close()

    def _say_close(self, code: int, reason: str) -> None:
        self._transport.write(close_frame(code, reason))
        self._sent_close = True
        self._over()

    # Reading ---------------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where data arrives, the same for all sockets: a buffer for each read would cost more than the read itself."""
        return self._config.arrived

    def buffer_updated(self, nbytes: int) -> None:
        """Handle all complete messages."""
        data = bytes(self._config.arrived[:nbytes])
        self._rest = self._rest + data if self._rest else data
        if self._listener is not None:
            self._take()
        elif len(self._rest) > KEPT:
            self._transport.pause_reading()

    def _take(self) -> None:
        """Handle the frames that are complete."""
        data, at, most = self._rest, 0, self._config.ws_max_size
        self._rest = b""
        try:
            for _ in range(AT_ONCE):
                frame = websocket.parse(data, at, most - self._size)
                if frame is None:
                    self._rest = data[at:]
                    return
                first, payload, at = frame
                if first == WHOLE_TEXT and self._parts is None and not self._sent_close:
                    self._hear(payload, text=True)
                else:
                    self._other(first, payload)
                if at == len(data) or self._is_closing():
                    return
        except Broken as error:
            self._end(error.code, error.reason)
            return
        self._rest = data[at:]
        self._transport.pause_reading()
        self._loop.call_soon(self._take_more)

    def _take_more(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self._take()

    def _hear(self, message: bytes, *, text: bool) -> None:
        if text and not message.isascii():
            websocket.check_text(message)
        assert self._listener is not None
        self._listener.heard(message, text=text)

    def _other(self, first: int, payload: bytes) -> None:
        """Handle anything but a text message in one frame."""
        match first & ~FINAL:
            case websocket.PING:
                if self._one_more() and self._full is None:
                    self.put(control_frame(websocket.PONG, payload))
            case websocket.PONG:
                if payload == self._ping:
                    self._ping = None
                else:
                    self._one_more()
            case websocket.CLOSE:
                websocket.check_close(payload)
                if self._parts is not None:
                    raise Broken(websocket.BAD_PROTOCOL, "closed within a message")
                if not self._sent_close:
                    self._transport.write(control_frame(websocket.CLOSE, payload))
                    self._sent_close = True
                    self._over()
                self._transport.close()
            case _ if not self._sent_close:
                self._part(first, payload)

    def _part(self, first: int, payload: bytes) -> None:
        """Handle a part of a message, or a binary message."""
        parts = self._parts
        if (parts is None) == (first & ~FINAL == 0):
            raise Broken(websocket.BAD_PROTOCOL, "a part of no message, or a message within another")
        if parts is None:
            parts = [bytes([first])]
        elif len(parts) > self._config.limits.fragments:
            self._refuse("fragments", TOO_BIG, "too many fragments")
            return
        parts.append(payload)
        self._parts, self._size = parts, self._size + len(payload)
        if first & FINAL:
            self._parts, self._size = None, 0
            self._hear(b"".join(parts[1:]), text=parts[0][0] & ~FINAL == websocket.TEXT)

    def _one_more(self) -> bool:
        """Count a control frame. False, and the connection ends, if it is above the limit."""
        limit, now = self._config.limits.control_frames, self._loop.time()
        if now - self._counted_since >= limit.seconds:
            self._counted_since, self._controls = now, 0
        self._controls += 1
        if self._controls > limit.most:
            self._refuse("control_frames", NOT_ALLOWED, "too many control frames")
            return False
        return True

    def _refuse(self, limit: LimitName, code: int, reason: str) -> None:
        """End the connection of a client that exceeds a limit, at once if it does not read."""
        if not self._sent_close:  # count once; later frames come here too
            self._config.refused(limit)
        if self._sent_close or self._full is not None:
            self._over()
            self._transport.abort()
        else:
            self._end(code, reason)

    def _end(self, code: int, reason: str) -> None:
        """Close the connection of a client that has broken the protocol."""
        if not self._sent_close:
            self._say_close(code, reason)
        self._transport.close()

    # The connection --------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Write nothing more: the client does not read."""
        self._full = self._loop.create_future()

    def resume_writing(self) -> None:
        """Write again."""
        if self._full is not None:
            self._full.set_result(None)
            self._full = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        self._connections.discard(self)
        self._config.keepalive.discard(self, self._place)
        self._config.door.gone(self._transport)
        self._rest, self._parts = b"", None
        if self._timer is not None:
            self._timer.cancel()
        self._sent_close = True
        self.resume_writing()
        self._over()

    def _over(self) -> None:
        """Tell the listener that the connection has ended, once."""
        listener = self._listener
        if listener is not None:
            self._listener = _NOBODY
            listener.ended()


class _Nobody:
    """Listens to a connection that has ended."""

    def heard(self, message: bytes, *, text: bool) -> None:
        pass

    def ended(self) -> None:
        pass


_NOBODY: Final[Listener] = _Nobody()
