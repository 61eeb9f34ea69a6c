"""What else survives a restart of the room, apart from hands and chips: chat, and who has entered a table's
password."""

import asyncio
from typing import Any

import pytest

from room_scene import serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import guest_book


def test_chat_entries_and_the_barred_survive(database_url: str) -> None:
    kept: dict[str, Any] = {}

    async def before(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as bob, Lobby(url) as eve, Lobby(url) as cid:
            id = await ann.create(game="27td", password="open sesame", name="Club")
            for lobby in (bob, eve):
                await lobby.post(f"/api/tables/{id}/enter", password="open sesame")
                await lobby.post(f"/api/tables/{id}/enter", password="open sesame")
            await ann.post(f"/api/tables/{id}/bar", user=eve.user)
            await ann.post(f"/api/tables/{id}/bots", players=["caller"], keep=4)
            async with ann.table(id) as hers, bob.table(id) as his:
                for number in range(4):
                    await hers.talk(f"line {number}")
                await his.talk("hello æøå 🂡 <b>")
                kept.update(id=id, cookies=[one.cookie for one in (ann, bob, eve, cid)], chat=list(hers.chat))

    async def after(url: str) -> None:
        id = kept["id"]
        ann, bob, eve, cid = [Lobby(url, cookie=cookie) for cookie in kept["cookies"]]
        async with ann.table(id) as hers, bob.table(id) as his:
            assert hers.chat == his.chat == kept["chat"]
            assert hers.hello
            assert hers.hello.table.bots
            assert hers.hello.table.bots.players == ("caller",)
        for lobby, why in ((eve, "banned"), (cid, "password")):
            with pytest.raises(RoomError, match=why):
                await lobby.get(f"/api/tables/{id}")
        await ann.post(f"/api/tables/{id}/close")

    with serving(database_url) as served:
        asyncio.run(before(served.url))
    with serving(database_url) as served:
        asyncio.run(after(served.url))
    with serving(database_url) as served:  # nothing is left of a closed table
        assert not served.call(lambda: asyncio.wait_for(served.room.store.read(guest_book.all_admitted), 10))
