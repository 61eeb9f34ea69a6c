"""A port that is kept for one server."""

import asyncio
import socket
import sys

import pytest

from standpat.room.port import HeldPort

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a port")


def bound(port: int) -> socket.socket:
    """A socket as a program has it that asks for this port without sharing it; 0 for any."""
    taker = socket.socket()
    try:
        taker.bind(("127.0.0.1", port))
    except OSError:
        taker.close()
        raise
    return taker


def test_nobody_else_is_given_it() -> None:
    with HeldPort() as kept, pytest.raises(OSError, match="in use"):
        bound(kept.number)
    bound(kept.number).close()


def test_a_server_listens_there_again_and_again() -> None:
    async def listen(port: int) -> None:
        server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", port)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b""
        writer.close()
        server.close()
        await server.wait_closed()

    with HeldPort() as kept:
        for _ in range(3):
            asyncio.run(listen(kept.number))


def test_many_are_different() -> None:
    kept = [HeldPort() for _ in range(200)]
    assert len({port.number for port in kept}) == 200
    for port in kept:
        port.close()
