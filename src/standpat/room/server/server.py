"""The server: uvicorn with the room's protocols and limits of connections.

`descriptors` raises the limit of open files as far as the process may, and returns it. Connections are accepted
`TAKEN_AT_ONCE` at a time, so that a crowd is refused before it uses up the files that are reserved; the system queues
`QUEUED` more. A signal ends the process in an orderly way, and within `LONGEST_END_S` in any case.
"""

import contextlib
import logging
import os
import socket
import threading
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from standpat.room.limits import address
from standpat.room.limits.limit import Limits
from standpat.room.server.config import DoorConfig
from standpat.room.server.connections import Door
from standpat.room.server.http_protocol import HttpProtocol
from standpat.room.server.keepalive import Keepalive
from standpat.room.server.socket_protocol import SocketProtocol

MAX_SOCKET_FRAME: Final = 16_384
"""The largest message on a WebSocket, in bytes."""
ARRIVED: Final = 65_536
"""Bytes that are read at once from a WebSocket."""
TAKEN_AT_ONCE: Final = 32
"""Connections that are accepted at a time."""
PING_S: Final = 20
"""Seconds between two pings of a WebSocket."""
QUEUED: Final = 1024
"""Connections that the system queues."""
LONGEST_END_S: Final = 9.0
"""How long the process may take to end after a signal, in seconds, even if the database hangs."""
NO_LIMIT: Final = 65_536
"""The number of files that is assumed if the system has no limit."""

log = logging.getLogger("standpat.room")


class Config(DoorConfig):
    """uvicorn's configuration for the application, with its `Limits`."""

    def __init__(self, app: Starlette, host: str, port: int, *, patience: int = 5) -> None:
        limits: Limits = app.state.limits
        super().__init__(
            app,
            host=host,
            port=port,
            log_config=None,
            access_log=False,
            http=HttpProtocol,
            ws=SocketProtocol,
            ws_max_size=MAX_SOCKET_FRAME,
            ws_per_message_deflate=False,
            timeout_keep_alive=limits.idle_s,
            timeout_graceful_shutdown=patience,
            server_header=False,
            backlog=TAKEN_AT_ONCE,
        )
        self.limits = limits
        self.refused = app.state.refused
        share = limits.share(limits.descriptors or descriptors())
        self.door = app.state.door = Door(
            limits, share, proxies=proxies(self.forwarded_allow_ips), by_limit=self.refused
        )
        self.keepalive = Keepalive(PING_S)
        self.arrived = memoryview(bytearray(ARRIVED))


class Server(uvicorn.Server):
    """uvicorn's server, which also sweeps the door."""

    config: Config

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and set the queue of the listening sockets."""
        await super().startup(sockets)
        for server in self.servers if self.started else ():
            for listener in server.sockets:
                with socket.socket(fileno=socket.dup(listener.fileno())) as same:
                    same.listen(QUEUED)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop, and end within `LONGEST_END_S` even if something hangs."""
        end_within(LONGEST_END_S)
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Once a second, close connections whose time is over, and send the pings that are due."""
        if counter % 10 == 0:
            self.config.door.sweep()
            self.config.keepalive.beat()
        return await super().on_tick(counter)


def end_within(seconds: float) -> None:
    """End the process after some seconds, whatever its threads are waiting for. Everything acknowledged is already on
    the disk.
    """

    def end() -> None:
        log.error("not ended after %.0f s: ending at once", seconds)
        os._exit(1)

    last = threading.Timer(seconds, end)
    last.daemon = True
    last.start()


def proxies(allowed: list[str] | str) -> tuple[str, ...]:
    """The networks of proxies whose forwarded headers are trusted, from uvicorn's setting (``FORWARDED_ALLOW_IPS``)."""
    named = allowed.split(",") if isinstance(allowed, str) else allowed
    networks = []
    for name in [name.strip() for name in named]:
        if name == "*":
            return ("0.0.0.0/0", "::/0")
        with contextlib.suppress(ValueError):  # a name that is not an address or network
            address.check([name])
            networks.append(name)
    return tuple(networks)


def descriptors() -> int:
    """Raise the limit of open files as far as the process may, and return it."""
    try:
        import resource
    except ModuleNotFoundError:
        return NO_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(soft, NO_LIMIT) if hard == resource.RLIM_INFINITY else hard
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
