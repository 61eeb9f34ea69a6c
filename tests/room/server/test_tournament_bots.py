"""Attacks on sit-and-gos with a buy-in and bots, over HTTP: paying twice, other people's bots, deciding who wins."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from room.server.test_tournament_attacks import (
    events_of,
    filled,
    opened,
    played,
    refusal,
    running,
    sit_and_go,
    wallet,
)
from room_scene import Served, serving
from standpat.room.clients.client import Lobby
from standpat.tournament.events import Registered


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('t')}/room.sqlite", first=()) as made:
        yield made


def test_a_request_that_is_sent_again_pays_for_the_bots_once(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann, httpx.AsyncClient(base_url=served.url) as web:
            had = wallet(served, ann)
            headers = {**ann.headers, "Idempotency-Key": "one event"}
            body = {"kind": "27sd", "players": 4, "buy_in": 100, "bots": 2}
            answers = [await web.post("/api/tournaments", headers=headers, json=body) for _ in range(3)]
            assert len({answer.json()["tournament"] for answer in answers}) == 1
            assert wallet(served, ann) == had - 200
            other = await web.post("/api/tournaments", headers=headers, json={**body, "bots": 3})
            assert other.status_code == 400
            assert wallet(served, ann) == had - 200
            at = f"/api/tournaments/{answers[0].json()['tournament']}"
            assert (await ann.get(at))["payer"] == ann.name
            again = await asyncio.gather(*[ann.post(f"{at}/cancel") for _ in range(10)], return_exceptions=True)
            assert len([one for one in again if one == {}]) == 1
            assert wallet(served, ann) == had

    played(attack)


def test_the_bots_are_nobodys_to_take_back_or_to_judge_for(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben, Lobby(served.url) as cat:
            token = (await ann.post("/api/token", name="Ann's other program"))["token"]
            async with Lobby(served.url, token=token) as program:
                had = wallet(served, ann), wallet(served, ben), wallet(served, cat)
                at = await opened(program, sit_and_go(3, buy_in=100, starting_stack=10_000), bots=1)
                assert wallet(served, ann) == had[0] - 100  # a program plays with its owner's chips
                (bot,) = [event.player for event in events_of(served, at, Registered)]
                for lobby in (ann, program):
                    assert "not in this tournament" in await refusal(lobby.post(f"{at}/withdraw"))
                assert (await program.get(at))["payer"] == ann.name
                await ben.post(f"{at}/register")
                await cat.post(f"{at}/register")
                seen = await running(ben, at)
                assert not {"cancel", "propose"} & set((await program.get(at))["may"])
                for act, body in (
                    ("disqualify", {"player": "PLAYER", "why": "they win"}),
                    ("move", {"player": "PLAYER", "table": 1, "seat": 2, "why": "they win"}),
                    ("cancel", {}),
                ):  # the prize of the bot is Ann's, so her program does not direct against others
                    told = await refusal(program.post(f"{at}/{act}", **filled(body, ben.user)))
                    assert "yourself" in told, act
                assert {one["id"] for one in seen["standings"]} == {bot, ben.user, cat.user}
                served.call(lambda: served.room.accounts.set_role(ben.user, "admin"))
                assert "yourself" in await refusal(ben.post(f"{at}/disqualify", player=bot, why="it wins"))
                served.call(lambda: served.room.accounts.set_role(ben.user, "player"))

    played(attack)


def test_who_opens_it_enters_besides_their_bots_and_only_once(served: Served) -> None:
    async def attack() -> None:
        async with Lobby(served.url) as ann:
            token = (await ann.post("/api/token", name="Ann's program"))["token"]
            had = wallet(served, ann)
            at = await opened(ann, sit_and_go(4, buy_in=100), bots=1)
            await ann.post(f"{at}/register")
            async with Lobby(served.url, token=token) as program:
                assert "registered already" in await refusal(program.post(f"{at}/register"))
            assert wallet(served, ann) == had - 200
            await ann.post(f"{at}/withdraw")
            assert wallet(served, ann) == had - 100  # the bot stays
            assert (await ann.get(at))["row"]["entrants"] == 1

    played(attack)
