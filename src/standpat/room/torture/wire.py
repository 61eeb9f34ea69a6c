"""Raw connections to a room on this machine, and the bytes of attacks."""

import asyncio
import contextlib
import time
from typing import Final

HOST: Final = "127.0.0.1"
PATIENCE: Final = 10.0
"""How long to wait for a connection or an answer, in seconds."""
_KEY: Final = "c3RhbmRwYXQgdG9ydHVyZQ=="

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def dial(port: int) -> Streams:
    """Connect to 127.0.0.1, and to no other address."""
    return await asyncio.wait_for(asyncio.open_connection(HOST, port), PATIENCE)


async def websocket(port: int, path: str = "/lobby/socket", token: str = "") -> Streams:
    """Open a WebSocket.

    Raises:
        ConnectionError: The room refused it.
    """
    reader, writer = await dial(port)
    lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {_KEY}"]
    lines += [f"Authorization: Bearer {token}"] * bool(token)
    writer.write("\r\n".join([*lines, "", ""]).encode())
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    except asyncio.IncompleteReadError as error:
        raise ConnectionError(f"no WebSocket: {error.partial!r}") from None
    if not head.startswith(b"HTTP/1.1 101 "):
        raise ConnectionError(f"no WebSocket: {head[:60]!r}")
    return reader, writer


def frame(first: int, payload: bytes = b"") -> bytes:
    """A client's frame with this first byte, with a mask of zeros."""
    length = len(payload)
    head = bytes((first, 0x80 | length)) if length < 126 else bytes((first, 0xFE)) + length.to_bytes(2)
    return head + b"\0\0\0\0" + payload


async def pour(writer: asyncio.StreamWriter, chunk: bytes, seconds: float) -> tuple[int, bool]:
    """Write a chunk again and again without reading, until the time is over or the room closes the connection.

    Returns:
        The bytes written, and whether the room closed the connection.
    """
    until, sent = time.monotonic() + seconds, 0
    while (left := until - time.monotonic()) > 0:
        try:
            writer.write(chunk)
            await asyncio.wait_for(writer.drain(), left)
        except TimeoutError:  # the room has stopped reading
            break
        except OSError:
            return sent, True
        if writer.transport.is_closing():
            return sent, True
        sent += len(chunk)
    return sent, False


async def ask(port: int, path: str = "/healthz", timeout: float = PATIENCE) -> tuple[int, float]:
    """Send an honest visitor's request.

    Returns:
        The status, 0 if there was no answer, and the seconds that it took.
    """
    began = time.monotonic()
    status = 0
    with contextlib.suppress(OSError, TimeoutError, ValueError, IndexError):
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_connection(HOST, port)
            try:
                writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\n\r\n".encode())
                status = int((await reader.readline()).split()[1])
            finally:
                writer.close()
    return status, time.monotonic() - began
