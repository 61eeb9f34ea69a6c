"""A room for tests: on a free port of this machine, in a thread or in a process of its own, and always stopped
again."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.room.clients.client import Table
from standpat.room.limits.limit import Limits, Rate
from standpat.room.port import HeldPort
from standpat.room.server.app import create
from standpat.room.server.connections import Door
from standpat.room.server.server import Config, Server
from standpat.room.server_process import ServerProcess
from standpat.room.store import Store
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.house_tables import FIRST
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.room import Room
from standpat.room.tables.table import NewTable
from standpat.room.tables.watch import Watch

OPEN = Limits(messages=Rate(1e6, 1.0), posts=Rate(1e6, 1.0), entries=Rate(1e6, 1.0))
AT_ONCE = Pace(0.0, 0.0, 0.02)


class Served:
    """A room that a thread serves: its address, and the room itself for inspection."""

    def __init__(self, url: str, room: Room, loop: asyncio.AbstractEventLoop, door: Door, app: Starlette) -> None:
        self.url = url
        self.app = app
        self.door = door
        self.room = room
        self._loop = loop

    def call(self, job: Callable[[], Any]) -> Any:
        """Run a coroutine function in the room's own loop. Returns its result."""
        return asyncio.run_coroutine_threadsafe(job(), self._loop).result(10)


@contextlib.contextmanager
def serving(
    database: str,
    *,
    pace: Pace = AT_ONCE,
    first: tuple[NewTable, ...] = FIRST,
    limits: Limits = OPEN,
    origins: tuple[str, ...] = (),
    hosts: tuple[str, ...] = (),
    programs: Programs | None = None,
    watch: Watch | None = None,
) -> Iterator[Served]:
    """A room on this database."""
    app = create(
        Store.open(database),
        pace=pace,
        first=first,
        limits=limits,
        programs=programs,
        watch=watch,
        origins=origins,
        hosts=hosts,
    )
    kept = HeldPort()
    server = Server(Config(app, "127.0.0.1", kept.number, patience=2))
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        if not thread.is_alive() or time.monotonic() > deadline:
            raise RuntimeError("the room did not start")
        time.sleep(0.01)
    try:
        yield Served(f"http://127.0.0.1:{kept.number}", app.state.room, loops[0], app.state.door, app)
    finally:
        server.should_exit = True
        thread.join(20)
        kept.close()
        assert not thread.is_alive()


class Process(ServerProcess):
    """`standpat serve` as a process that can be killed. Its house players act at once."""

    def __init__(self, database: str, *options: str, log: Path | None = None) -> None:
        super().__init__(database, ("--pace", "0", "--limit", "1000000", *options), log=log)


def patient(table: Table) -> Action:
    """Check and call, and discard the first two cards."""
    legal = table.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard(table.cards[:2])
    return Check() if legal.check else Call() if legal.call is not None else Fold()
