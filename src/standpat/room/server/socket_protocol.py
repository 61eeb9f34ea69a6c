"""uvicorn's WebSocket for the handshake. Then a `DirectSocket` takes the connection over.

`take_over` is offered to the application as the ASGI extension `EXTENSION`. The application calls it as soon as it has
accepted the WebSocket, and may return then: the connection stays open. What the client sends after the handshake is
kept for the `DirectSocket`, so without `take_over` the application receives nothing. On a server without the extension
the application uses the ordinary way. Compression is off.
"""

from typing import Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from standpat.room.server.config import DoorConfig
from standpat.room.server.direct_socket import KEPT, DirectSocket

EXTENSION: Final = "standpat.direct"
"""The name of the ASGI extension with `take_over`."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's ``ws``. Its config is a `standpat.room.server.config.DoorConfig`."""

    config: DoorConfig
    _rest = b""
    _taken_over = False

    def take_over(self) -> DirectSocket:
        """Give the connection to a `DirectSocket`. The handshake must be complete."""
        self._taken_over = True
        self.connections.discard(self)
        connections = cast(set[DirectSocket], self.connections)
        direct = DirectSocket(self.config, self.transport, connections, self._rest)
        self.transport.set_protocol(direct)
        if not self.writable.is_set():
            direct.pause_writing()
        if self.disconnected:
            direct.connection_lost(None)
        return direct

    async def run_asgi(self) -> None:
        """Offer `take_over` to the application and run it. Close the connection afterwards if it was not taken over."""
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"take_over": self.take_over}
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if not self._taken_over:
            self.transport.close()

    def start_keepalive(self) -> None:
        """Send no pings: the `DirectSocket` has its own."""

    def data_received(self, data: bytes) -> None:
        """Parse the handshake, and keep what follows for the `DirectSocket`."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._rest += data
        if len(self._rest) > KEPT:
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        self._rest = b""
        self.config.door.gone(self.transport)
        super().connection_lost(exc)
