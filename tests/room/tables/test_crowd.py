"""A user who takes as many tables as possible, and others who want to play meanwhile."""

import asyncio
import json
from pathlib import Path

import pytest
from msgspec import structs

from room_scene import Process, Served, patient, serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.limit import Limits, Rate
from standpat.room.tables.house_tables import another
from standpat.room.torture.taker import guests, pages, tables, tokens
from standpat.room.torture.watched import Answers, build, play

MANY = Rate(1e6, 1)
LIMITS = Limits(messages=MANY, new_tables=MANY, people_tables=30, house_tables=8, spare_tables=1, shows=3)
SEATED = {"players": ["caller"], "keep": 3}


def port_of(served: Served) -> int:
    return int(served.url.rpartition(":")[2])


async def eventually(true: object) -> None:
    async with asyncio.timeout(60):
        while not true():  # type: ignore[operator]
            await asyncio.sleep(0.02)


def tidy(served: Served) -> None:
    """Run the housekeeping, as after a long time without visitors."""

    async def run() -> None:
        for host in served.room.tables.values():
            host.runner.take(structs.replace(host.rules, abandoned_after=0.0))
        served.room.housekeeping()

    served.call(run)


def test_one_guest_and_all_their_bots_have_ten_tables(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        port = port_of(served)
        (guest,) = await guests(port, 1)
        made = await tokens(port, guest, 30)
        assert made.granted == 10
        assert len(await tables(port, guest, 25)) == 10
        async with Lobby(served.url, cookie=guest) as me:
            with pytest.raises(RoomError, match="not-possible"):
                await me.create(game="27td")

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_people_never_take_the_last_table_to_play_at(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        port = port_of(served)
        got = [len(await tables(port, guest, 12)) for guest in await guests(port, 5)]
        assert got == [10, 10, 10, 0, 0]
        async with Lobby(served.url) as honest:
            place = await honest.play_now()
            async with honest.table(place.table) as table:
                await table.my_turn()
                await table.act(patient(table))

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_tables_that_are_merely_watched_are_closed(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as eve:
            mine, owned, empty = [await ann.create(game="27td", seats=4, bots=SEATED) for _ in range(3)]
            async with ann.table(owned), eve.table(mine) as seat, eve.table(empty) as watched:
                await seat.sit(400)
                for _ in range(2):  # the idle time begins when the housekeeping first sees it
                    await asyncio.to_thread(tidy, served)
                await eventually(lambda: empty not in served.room.tables)
                assert {mine, owned} <= set(served.room.tables)
                await eventually(lambda: watched.closed is not None)
            await eventually(lambda: not served.room.tables[owned].viewers.watching)
            await asyncio.to_thread(tidy, served)
            await eventually(lambda: owned not in served.room.tables)

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_tables_opened_to_play_at_are_closed_but_for_spare_ones(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        standing = set(served.room.tables)

        async def open_more() -> None:
            for _ in range(3):
                names = {host.rules.name for host in served.room.tables.values()}
                await served.room.open_table(another("27td", names), spare=True)

        await asyncio.to_thread(served.call, open_more)
        people = [Lobby(served.url) for _ in range(4)]
        for one in people:
            await one.__aenter__()
        places = [await one.play_now() for one in people]
        assert len(set(served.room.tables) - standing) >= 3
        for one, place in zip(people, places, strict=True):
            async with one.table(place.table) as table:
                await table.leave()
        await eventually(
            lambda: not any(seat and not seat.bot for h in served.room.tables.values() for seat in h.seating.seats)
        )
        for _ in range(2):
            await asyncio.to_thread(tidy, served)
        await eventually(lambda: len(served.room.tables) == len(standing) + 1)
        assert standing < set(served.room.tables)

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_where_no_table_is_left_a_free_seat_will_do(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        room = served.room
        people = [Lobby(served.url) for _ in range(12)]
        for one in people:
            await one.__aenter__()
        seated, refused = [], 0
        for one in people:
            try:
                seated.append((await one.play_now()).table)
            except RoomError:
                refused += 1
        assert sum([host.rules.owner is None for host in room.tables.values()]) == LIMITS.house_tables
        assert len(seated) >= LIMITS.house_tables - 3  # three of the permanent tables have other games or sizes
        assert refused == len(people) - len(seated)

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_the_houses_players_play_for_watchers_at_few_tables(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        port = port_of(served)
        (guest,) = await guests(port, 1)
        opened = await tables(port, guest, 8)
        watching = asyncio.create_task(pages(port, [f"/tables/{table.id}/socket" for table in opened], 20))
        hosts = [served.room.tables[table.id] for table in opened]
        await eventually(lambda: all([host.viewers.watching for host in hosts]))
        await eventually(lambda: sum([host.hands >= 3 for host in hosts]) == 3)
        assert sum([host.hands > 0 for host in hosts]) == 3
        idle = next(host for host in hosts if not host.hands)
        async with Lobby(served.url) as ann, ann.table(idle.rules.id) as table:
            await table.sit(400)
            await eventually(lambda: idle.hands > 0)  # somebody sits there
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=LIMITS) as served:
        asyncio.run(run(served))


def test_who_sits_out_sees_the_others_play(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as eve:
            place = await ann.play_now()
            host = served.room.tables[place.table]
            async with ann.table(place.table) as table:
                await table.sit_out(True)
                while not host.live_over:  # the hand that they are still in
                    if table.legal:
                        await table.act(patient(table))
                    await asyncio.sleep(0.01)
                hands = host.hands
                await eventually(lambda: host.hands >= hands + 2)
                await table.leave()
            async with eve.table(place.table):  # for players, not for spectators
                await eventually(lambda: host.viewers.watching == 1 and host.live_over)
                assert host.runner.due() is None

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=structs.replace(LIMITS, shows=0), first=()) as served:
        asyncio.run(run(served))


def test_the_lobby_lists_so_many_tables_and_those_with_people_first(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann:
            place = await ann.play_now()
            listed = (await ann.get("/api/tables"))["tables"]
            assert len(listed) == 2
            assert listed[0]["id"] == place.table
            assert len(json.loads(served.room.lobby.text())["tables"]) == 2
            # the request is answered although there are so many
            sevens = (await ann.get("/api/tables?game=27sd"))["tables"]
            assert [row["game"] for row in sevens] == ["27sd"]

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=structs.replace(LIMITS, listed=2)) as served:
        asyncio.run(run(served))


def watched(folder: Path, tables: int, decisions: int) -> Answers:
    """How long an honest player waits while this many tables are watched."""
    database = f"sqlite:///{folder / 'room.sqlite'}"
    ids = asyncio.run(build(database, tables))
    room = Process(database, "--pace", "0.3", "--pages", "100000")
    room.start()
    try:
        return asyncio.run(play(room.port, ids, decisions))
    finally:
        room.stop()


def test_watched_tables_slow_no_player(tmp_path: Path) -> None:
    found = watched(tmp_path, 60, 3)
    assert found.median_s < 1.0  # tens of milliseconds on an idle machine
    assert found.hands_a_second < 30


@pytest.mark.slow
def test_1500_watched_tables_slow_no_player(tmp_path: Path) -> None:
    found = watched(tmp_path, 1500, 30)
    assert found.median_s < 0.2
