"""The room when its database hangs, restarts, is full or damaged, or is used by a second room.

The database is disturbed from outside, as an administrator's program or another process could do: by a lock, by ended
sessions, by a limit on the size of files, and by a statement on a table's row.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from standpat.room.clients.client import Table
from standpat.room.store.database import connect, writing
from standpat.room.torture.check import Check, Finding, Skipped
from standpat.room.torture.kills import Caller, compare
from standpat.room.torture.site import Site
from standpat.room.torture.wire import ask

HEALTH_S: Final = 8.0
"""How long ``/healthz`` may take, whatever the database does, in seconds."""
STOP_S: Final = 10.0
"""How long the room may take to stop, in seconds."""
PATIENCE: Final = 30.0
"""How long to wait for a change, in seconds."""


async def hung_database(site: Site) -> Finding:
    """Somebody holds a lock, so that nothing can be written. The room reports it, and stops when it is asked to."""
    with _hung(site):
        until, status, took = time.monotonic() + PATIENCE, 200, 0.0
        while status == 200 and time.monotonic() < until:
            status, took = await ask(site.port, timeout=HEALTH_S + 5)
            await asyncio.sleep(0.2)
        began = time.monotonic()
        code = await asyncio.to_thread(site.stop)
        stopped = None if code == -signal.SIGKILL else time.monotonic() - began
    await asyncio.to_thread(site.start)
    after, _ = await ask(site.port)
    ended = "had to be killed" if stopped is None else f"ended in {stopped:.1f} s"
    return Finding(
        status == 503 and took < HEALTH_S and stopped is not None and stopped < STOP_S and after == 200,
        f"/healthz said {status} in {took:.1f} s, SIGTERM: {ended}; started again: {after}",
        {"status": status, "health_s": took, "stop_s": stopped, "after": after},
    )


@contextmanager
def _hung(site: Site) -> Iterator[None]:
    engine = connect(site.database)
    try:
        with writing(engine).begin() as connection:  # on SQLite this is the write lock
            if site.postgres:
                connection.execute(text("LOCK TABLE heartbeat, event, hand, entry IN ACCESS EXCLUSIVE MODE"))
            yield
    finally:
        engine.dispose()


async def restarted_database(site: Site) -> Finding:
    """Every database session is ended several times while two people play."""
    if not site.postgres:
        raise Skipped("SQLite has no server that could be restarted")
    times, went_on = 5, 0
    engine = connect(site.database)
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=2)
        async with ann.table(id) as ann_table, bob.table(id) as bob_table:
            players = [Caller(ann_table), Caller(bob_table)]
            await ann_table.sit(800)
            await bob_table.sit(800)
            tasks = [asyncio.create_task(player.play()) for player in players]
            for _ in range(times):
                with engine.begin() as connection:
                    connection.execute(
                        text(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                        )
                    )
                went_on += await _goes_on(players)
            for task in tasks:
                task.cancel()
    engine.dispose()
    return Finding(
        went_on == times, f"play continued after {went_on} of {times} restarts", {"restarts": times, "went_on": went_on}
    )


async def _goes_on(players: list[Caller]) -> bool:
    """Whether four more decisions are made within `PATIENCE`."""
    done, until = sum([len(player.acked) for player in players]), time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if sum([len(player.acked) for player in players]) >= done + 4:
            return True
        await asyncio.sleep(0.02)
    return False


async def full_disk(site: Site) -> Finding:
    """For a while no file may grow. The room reports it, loses nothing, and continues when there is space again."""
    if site.postgres:
        raise Skipped("the disk belongs to the database server, which this check does not touch")
    if not hasattr(os, "sched_getaffinity"):
        raise Skipped("this system cannot limit another process's files")
    import resource

    place = Path(site.database.removeprefix("sqlite:///"))
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=2)
        async with ann.table(id) as ann_table, bob.table(id) as bob_table:
            players = [Caller(ann_table), Caller(bob_table)]
            await ann_table.sit(800)
            await bob_table.sit(800)
            tasks = [asyncio.create_task(player.play()) for player in players]
            before = await _goes_on(players)
            size = min(place.stat().st_size, Path(f"{place}-wal").stat().st_size)
            resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            until, status = time.monotonic() + PATIENCE, 200
            while status == 200 and time.monotonic() < until:
                await asyncio.sleep(0.3)
                status, _ = await ask(site.port, timeout=HEALTH_S)
            resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            after = await _goes_on(players)
            for task in tasks:
                task.cancel()
            lost = await _lost(site, id, players)
    return Finding(
        before and status == 503 and after and not lost,
        f"/healthz said {status} while it was full; play continued afterwards: {'yes' if after else 'no'}; {lost} lost",
        {"status": status, "went_on": after, "lost": lost},
    )


async def _lost(site: Site, table: str, players: list[Caller]) -> int:
    await asyncio.to_thread(site.stop)
    lost, altered, _ = await compare(site, table, players)
    return lost + altered


async def damaged_table(site: Site) -> Finding:
    """A table's row becomes unreadable. Every other table opens, and no chips are lost."""
    async with site.guest() as ann:
        rows = (await ann.get("/api/tables"))["tables"]
        place = await ann.play_now()
    await asyncio.to_thread(site.kill)
    engine = connect(site.database)
    with writing(engine).begin() as connection:
        before = _chips(connection)
        connection.execute(text("UPDATE card_table SET state = '{' WHERE id = :id"), {"id": place.table})
    engine.dispose()
    await asyncio.to_thread(site.start)
    async with site.guest() as bob:
        others = [row["id"] for row in (await bob.get("/api/tables"))["tables"] if row["id"] != place.table]
        seat = await bob.play_now()
        async with bob.table(seat.table) as table:
            await _asked(table)
    with engine.connect() as connection:
        after = _chips(connection)
    engine.dispose()
    kept = all([after.get(account) == chips for account, chips in before.items()])
    return Finding(
        len(others) >= len(rows) - 1 and seat.table != place.table and kept,
        f"{len(others)} other tables open and played at, chips of the damaged table {'kept' if kept else 'CHANGED'}",
        {"tables": len(rows), "open": len(others), "kept": kept},
    )


def _chips(connection: Connection) -> dict[str, int]:
    rows = connection.execute(text("SELECT name, balance FROM account WHERE name LIKE 'seat:%' AND balance <> 0"))
    return dict(rows.tuples().all())


async def _asked(table: Table) -> None:
    await table.my_turn(PATIENCE)


async def two_rooms(site: Site) -> Finding:
    """A second room on the same database, by its name, by a symbolic link and by a hard link."""
    names = [site.database]
    if not site.postgres:
        place = Path(site.database.removeprefix("sqlite:///"))
        (site.folder / "symbolic").symlink_to(place)
        (site.folder / "hard").hardlink_to(place)
        names += [f"sqlite:///{site.folder / name}" for name in ("symbolic", "hard")]
    tried = await asyncio.gather(*[asyncio.to_thread(_starts, name) for name in names])
    started = [name for name, there in zip(names, tried, strict=True) if there]
    return Finding(
        not started,
        f"{len(started)} of {len(names)} second rooms started on the same database",
        {"tried": len(names), "started": len(started)},
    )


def _starts(database: str) -> bool:
    """Whether a second room starts, or ends with any other error than that a room is running."""
    command = [sys.executable, "-m", "standpat", "serve", "--database", database, "--port", "0"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _, error = process.communicate(timeout=90)
        return process.returncode == 0 or b"another room" not in error
    except subprocess.TimeoutExpired:
        return True
    finally:
        process.kill()
        process.wait()


CHECKS: Final = (
    Check(
        "hung-database",
        "availability",
        "A database that hangs shows in /healthz, and the room can still be stopped",
        hung_database,
        seconds=120,
    ),
    Check(
        "restarted-database",
        "availability",
        "Play continues after the database was restarted",
        restarted_database,
        seconds=200,
    ),
    Check("full-disk", "availability", "A full disk shows in /healthz, and nothing is lost", full_disk, seconds=150),
    Check("damaged-table", "availability", "A damaged table does not stop other tables from opening", damaged_table),
    Check(
        "two-rooms",
        "availability",
        "Only one room runs on a database, whatever the database is called",
        two_rooms,
        seconds=240,
    ),
)
