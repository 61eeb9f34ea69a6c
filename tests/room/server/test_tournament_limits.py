"""Limits of tournaments: many guests from one address, and one person many times."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.server.test_tournament_attacks import refusal, sit_and_go
from room_scene import serving
from standpat.room.clients.client import Lobby
from standpat.room.limits.limit import Limits, Rate

FREE = Rate(1e6, 1.0)
LIMITS: dict[str, Any] = {"trusted": (), "posts": FREE, "address_posts": FREE, "reads": FREE, "guests": FREE}


def test_a_thousand_guests_of_one_address_do_not_fill_a_tournament(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann:
            made = await ann.post("/api/tournaments", structure=sit_and_go(30, most=30, minimum=30))
            at = f"/api/tournaments/{made['tournament']}"
            guests = [await Lobby(url).__aenter__() for _ in range(8)]
            told = await asyncio.gather(*[refusal(guest.post(f"{at}/register")) for guest in guests])
            assert sorted(["one address" in text for text in told]) == [False] * 3 + [True] * 5
            assert (await ann.get(at))["row"]["entrants"] == 3
            inside = guests[told.index("")]
            assert "registered already" in await refusal(inside.post(f"{at}/register"))  # which frees no place
            outside = guests[next(k for k, text in enumerate(told) if text)]
            assert "one address" in await refusal(outside.post(f"{at}/register"))
            await inside.post(f"{at}/withdraw")
            await outside.post(f"{at}/register")

    limits = Limits(**LIMITS, address_entrants=3)
    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=(), limits=limits) as served:
        asyncio.run(attack(served.url))


def test_entering_and_leaving_again_and_again_ends(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Lobby(url) as ann, Lobby(url) as ben:
            made = await ann.post("/api/tournaments", structure=sit_and_go(3))
            at = f"/api/tournaments/{made['tournament']}"
            told = []
            for _ in range(4):
                told += [await refusal(ann.post(f"{at}/register")), await refusal(ann.post(f"{at}/withdraw"))]
            assert [bool(text) for text in told] == [False] * 5 + [True] * 3
            assert "too-fast" in told[-1]
            await ben.post(f"{at}/register")  # others are not concerned

    with serving(
        f"sqlite:///{tmp_path}/room.sqlite", first=(), limits=Limits(**LIMITS, entries=Rate(5, 600))
    ) as served:
        asyncio.run(attack(served.url))


@pytest.mark.parametrize(("limit", "says"), [("address_tournaments", "address"), ("people_tournaments", "room")])
def test_open_tournaments_are_limited(tmp_path: Path, limit: str, says: str) -> None:
    async def attack(url: str) -> None:
        for number in range(4):
            async with Lobby(url) as guest:
                told = await refusal(guest.post("/api/tournaments", structure=sit_and_go(3)))
                assert (says in told) == (number >= 2), told

    limits = structs.replace(Limits(**LIMITS), **{limit: 2})
    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=(), limits=limits) as served:
        asyncio.run(attack(served.url))
