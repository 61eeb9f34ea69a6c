"""A WebSocket client that needs little CPU, so that the load test measures the server.

It reads text frames of any length, writes text frames below 64 KiB, and answers pings. It does not support extensions
and fragments, which the room does not use. Any other frame is an error. The mask of written frames is zero, which the
protocol allows.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final, cast

_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_PING: Final = 0x89
_PONG: Final = 0x8A
_KEY: Final = "c3RhbmRwYXQgYmVuY2ggIQ=="


class Socket(asyncio.Protocol):
    """A WebSocket.

    Args:
        request: The HTTP request that opens it.
        on_text: Called with every text frame.
        on_end: Called with the reason when the connection ends.

    Attributes:
        opened: Done when the server has accepted the WebSocket; has an error if it has not.
    """

    def __init__(self, request: bytes, on_text: Callable[[bytes], None], on_end: Callable[[str], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._on_text = on_text
        self._on_end = on_end
        self._data = b""
        self._open = False
        self._reason = "the connection broke"
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request that opens the WebSocket (called by asyncio)."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the connection (called by asyncio)."""
        self._fail(str(exc) if exc else self._reason)

    def data_received(self, data: bytes) -> None:
        """Read the frames in new data (called by asyncio)."""
        self._data = data = self._data + data if self._data else data
        at = 0
        if not self._open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self._fail(head.partition(b"\r\n")[0].decode("ascii", "replace"))
                self.close()
                return
            self._open = True
            self.opened.set_result(None)
            data = rest
        size = len(data)
        while size - at >= 2:
            kind, length, start = data[at], data[at + 1], at + 2
            if length == 126:
                start = at + 4
                length = int.from_bytes(data[at + 2 : start])
            elif length == 127:
                start = at + 10
                length = int.from_bytes(data[at + 2 : start])
            if size < start + length:
                break
            at = start + length
            if kind == _TEXT:
                self._on_text(data[start:at])
            else:
                self._other(kind, data[start:at])
        self._data = data[at:]

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()

    def _send(self, kind: int, data: bytes) -> None:
        length = len(data)
        head = bytes((kind, 0x80 | length)) if length < 126 else bytes((kind, 0xFE)) + length.to_bytes(2)
        if self._transport:
            self._transport.write(head + b"\0\0\0\0" + data)

    def _other(self, kind: int, data: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, data)
            return
        if kind == _CLOSE:
            self._reason = f"closed: {int.from_bytes(data[:2])} {data[2:].decode('utf-8', 'replace')}"
        elif kind != _PONG:
            self._reason = f"a frame of kind {kind:#x}, which the room does not send"
        else:
            return
        self.close()

    def _fail(self, reason: str) -> None:
        self._reason = reason
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(reason))
        self._on_end(reason)


async def open_socket(
    host: str,
    port: int,
    path: str,
    headers: Mapping[str, str],
    on_text: Callable[[bytes], None],
    on_end: Callable[[str], None],
) -> Socket:
    """Open a WebSocket. Frames may arrive before this returns.

    Raises:
        ConnectionError: The server refused the WebSocket.
        OSError: There is no connection.
    """
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {_KEY}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    request = "\r\n".join([*lines, "", ""]).encode()
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(request, on_text, on_end), host, port)
    await socket.opened
    return socket
