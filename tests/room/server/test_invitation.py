"""The invitation to a table: its link, the QR code, who may see it; and a guest who is named on arrival."""

import asyncio
import io
import json
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno

from room_scene import serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.server.api import invitation


def test_an_invitation(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        port = urlsplit(url).port

        def ask(path: str, host: str, cookie: str | None) -> tuple[int, bytes]:
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", path, headers={"Host": host, "Cookie": f"standpat={cookie}"})
            response = connection.getresponse()
            body = response.read()
            connection.close()
            return response.status, body

        async with Lobby(url) as ann, Lobby(url) as bob:
            plain = await ann.create(game="27td", seats=3, public=False)
            closed = await ann.create(game="27td", seats=3, password="open sesame", approval=True)
            at = f"/api/tables/{plain}/invitation"
            own = await ann.get(at)
            assert own == {"url": f"{url}/tables/{plain}", "password": False, "approval": False}
            told = await ann.get(f"/api/tables/{closed}/invitation")
            assert (told["password"], told["approval"]) == (True, True)
            for tail in ("", ".svg"):
                with pytest.raises(RoomError, match="not-allowed"):
                    await bob.get(f"/api/tables/{closed}/invitation{tail}")
                with pytest.raises(RoomError, match="not-found"):
                    await bob.get(f"/api/tables/nowhere/invitation{tail}")
            link = "https://club.example/tables/" + plain  # the proxy speaks TLS, the room does not
            status, body = await asyncio.to_thread(ask, at, "club.example", bob.cookie)
            assert (status, json.loads(body)["url"]) == (200, link)
            drawn = await asyncio.to_thread(ask, f"{at}.svg", "club.example", bob.cookie)
            right = io.BytesIO()
            segno.make_qr(link, error="m").save(right, kind="svg", border=4, light="#fff", omitsize=True, xmldecl=False)
            assert drawn == (200, right.getvalue())
            long = "a" * invitation.MOST_LINK + ".localhost"
            assert (await asyncio.to_thread(ask, f"{at}.svg", long, bob.cookie))[0] == 413

            async with bob.table(plain) as his:
                await bob.post("/api/me", name="Marit")  # the page is open already
                await his.sit(400)
                await bob.post("/api/me", name="Halvor")
                await his.talk("hello")
                await his.until(lambda: bool(his.chat) and his.place is not None)
                assert [seat.name for seat in his.seats if seat] == ["Marit"]
                assert [line.name for line in his.chat] == ["Marit"]  # as at the seat

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", first=(), origins=("https://club.example",)) as served:
        asyncio.run(play(served.url))
