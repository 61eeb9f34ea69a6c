"""A player who is between two tables: they cannot leave, and a room that ends there seats them once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.tournaments.scene import ended, killed, opened, structure
from standpat.room.store import ledger, tournament_book
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.room import Room
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.seats import table_id
from standpat.tournament import commands
from standpat.tournament.events import Arrived, Departed
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused


def table(room: Room, keeper: Keeper, number: int) -> TableActor:
    """The actor of a table."""
    return room.tables[table_id(keeper.seed, number)]


def all_away(actor: TableActor) -> None:
    """The players of one table sit out, so that it goes on at once."""
    for seat in actor.seating.seats:
        if seat is not None:
            seat.out = True
    actor.mailbox.post(actor.wake)


async def on_the_way(room: Room) -> tuple[Keeper, Departed]:
    """A player whose table has broken, and who waits for the end of the hand at the other one.

    Seven begin at three tables of three. Those at one table of two are away until one of them is out; nobody acts at
    the other tables.
    """
    seven = structs.replace(structure(3, stack=20), minimum=7, most=7)
    keeper = await room.tournaments.announce("Evening", seven, Options(), None)
    for k in range(7):
        person = (await room.accounts.guest(home.of(f"192.0.{k}.1"))).user
        keeper.attendance.there[person.id] = True
        await keeper.ask(commands.register, person.id, person.name)
    tables = keeper.state.tables
    async with asyncio.timeout(60):
        while len(room.tables) < 3 or any([one.hand is None for one in tables.values()]):
            await asyncio.sleep(0.01)
        breaks = max(number for number, one in tables.items() if one.count == 2)
        while not (moves := await happened(room, keeper, Departed)):
            if table_id(keeper.seed, breaks) in room.tables:
                all_away(table(room, keeper, breaks))
            await asyncio.sleep(0.01)
    return keeper, moves[0]


async def happened(room: Room, keeper: Keeper, kind: type) -> list[Any]:
    """The events of a kind that are on the disk."""
    events: list[Any] = [*await room.store.read(tournament_book.events, keeper.id)]
    return [one for one in events if isinstance(one, kind)]


@pytest.mark.parametrize("dies", [False, True])
def test_leaving_in_mid_move(tmp_path: Path, dies: bool) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room = await opened(url)
        keeper, move = await on_the_way(room)
        async with keeper.turn():
            await keeper.settle()
        player = keeper.state.players[move.player]
        assert (player.table, player.seat) == (0, -1)
        assert keeper.state.tables[move.to_table].kept == {move.to_seat: player.id}
        events, stack = keeper.state.events, player.stack
        for command in (commands.withdraw, commands.reenter, commands.rebuy, commands.add_on, commands.decline):
            with pytest.raises(Refused):
                await keeper.ask(command, player.id)
        with pytest.raises(Refused):
            await keeper.ask(commands.register, player.id, player.name)
        assert keeper.state.events == events
        if dies:
            await killed(room)
            room = await opened(url)
            keeper = room.tournaments.keepers[keeper.id]
            assert keeper.state.players[move.player].move == move.move
            assert keeper.state.tables[move.to_table].kept == {move.to_seat: move.player}
        all_away(table(room, keeper, move.to_table))
        async with asyncio.timeout(60):
            while keeper.state.players[move.player].move:
                await asyncio.sleep(0.01)
        arrived = [one for one in await happened(room, keeper, Arrived) if one.player == move.player]
        assert len(arrived) == 1
        assert keeper.state.chips == 140
        assert stack > 0
        keeper.linger = 0.01
        await ended(room, keeper)
        assert keeper.state.status == "finished"
        assert await room.store.read(ledger.audit) == []
        await room.close()

    asyncio.run(play())
