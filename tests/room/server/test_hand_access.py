"""Finished hands: their keys cannot be guessed, people who were at the table can see them, and players can share
them."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import text

from room_scene import Served, patient, serving
from standpat.history.file import read
from standpat.history.record import Record
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store.database import connect, writing
from standpat.room.store.migration import migrate

KEY = re.compile(r"[0-9a-f]{24}")
FORMS = ("phh", "arena", "pokerstars", "text")


async def play_a_hand(*tables: Table) -> None:
    """Play a hand to its end, for whoever is to act."""
    async with asyncio.timeout(60):
        while not (await tables[0].lobby.get(f"/api/tables/{tables[0].id}/hands"))["hands"]:
            for table in tables:
                if table.legal is not None:
                    await table.act(patient(table))
            await asyncio.sleep(0.01)


async def refused(lobby: Lobby, path: str, **body: Any) -> RoomError:
    with pytest.raises(RoomError) as caught:
        await (lobby.post(path, **body) if body else lobby.get(path))
    return caught.value


async def duel(ann: Lobby, bob: Lobby, **wish: Any) -> tuple[str, str]:
    """A hand between the two at Ann's table. Returns the table and the key of the hand."""
    table = await ann.create(**{"game": "27td", "seats": 2, "name": "Kitchen", "bots": {"keep": 0}, **wish})
    if wish.get("password"):
        await bob.post(f"/api/tables/{table}/enter", password=wish["password"])
    async with ann.table(table) as hers, bob.table(table) as his:
        await hers.sit(400)
        await his.sit(400)
        await play_a_hand(hers, his)
        await hers.leave()
        await his.leave()
    return table, (await ann.get(f"/api/tables/{table}/hands"))["hands"][-1]["id"]


def scene(served: Served, act: Any) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob, Lobby(served.url) as eve:
            await act(ann, bob, eve)

    asyncio.run(run())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('hands') / 'room.sqlite'}") as room:
        yield room


def test_hands_have_keys_and_no_numbers(served: Served) -> None:
    """In lists, in frames and in downloads of every format."""

    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table, key = await duel(ann, bob)
        assert KEY.fullmatch(key)
        number = 1 + await asyncio.to_thread(served.call, lambda: _count(served))
        for path in ("1", str(number), "01", key.upper(), key[:-1], f"{key}0", "0" * 24, "%00", "%C3%B8"):
            for tail in ("", "/download?format=text"):
                assert (await refused(ann, f"/api/hands/{path}{tail}")).code == "not-found"
        async with ann.table(table) as again:
            assert again.hello
            frames: list[str] = []
            again.on_frame = frames.append
            await again.since(1)
            shown = "".join(frames)
            assert f'"id":"{key}"' in shown
        told = await ann.get(f"/api/hands/{key}")
        assert len(told["betting"]) == len(told["events"])
        dealt = [event["event"] for event in told["events"]].index("deal-hole")
        assert told["betting"][dealt]["pots"]
        assert told["betting"][-1] is None
        assert told["id"] == key
        assert told["table"]["id"] == table

    scene(served, act)


async def _count(served: Served) -> int:
    return await served.room.store.read(lambda c: c.exec_driver_sql("SELECT max(id) FROM hand").scalar() or 0)


def test_a_hands_number_in_files_is_its_own_and_tells_no_key(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        _, first = await duel(ann, bob)
        _, second = await duel(ann, bob)
        numbers = []
        for key in (first, second):
            for lobby in (ann, bob):
                (record,) = list(read(await lobby.get(f"/api/hands/{key}/download?format=pokerstars")))
                assert isinstance(record, Record)
                numbers.append(int(record.hand_id))
            files = [await ann.get(f"/api/hands/{key}/download?format={form}") for form in FORMS]
            assert not [file for file in files if key in file]
        assert numbers[0] == numbers[1] != numbers[2] == numbers[3]
        assert min(numbers) > 10**9  # not a counter

    scene(served, act)


@pytest.mark.parametrize("wish", [{"public": False}, {"password": "open sesame"}, {"public": False, "password": "x y"}])
def test_a_private_tables_hand_is_for_those_who_were_there(served: Served, wish: dict[str, Any]) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table, key = await duel(ann, bob, **wish)
        unknown = await refused(eve, f"/api/hands/{'0' * 24}")
        for tail in ("", "/download?format=phh"):
            error = await refused(eve, f"/api/hands/{key}{tail}")
            assert (error.code, error.args) == (unknown.code, unknown.args)  # nor that the hand exists
        assert (await refused(eve, f"/api/hands/{key}/share", on=True)).code == "not-found"
        if "password" in wish:
            await eve.post(f"/api/tables/{table}/enter", password=wish["password"])
        async with eve.table(table) as seen:  # she watches
            await seen.ping()
        assert (await eve.get(f"/api/hands/{key}"))["viewer"] is None
        await ann.post(f"/api/tables/{table}/bar", user=eve.user, barred=True)
        assert (await refused(eve, f"/api/hands/{key}")).code == "not-found"
        assert (await bob.get(f"/api/hands/{key}"))["viewer"] is not None
        await ann.post(f"/api/tables/{table}/bar", user=bob.user, barred=True)
        own = await bob.get(f"/api/hands/{key}")  # it is still his hand, but no longer his table
        assert own["viewer"] is not None
        assert (own["table"]["id"], own["table"]["owner"]) == (None, None)
        assert table not in str(own)

    scene(served, act)


def test_a_public_tables_hand_is_everybodys(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table, key = await duel(ann, bob)
        told = await eve.get(f"/api/hands/{key}")
        assert (told["viewer"], told["table"]["id"], told["shared"]) == (None, table, None)
        assert (await refused(eve, f"/api/hands/{key}/share", on=True)).code == "not-allowed"
        await ann.post(f"/api/tables/{table}/close")
        for lobby in (ann, bob):  # the hand is there when the table is not
            assert (await lobby.get(f"/api/hands/{key}"))["table"]["name"] == "Kitchen"
            assert "Kitchen" in await lobby.get(f"/api/hands/{key}/download?format=text")
        assert (await refused(eve, f"/api/hands/{key}")).code == "not-found"

    scene(served, act)


def test_a_player_shares_a_hand_and_takes_it_back(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table, key = await duel(ann, bob, public=False)
        url = (await ann.post(f"/api/hands/{key}/share"))["url"]
        assert (await ann.post(f"/api/hands/{key}/share", on=True))["url"] == url  # a second request changes nothing
        assert (await ann.get(f"/api/hands/{key}"))["shared"] == url
        assert (await bob.get(f"/api/hands/{key}"))["shared"] is None
        other = (await bob.post(f"/api/hands/{key}/share"))["url"]
        assert other != url
        token = url.removeprefix("/shared/")
        assert KEY.fullmatch(token)
        own = await ann.get(f"/api/hands/{key}")
        for lobby in (eve, Lobby(served.url)):  # also without a session
            seen = await lobby.get(f"/api/shared/{token}")
            assert (seen["events"], seen["viewer"]) == (own["events"], own["viewer"])
            assert (seen["id"], seen["shared"], seen["table"]["id"], seen["table"]["owner"]) == (None,) * 4
            assert not [secret for secret in (key, table, ann.user, bob.user) if secret in str(seen)]
            for form in FORMS:
                shared = await lobby.get(f"/api/shared/{token}/download?format={form}")
                assert shared == await ann.get(f"/api/hands/{key}/download?format={form}")
        # the link opens that hand as she saw it, and nothing else
        assert (await eve.get(f"/api/shared{other.removeprefix('/shared')}"))["events"] != own["events"]
        for path in (f"/api/hands/{key}", f"/api/hands/{token}", f"/api/shared/{key}", f"/api/tables/{token}"):
            assert (await refused(eve, path)).code == "not-found"
        assert (await ann.post(f"/api/hands/{key}/share", on=False))["url"] is None
        assert (await refused(eve, f"/api/shared/{token}")).code == "not-found"
        assert (await refused(eve, f"/api/shared/{token}/download?format=text")).code == "not-found"
        assert await eve.get(f"/api/shared{other.removeprefix('/shared')}")  # his own link stays
        again = (await ann.post(f"/api/hands/{key}/share"))["url"]
        assert again not in (url, None)

    scene(served, act)


def test_a_share_link_outlives_the_table_and_a_restart(database_url: str) -> None:
    kept: dict[str, Any] = {}

    async def before(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table, key = await duel(ann, bob, public=False)
        async with eve.table(table) as seen:
            await seen.ping()
        kept.update(url=(await ann.post(f"/api/hands/{key}/share"))["url"], key=key, cookie=eve.cookie, ann=ann.cookie)
        kept["table"] = table

    with serving(database_url) as served:
        scene(served, before)

    async def after(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        watcher = Lobby(served.url, cookie=kept["cookie"])
        assert await watcher.get(f"/api/hands/{kept['key']}")  # spectators are remembered
        owner = Lobby(served.url, cookie=kept["ann"])
        await owner.post(f"/api/tables/{kept['table']}/close")
        assert (await refused(watcher, f"/api/hands/{kept['key']}")).code == "not-found"
        assert (await eve.get(f"/api{kept['url']}"))["table"]["name"] == "Kitchen"

    with serving(database_url) as served:
        scene(served, after)


def test_ones_own_hands_are_listed_whatever_became_of_their_tables(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        keys = []
        for _ in range(2):
            table, key = await duel(ann, bob, public=False)
            await ann.post(f"/api/tables/{table}/close")
            keys.append(key)
        listed = (await bob.get("/api/hands"))["hands"]
        ids = [hand["id"] for hand in listed]
        assert [id for id in ids if id in keys] == keys[::-1]
        assert {*listed[0]} == {
            *("id", "hand_no", "ended", "names", "nets", "game", "net", "seat", "pot", "showdown", "tournament")
        }
        assert listed[0]["tournament"] is None
        assert listed[0]["names"][listed[0]["seat"]] == bob.name
        assert listed[0]["pot"] >= abs(listed[0]["net"]) > 0
        assert "/page/hands.js" in await eve.get("/hands")
        assert listed[0]["net"] == listed[0]["nets"][listed[0]["names"].index(bob.name)]
        older = (await bob.get(f"/api/hands?before={keys[1]}"))["hands"]
        assert [hand["id"] for hand in older] == ids[ids.index(keys[1]) + 1 :] != []
        assert (await eve.get("/api/hands"))["hands"] == []
        won = 1 if listed[0]["net"] > 0 else -1
        for search, finds in (
            (f"game={listed[0]['game']}&showdown=&least=", True),
            (f"opponent={quote(ann.name)}", True),
            ("opponent=nobody", False),
            ("least=99999", False),
            (f"{'least' if won > 0 else 'most'}={won}", True),
        ):
            some = (await bob.get(f"/api/hands?{search}"))["hands"]
            assert (listed[0] in some) is finds
        assert (await eve.get(f"/api/hands?opponent={quote(bob.name)}"))["hands"] == []
        for wrong in (
            "game=chess",
            "showdown=1",
            "kind=poker",
            "least=1.5",
            "most=%C2%B2",
            f"least={'9' * 17}",
            f"opponent={'x' * 201}",
        ):
            assert (await refused(bob, f"/api/hands?{wrong}")).code == "not-possible"
        for before in (keys[0], "17", "0" * 24):  # nor can a list begin at another player's hand
            assert (await refused(eve, f"/api/hands?before={before}")).code == "not-found"

    scene(served, act)


def test_a_hand_that_is_played_is_nobodys(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby, eve: Lobby) -> None:
        table = await ann.create(game="27td", seats=2, bots={"keep": 0})
        async with ann.table(table) as hers, bob.table(table) as his:
            await hers.sit(400)
            await his.sit(400)
            await hers.until(lambda: hers.turn is not None)
            live = served.room.tables[table].live
            assert live
            assert (await refused(ann, f"/api/hands/{live.record.key}")).code == "not-found"
            assert (await refused(ann, f"/api/hands/{live.record.key}/share", on=True)).code == "not-found"

    scene(served, act)


def test_hands_of_an_older_database_are_given_keys(empty_url: str) -> None:
    engine = connect(empty_url)
    migrate(engine, "r0002")
    with writing(engine).begin() as connection:
        connection.execute(text("INSERT INTO card_table (id, record, state, opened) VALUES ('t', '', '', 0)"))
        for number in range(1, 301):
            row = "INSERT INTO hand (id, table_id, hand_no, began, setup) VALUES (:n, 't', :n, 0, '')"
            connection.execute(text(row), {"n": number})
    migrate(engine)
    with engine.connect() as connection:
        keys = [row[0] for row in connection.execute(text("SELECT key FROM hand"))]
    engine.dispose()
    assert len({*keys}) == 300
    assert all([KEY.fullmatch(key) for key in keys])
    assert len({key[:4] for key in keys}) > 250  # random from the first digit
