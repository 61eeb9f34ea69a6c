"""The actions of a table's owner: other bots, barring a player; and tables that nobody uses any more."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs

from room_scene import Served, patient, serving
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import ledger
from standpat.room.store.account import Accounts


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('owner') / 'room.sqlite'}") as room:
        yield room


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def play_until(table: Table, done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await table.until(lambda: table.legal is not None or done(), 20)
            if table.legal is not None and not done():
                await table.act(patient(table))


def is_open(table: Table) -> bool:
    return table.closed is None


def bots(table: Table) -> list[str]:
    return [seat.user.split(":")[1] for seat in table.seats if seat.bot]


def test_the_owner_changes_the_bots(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", bots={"players": ["caller"], "keep": 3})
            wrong: list[dict[str, Any]] = [{"players": ["none"]}, {"players": ["rule"], "keep": 6}, {"players": []}]
            for body in wrong:
                with pytest.raises(RoomError, match="bots: "):
                    await ann.post(f"/api/tables/{id}/bots", **body)
            with pytest.raises(RoomError, match="only the table's owner"):
                await bob.post(f"/api/tables/{id}/bots", players=["rule"], keep=0)
            async with ann.table(id) as table:
                heard: list[wire.ServerMessage] = []
                table.on_message = heard.append
                await table.sit(400)
                await play_until(table, lambda: table.hand_no >= 1 and bots(table) == ["caller"] * 3)
                await ann.post(f"/api/tables/{id}/bots", players=["rule"], keep=2)
                await play_until(table, lambda: bots(table) == ["rule"] * 2)
                told = [message.table for message in heard if isinstance(message, wire.TableChanged)]
                assert [view.bots for view in told] == [wire.BotsView(("rule",), 2, True)]
                await ann.post(f"/api/tables/{id}/bots", players=["rule"], keep=0)
                await play_until(table, lambda: not bots(table))
            await ann.post(f"/api/tables/{id}/close")
        assert await audit(served) == []

    asyncio.run(run())


async def audit(served: Served) -> list[str]:
    async def look() -> list[str]:
        stacks = {
            ledger.seat(host.rules.id, seat.user): seat.stack + seat.added
            for host in served.room.tables.values()
            if host.live_over
            for seat in host.seating.seats
            if seat
        }
        wrong = await served.room.store.read(ledger.audit)
        kept = await served.room.store.read(ledger.balances, "seat:")
        return wrong + [f"{name}: {kept[name]}, {stack}" for name, stack in stacks.items() if kept[name] != stack]

    return await asyncio.to_thread(served.call, look)


@pytest.mark.parametrize("public", [True, False])
def test_somebody_is_sent_away_in_mid_hand(served: Served, public: bool) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            chips = (await bob.get("/api/me"))["chips"]
            id = await ann.create(game="27td", seats=2, public=public, bring_back=False)
            async with ann.table(id) as hers, bob.table(id) as his:
                heard: list[wire.ServerMessage] = []
                hers.on_message = heard.append
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                with pytest.raises(RoomError, match="only a host of this table"):
                    await bob.post(f"/api/tables/{id}/bar", user=ann.user)
                for nobody in ("", "bot:rule:Ada", "x\x00y", ann.user):
                    with pytest.raises(RoomError, match="no such player to ban"):
                        await ann.post(f"/api/tables/{id}/bar", user=nobody)
                await ann.post(f"/api/tables/{id}/bar", user=bob.user)
                assert (await ann.get(f"/api/tables/{id}/barred"))["barred"] == [{"user": bob.user, "name": bob.name}]
                async with asyncio.timeout(60):
                    while bob.user in [seat.user for seat in hers.seats]:
                        for table in (hers, his):
                            if table.legal is not None and table.closed is None:
                                await table.act(patient(table))
                        await asyncio.sleep(0.002)
                assert wire.Notice in [type(message) for message in heard]
                if public:
                    for refused in (his.sit(400), his.talk("hello"), his.emote("ouch")):
                        with pytest.raises(RoomError, match="not-allowed"):
                            await refused
                else:
                    await his.until(lambda: his.closed is not None)
                    assert his.closed
                    assert his.closed[0] == 4405
                    async with bob.table(id) as again:
                        assert again.closed
                        assert again.closed[0] == 4405
                    for path in (f"/api/tables/{id}", f"/api/tables/{id}/hands"):
                        with pytest.raises(RoomError, match="you are banned"):
                            await bob.get(path)
                await eventually(lambda: served.room.tables[id].live_over)
                lost = [net for hand in served.room.tables[id].runner.last for net in hand.nets]
                assert abs((await bob.get("/api/me"))["chips"] - chips) in [abs(net) for net in lost]
                await ann.post(f"/api/tables/{id}/bar", user=bob.user, barred=False)
                async with bob.table(id) as again:
                    await again.sit(400)
            await ann.post(f"/api/tables/{id}/close")
        assert await audit(served) == []

    asyncio.run(run())


def test_whom_an_admin_bars_from_the_room_leaves_after_the_hand(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await ann.create(game="27td", seats=2)
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                await his.until(lambda: his.turn is not None)
                await asyncio.to_thread(served.call, lambda: Accounts(served.room.store).bar(bob.user))
                await asyncio.to_thread(served.call, served.room.bars.clear_room)
                assert is_open(his)
                while hers.place is None or bob.user in [seat.user for seat in hers.seats]:
                    for table in (hers, his):
                        if table.legal is not None and table.closed is None:
                            await table.act(patient(table))
                    await asyncio.sleep(0.002)
                await his.until(lambda: his.closed is not None)
                assert his.closed
                assert his.closed[0] == 4405
            await ann.post(f"/api/tables/{id}/close")

    asyncio.run(run())


def test_a_table_nobody_uses_is_closed(served: Served) -> None:
    """Not while somebody sits or watches there, and never a table of the house."""

    async def run() -> None:
        house = set(served.room.tables)
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", seats=3, bots={"players": ["caller"], "keep": 2})
            host = served.room.tables[id]

            def look() -> None:
                for one in served.room.tables.values():
                    one.runner.take(structs.replace(one.rules, abandoned_after=0.0))
                served.room.housekeeping()

            def tidy() -> None:
                async def there() -> None:
                    look()

                served.call(there)

            async with ann.table(id) as table:
                await table.until(lambda: table.hand_no >= 1)
                await asyncio.to_thread(tidy)
                assert id in served.room.tables
                await table.sit(400)
            await eventually(lambda: host.viewers.watching == 0)
            await asyncio.to_thread(tidy)
            assert id in served.room.tables
            async with ann.table(id) as table:
                await table.leave()
                await eventually(lambda: host.seating.find(ann.user) is None)
            await eventually(lambda: host.viewers.watching == 0)
            await asyncio.to_thread(tidy)
            await eventually(lambda: id not in served.room.tables)
            assert set(served.room.tables) == house
            with pytest.raises(RoomError, match="not-found"):
                await ann.get(f"/api/tables/{id}")
        assert await audit(served) == []

    asyncio.run(run())
