"""One client that takes as much as it can get: guests, bots, tables, pages."""

import asyncio
import contextlib
import hashlib
import json
from typing import Any, Final

from msgspec import Struct

from standpat.room.torture.wire import HOST, PATIENCE, dial, websocket

_HAND_SHAKES: Final = 32
"""WebSockets that are opened at the same time."""


class Taken(Struct):
    """How many requests were sent, and how many were granted."""

    asked: int
    granted: int


class Table(Struct):
    """A table and the token of its owner."""

    id: str
    token: str


async def request(port: int, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any, str]:
    """Send a request on its own connection.

    Returns:
        The status, the decoded JSON or the bytes of the answer, and the session that was begun ("" if none).
    """
    async with asyncio.timeout(PATIENCE):
        reader, writer = await dial(port)
        try:
            data = b"" if body is None else json.dumps(body).encode()
            lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", "Connection: close"]
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"] * (body is not None)
            lines += [f"Cookie: standpat={token}"] * bool(token)
            writer.write("\r\n".join([*lines, "", ""]).encode() + data)
            head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
    status, cookie = int(head.split()[1]), ""
    for line in head.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie" and value.strip().startswith("standpat="):
            cookie = value.strip().removeprefix("standpat=").partition(";")[0]
    with contextlib.suppress(ValueError):
        return status, json.loads(rest), cookie
    return status, rest, cookie


async def guests(port: int, count: int) -> list[str]:
    """The sessions of new guests, as many of `count` as the room allows, one after the other."""
    guests_made = []
    for _ in range(count):
        _, _, token = await request(port, "GET", "/api/me")
        if token:
            guests_made.append(token)
    return guests_made


async def tokens(port: int, guest: str, count: int) -> Taken:
    """Make bots of one guest, all at the same time."""

    owner = hashlib.sha256(guest.encode()).hexdigest()[:6]  # a session may have signs that a name may not end with

    async def one(number: int) -> bool:
        status, _, _ = await request(port, "POST", "/api/token", {"name": f"bot {number} of {owner}"}, guest)
        return status == 200

    return Taken(count, sum(await asyncio.gather(*[one(number) for number in range(count)])))


async def tables(port: int, guest: str, count: int, *, bots: int = 5) -> list[Table]:
    """Open tables of one guest, all at the same time. Those that the room allowed are returned."""

    async def one() -> Table | None:
        wish = {"game": "27td", "bots": {"players": ["rule"], "keep": bots}}
        status, answer, _ = await request(port, "POST", "/api/tables", wish, guest)
        return Table(answer["table"], guest) if status == 200 else None

    return [table for table in await asyncio.gather(*[one() for _ in range(count)]) if table]


async def pages(port: int, paths: list[str], seconds: float) -> Taken:
    """Open a WebSocket for each path, all at the same time, and read from them for some seconds without writing."""

    doors = asyncio.Semaphore(_HAND_SHAKES)

    async def one(path: str) -> bool:
        try:
            async with doors:
                reader, writer = await websocket(port, path)
        except (OSError, TimeoutError):
            return False
        with contextlib.suppress(OSError, TimeoutError):
            try:
                async with asyncio.timeout(seconds):
                    while await reader.read(65_536):
                        pass
                return False
            finally:
                writer.transport.abort()
        return True

    return Taken(len(paths), sum(await asyncio.gather(*[one(path) for path in paths])))
