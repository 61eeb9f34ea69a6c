"""A private sit-and-go against strangers: without its link, without its password, with the link of its table alone."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from room.server.test_tournament_attacks import passive, plays, refusal, running, sit_and_go, wallet
from room.server.test_tournament_club_attacks import POSTS
from room_scene import serving
from standpat.room.clients.client import Lobby
from standpat.room.limits.limit import Limits

READS = ("", "/export", "/course", "/hands", "/invitation", "/invitation.svg")


async def listed(lobby: Lobby) -> list[str]:
    """The names in somebody's list of tournaments."""
    return [row["name"] for row in (await lobby.get("/api/tournaments"))["tournaments"]]


async def fetched(lobby: Lobby, path: str, *, signed_in: bool = True) -> httpx.Response:
    """An answer as it is, to somebody or to nobody."""
    async with httpx.AsyncClient(base_url=lobby.url) as web:
        return await web.get(path, headers=lobby.headers if signed_in else {})


def test_without_the_link_nobody_learns_of_it(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben, Lobby(url) as eve:
            opened = await ann.post("/api/tournaments", structure=sit_and_go(3), private=True, name="Home", bots=1)
            at = f"/api/tournaments/{opened['tournament']}"
            assert (await listed(ann), await listed(eve)) == (["Home"], [])
            assert (await ann.get(at))["row"]["private"]
            nobody = await fetched(eve, "/api/tournaments", signed_in=False)
            assert nobody.json() == {"tournaments": []}
            told = await ben.get(f"{at}/invitation")  # who was given the link
            assert told.pop("url") == f"{url}/tournaments/{opened['tournament']}"
            assert told == {"password": False, "approval": False, "listed": False}
            assert (await fetched(ben, f"{at}/invitation.svg")).content.startswith(b"<svg")
            assert await listed(ben) == ["Home"]  # they find it again
            await ann.post(f"{at}/register")
            await ben.post(f"{at}/register")
            table = (await running(ann, at))["tables"][0]["id"]
            tasks = [asyncio.create_task(plays(lobby, table, passive)) for lobby in (ann, ben)]
            async with asyncio.timeout(60):
                while (seen := await ann.get(at))["row"]["status"] != "finished":
                    assert await listed(eve) == []
                    await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert seen["row"]["private"]
            assert (await listed(ann), await listed(ben), await listed(eve)) == (["Home"], ["Home"], [])
            assert table not in str(await eve.get("/api/tables"))
            (hand, *_) = (await ben.get(f"{at}/hands?table=1"))["hands"]
            for lobby, may in ((ann, True), (ben, True), (eve, False)):  # with the address of a hand alone
                assert (await refusal(lobby.get(f"/api/hands/{hand['id']}")) == "") == may
                for page in ("", "/download"):
                    answer = await fetched(lobby, f"/api/hands/{hand['id']}{page}")
                    assert (answer.status_code == 200) == may, page
            assert (await fetched(eve, f"/hands/{hand['id']}")).status_code == 404
            await eve.get(at)  # now somebody has given them the link
            assert await refusal(eve.get(f"/api/hands/{hand['id']}")) == ""

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(attack(served.url))


def test_without_the_password_the_links_open_nothing(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben, Lobby(url) as eve:
            body = {"structure": sit_and_go(3, buy_in=100, starting_stack=10_000), "password": "open sesame", "bots": 1}
            at = f"/api/tournaments/{(await ann.post('/api/tournaments', **body))['tournament']}"
            had = wallet(served, eve)

            async def locked_out() -> None:
                for path in READS:
                    answer = await fetched(eve, at + path)
                    assert (answer.status_code, answer.json()["key"]) == (403, "error.tournament-password"), path
                for path, asked in POSTS.items():
                    assert "password" in await refusal(eve.post(f"{at}/{path}", **asked)), path
                assert await listed(eve) == []
                nobody = await fetched(eve, at, signed_in=False)
                assert (nobody.status_code, nobody.json()["key"]) == (403, "error.tournament-password")

            await locked_out()
            for wrong in ("OPEN SESAME", "x" * 1000):
                assert "password" in await refusal(ben.post(f"{at}/enter", password=wrong)), wrong
            await ben.post(f"{at}/enter", password="open sesame")
            assert (await ben.get(f"{at}/invitation"))["password"] is True
            await ann.post(f"{at}/register")
            await ben.post(f"{at}/register")
            table = (await running(ann, at))["tables"][0]["id"]
            async with ann.table(table) as hers, ben.table(table) as his:
                await hers.until(lambda: hers.turn is not None or his.turn is not None)
                await locked_out()
                for path in ("", "/hands", "/rules", "/invitation"):  # with the link of the table alone
                    assert "password" in await refusal(eve.get(f"/api/tables/{table}{path}")), path
                async with eve.table(table) as hidden:
                    assert hidden.closed is not None
                    assert (hidden.closed[0], hidden.events) == (4403, [])
                assert "password" in await refusal(eve.post(f"/api/tables/{table}/enter", password="wrong"))
                assert wallet(served, eve) == had
                served.call(lambda: served.room.accounts.set_role(eve.user, "admin"))
                assert (await eve.get(at))["row"]["private"]  # the operator sees it, and it stays out of their list
                served.call(lambda: served.room.accounts.set_role(eve.user, "player"))
                await locked_out()
                # The password given at the table opens the tournament too.
                await eve.post(f"/api/tables/{table}/enter", password="open sesame")
                assert (await eve.get(f"/api/tables/{table}"))["tournament"] == at.rpartition("/")[2]
                assert (await eve.get(at))["row"]["entrants"] == 3
            assert "sesame" not in str(await ann.get(at))
            exported = await fetched(ann, f"{at}/export")
            assert "argon2" not in exported.text
            assert "sesame" not in exported.text

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(attack(served.url))


def test_it_stays_private_after_a_restart_and_when_it_is_over(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"
    known: dict[str, Any] = {}

    async def begin(at: str) -> None:
        async with Lobby(at) as ann, Lobby(at) as ben, Lobby(at) as eve:
            opened = await ann.post("/api/tournaments", structure=sit_and_go(3), password="open sesame", name="Home")
            known["at"] = f"/api/tournaments/{opened['tournament']}"
            await ben.post(f"{known['at']}/enter", password="open sesame")
            known["cookies"] = [lobby.cookie for lobby in (ann, ben, eve)]

    async def go_on(at: str) -> None:
        ann, ben, eve = [Lobby(at, cookie=cookie) for cookie in known["cookies"]]
        async with ann, ben, eve:
            assert [await listed(lobby) for lobby in (ann, ben, eve)] == [["Home"], ["Home"], []]
            assert "password" in await refusal(eve.post(f"{known['at']}/register"))
            await ben.post(f"{known['at']}/register")
            keepers, id = served.room.tournaments.keepers, known["at"].rpartition("/")[2]
            keepers[id].linger = 0.0
            await ann.post(f"{known['at']}/cancel")
            async with asyncio.timeout(60):
                while id in keepers:
                    await asyncio.sleep(0.02)
            assert [await listed(lobby) for lobby in (ann, ben, eve)] == [["Home"], ["Home"], []]
            assert "password" in await refusal(eve.get(known["at"]))
            await eve.post(f"{known['at']}/enter", password="open sesame")
            assert (await eve.get(known["at"]))["row"]["status"] == "cancelled"

    with serving(url, first=()) as served:
        asyncio.run(begin(served.url))
    with serving(url, first=()) as served:
        asyncio.run(go_on(served.url))


def test_friends_at_one_address_and_guesses_of_the_password(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben, Lobby(url) as cat:
            assert "members" in await refusal(
                ann.post("/api/tournaments", kind="27td", players=3, club="x", private=True)
            )
            body = {"structure": sit_and_go(3), "private": True}
            at = f"/api/tournaments/{(await ann.post('/api/tournaments', **body))['tournament']}"
            for lobby in (ann, ben, cat):  # more than `address_entrants`
                await lobby.post(f"{at}/register")
            body = {"structure": sit_and_go(3), "password": "open sesame"}
            at = f"/api/tournaments/{(await ann.post('/api/tournaments', **body))['tournament']}"
            told = [await refusal(ben.post(f"{at}/enter", password=f"guess {number}")) for number in range(40)]
            assert "too many tries" in told[-1]
            assert "no such tournament" in await refusal(ben.post(f"/api/tournaments/{'0' * 24}/enter", password="x"))

    limits = Limits(trusted=(), address_entrants=1)
    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=(), limits=limits) as served:
        asyncio.run(attack(served.url))
