"""Thousands of sockets and of incomplete requests, against a room in a process of its own."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from room_scene import serving
from standpat.room.limits.limit import Limits
from standpat.room.server_process import STANDPAT, ServerProcess
from standpat.room.torture import control
from standpat.room.torture.control import PONG, fragments, pings
from standpat.room.torture.half_open import HALF_BODY, HALF_HEAD, NOTHING, half_open
from standpat.room.torture.slow import slow_readers
from standpat.room.torture.wire import ask

MB = 1_000_000


class Room(ServerProcess):
    """`standpat serve` under a limit of descriptors, with its memory and its log."""

    def __init__(self, folder: Path, descriptors: int = 1024, *options: str) -> None:
        self.log = folder / "log"
        super().__init__(f"sqlite:///{folder / 'room.sqlite'}", ("--pace", "0", *options), log=self.log)
        limit = f'ulimit -S -n {descriptors // 2} && ulimit -H -n {descriptors} && exec "$@"'
        self.start(program=("sh", "-c", limit, "sh", *STANDPAT))

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    served = Room(tmp_path_factory.mktemp("flood"))
    try:
        yield served
    finally:
        served.stop()


def well(room: Room) -> None:
    status, seconds = asyncio.run(ask(room.port))
    assert status == 200
    assert seconds < 5


@pytest.mark.parametrize("kind", [control.PING, PONG])
def test_control_frames_that_nobody_reads_the_answers_of_cost_nothing(room: Room, kind: int) -> None:
    before = room.memory()
    poured = asyncio.run(pings(room.port, 10, sockets=4, kind=kind))
    assert poured.ended == 4
    assert poured.sent < 40 * MB
    assert room.memory() - before < 20 * MB
    well(room)


def test_a_message_of_parts_without_end_is_ended(room: Room) -> None:
    before = room.memory()
    poured = asyncio.run(fragments(room.port, 10, sockets=4))
    assert poured.ended == 4
    assert room.memory() - before < 20 * MB
    well(room)


def test_the_room_has_raised_its_limit_of_descriptors(room: Room) -> None:
    limits = Path(f"/proc/{room.pid}/limits").read_text().splitlines()
    assert next(line for line in limits if line.startswith("Max open files")).split()[3] == "1024"


@pytest.mark.parametrize("said", [HALF_HEAD, HALF_BODY, NOTHING])
def test_half_requests_keep_nobody_out(room: Room, said: bytes) -> None:
    before = room.log.stat().st_size
    found = asyncio.run(half_open(room.port, 1300, 3.0, said=said))
    assert found.made > 1300  # they reconnect again and again
    assert found.asked >= 2
    assert found.answered == found.asked
    assert room.files() < 1024 - 100
    assert room.log.stat().st_size - before < 100_000
    well(room)


def test_readers_who_take_a_byte_a_second_are_ended(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=Limits(stuck_s=3)) as served:
        port = int(served.url.rpartition(":")[2])
        found = asyncio.run(slow_readers(port, 10, 30.0))
        assert found.ended == 10
        assert found.taken < 10 * 20
        assert served.door.ended == 10
        assert asyncio.run(ask(port))[0] == 200


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async def dial(source: str) -> asyncio.StreamWriter:
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        return writer

    async def refused(source: str) -> bool:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        try:
            status = await asyncio.wait_for(reader.readline(), 10)
        except ConnectionResetError:
            return True
        writer.close()
        return b" 200 " not in status

    async def run() -> None:
        mine = [await dial("127.0.0.5") for _ in range(8)]
        assert await refused("127.0.0.5")
        assert not await refused("127.0.0.6")
        assert not await refused("127.0.0.1")
        for writer in mine:
            writer.close()
        async with asyncio.timeout(60):
            while await refused("127.0.0.5"):
                await asyncio.sleep(0.05)

    limits = Limits(address_connections=8, trusted=("127.0.0.1",))
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=limits) as served:
        port = int(served.url.rpartition(":")[2])
        asyncio.run(run())
