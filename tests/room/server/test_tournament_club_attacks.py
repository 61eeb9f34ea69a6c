"""A club's private tournament against guests, outsiders, members without a role, and organisers who were removed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from room.server.test_tournament_attacks import DIRECTOR_ACTS, refusal, sit_and_go
from room_scene import serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.tournaments.view import WISHES

POSTS: dict[str, dict[str, Any]] = {
    "register": {},
    **{wish: {} for wish in WISHES},
    "propose": {"form": "even"},
    "answer": {"yes": True},
    "pick": {"game": 0},
    **DIRECTOR_ACTS,
}


async def registered(lobby: Lobby, name: str) -> None:
    """Give a guest a name with a password."""
    await lobby.post("/api/register", name=name, password=f"{name} has a long password")


def test_nobody_else_reaches_a_clubs_tournament(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben, Lobby(url) as cat, Lobby(url) as eve:
            await registered(ann, "Ann")
            club = (await ann.post("/api/clubs", name="Thursday", zone="Europe/Oslo", season="2026"))["club"]
            code = (await ann.get(f"/api/clubs/{club}"))["code"]
            for lobby in (ben, cat):
                await lobby.post("/api/clubs/join", code=code)
            for lobby in (ben, eve):  # a member without a role, and a stranger
                with pytest.raises(RoomError):
                    await lobby.post("/api/tournaments", structure=sit_and_go(3), club=club)
            with pytest.raises(RoomError, match="bots"):
                await ann.post("/api/tournaments", structure=sit_and_go(3), club=club, bots=1)
            answer = await ann.post("/api/tournaments", structure=sit_and_go(3), club=club)
            at, unknown = f"/api/tournaments/{answer['tournament']}", f"/api/tournaments/{'0' * 24}"
            for path, body in POSTS.items():  # a stranger cannot tell it from one that is not there
                assert await refusal(eve.post(f"{at}/{path}", **body)) != "", path
                assert "no such tournament" in await refusal(eve.post(f"{at}/{path}", **body)), path
            for path in ("", "/export", "/course", "/hands?table=1"):
                told = [await refusal(eve.get(f"{where}{path}")) for where in (at, unknown)]
                assert told[0] == told[1] != ""
            assert (await eve.get("/api/tournaments"))["tournaments"] == []
            await ben.post(f"{at}/register")
            for act, body in DIRECTOR_ACTS.items():
                assert "director" in await refusal(ben.post(f"{at}/{act}", **body)), act
            await ann.post(f"/api/clubs/{club}/remove", user=cat.user)
            assert "no such tournament" in await refusal(cat.post(f"{at}/register"))
            assert (await ben.get(at))["row"]["entrants"] == 1

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(attack(served.url))


def test_an_organiser_who_was_removed_directs_no_more(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben:
            await registered(ann, "Ann")
            await registered(ben, "Ben")
            club = (await ann.post("/api/clubs", name="Thursday", zone="Europe/Oslo", season="2026"))["club"]
            await ben.post("/api/clubs/join", code=(await ann.get(f"/api/clubs/{club}"))["code"])
            await ann.post(f"/api/clubs/{club}/role", user=ben.user, role="organiser")
            opened = await ben.post("/api/tournaments", structure=sit_and_go(3), club=club)
            at = f"/api/tournaments/{opened['tournament']}"
            await ben.post(f"{at}/register")  # a player goes on seeing it
            await ann.post(f"/api/clubs/{club}/remove", user=ben.user)
            assert not (await ben.get(at))["director"]
            for act, body in DIRECTOR_ACTS.items():
                assert "director" in await refusal(ben.post(f"{at}/{act}", **body)), act

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(attack(served.url))
