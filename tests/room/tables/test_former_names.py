"""Tables and seats that were stored by an earlier version name the bot `multiway` as `ring`."""

import asyncio
from types import MappingProxyType

import msgspec
import pytest

from room_scene import patient, serving
from standpat.bots import multiway, registry
from standpat.room.clients.client import Lobby, Table
from standpat.room.tables import house_player
from standpat.room.tables.table import BotRules


def test_a_stored_table_has_the_bot_by_its_name_of_now() -> None:
    stored = b'{"players":["ring","rule"],"keep":2,"make_room":true}'
    rules = msgspec.json.decode(stored, type=BotRules)
    assert rules == BotRules(("multiway", "rule"), keep=2)
    assert b"ring" not in msgspec.json.encode(rules)


def test_a_stored_seat_is_played_by_the_bot_of_its_name() -> None:
    assert house_player.kind("bot:ring:Ada") == "multiway"
    assert house_player.kind("bot:rule:Bo") == "rule"


def test_a_room_of_an_earlier_version_goes_on(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its table keeps its bots, which continue the hand."""
    cookie: str | None = None
    id, users = "", set[str]()

    async def before(url: str) -> None:
        nonlocal cookie, id
        async with Lobby(url) as ann:
            bots = {"players": ["ring"], "keep": 2}
            id = await ann.create(game="27td", seats=3, name="Before", bots=bots, speed="slow", public=False)
            cookie = ann.cookie
            async with ann.table(id) as table:
                await table.sit(400)
                await play_until_asked(table, 2)
                users.update(seat.user for seat in table.seats if seat.bot)

    async def after(url: str) -> None:
        ann = Lobby(url, cookie=cookie)
        async with ann.table(id) as table:
            assert table.hello
            assert table.hello.table.bots
            assert table.hello.table.bots.players == ("multiway",)
            assert {seat.user for seat in table.seats if seat.bot} == users
            await play_until_asked(table, 4)
            assert {seat.user for seat in table.seats if seat.bot} == users

    with monkeypatch.context() as earlier:
        earlier.setattr(registry, "FORMER", MappingProxyType({}))
        old = multiway.BOT._replace(name="ring", quick="ring")
        earlier.setattr(registry, "BUILT_IN", MappingProxyType({**registry.BUILT_IN, "ring": old}))
        with serving(database_url) as served:
            asyncio.run(before(served.url))
    assert {user.split(":")[1] for user in users} == {"ring"}
    with serving(database_url) as served:
        asyncio.run(after(served.url))
        assert served.room.metrics.value("troubles_total") == 0


async def play_until_asked(table: Table, hand_no: int) -> None:
    """Play on until this hand or a later one waits for our decision."""
    async with asyncio.timeout(60):
        while True:
            await table.until(lambda: table.legal is not None, 60)
            if table.hand_no >= hand_no:
                return
            await table.act(patient(table))
