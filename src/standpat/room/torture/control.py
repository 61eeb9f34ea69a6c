"""WebSockets that send what is no message, and read nothing."""

import asyncio
from typing import Final

from msgspec import Struct

from standpat.room.torture.wire import frame, pour, websocket

PING: Final = 0x89
PONG: Final = 0x8A
PART: Final = 0x01
"""A text frame that is not the last part of its message."""
MORE: Final = 0x00
_CHUNK: Final = 65_536


class Poured(Struct):
    """Bytes that were sent, in all; how many of the sockets the room ended."""

    sockets: int
    sent: int
    ended: int


async def pings(port: int, seconds: float = 5.0, *, sockets: int = 1, kind: int = PING) -> Poured:
    """Control frames (`PING` or `PONG`) as fast as they go, the answers never read."""
    return await _pour(port, seconds, sockets, b"", frame(kind, b"p" * 125))


async def fragments(port: int, seconds: float = 5.0, *, sockets: int = 1) -> Poured:
    """A message of empty parts that never ends."""
    return await _pour(port, seconds, sockets, frame(PART), frame(MORE))


async def messages(port: int, path: str, text: bytes, seconds: float = 5.0, *, sockets: int = 1) -> Poured:
    """The same message as fast as it goes, the answers never read."""
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
