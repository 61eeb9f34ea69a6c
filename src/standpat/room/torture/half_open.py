"""Connections that never complete a request: half a head, half a body, nothing at all."""

import asyncio
import time
from typing import Final

from msgspec import Struct

from standpat.room.torture.wire import HOST, ask

HALF_HEAD: Final = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_BODY: Final = (
    b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"
)
NOTHING: Final = b""
_EVERY: Final = 0.2
"""Seconds between two requests of the honest visitor."""


class HalfOpen(Struct):
    """The result of the attack.

    Attributes:
        made: Connections that were made.
        left: Connections that the room had not closed at the end.
        asked: Requests of an honest visitor during the attack.
        answered: Those that were answered.
        slowest_s: The longest time of an answer, in seconds.
    """

    made: int
    left: int
    asked: int
    answered: int
    slowest_s: float


async def half_open(port: int, count: int = 1300, seconds: float = 5.0, *, said: bytes = HALF_HEAD) -> HalfOpen:
    """Keep connections open that send a text and nothing more. Those that the room closes are made again.

    Args:
        port: The room's port.
        count: The number of connections.
        seconds: How long to keep them.
        said: What each connection sends.
    """
    waiting: set[_Half] = set()
    made = 0

    async def keep() -> None:
        nonlocal made
        loop = asyncio.get_running_loop()
        while True:
            missing = count - len(waiting)
            for _ in range(missing):
                try:
                    await loop.create_connection(lambda: _Half(said, waiting), HOST, port)
                except OSError:
                    break
                made += 1
            await asyncio.sleep(0.01)

    keeper = asyncio.create_task(keep())
    until, asked, answers = time.monotonic() + seconds, 0, list[float]()
    try:
        while time.monotonic() < until:
            await asyncio.sleep(_EVERY)
            status, took = await ask(port)
            asked += 1
            if status == 200:
                answers.append(took)
    finally:
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        left = len(waiting)
        for half in list(waiting):
            half.end()
    return HalfOpen(made, left, asked, len(answers), max(answers, default=0.0))


class _Half(asyncio.Protocol):
    """One of the connections."""

    def __init__(self, said: bytes, waiting: set["_Half"]) -> None:
        self._said = said
        self._waiting = waiting
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._waiting.add(self)
        transport.write(self._said)

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.discard(self)

    def end(self) -> None:
        if self._transport:
            self._transport.abort()
