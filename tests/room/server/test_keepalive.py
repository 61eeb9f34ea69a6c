"""Every socket is pinged once in an interval, and not before its first is over."""

import pytest

from standpat.room.server.keepalive import Keepalive


class Socket:
    def __init__(self, keepalive: Keepalive) -> None:
        self.pings = 0
        self.keepalive = keepalive
        self.place = keepalive.add(self)

    def ping(self) -> None:
        self.pings += 1

    def lose(self) -> None:
        self.keepalive.discard(self, self.place)


def test_sockets_are_pinged_once_in_an_interval() -> None:
    keepalive, sockets = Keepalive(5), list[Socket]()
    for _ in range(5):
        sockets.append(Socket(keepalive))
        keepalive.beat()
    assert [socket.pings for socket in sockets] == [1, 0, 0, 0, 0]
    for _ in range(4):
        keepalive.beat()
    assert [socket.pings for socket in sockets] == [1] * 5
    sockets[0].lose()
    sockets[0].lose()
    for _ in range(5):
        keepalive.beat()
    assert [socket.pings for socket in sockets] == [1, 2, 2, 2, 2]


def test_a_socket_that_ends_at_its_ping_disturbs_no_other() -> None:
    keepalive = Keepalive(1)

    class Ends(Socket):
        def ping(self) -> None:
            super().ping()
            self.lose()

    sockets = [Ends(keepalive) for _ in range(10)]
    keepalive.beat()
    keepalive.beat()
    assert [socket.pings for socket in sockets] == [1] * 10


@pytest.mark.parametrize("beats", [0, 40])
def test_without_an_interval_there_are_no_pings(beats: int) -> None:
    keepalive = Keepalive(0)
    socket = Socket(keepalive)
    for _ in range(beats):
        keepalive.beat()
    socket.lose()
    assert socket.pings == 0
