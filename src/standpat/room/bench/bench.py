"""`measure` runs a load test, from the empty database to the `Report`. It leaves no process and no file behind.

The steps are:

1. A server with one table gives the memory of the room itself.
2. The server with all tables gives the memory of a table with a hand in play.
3. A socket is opened for every seat, then the idle sockets.
4. Some seconds of play are not counted, and the following seconds are.

The measurements come from the operating system (`server.Server`), from the room's own counters, and from the clients'
clocks.

The load generator needs one core for every core of the server. Without it both are slower: actions per CPU second of
the server change little, but the times change a lot. If `client_cpu` is near `seconds`, the clients were the limit.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from standpat.room.bench.scene import Scene, build
from standpat.room.bench.server import Server
from standpat.room.bench.worker import Result, Task

WARM: Final = 0.25
"""The seconds of play before counting begins, as a share of the counted seconds; at least 1 s."""


class Order(Struct, frozen=True):
    """What to measure.

    Attributes:
        tables: Tables with play.
        seats: Seats at each.
        seconds: Seconds that are counted.
        rate: Actions a second at each table; None for as fast as the server answers.
        idle: Idle sockets.
        clients: Processes of clients.
        database: The URL of an empty database; None for a temporary SQLite file.
        seed: Seed of the players' choices.
        stored: Finished hands that are in the database before the server starts.
    """

    tables: int = 10
    seats: int = 6
    seconds: float = 10
    rate: float | None = None
    idle: int = 0
    clients: int = 1
    database: str | None = None
    seed: int = 1
    stored: int = 0


class Report(Struct):
    """The results of a load test.

    Units are in the names: bytes, seconds, milliseconds. The times `p50_ms`, `p99_ms` and `worst_ms` are from an action
    to the last viewer's frame. `commit_ms` is the writer's mean time for a commit, with statements and fsync.
    `start_seconds` and `start_cpu` are the times of the server from its start until it answers.
    """

    order: Order
    seconds: float
    actions: int
    hands: int
    frames: int
    server_cpu: float
    client_cpu: float
    actions_per_second: float
    actions_per_cpu_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    commits: int
    actions_per_commit: float
    commit_ms: float
    table_bytes: float
    socket_bytes: float
    idle_bytes: float
    growth_bytes: int
    start_seconds: float
    start_cpu: float
    errors: list[str]

    def text(self) -> str:
        """The report as text for people."""
        order = self.order
        pace = "as fast as the server answers" if order.rate is None else f"{order.rate:g} actions a second each"
        lines = [
            f"{order.tables} tables of {order.seats}, {pace}, {self.seconds:.1f} s",
            f"  actions               {self.actions:,} ({self.hands:,} hands, {self.frames:,} frames)",
            f"  actions a second      {self.actions_per_second:,.0f}",
            f"  a server CPU second   {self.actions_per_cpu_second:,.0f}"
            f"   (server {self.server_cpu:.2f} s of CPU, clients {self.client_cpu:.2f} s)",
            f"  action to last frame  p50 {self.p50_ms:.1f} ms, p99 {self.p99_ms:.1f} ms, worst {self.worst_ms:.1f} ms",
            f"  commits               {self.commits:,}, {self.actions_per_commit:.1f} actions and"
            f" {self.commit_ms:.1f} ms each",
            f"  memory                {self.table_bytes / 1000:.1f} kB a table,"
            f" {self.growth_bytes / order.tables / 1000:.1f} more once it has been played on,"
            f" {self.socket_bytes / 1000:.1f} kB a player's socket",
        ]
        stored = f" with {order.stored:,} stored hands" if order.stored else ""
        lines.append(f"  start                 {self.start_seconds:.2f} s, {self.start_cpu:.2f} s of CPU{stored}")
        if order.idle:
            lines.append(f"  {order.idle} idle sockets    {self.idle_bytes / 1000:.1f} kB each")
        lines += [f"  ERROR                 {error}" for error in self.errors[:5]]
        return "\n".join(lines)


class Started(NamedTuple):
    """What the start of a server took, in seconds."""

    seconds: float
    cpu: float


class BenchFault(RuntimeError):
    """A process of clients failed."""


def measure(order: Order) -> Report:
    """Run a load test.

    Raises:
        BenchFault: A process of clients failed.
        NotEmpty: The database has a room.
    """
    _raise_limit_of_files()
    with tempfile.TemporaryDirectory(prefix="standpat-bench-") as folder:
        alone = f"sqlite:///{Path(folder) / 'alone.sqlite'}"
        database = order.database or f"sqlite:///{Path(folder) / 'room.sqlite'}"
        asyncio.run(build(alone, 1, order.seats, 0))
        scene = asyncio.run(build(database, order.tables, order.seats, order.idle, order.stored))
        with Server(alone) as small:
            least = small.memory()
        begun = time.perf_counter()
        with Server(database) as server:
            started = Started(time.perf_counter() - begun, server.cpu())
            with _clients(order, scene, server.port) as clients:
                return _play(order, server, clients, least, started)


def _play(order: Order, server: Server, clients: "Clients", least: int, started: Started) -> Report:
    sockets = order.tables * order.seats
    begun = _settled(server)
    clients.say("connect")
    seated = _settled(server)
    clients.say("look")
    looked = _settled(server) if order.idle else seated
    clients.say("begin")
    time.sleep(max(1.0, order.seconds * WARM))
    clients.say("count")
    before, cpu, at = server.figures(), server.cpu(), time.perf_counter()
    time.sleep(order.seconds)
    after, cpu_after, seconds = server.figures(), server.cpu(), time.perf_counter() - at
    results = [msgspec.json.decode(line, type=Result) for line in clients.say("stop")]
    cpu = cpu_after - cpu

    def gained(name: str) -> int:
        return int(after[name] - before[name])

    times = sorted([time for result in results for time in result.times]) or [0.0]
    actions, commits = gained("actions_total"), gained("store_commits")
    return Report(
        order=order,
        seconds=seconds,
        actions=actions,
        hands=gained("hands_total"),
        frames=gained("frames_total"),
        server_cpu=cpu,
        client_cpu=sum([result.cpu for result in results]),
        actions_per_second=actions / seconds,
        actions_per_cpu_second=actions / cpu if cpu else 0.0,
        p50_ms=times[len(times) // 2],
        p99_ms=times[len(times) * 99 // 100],
        worst_ms=times[-1],
        commits=commits,
        actions_per_commit=actions / commits if commits else 0.0,
        commit_ms=1000 * (after["store_seconds"] - before["store_seconds"]) / commits if commits else 0.0,
        table_bytes=(begun - least) / (order.tables - 1) if order.tables > 1 else 0.0,
        socket_bytes=(seated - begun) / sockets,
        idle_bytes=(looked - seated) / order.idle if order.idle else 0.0,
        growth_bytes=server.memory() - looked,
        start_seconds=started.seconds,
        start_cpu=started.cpu,
        errors=[error for result in results for error in result.errors],
    )


class Clients:
    """The processes of clients."""

    def __init__(self, processes: Sequence["subprocess.Popen[bytes]"]) -> None:
        self._processes = processes

    def say(self, word: str) -> list[bytes]:
        """Send a word to all processes and wait for all answers.

        Raises:
            BenchFault: A process failed.
        """
        for process in self._processes:
            self._write(process, word.encode())
        return [self._answer(process) for process in self._processes]

    def task(self, number: int, task: Task) -> None:
        """Give a process its task."""
        self._write(self._processes[number], msgspec.json.encode(task))

    def _write(self, process: "subprocess.Popen[bytes]", line: bytes) -> None:
        assert process.stdin
        with contextlib.suppress(BrokenPipeError):  # its answer has the reason
            process.stdin.write(line + b"\n")
            process.stdin.flush()

    def _answer(self, process: "subprocess.Popen[bytes]") -> bytes:
        assert process.stdout
        line = process.stdout.readline().strip()
        if not line or line.startswith(b"!"):
            raise BenchFault(f"the clients failed: {line[1:].decode() or 'their process is gone'}")
        return line


@contextlib.contextmanager
def _clients(order: Order, scene: Scene, port: int) -> Iterator[Clients]:
    """Start processes of clients, each with its share of the tables. They are killed at the end."""
    command = [sys.executable, "-m", "standpat.room.bench.worker"]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(order.clients):
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            processes.append(process)
        clients = Clients(processes)
        for number in range(order.clients):
            share = slice(number, None, order.clients)
            pause = 1 / order.rate if order.rate else 0.0
            clients.task(number, Task(port, scene.busy[share], scene.idle[share], pause, order.seed + number))
        yield clients
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def _settled(server: Server) -> int:
    """Wait until the server is idle, and return its memory in bytes."""
    busy = server.cpu()
    for _ in range(100):
        time.sleep(0.3)
        now = server.cpu()
        if now - busy <= 0.02:
            break
        busy = now
    return server.memory()


def _raise_limit_of_files() -> None:
    """Raise the limit of open files as far as the system allows. The server inherits it."""
    try:
        import resource
    except ModuleNotFoundError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
