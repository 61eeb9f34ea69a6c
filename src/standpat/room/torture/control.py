"""WebSockets that send control frames, fragments or messages without end, and read nothing."""

import asyncio
from typing import Final

from msgspec import Struct

from standpat.room.torture.wire import frame, pour, websocket

PING: Final = 0x89
"""The first byte of a ping."""
PONG: Final = 0x8A
"""The first byte of a pong."""
PART: Final = 0x01
"""The first byte of a text frame that is not the last fragment of its message."""
MORE: Final = 0x00
"""The first byte of a continuation frame that is not the last fragment."""
_CHUNK: Final = 65_536


class Poured(Struct):
    """The sockets, the bytes that they sent in total, and how many of them the room closed."""

    sockets: int
    sent: int
    ended: int


async def pings(port: int, seconds: float = 5.0, *, sockets: int = 1, kind: int = PING) -> Poured:
    """Send control frames (`PING` or `PONG`) as fast as possible, and never read the answers."""
    return await _pour(port, seconds, sockets, b"", frame(kind, b"p" * 125))


async def fragments(port: int, seconds: float = 5.0, *, sockets: int = 1) -> Poured:
    """Send a message of empty fragments that never ends."""
    return await _pour(port, seconds, sockets, frame(PART), frame(MORE))


async def messages(port: int, path: str, text: bytes, seconds: float = 5.0, *, sockets: int = 1) -> Poured:
    """Send the same message as fast as possible, and never read the answers."""
    return await _pour(port, seconds, sockets, b"", frame(0x81, text), path)


async def _pour(
    port: int, seconds: float, sockets: int, first: bytes, again: bytes, path: str = "/lobby/socket"
) -> Poured:
    chunk = again * max(1, _CHUNK // len(again))

    async def one() -> tuple[int, bool]:
        _, writer = await websocket(port, path)
        try:
            writer.write(first)
            return await pour(writer, chunk, seconds)
        finally:
            writer.transport.abort()

    done = await asyncio.gather(*[one() for _ in range(sockets)])
    return Poured(sockets, sum([sent for sent, _ in done]), sum([ended for _, ended in done]))
