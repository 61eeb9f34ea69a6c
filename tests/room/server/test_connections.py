"""The connections of the server: which are admitted, which are closed, and when."""

import asyncio
from typing import cast

import pytest

from standpat.room.limits.limit import Limits, Share
from standpat.room.server.connections import Door, Line, Phase


class Transport:
    """The parts of a transport that the door uses."""

    def __init__(self) -> None:
        self.waiting = 0
        self.closing = False
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.closing

    def get_extra_info(self, name: str) -> None:
        return None

    def abort(self) -> None:
        self.aborted = True


class Scene:
    def __init__(self, limits: Limits | None = None, share: Share | None = None) -> None:
        self.now = 0.0
        self.door = Door(limits or Limits(), share or Share(4, 2), lambda: self.now)
        self.transports: list[Transport] = []

    def come(self, host: str = "127.0.0.1", phase: Phase = "head") -> Line | None:
        transport = Transport()
        self.transports.append(transport)
        line = self.door.admit(cast(asyncio.Transport, transport), host)
        if line:
            self.door.turn(line, phase)
        return line

    def gone(self) -> list[int]:
        return [number for number, transport in enumerate(self.transports) if transport.aborted]


def test_who_has_said_nothing_for_longest_makes_room() -> None:
    scene = Scene()
    for phase in ("answer", "head", "body", "idle"):
        assert scene.come(phase=phase)
    assert scene.come()
    assert scene.gone() == [1]
    assert scene.come(phase="answer")
    assert scene.come(phase="answer")
    assert scene.gone() == [1, 2, 3]
    assert scene.door.requests == 4


def test_those_that_are_answered_stay_and_nobody_else_comes() -> None:
    scene = Scene()
    for _ in range(4):
        assert scene.come(phase="answer")
    assert scene.come() is None
    assert scene.gone() == []
    assert scene.door.refused == 1
    scene.door.gone(cast(asyncio.Transport, scene.transports[0]))
    assert scene.come()


def test_whoever_takes_nothing_makes_room() -> None:
    scene = Scene()
    for _ in range(4):
        scene.come(phase="answer")
    scene.transports[2].waiting = 1
    scene.door.sweep()
    assert scene.come(phase="answer")
    assert scene.gone() == [2]


def test_an_address_has_so_many() -> None:
    scene = Scene(Limits(address_connections=2), Share(100, 100))
    assert [scene.come("2001:db8::1") is not None, scene.come("2001:db8::2") is not None] == [True, True]
    assert scene.come("2001:db8::3") is None
    assert scene.come("2001:db8:0:1::1")
    assert all([scene.come() for _ in range(10)])  # from this machine
    scene.door.gone(cast(asyncio.Transport, scene.transports[0]))
    assert scene.come("2001:db8::3")
    assert scene.come("2001:db8::4") is None


def test_a_proxys_connections_are_many_clients() -> None:
    scene = Scene()
    scene.door = Door(Limits(address_connections=1), Share(100, 100), lambda: 0.0, proxies=("10.0.0.2",))
    assert all([scene.come("10.0.0.2") for _ in range(10)])
    assert [scene.come("10.0.0.3") is not None, scene.come("10.0.0.3") is not None] == [True, False]


def test_sockets_have_places_of_their_own() -> None:
    scene = Scene()
    lines = [scene.come() for _ in range(3)]
    assert [scene.door.upgrade(line) for line in lines if line] == [True, True, False]
    assert (scene.door.sockets, scene.door.requests) == (2, 1)
    for _ in range(20):
        assert scene.come()
    assert not {0, 1} & set(scene.gone())
    scene.door.gone(cast(asyncio.Transport, scene.transports[0]))
    line = scene.come()
    assert line
    assert scene.door.upgrade(line)


def test_what_is_gone_is_forgotten() -> None:
    scene = Scene(Limits(address_connections=1))
    for _ in range(50):
        line = scene.come("192.0.2.1")
        assert line
        assert scene.door.upgrade(line)
        transport = cast(asyncio.Transport, scene.transports[-1])
        scene.door.gone(transport)
        scene.door.gone(transport)
        scene.door.turn(line, "head")
    assert (scene.door.sockets, scene.door.requests) == (0, 0)
    assert not scene.door._by_client
    assert not scene.door._waiting


@pytest.mark.parametrize(("phase", "seconds"), [("head", 10), ("body", 20), ("idle", 15)])
def test_each_phase_has_its_time(phase: Phase, seconds: float) -> None:
    scene = Scene()
    scene.now = 100
    scene.come(phase=phase)
    scene.now = 100 + seconds - 0.1
    scene.door.sweep()
    assert scene.gone() == []
    scene.now = 100 + seconds
    scene.door.sweep()
    assert scene.gone() == [0]


def test_a_new_phase_begins_anew_and_the_same_one_does_not() -> None:
    scene = Scene()
    line = scene.come()
    assert line
    scene.now = 6
    scene.door.turn(line, "head")  # another byte of the request
    scene.now = 10
    scene.door.sweep()
    assert scene.gone() == [0]
    line = scene.come()
    assert line
    scene.now = 16
    scene.door.turn(line, "body")
    scene.now = 35
    scene.door.sweep()
    assert scene.gone() == [0]


@pytest.mark.parametrize("phase", ["answer", "socket"])
def test_answers_and_sockets_have_all_the_time_while_they_are_read(phase: Phase) -> None:
    scene = Scene()
    line = scene.come()
    assert line
    scene.door.upgrade(line) if phase == "socket" else scene.door.turn(line, phase)
    for scene.now in range(0, 1000, 10):
        scene.transports[0].waiting = scene.now % 20
        scene.door.sweep()
    scene.transports[0].waiting = 0
    scene.door.sweep()
    scene.transports[0].waiting = 1
    for scene.now in (1000, 1029):
        scene.door.sweep()
    assert scene.gone() == []
    scene.now = 1030
    scene.door.sweep()
    assert scene.gone() == [0]


def test_a_connection_that_is_being_closed_does_not_wait_for_ever() -> None:
    scene = Scene()
    scene.come(phase="answer")
    scene.transports[0].closing = True
    for scene.now in (0, 30):
        scene.door.sweep()
    assert scene.gone() == [0]


@pytest.mark.parametrize("descriptors", [64, 256, 1024, 20_000, 1_048_576])
def test_descriptors_are_shared_out(descriptors: int) -> None:
    limits = Limits()
    requests, sockets = limits.share(descriptors)
    assert requests >= 4
    assert sockets >= 4
    assert 2 * requests + sockets <= descriptors - min(limits.reserved, descriptors // 2)


def test_a_bench_of_8000_idle_sockets_fits() -> None:
    assert Limits().share(20_000).sockets > 8_000 + 600


def test_each_refusal_is_told_by_the_limit_that_refused() -> None:
    told: list[str] = []
    scene = Scene()
    scene.door = Door(Limits(address_connections=1), Share(2, 1), lambda: 0.0, by_limit=told.append)
    first = scene.come("10.0.0.3")
    assert scene.come("10.0.0.3") is None
    assert first is not None
    assert scene.door.upgrade(first)
    second = scene.come("10.0.0.4", "answer")
    assert second is not None
    assert not scene.door.upgrade(second)
    assert scene.come("10.0.0.5", "answer")
    assert scene.come("10.0.0.6") is None
    assert told == ["address_connections", "websockets", "requests"]
    assert scene.door.refused == 3
