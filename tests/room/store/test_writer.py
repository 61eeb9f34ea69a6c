"""Grouped commits: their order, one fsync for many batches, and a batch that fails alone."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, select, text

from room.store.scene import run, table
from standpat.room.store import Insert, Store, StoreError, Work
from standpat.room.store.schema import card_table, hand
from standpat.room.store.writer import WriteFailed, WriterClosed


def names(connection: Connection) -> list[str]:
    return list(connection.scalars(select(card_table.c.id).order_by(card_table.c.id)))


@contextmanager
def held(store: Store) -> Iterator[threading.Event]:
    """Keep the writer busy, so that what is submitted meanwhile forms one group."""
    go = threading.Event()
    store.submit(Work(lambda _: go.wait(10)))
    while store.metrics.queued:
        pass
    yield go
    go.set()


def test_what_is_committed_is_there_after_reopening(database_url: str) -> None:
    async def write(store: Store) -> Any:
        return await store.commit(table("a"), Work(lambda c: len(names(c))), table("b"))

    async def look(store: Store) -> list[str]:
        return await store.read(names)

    assert run(database_url, write) == (None, 1, None)
    assert run(database_url, look) == ["a", "b"]


def test_everything_queued_goes_into_the_next_commit(database_url: str) -> None:
    async def scene(store: Store) -> None:
        with held(store) as go:
            waiting = [store.submit(table(f"t{n}")) for n in range(100)]
            go.set()
        await asyncio.gather(*waiting)
        assert store.metrics.commits == 2
        assert store.metrics.batches == 101
        assert len(await store.read(names)) == 100

    run(database_url, scene)


def test_batches_of_one_group_keep_their_order(database_url: str) -> None:
    async def scene(store: Store) -> None:
        with held(store) as go:
            first = store.submit(Work(names))
            store.submit(table("a"))
            second = store.submit(Work(names))
            store.submit(table("b"))
            third = store.submit(Work(names), table("c"), Work(names))
            go.set()
        assert await first == ([],)
        assert await second == (["a"],)
        assert await third == (["a", "b"], None, ["a", "b", "c"])

    run(database_url, scene)


def test_a_failing_batch_fails_alone(database_url: str) -> None:
    """A duplicate among inserts that would have been sent as one, and a batch that fails half-way."""

    def refuse(_: Connection) -> None:
        raise ValueError("no")

    async def scene(store: Store) -> None:
        with held(store) as go:
            results = [
                store.submit(table("a")),
                store.submit(table("b"), table("a")),
                store.submit(table("c")),
                store.submit(table("d"), Work(refuse)),
                store.submit(Work(names)),
            ]
            go.set()
        a, b, c, d, e = await asyncio.gather(*results, return_exceptions=True)
        assert (a, c, e) == ((None,), (None,), (["a", "c"],))
        assert isinstance(b, WriteFailed)
        assert isinstance(d, ValueError)
        assert await store.read(names) == ["a", "c"]
        assert (store.metrics.failed, store.metrics.batches) == (2, 4)

    run(database_url, scene)


def test_a_batch_that_fails_on_its_own_leaves_nothing(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table("a"))
        with pytest.raises(WriteFailed):
            await store.commit(table("b"), table("a"))
        await store.commit(table("c"))
        assert await store.read(names) == ["a", "c"]

    run(database_url, scene)


def test_rows_go_in_after_those_they_refer_to(database_url: str) -> None:
    row = {"id": 1, "table_id": "a", "hand_no": 1, "began": 0, "setup": "", "ended": None, "nets": None, "key": "k"}

    async def scene(store: Store) -> None:
        await store.commit(Insert(((hand, [row]),)), table("a"))

    run(database_url, scene)


def test_errors_tell_no_values(database_url: str) -> None:
    """A card or a seed in a row must not reach a log through an error."""

    async def scene(store: Store) -> None:
        await store.commit(table("a"))
        secret = {"id": "a", "record": "AsKsQs", "state": "", "opened": 0, "closed": None}
        nothing = {**secret, "id": "b", "state": None}
        for row in (secret, nothing):
            with pytest.raises(StoreError) as caught:
                await store.commit(Insert(((card_table, [row]),)))
            assert "AsKs" not in str(caught.value)
            assert caught.value.__cause__ is caught.value.__context__ is None
        with pytest.raises(StoreError) as caught:
            await store.read(lambda c: c.execute(text("SELECT :card FROM nowhere"), {"card": "AsKs"}))
        assert "AsKs" not in str(caught.value)

    run(database_url, scene)


def test_close_writes_what_is_queued_and_takes_no_more(database_url: str) -> None:
    async def scene() -> None:
        store = Store.open(database_url)
        with held(store) as go:
            waiting = [store.submit(table(f"t{n}")) for n in range(10)]
            go.set()
            await store.close()
        assert all([future.done() for future in waiting])
        with pytest.raises(WriterClosed):
            store.submit(table("late"))

    asyncio.run(scene())


def test_a_waiting_caller_may_go_away(database_url: str) -> None:
    async def scene(store: Store) -> None:
        with held(store) as go:
            gone = asyncio.ensure_future(store.commit(table("a")))
            await asyncio.sleep(0)
            gone.cancel()
            go.set()
        await store.commit(table("b"))
        assert await store.read(names) == ["a", "b"]

    run(database_url, scene)


def test_a_commit_that_fails_fails_its_whole_group(sqlite_url: str) -> None:
    """The writer continues."""
    orphan = {
        "id": 1,
        "table_id": "none",
        "hand_no": 1,
        "began": 0,
        "setup": "",
        "ended": None,
        "nets": None,
        "key": "k",
    }
    defer = Work(lambda c: c.execute(text("PRAGMA defer_foreign_keys = ON")).close())

    async def scene(store: Store) -> None:
        with held(store) as go:
            waiting = [store.submit(table("a")), store.submit(defer, Insert(((hand, [orphan]),)))]
            go.set()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(result) for result in results] == [WriteFailed, WriteFailed]
        await store.commit(table("b"))
        assert await store.read(names) == ["b"]

    run(sqlite_url, scene)


def test_a_batch_that_breaks_every_connection_fails(postgres_url: str) -> None:
    suicide = Work(lambda c: c.execute(text("SELECT pg_terminate_backend(pg_backend_pid())")).close())

    async def scene(store: Store) -> None:
        with pytest.raises(WriteFailed):
            await store.commit(table("a"), suicide)
        await store.commit(table("b"))
        assert await store.read(names) == ["b"]

    run(postgres_url, scene)


def test_a_loop_that_is_gone_stops_no_writer(sqlite_url: str) -> None:
    """Nobody waits for the result; the writer serves the next loop."""
    store = Store.open(sqlite_url)
    go = threading.Event()

    async def leave() -> None:
        store.submit(Work(lambda _: go.wait(10)), table("a"))

    async def look() -> list[str]:
        go.set()
        await store.commit(table("b"))
        found = await store.read(names)
        await store.close()
        return found

    asyncio.run(leave())
    assert asyncio.run(look()) == ["a", "b"]


def test_lost_connections_are_replaced(postgres_url: str) -> None:
    async def scene(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.commit(table(name))
            await store.read(names)
            with psycopg.connect(postgres_url, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        assert await store.read(names) == ["a", "b", "c"]

    run(postgres_url, scene)
