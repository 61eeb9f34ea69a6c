"""Pings that show whether the client of a WebSocket is still there.

Every socket gets a ping every `interval` seconds. One that has not answered it by the next is closed. The sockets are
divided among the seconds of the interval, so a socket needs no timer of its own, and each `beat`, once a second, goes
through a part of them.
"""

from typing import Protocol


class Pinged(Protocol):
    """A socket that can be pinged."""

    def ping(self) -> None:
        """Send a ping, or close the connection if the last one was not answered."""


class Keepalive:
    """The pings of a server.

    Args:
        interval: Seconds between two pings of a socket; 0 for no pings.
    """

    def __init__(self, interval: int) -> None:
        self._rounds: list[set[Pinged]] = [set() for _ in range(interval)]
        self._second = 0

    def add(self, socket: Pinged) -> int:
        """Add a socket, whose first ping comes after a whole interval.

        Returns:
            What `discard` needs to find it.
        """
        if self._rounds:
            self._rounds[self._second].add(socket)
        return self._second

    def discard(self, socket: Pinged, place: int) -> None:
        """Remove a socket."""
        if self._rounds:
            self._rounds[place].discard(socket)

    def beat(self) -> None:
        """Send the pings that are due. Called once a second."""
        if self._rounds:
            self._second = (self._second + 1) % len(self._rounds)
            for socket in list(self._rounds[self._second]):
                socket.ping()
