"""The draw after a pause overnight, in a room: once whoever presses, and the same whatever the room was killed at."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import text

from room.admin.test_tournament_audit import found
from room.tournaments.scene import everybody_is_away, killed, opened, structure
from standpat.room.store import StoreError, Work, tournament_book
from standpat.room.tables import home
from standpat.room.tables.room import Room
from standpat.room.torture.triggers import without_triggers
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.seats import table_id
from standpat.tournament import commands, evening
from standpat.tournament.director import following
from standpat.tournament.events import Redrawn, Resumed
from standpat.tournament.fold.apply import folded
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused


@pytest.fixture(autouse=True)
def short_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "OVERNIGHT_MS", 0)


async def stopped(url: str) -> tuple[Room, Keeper]:
    """A tournament of five at two tables, paused for the night."""
    room = await opened(url)
    five = structs.replace(structure(3), minimum=5, most=5)
    keeper = await room.tournaments.announce("Evening", five, Options(), None)
    for k in range(5):
        person = (await room.accounts.guest(home.of(f"192.0.{k}.1"))).user
        keeper.attendance.there[person.id] = True
        await keeper.ask(commands.register, person.id, person.name)
    async with asyncio.timeout(60):
        while len(room.tables) < 2 or any([table.hand is None for table in keeper.state.open_tables()]):
            await asyncio.sleep(0.01)
        await keeper.ask(commands.pause, "director")
        while keeper.state.playing:
            everybody_is_away(room)
            await asyncio.sleep(0.01)
    assert len(keeper.state.open_tables()) == 2
    return room, keeper


async def seated(room: Room, keeper: Keeper) -> None:
    """Wait until the room's tables are those of the tournament, and everybody sits where it says."""
    ids = {table_id(keeper.seed, table.number): table for table in keeper.state.open_tables()}
    async with asyncio.timeout(60):
        while room.tables.keys() != ids.keys():
            await asyncio.sleep(0.01)
    for id, table in ids.items():
        assert [seat.user if seat else None for seat in room.tables[id].seating.seats] == table.seats


async def goes_on(room: Room, keeper: Keeper) -> None:
    """Wait until a hand was played at each table."""
    async with asyncio.timeout(60):
        while any([table.hands < 2 for table in keeper.state.open_tables()]):
            everybody_is_away(room)
            await asyncio.sleep(0.01)


async def draws(room: Room, keeper: Keeper) -> list[Redrawn]:
    events = await room.store.read(tournament_book.events, keeper.id)
    return [event for event in events if isinstance(event, Redrawn)]


def test_t2_5_who_presses_twice_draws_once(tmp_path: Path) -> None:
    async def play() -> None:
        room, keeper = await stopped(f"sqlite:///{tmp_path}/room.sqlite")
        presses = [keeper.ask(commands.resume, "director") for _ in range(3)]
        answers = await asyncio.gather(*presses, return_exceptions=True)
        assert sorted([type(answer) for answer in answers], key=str) == [type(None), Refused, Refused]
        assert len(await draws(room, keeper)) == 1
        await seated(room, keeper)
        assert keeper.state.chips == 1000
        await goes_on(room, keeper)
        assert await found(room.store) == []
        await room.close()

    asyncio.run(play())


def before_the_draw(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the draw is written."""
    commit = room.store.commit

    async def failing(*ops: Any) -> Any:
        if '"redrawn"' in str(ops):
            raise StoreError("the disk is full")
        return await commit(*ops)

    monkeypatch.setattr(room.store, "commit", failing)


def before_the_tables(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room does not come to opening the new tables."""

    async def never(*_: Any) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(room.tournaments, "open", never)


@pytest.mark.parametrize("dies", [before_the_draw, before_the_tables])
def test_t2_5_a_room_that_is_killed_in_the_draw_gives_the_same_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies: Callable[[Room, pytest.MonkeyPatch], None]
) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room, keeper = await stopped(url)
        dies(room, monkeypatch)
        try:
            await keeper.ask(commands.resume, "director")
        except StoreError:
            assert dies is before_the_draw
        events = await room.store.read(tournament_book.events, keeper.id)
        at = next(no for no, event in enumerate(events) if isinstance(event, Resumed))
        (due,) = following(folded(events[: at + 1]), keeper.seed, events[at].at)
        assert isinstance(due, Redrawn)
        assert len(events) == at + 1 + (dies is before_the_tables)
        await killed(room)
        room = await opened(url)
        keeper = room.tournaments.keepers[keeper.id]
        async with asyncio.timeout(60):
            while not await draws(room, keeper):
                await asyncio.sleep(0.01)
        assert [event.tables for event in await draws(room, keeper)] == [due.tables]
        await seated(room, keeper)
        assert keeper.state.chips == 1000
        assert await found(room.store) == []
        await goes_on(room, keeper)
        assert len(await draws(room, keeper)) == 1
        assert await found(room.store) == []
        await room.close()

    asyncio.run(play())


@pytest.mark.parametrize("told", ["false", "true"])
def test_t2_5_the_audit_finds_a_draw_against_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    async def play() -> None:
        room, keeper = await stopped(f"sqlite:///{tmp_path}/room.sqlite")
        if told == "true":
            monkeypatch.setattr(evening, "OVERNIGHT_MS", 3_600_000)
        await keeper.ask(commands.resume, "director")
        await killed(room)
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        assert await found(room.store) == []
        other = "true" if told == "false" else "false"

        def change(connection: Any) -> None:
            with without_triggers(connection):
                changed = "UPDATE tournament_event SET body = replace(body, :right, :wrong) WHERE body LIKE :resumed"
                values = {"right": f'"redraw":{other}', "wrong": f'"redraw":{told}', "resumed": '%"resumed"%'}
                connection.execute(text(changed), values)

        await room.store.commit(Work(change))
        assert any(["draws seats anew, or leaves them" in fault for fault in await found(room.store)])
        await killed(room)

    asyncio.run(play())
