"""The server under the application: uvicorn with the room's protocols and its door.

`descriptors` raises what the process may open to what it is allowed to, and says how much that is. Connections are
taken in `TAKEN_AT_ONCE` at a time, so that a crowd is sent away before it has used up what is reserved; the system
queues `QUEUED` more. A signal ends the process politely, and within `LONGEST_END_S` in any case.
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
from standpat.room.server.socket_protocol import SocketProtocol

MAX_SOCKET_FRAME: Final = 16_384
TAKEN_AT_ONCE: Final = 32
QUEUED: Final = 1024
LONGEST_END_S: Final = 9.0
"""Seconds from a signal to the end of the process, if a database that hangs keeps it."""
NO_LIMIT: Final = 65_536
"""What is reckoned with where a system says of no limit."""

log = logging.getLogger("standpat.room")


class Config(DoorConfig):
    """How uvicorn serves this application, with its `Limits`."""

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


class Server(uvicorn.Server):
    """uvicorn's, with the door's rounds."""

    config: Config

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and set the options of the listening sockets."""
        await super().startup(sockets)
        for server in self.servers if self.started else ():
            for listener in server.sockets:
                with socket.socket(fileno=socket.dup(listener.fileno())) as same:
                    same.listen(QUEUED)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop, and end within `LONGEST_END_S` whatever hangs."""
        end_within(LONGEST_END_S)
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Close idle connections once a second."""
        if counter % 10 == 0:
            self.config.door.sweep()
        return await super().on_tick(counter)


def end_within(seconds: float) -> None:
    """The process ends by then, whatever its threads wait for. What was acknowledged is on the disk already."""

    def end() -> None:
        log.error("not ended after %.0f s: ending at once", seconds)
        os._exit(1)

    last = threading.Timer(seconds, end)
    last.daemon = True
    last.start()


def proxies(allowed: list[str] | str) -> tuple[str, ...]:
    """The networks of those whose forwarded headers are believed, as uvicorn reads them (``FORWARDED_ALLOW_IPS``)."""
    named = allowed.split(",") if isinstance(allowed, str) else allowed
    networks = []
    for name in [name.strip() for name in named]:
        if name == "*":
            return ("0.0.0.0/0", "::/0")
        with contextlib.suppress(ValueError):  # the name of something that has no address
            address.check([name])
            networks.append(name)
    return tuple(networks)


def descriptors() -> int:
    """How many files and connections this process may have, now that it has asked for as many as it can."""
    try:
        import resource
    except ModuleNotFoundError:
        return NO_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(soft, NO_LIMIT) if hard == resource.RLIM_INFINITY else hard
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
