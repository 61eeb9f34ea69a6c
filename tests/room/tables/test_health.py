"""A database that hangs, is locked, or is full: the room reports it, loses nothing, can be stopped, and continues
afterwards."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg
import pytest

from room import postgres
from room_scene import Process, Served, patient, serving
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import Store, Work, ledger
from standpat.room.store.writer import Metrics
from standpat.room.tables.health import LATE, MEMORY, Pulse
from standpat.room.tables.table import NewTable

pytestmark = pytest.mark.extended

TWO = (NewTable("27td", "Two", seats=2),)


def test_trouble_is_remembered_and_forgotten() -> None:
    now, metrics = [100.0], Metrics()
    pulse = Pulse(lambda: metrics, lambda: now[0])
    assert pulse.trouble() == ""
    now[0] += LATE
    assert pulse.trouble() == ""
    now[0] += 0.1
    assert "not answered" in pulse.trouble()
    pulse.beat()
    assert pulse.trouble() == ""
    metrics.down, metrics.down_at = "disk is full", now[0]
    assert "disk is full" in pulse.trouble()
    now[0] += MEMORY - 0.1
    pulse.beat()
    assert "disk is full" in pulse.trouble()
    now[0] += 0.2
    assert pulse.trouble() == ""


def health(url: str) -> tuple[int, str]:
    try:
        with urlopen(f"{url}/healthz", timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """A transaction of another process that does not end."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """The server is suspended and keeps every connection open."""
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()").fetchall()
        (data,) = connection.execute("SHOW data_directory").fetchone() or ("",)
    server = int((Path(data) / "postmaster.pid").read_text().split()[0])
    pids = [server, *[pid for (pid,) in rows]]
    for pid in pids:
        try:
            os.kill(pid, signal.SIGSTOP)
        except ProcessLookupError:  # the backend of the query itself
            continue
    try:
        yield
    finally:
        for pid in pids:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                continue


def says_so_and_ends(process: Process) -> None:
    until = time.monotonic() + 30
    status, text = health(process.url)
    while status == 200:
        assert time.monotonic() < until, "it does not say that its database hangs"
        time.sleep(0.1)
        status, text = health(process.url)
    assert status == 503
    assert "the database" in text
    began = time.monotonic()
    process.stop()
    assert time.monotonic() - began < 14  # ten seconds, and the machine may be busy
    assert process.returncode != -signal.SIGKILL


def test_a_locked_sqlite_file(tmp_path: Path) -> None:
    file = tmp_path / "room.sqlite"
    process = Process(f"sqlite:///{file}")
    process.start()
    try:
        with locked(file):
            says_so_and_ends(process)
        process.start()
        assert health(process.url) == (200, "ok\n")
    finally:
        process.stop()


@pytest.mark.slow
def test_a_postgresql_that_hangs(tmp_path: Path) -> None:
    try:
        with postgres.server() as server:
            with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                connection.execute("CREATE DATABASE hung")
            process = Process(f"{server}/hung")
            process.start()
            try:
                with stopped(f"{server}/hung"):
                    says_so_and_ends(process)
                process.start()
                assert health(process.url) == (200, "ok\n")
            finally:
                process.stop()
    except postgres.Unavailable as error:
        pytest.skip(f"PostgreSQL NOT TESTED: {error}")


async def play(one: Table, other: Table, hands: int) -> None:
    last = one.hand_no + hands
    while one.hand_no < last:
        if actor := one if one.legal else other if other.legal else None:
            await actor.act(patient(actor))
        else:
            await asyncio.sleep(0.005)


def limit(served: Served, pages: int) -> None:
    """Limit the size of the disk; 0 removes the limit."""
    served.call(
        lambda: served.room.store.commit(
            Work(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages or 1073741823}").close())
        )
    )


def test_a_full_disk(sqlite_url: str) -> None:
    """Players are told, nothing acknowledged is lost, `/healthz` reports it, and play continues when there is space
    again."""

    async def until_trouble(one: Table, other: Table) -> None:
        with pytest.raises(RoomError, match="trouble"):
            await play(one, other, 1000)

    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = next(iter(served.room.tables))
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(1000)
                await his.sit(1000)
                await play(hers, his, 2)
                await asyncio.to_thread(limit, served, 1)  # no more pages than there are now
                await asyncio.wait_for(until_trouble(hers, his), 60)
                hand = hers.hand_no
                status, text = await asyncio.to_thread(health, served.url)
                assert status == 503
                assert "full" in text
                await asyncio.to_thread(limit, served, 0)
                async with asyncio.timeout(60):
                    while hers.hand_no < hand + 3:
                        with contextlib.suppress(RoomError):
                            await play(hers, his, 1)
                served.room.pulse.memory = 0.0
                assert await asyncio.to_thread(health, served.url) == (200, "ok\n")
                assert served.room.metrics.value("timeouts_total") == 0

    with serving(sqlite_url, first=TWO) as served:
        asyncio.run(run(served))

    async def audit() -> None:
        store = Store.open(sqlite_url)
        assert await store.read(ledger.audit) == []
        await store.close()

    asyncio.run(audit())
