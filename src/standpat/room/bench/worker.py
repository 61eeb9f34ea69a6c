"""A process of clients: ``python -m standpat.room.bench.worker``. It reads its orders from standard input, one a line.

The first line is a `Task` as JSON. Then come words:

- ``connect`` opens a socket for each player, and is answered when everyone has seen their table.
- ``look`` opens the idle sockets.
- ``begin`` starts the play.
- ``count`` starts the measurement.
- ``stop`` ends it, and is answered with the `Result`.

The answer to a word is one line: the word itself, or the result for ``stop``. A failure is a line that begins with
``!``. The end of standard input ends the process.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from standpat.room.bench.player import Player, Table, Tally
from standpat.room.bench.scene import Place
from standpat.room.bench.socket import Socket, open_socket

_HAND_SHAKES: Final = 32
"""Sockets that are opened at the same time."""
_PATIENCE: Final = 60.0
"""How long a socket may take to open and to get its first frames, in seconds."""


class Task(Struct):
    """The task of a process. `pause` is the mean number of seconds from a turn to its answer, 0 for none."""

    port: int
    busy: list[Place]
    idle: list[Place]
    pause: float
    seed: int


class Result(Struct):
    """The measurements of a process.

    Attributes:
        times: Milliseconds from each action to the last viewer's frame.
        cpu: CPU seconds of this process during the measurement.
        errors: Refusals and broken connections.
    """

    times: list[float]
    cpu: float
    errors: list[str]


class Worker:
    """Carries out the orders of the module."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._tally = Tally()
        self._chance = Random(task.seed)
        self._tables: list[Table] = []
        self._idle: list[Socket] = []
        self._doors = asyncio.Semaphore(_HAND_SHAKES)
        self._closing = False
        self._cpu = 0.0

    async def connect(self) -> None:
        """Open a socket for each player."""
        jobs = []
        for place in self._task.busy:
            table = Table(place.table, self._tally, self._chance, self._task.pause)
            self._tables.append(table)
            table.players = [Player(table, number) for number in range(len(place.tokens))]
            jobs += [self._open(player, token) for player, token in zip(table.players, place.tokens, strict=True)]
        await asyncio.gather(*jobs)

    async def look(self) -> None:
        """Open the idle sockets."""

        async def open_one(table: str, token: str) -> None:
            first = asyncio.get_running_loop().create_future()

            def take(data: bytes) -> None:
                if b'"snapshot"' in data[:40] and not first.done():
                    first.set_result(None)

            async with self._doors:
                async with asyncio.timeout(_PATIENCE):
                    self._idle.append(await self._socket(table, token, take))
                    await first

        await asyncio.gather(*[open_one(place.table, token) for place in self._task.idle for token in place.tokens])

    def begin(self) -> None:
        """Start the play."""
        for table in self._tables:
            table.begin()

    def count(self) -> None:
        """Start the measurement."""
        gc.collect()
        gc.disable()  # pauses of the clients would count as the server's
        self._tally.counting = True
        self._cpu = sum(os.times()[:2])

    def stop(self) -> Result:
        """Stop the play and return the measurements."""
        self._closing = True
        tally = self._tally
        tally.counting = False
        for table in self._tables:
            table.stop()
        cpu = sum(os.times()[:2]) - self._cpu
        return Result([round(1000 * seconds, 3) for seconds in tally.times], cpu, tally.errors)

    async def _open(self, player: Player, token: str) -> None:
        async with self._doors:
            async with asyncio.timeout(_PATIENCE):
                player.socket = await self._socket(player.table.id, token, player.take)
                await player.ready

    async def _socket(self, table: str, token: str, take: Callable[[bytes], None]) -> Socket:
        headers = {"Cookie": f"standpat={token}"}
        return await open_socket("127.0.0.1", self._task.port, f"/tables/{table}/socket", headers, take, self._ended)

    def _ended(self, reason: str) -> None:
        if not self._closing:
            self._tally.errors.append(reason)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of uvloop if it is installed, else None."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    loop: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return loop


async def main() -> None:
    """Run a process of clients."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=2**28)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    worker = Worker(msgspec.json.decode(await lines.readline(), type=Task))
    while line := (await lines.readline()).strip():
        answer = line
        match line:
            case b"connect":
                await worker.connect()
            case b"look":
                await worker.look()
            case b"begin":
                worker.begin()
            case b"count":
                worker.count()
            case b"stop":
                answer = msgspec.json.encode(worker.stop())
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(main())
    except (OSError, ValueError) as error:  # TimeoutError is an OSError
        print(f"!{error or 'the server did not answer in time'}", flush=True)
