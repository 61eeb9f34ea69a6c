"""What a room does on this machine: `python bench/capacity.py [--rounds N] [--seconds S] [--hands N]`.

Each round measures, one after the other: a hundred tables as fast as the server answers, with the database in memory
(``/dev/shm``) and on PostgreSQL; 600 tables with one action a second each; idle sockets; and the start of a server with
no stored hands and with many. Figures are medians of the rounds. `standpat bench room` measures each of them alone, and
docs/room_bench.md says what they mean. PostgreSQL is the one of the tests (extra `dev`); without it its rows are left
out. Its own processes are not counted.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import psycopg

from report import spread, table
from room import postgres
from standpat.room.bench.bench import Order, Report, measure
from standpat.room.bench.scene import build
from standpat.room.bench.server import Server

MEMORY = Path("/dev/shm")
BUSY, PACED, IDLE = 100, 600, 4000


def checked(order: Order) -> Report:
    report = measure(order)
    if report.errors:
        sys.exit(f"{order}: {report.errors[0]}")
    return report


def started(database: str) -> tuple[float, float]:
    """Seconds until a server answers, and its CPU seconds."""
    began = time.perf_counter()
    with Server(database) as server:
        return time.perf_counter() - began, server.cpu()


def main() -> None:
    parser = argparse.ArgumentParser(description="measure a room")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--hands", type=int, default=100_000)
    args = parser.parse_args()
    if MEMORY.is_dir():
        tempfile.tempdir = str(MEMORY)
    found: dict[str, list[float]] = defaultdict(list)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="standpat-bench-")))
        try:
            server = stack.enter_context(postgres.server())
        except postgres.Unavailable:
            server = ""
        rooms = {f"{hands:,}": f"sqlite:///{folder / f'{hands}.sqlite'}" for hands in (0, args.hands)}
        for hands, database in zip((0, args.hands), rooms.values(), strict=True):
            asyncio.run(build(database, 1, 6, 0, hands))
        for number in range(args.rounds):
            busy = checked(Order(tables=BUSY, seconds=args.seconds))
            found["sqlite"].append(busy.actions_per_cpu_second)
            found["played"].append(busy.table_bytes + busy.growth_bytes / BUSY)
            if server:
                with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                    connection.execute(f"CREATE DATABASE bench{number}")
                other = checked(Order(tables=BUSY, seconds=args.seconds, database=f"{server}/bench{number}"))
                found["postgresql"].append(other.actions_per_cpu_second)
            paced = checked(Order(tables=PACED, seconds=args.seconds, rate=1))
            found["p50"].append(paced.p50_ms)
            found["p99"].append(paced.p99_ms)
            found["idle"].append(checked(Order(tables=1, seconds=1, idle=IDLE)).idle_bytes)
            for hands, database in rooms.items():
                seconds, cpu = started(database)
                found[f"start {hands}"].append(seconds)
                found[f"start cpu {hands}"].append(cpu)

    def row(name: str, key: str, unit: str, wanted: str) -> list[list[str]]:
        rounds = found[key]
        return [[name, unit.format(statistics.median(rounds)), spread(rounds), wanted]] if rounds else []

    ratios = [mine / other for mine, other in zip(found["postgresql"], found["sqlite"], strict=False)]
    found["ratio"] = ratios
    rows = [
        *row(f"actions per server CPU second, {BUSY} tables", "sqlite", "{:,.0f}", "8,000"),
        *row("the same on PostgreSQL", "postgresql", "{:,.0f}", ""),
        *row("PostgreSQL / SQLite", "ratio", "{:.2f}", "0.8"),
        *row(f"action to last frame, {PACED} tables, p50 (ms)", "p50", "{:.1f}", ""),
        *row(f"action to last frame, {PACED} tables, p99 (ms)", "p99", "{:.1f}", "50"),
        *row("a played table (bytes)", "played", "{:,.0f}", "100,000"),
        *row("an idle socket (bytes)", "idle", "{:,.0f}", "20,000"),
    ]
    for hands in rooms:
        rows += row(f"start with {hands} stored hands (s)", f"start {hands}", "{:.2f}", "")
        rows += row("its CPU time (s)", f"start cpu {hands}", "{:.2f}", "")
    print(table(["room", "here", "spread", "wanted"], rows))


if __name__ == "__main__":
    main()
