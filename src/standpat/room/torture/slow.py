"""Clients that request a lot and read almost nothing."""

import asyncio
import contextlib
import socket
import time

from msgspec import Struct

from standpat.room.torture.wire import HOST


class Slow(Struct):
    """The clients, how many of them the room closed before the end, and the bytes that they read."""

    readers: int
    ended: int
    taken: int


async def slow_readers(
    port: int, readers: int = 10, seconds: float = 5.0, *, path: str = "/locale/en.json", asks: int = 200
) -> Slow:
    """Send many requests at once on each connection, then read one byte a second.

    Args:
        port: The room's port.
        readers: The number of connections.
        seconds: How long to read.
        path: The path requested.
        asks: Requests on each connection.
    """
    loop = asyncio.get_running_loop()
    request = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode() * asks

    async def one() -> tuple[bool, int]:
        raw, taken = socket.socket(), 0
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.setblocking(False)
        try:
            await loop.sock_connect(raw, (HOST, port))
            until = time.monotonic() + seconds
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(loop.sock_sendall(raw, request), seconds)
            while time.monotonic() < until:
                if raw.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):  # reading would still return earlier bytes
                    return True, taken
                byte = await asyncio.wait_for(loop.sock_recv(raw, 1), seconds)
                if not byte:
                    return True, taken
                taken += 1
                await asyncio.sleep(1.0)
        except TimeoutError:
            return False, taken
        except OSError:
            return True, taken
        finally:
            raw.close()
        return False, taken

    done = await asyncio.gather(*[one() for _ in range(readers)])
    return Slow(readers, sum([ended for ended, _ in done]), sum([taken for _, taken in done]))
