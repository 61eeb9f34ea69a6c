"""A WebSocket by ASGI, for servers on which no `DirectSocket` can take it over."""

from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from standpat.room.server.direct_socket import Listener

_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""Errors of reading and sending after the connection has ended."""


class OrdinarySocket:
    """A WebSocket by ASGI, with the interface of a `DirectSocket`, except that nothing can be written at once.

    Args:
        socket: The WebSocket, accepted.
    """

    put = None

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._listener: Listener | None = None

    def listen(self, listener: Listener) -> None:
        """Give all messages to a listener, when `run` reads them."""
        self._listener = listener

    async def run(self) -> None:
        """Read messages until the connection ends."""
        assert self._listener is not None
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                text = received.get("text")
                message = received.get("bytes") or b"" if text is None else text.encode()
                self._listener.heard(message, text=text is not None)
        except _GONE:
            pass
        finally:
            self._listener.ended()

    async def send(self, text: str) -> None:
        """Send a text message. It waits while the client does not read."""
        try:
            await self._socket.send_text(text)
        except _GONE as error:
            raise ConnectionError("the connection has ended") from error

    async def close(self, code: int, reason: str) -> None:
        """Close the connection."""
        try:
            await self._socket.close(code, reason)
        except _GONE:
            return
