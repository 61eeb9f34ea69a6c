"""Programs in tournaments of a real room: to the prize, over a table that breaks, and back after a lost connection."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from room_scene import Served, patient, serving
from standpat import cli
from standpat.engine.action import Action, Check, Discard, Fold, Raise
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.clients.tournament import Standing, by, enter, standing
from standpat.room.store import ledger

GOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print('{"t":"join"}', flush=True)
    elif message["t"] == "act":
        action = {"kind": "discard", "cards": []}
        if message["decision"]["kind"] != "draw":
            action = {"kind": "check" if message["decision"]["check"] else "call"}
        print(json.dumps({"t": "action", "action": action}), flush=True)
"""
LEVEL = {"minutes": 1, "games": {"27sd": {"small_blind": 10, "big_blind": 20}}}
SHORT = {
    "name": "Short", "games": ["27sd"], "levels": [LEVEL], "seats": 4, "minimum": 4, "most": 4, "starting_stack": 60,
    "sit_and_go": True,
}  # fmt: skip
TWO_TABLES = {**SHORT, "seats": 3, "minimum": 5, "most": 6, "sit_and_go": False, "starting_stack": 120}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('t')}/room.sqlite", first=()) as made:
        yield made


def bold(table: Table) -> Action:
    """All in before the draw, then check; stand pat."""
    legal = table.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard(())
    if legal.raise_:
        return Raise(to=legal.raise_[1])
    return Check() if legal.check else patient(table) if legal.call is not None else Fold()


def careful(table: Table) -> Action:
    """Check or fold, stand pat: never out soon."""
    legal = table.legal
    assert legal is not None
    return Discard(()) if legal.draw is not None else Check() if legal.check else Fold()


async def opened(lobby: Lobby, structure: dict[str, Any], bots: int, **more: Any) -> str:
    answer = await lobby.post("/api/tournaments", structure=structure, bots=bots, name="Programs", **more)
    return str(answer["tournament"])


def test_two_programs_play_a_sit_and_go_for_the_prize(served: Served, tmp_path: Path) -> None:
    """With a buy-in, so without bots of the house: one program of Python, one of the arena, two more."""

    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            lobbies = [await stack.enter_async_context(Lobby(served.url)) for _ in range(3)]
            structure = {**SHORT, "seats": 3, "minimum": 3, "most": 3, "buy_in": 100}
            id = await opened(lobbies[0], structure, 0)
            before = [(await lobby.get("/api/me"))["chips"] for lobby in lobbies]
            async with asyncio.timeout(60):
                ends = await asyncio.gather(*[enter(lobby, id, by(bold), look=0.3) for lobby in lobbies])
            assert all([end.over for end in ends])
            seen = await lobbies[0].get(f"/api/tournaments/{id}")
            while seen["row"]["status"] != "finished":
                seen = await lobbies[0].get(f"/api/tournaments/{id}")
            after = [(await lobby.get("/api/me"))["chips"] for lobby in lobbies]
            own = {one["id"]: one["prize"] for one in seen["standings"]}
            assert sum(own.values()) == 300
            assert [now - then + 100 for now, then in zip(after, before, strict=True)] == [
                own[lobby.user] for lobby in lobbies
            ]
            winner = next(end for end in ends if end.place == 1)
            assert winner.prize > 0
            with pytest.raises(RoomError):
                async with Lobby(served.url) as late:
                    await enter(late, id, by(bold))

    asyncio.run(play())
    assert served.call(lambda: served.room.store.read(ledger.audit)) == []


def test_a_program_that_lost_its_connection_comes_back(served: Served) -> None:
    """Two tables and a final table: two programs and three bots. One program is cut off, and comes back."""

    async def play() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as ben:
            id = await opened(ann, TWO_TABLES, 3, starts=time.time() + 3.0)
            await ben.post(f"/api/tournaments/{id}/register")
            acted: list[str] = []

            def choose(table: Table) -> Action:
                acted.append(table.id)
                return careful(table)

            def cut_off(table: Table) -> Action:
                """End the program at its first decision. Later it may be out of the tournament, on a slow machine."""
                his.cancel()
                return careful(table)

            hers = asyncio.create_task(enter(ann, id, by(bold), look=0.3))
            his = asyncio.create_task(enter(ben, id, by(cut_off), look=0.3))
            async with asyncio.timeout(60):
                await asyncio.gather(his, return_exceptions=True)
            assert his.cancelled()
            before = await standing(ben, id)
            assert before is not None
            assert not before.over
            async with asyncio.timeout(90):
                ends = await asyncio.gather(hers, enter(ben, id, by(choose), look=0.3))
            assert acted
            seen = await ann.get(f"/api/tournaments/{id}")
            while seen["row"]["status"] == "running":
                await asyncio.sleep(0.1)
                seen = await ann.get(f"/api/tournaments/{id}")
            assert seen["row"]["status"] == "finished"
            by_id = {one["id"]: one for one in seen["standings"]}
            for lobby, end in ((ann, ends[0]), (ben, ends[1])):
                assert end.over
                assert by_id[lobby.user]["place"] == end.place

    asyncio.run(play())


def test_a_moved_program_plays_at_its_new_table(served: Served) -> None:
    """A program at each of two tables of three: when the field has shrunk, somebody is moved, and plays there."""

    async def play() -> list[int]:
        async with contextlib.AsyncExitStack() as stack:
            lobbies = [await stack.enter_async_context(Lobby(served.url)) for _ in range(5)]
            id = await opened(lobbies[0], {**TWO_TABLES, "most": 5}, 0, starts=time.time() + 3.0)
            acted: list[set[str]] = [set() for _ in lobbies]

            def choosing(k: int) -> Any:
                def choose(table: Table) -> Action:
                    acted[k].add(table.id)
                    return bold(table) if k else patient(table)

                return by(choose)

            async with asyncio.timeout(90):
                ends = await asyncio.gather(
                    *[enter(lobby, id, choosing(k), look=0.3) for k, lobby in enumerate(lobbies)]
                )
            assert sorted([end.place for end in ends])[0] == 1
            return [len(tables) for tables in acted]

    assert max(asyncio.run(play())) > 1


def test_a_program_of_the_arena_plays_a_tournament_by_command(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(GOOD, "utf-8")

    async def begin() -> tuple[str, str]:
        async with Lobby(served.url) as owner:
            token = str((await owner.post("/api/token", name="Arena"))["token"])
            return token, await opened(owner, TWO_TABLES, 4, starts=time.time() + 1.5)

    token, id = asyncio.run(begin())
    bot = f"cmd:{sys.executable} {path}"
    assert cli.main(["seat", "--room", served.url, "--tournament", id, "--bot", bot, "--token", token]) == 0
    said = capsys.readouterr().out
    assert "Arena plays the tournament" in said
    assert "place " in said

    async def place() -> Standing | None:
        async with Lobby(served.url, token=token) as lobby:
            return await standing(lobby, id)

    mine = asyncio.run(place())
    assert mine is not None
    assert f"place {mine.place}," in said
