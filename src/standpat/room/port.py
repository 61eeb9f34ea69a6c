"""A port of the loopback interface that is kept for one server.

`HeldPort` binds a socket that never listens. While it is open, the system gives the port to no other program that asks
for a free one, and to no outgoing connection; a server that sets ``SO_REUSEADDR``, as asyncio's do, can listen there,
stop and start again. Only Linux lets two sockets share a port in this way: elsewhere the port is one that was free when
it was asked for.
"""

import socket
import sys
from typing import Self


class HeldPort:
    """A port, kept until `close`."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number = int(self._socket.getsockname()[1])
        """The number of the port."""
        if sys.platform != "linux":
            self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the port to others."""
        self._socket.close()
