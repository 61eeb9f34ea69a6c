"""uvicorn's WebSocket, and a shorter way to write to it.

A table's frame goes to six connections. Through ASGI each is a coroutine, a dictionary, and a frame written anew by
the WebSocket library; `put` hands the bytes to the transport, which is most of what has to be done. It is offered to
the application as the ASGI extension `EXTENSION`; on a server without it everything goes the usual way.
"""

from collections.abc import Sequence
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION: Final = "standpat.put"


class SocketProtocol(WebSocketsSansIOProtocol):
    """What uvicorn is told to use as ``ws``."""

    def put(self, texts: Sequence[bytes]) -> bool:
        """Write these as text frames, together and now. False, with nothing written, while the reader does not read
        (his buffer is full) and once the connection is being closed."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
        return True

    def start_keepalive(self) -> None:
        """The handshake is done: what was said in it is not needed any more, a tenth of what a connection holds."""
        super().start_keepalive()
        del self.request, self.response

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"put": self.put}
        await super().run_asgi()


def text_frame(payload: bytes) -> bytes:
    """A whole text frame from the server (RFC 6455): not masked, not in fragments."""
    length = len(payload)
    if length < 126:
        return b"\x81%c%b" % (length, payload)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), payload)
