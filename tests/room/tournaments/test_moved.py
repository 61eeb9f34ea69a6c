"""Players who are moved to another table: each is told once where they play now, and again when they come back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs

from room.tables.test_actor import Ear
from room.tournaments.scene import everybody_is_away, opened, structure
from standpat.protocol.room import You
from standpat.room.store import journal
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.chat import KEPT
from standpat.room.tables.resume import stored_table
from standpat.room.tables.room import Room
from standpat.room.tables.viewer import Viewer
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.options import Options


class Scene:
    """A tournament of people who are all away, with registration open, and a page of each at their table."""

    def __init__(self, room: Room, keeper: Keeper) -> None:
        self.room = room
        self.keeper = keeper
        self.ears: dict[str, Ear] = {}

    async def begin(self, players: int) -> None:
        for k in range(players):
            user = (await self.room.accounts.guest(home.of(f"192.0.{k}.1"))).user
            await self.keeper.ask(commands.register, user.id, user.name)
        await self.until(lambda: self.keeper.state.status == "running" and len(self.room.tables) > 1)
        for id in self.keeper.state.players:
            self.page(id)

    def table(self, number: int) -> str:
        return self.room.tournaments.table_id(self.keeper.state, number)

    def page(self, user: str, at: int = 0, since: int | None = None) -> Ear:
        """Open a page of a player's table, or of another one."""
        actor, ear = self.room.tables[self.table(at or self.keeper.state.players[user].table)], Ear()
        self.ears[user] = ear
        actor.join(Viewer(user, user, ear, actor.snapshot), You(user, user, "guest", 0), since)
        return ear

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                everybody_is_away(self.room)
                await asyncio.sleep(0.01)

    def moved(self) -> dict[str, list[str]]:
        """The tables to which players were sent."""
        told = {user: [one["table"] for one in ear.heard if one["t"] == "moved"] for user, ear in self.ears.items()}
        return {user: tables for user, tables in told.items() if tables}

    def smaller(self) -> tuple[int, list[str]]:
        """The smaller one of two tables, and two of its players. Without them somebody of the other one is moved."""
        players = self.keeper.state.players.values()
        counts = {number: [one.id for one in players if one.table == number] for number in (1, 2)}
        few = min(counts, key=lambda number: len(counts[number]))
        return few, counts[few][:2]

    async def take_out(self, players: list[str]) -> None:
        for player in players:
            await self.keeper.ask(commands.disqualify, "host", player, "late")


def play(file: Path, seats: int, players: int, test: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        room = await opened(f"sqlite:///{file}")
        levels = structure(seats, stack=100_000).levels
        open_long = structs.replace(
            structure(seats, stack=100_000),
            sit_and_go=False,
            minimum=2,
            most=30,
            registration_closes=1,
            levels=(structs.replace(levels[0], minutes=60),),
        )
        now = room.watch.wall()
        keeper = await room.tournaments.announce("Evening", open_long, Options(), None, starts=now + 2)
        scene = Scene(room, keeper)
        await scene.begin(players)
        await test(scene)
        await room.close()

    asyncio.run(run())


def test_everybody_at_a_table_that_breaks_is_told_where_to_go(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        players = scene.keeper.state.players
        here, there = [[one.id for one in players.values() if one.table == number] for number in (1, 2)]
        await scene.take_out(here[:1])
        await scene.until(lambda: len(scene.moved()) == 2 and len(scene.room.tables) == 1)
        assert scene.moved() == {user: [scene.table(1)] for user in there}
        assert {players[user].table for user in there} == {1}

    play(tmp_path / "room.sqlite", 3, 4, test)


def test_who_is_moved_from_a_table_that_stays_is_told_and_told_again_when_they_come_back(tmp_path: Path) -> None:
    async def test(scene: Scene) -> None:
        few, going = scene.smaller()
        await scene.take_out(going)
        await scene.until(lambda: bool(scene.moved()))
        ((user, told),) = scene.moved().items()
        assert told == [scene.table(few)]
        again, fresh = scene.page(user, 3 - few, since=1), scene.page(user, 3 - few)
        await scene.until(lambda: any([one["t"] == "snapshot" for one in fresh.heard]))
        assert [one["table"] for one in again.heard if one["t"] == "moved"] == told
        assert not [one for one in fresh.heard if one["t"] == "moved"]

    play(tmp_path / "room.sqlite", 4, 7, test)


@pytest.mark.parametrize("resumed", [False, True])
def test_who_is_moved_before_the_first_hand_of_a_table_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, resumed: bool
) -> None:
    """Its table has not begun to work: nothing has asked for the seats since it was opened, or taken up again."""
    start = TableActor.start
    monkeypatch.setattr(TableActor, "start", lambda actor: None)

    async def test(scene: Scene) -> None:
        few, going = scene.smaller()
        actor = scene.room.tables[scene.table(3 - few)]
        if resumed:
            (row,) = [one for one in await scene.room.store.read(journal.tables) if one.id == actor.rules.id]
            scene.room.tournaments.equip(actor)
            actor.load(await scene.room.store.read(stored_table, row, KEPT), {})
        for user in [seat.user for seat in actor.seating.seats if seat]:
            scene.ears[user] = Ear()
            actor.viewers.add(Viewer(user, user, scene.ears[user], actor.snapshot))
        await scene.take_out(going)
        await scene.until(lambda: bool(scene.moved()))
        ((_, told),) = scene.moved().items()
        assert told == [scene.table(few)]
        for one in scene.room.tables.values():
            start(one)

    play(tmp_path / "room.sqlite", 4, 7, test)
