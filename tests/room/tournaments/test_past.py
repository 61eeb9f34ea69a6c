"""Tournaments that are over are read once, however often and by however many they are asked for."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import text

from room.tournaments.scene import opened
from standpat.room.store import Work, tournament_book
from standpat.room.torture.triggers import without_triggers
from standpat.room.tournaments import past
from standpat.room.tournaments.seats import table_id
from standpat.tournament.events import Announced, Event
from tournament.test_course import SEED, played


async def write(room: Any, id: str, events: list[Event], *, over: bool = True) -> None:
    """Store a tournament as its journal."""
    first = events[0]
    assert isinstance(first, Announced)
    renamed = [structs.replace(first, id=id, name=id), *events[1:]]
    await room.store.commit(tournament_book.open(id, SEED, None, renamed, 1.0))
    if over:
        await room.store.commit(tournament_book.close(id, 2.0))


def counting(room: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the tournaments whose events are read from now on."""
    read, ids = room.store.read, list[str]()

    async def counted(function: Callable[..., Any], *args: Any) -> Any:
        if function is tournament_book.stored:
            ids.append(args[0])
        return await read(function, *args)

    monkeypatch.setattr(room.store, "read", counted)
    return ids


def test_each_is_read_once_by_all_who_ask_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        await write(room, "a", played(3))
        found, desk = counting(room, monkeypatch), room.tournaments.past
        answers = await asyncio.gather(*[desk.find("a") for _ in range(20)], desk.rows(["a"]))
        assert found == ["a"]
        over = answers[0]
        assert isinstance(over, past.Over)
        assert (over.state.status, over.course.hands, over.tables) == ("finished", 2, {1: table_id(SEED, 1)})
        await desk.find("a")
        assert found == ["a"]
        await room.close()

    asyncio.run(scene())


def test_only_the_last_ones_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        monkeypatch.setattr(past, "MOST_KEPT", 2)
        for id in "abc":
            await write(room, id, played(2))
        found, desk = counting(room, monkeypatch), room.tournaments.past
        assert [one.name for one in await desk.rows(["b", "a"])] == ["b", "a"]
        for id in ("b", "c", "b", "a"):
            await desk.find(id)
        assert found == ["b", "a", "c", "a"]
        assert [one.name for one in await desk.rows(["a", "b"])] == ["a", "b"]
        assert found == ["b", "a", "c", "a"]  # a row is kept as long as it is in the list
        await room.close()

    asyncio.run(scene())


def test_one_that_runs_is_not_kept_and_one_that_is_not_there_is_none(tmp_path: Path) -> None:
    async def scene() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        events = played(3)
        await write(room, "a", events[:-1], over=False)
        desk = room.tournaments.past
        assert [await desk.find(id) for id in ("a", "nobody", "")] == [None, None, None]
        await room.store.commit(
            tournament_book.append("a", len(events) - 1, events[-1:]), tournament_book.close("a", 2)
        )
        over = await desk.find("a")
        assert over is not None
        assert over.state.status == "finished"
        await room.close()

    asyncio.run(scene())


def test_one_that_cannot_be_read_is_not_in_the_list_and_hides_no_other(tmp_path: Path) -> None:
    async def scene() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        for id in "ab":
            await write(room, id, played(2))

        def spoil(connection: Any) -> None:
            with without_triggers(connection):
                connection.execute(text("UPDATE tournament_event SET body = '{' WHERE tournament_id = 'a' AND no = 2"))

        await room.store.commit(Work(spoil))
        for _ in range(2):
            assert [one.name for one in await room.tournaments.past.rows(["a", "b"])] == ["b"]
        await room.close()

    asyncio.run(scene())
