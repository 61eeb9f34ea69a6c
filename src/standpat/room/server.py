"""The server under the application: uvicorn with the room's protocols and its door.

`descriptors` raises what the process may open to what it is allowed to, and says how much that is. Connections are
taken in `TAKEN_AT_ONCE` at a time, so that a crowd is sent away before it has used up what is reserved; the system
queues `QUEUED` more.
"""

import socket
from typing import Final

import uvicorn
from starlette.applications import Starlette

from standpat.room.door import Door
from standpat.room.http_protocol import HttpProtocol
from standpat.room.limit import Limits
from standpat.room.socket_protocol import SocketProtocol

MAX_SOCKET_FRAME: Final = 16_384
TAKEN_AT_ONCE: Final = 32
QUEUED: Final = 1024
NO_LIMIT: Final = 65_536
"""What is reckoned with where a system says of no limit."""


class Config(uvicorn.Config):
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
        self.door = app.state.door = Door(limits, limits.share(limits.descriptors or descriptors()))


class Server(uvicorn.Server):
    """uvicorn's, with the door's rounds."""

    config: Config

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers if self.started else ():
            for listener in server.sockets:
                with socket.socket(fileno=socket.dup(listener.fileno())) as same:
                    same.listen(QUEUED)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self.config.door.sweep()
        return await super().on_tick(counter)


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
