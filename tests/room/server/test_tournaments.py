"""Tournaments over HTTP: from registration to the prize, and who may do what."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from room_scene import Served, patient, serving
from standpat.room.clients.client import Lobby, RoomError

QUICK = {
    "name": "Quick",
    "games": ["27sd"],
    "levels": [{"minutes": 1, "games": {"27sd": {"small_blind": 10, "big_blind": 20}}}],
    "seats": 3,
    "minimum": 3,
    "most": 3,
    "starting_stack": 60,
    "sit_and_go": True,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('t')}/room.sqlite", first=()) as made:
        yield made


def test_two_people_and_a_bot_play_to_the_prize(served: Served, tmp_path: Path) -> None:
    async def play() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as eve:
            answer = await ann.post("/api/tournaments", structure=QUICK, bots=1, name="Friday")
            at = f"/api/tournaments/{answer['tournament']}"
            for lobby in (ann, ben):
                await lobby.post(f"{at}/register")
            with pytest.raises(RoomError, match="registered already"):
                await ann.post(f"{at}/register")
            with pytest.raises(RoomError):
                await eve.post(f"{at}/register")
            seen = await _running(ann, at)
            (table,) = seen["tables"]
            assert seen["director"]
            with pytest.raises(RoomError, match="not over"):
                await ann.get(f"{at}/course")
            assert sum([one["stack"] for one in seen["standings"]]) == 180
            with pytest.raises(RoomError, match="director"):
                await ben.post(f"{at}/pause")
            with pytest.raises(RoomError, match="started"):
                await ben.post(f"{at}/withdraw")

            async def sit(lobby: Lobby) -> None:
                async with lobby.table(table["id"]) as mine:
                    with contextlib.suppress(Exception):
                        with pytest.raises(RoomError, match="tournament table"):
                            await mine.leave()
                        while True:
                            await mine.my_turn(timeout=5)
                            await mine.act(patient(mine))

            players = [asyncio.create_task(sit(lobby)) for lobby in (ann, ben)]
            async with asyncio.timeout(60):
                while (seen := await ann.get(at))["row"]["status"] == "running":
                    await asyncio.sleep(0.1)
            for task in players:
                task.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            assert seen["row"]["status"] == "finished"
            assert sorted([one["place"] for one in seen["standings"]]) in ([1, 2, 3], [1, 2, 2])
            course = await eve.get(f"{at}/course")
            assert course["left"][0][1] == 3
            assert len(course["stacks"]) == 3
            rows = (await eve.get("/api/tournaments"))["tournaments"]
            assert [row["name"] for row in rows] == ["Friday"]

    asyncio.run(play())


async def _running(lobby: Lobby, at: str) -> Any:
    async with asyncio.timeout(60):
        while (seen := await lobby.get(at))["row"]["status"] == "open" or not seen["tables"]:
            await asyncio.sleep(0.02)
    return seen


def test_a_sit_and_go_of_a_home_game_s_games(served: Served) -> None:
    async def ask() -> Any:
        async with Lobby(served.url) as lobby:
            turns = {"lasts": "orbits", "every": 2, "picked_by": "button"}
            body = {"games": ["27td-nl", "a5sd"], "house": "wsop", "turns": turns, "speed": "fast", "players": 4}
            id = (await lobby.post("/api/tournaments", **body, bots=2))["tournament"]
            await lobby.post(f"/api/tournaments/{id}/register")
            (row,) = [one for one in (await lobby.get("/api/tournaments"))["tournaments"] if one["id"] == id]
            structure = served.room.tournaments.keepers[id].state.announced.structure
            assert (structure.house, structure.turns.picked_by, structure.turns.every) == ("wsop", "button", 2)
            return row

    row = asyncio.run(ask())
    assert (row["games"], row["entrants"], row["most"], row["sit_and_go"]) == (["27td-nl", "a5sd"], 3, 4, True)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "holdem"}, "read"),
        ({"kind": "27td", "speed": "hyper"}, "presets"),
        ({"kind": "27td", "players": 9}, "seats"),
        ({"games": ["27td", "27td"], "players": 3}, "different games"),
        ({"games": ["27td"] * 500, "players": 3}, "different games"),
        ({"games": ["holdem"], "players": 3}, "unknown game"),
        ({"games": ["27td"], "house": "mine", "players": 3}, "house"),
        ({"games": ["27td", "27sd"], "turns": {"lasts": "minutes"}, "players": 3}, "read"),
        ({"kind": "27td"}, "start time"),
        ({"kind": "27td", "players": 3, "bots": 3}, "Bots"),
        ({"structure": {**QUICK, "levels": []}}, "level"),
        ({"kind": "27td", "players": 3, "buy_in": -1}, "buy_in"),
        ({"structure": {**QUICK, "buy_in": 10_000}, "bots": 2}, "chips"),
        ({"structure": QUICK, "password": "x" * 129}, "password"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_the_reason(served: Served, body: dict[str, Any], why: str) -> None:
    async def ask() -> None:
        async with Lobby(served.url) as lobby:
            with pytest.raises(RoomError, match=f"(?i){why}"):
                await lobby.post("/api/tournaments", **body)

    asyncio.run(ask())


def test_a_structure_is_checked_and_a_fault_names_its_field(served: Served) -> None:
    async def ask() -> None:
        async with Lobby(served.url) as lobby:
            start = (await lobby.get("/api/tournaments/preset?kind=27sd&speed=fast"))["structure"]
            told = await lobby.post("/api/tournaments/check", structure={**start, "buy_in": 10}, entries=20)
            assert told["entries"] == 20
            assert sum(told["prizes"]) == 200
            usual, early, late = told["length"]["minutes"]
            assert early < usual < late
            first = start["levels"][0]
            for wrong, why in (
                ({"levels": [first, first]}, "level 2, 27sd: no blind"),
                ({"seats": 99}, "seats: choose"),
                ({"levels": "x"}, "cannot be read"),
                ({"buy_in": 2**60}, "whole number"),
                ({"payout": {"table": [1, 2]}}, "shares are positive"),
            ):
                with pytest.raises(RoomError, match=why):
                    await lobby.post("/api/tournaments/check", structure={**start, **wrong})
            for query in ("kind=holdem", "speed=hyper", "players=x", "players=99"):
                with pytest.raises(RoomError):
                    await lobby.get(f"/api/tournaments/preset?{query}")

    asyncio.run(ask())
