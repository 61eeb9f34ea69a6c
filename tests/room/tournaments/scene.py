"""Rooms with tournaments: short ones, that end when nobody is there, and rooms that are killed."""

import asyncio

from room_scene import AT_ONCE
from standpat.engine.games import Stakes
from standpat.room.store import Store
from standpat.room.tables.room import Room
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament.structure import Level, Structure


def structure(seats: int = 3, buy_in: int = 0, stack: int = 200, games: tuple[str, ...] = ("27sd",)) -> Structure:
    """Three players with few chips, so that it is over soon."""
    levels = tuple([Level(1, {id: Stakes(bet // 2, bet) for id in games}) for bet in (20, 40, 80, 160)])
    return Structure(
        name="Short",
        games=games,
        levels=levels,
        seats=seats,
        minimum=seats,
        most=seats,
        starting_stack=stack,
        sit_and_go=True,
        buy_in=buy_in,
    )


async def opened(url: str) -> Room:
    """A room on a database, whose tables close at once."""
    room = Room(Store.open(url), pace=AT_ONCE)
    await room.resume()
    for keeper in room.tournaments.keepers.values():
        keeper.linger = 0.01
    return room


def everybody_is_away(room: Room) -> None:
    """All people sit out, so that nobody waits for them."""
    for actor in room.tables.values():
        for seat in actor.seating.seats:
            if seat is not None and not seat.bot and not seat.out:
                seat.out = True
                actor.mailbox.post(actor.wake)


async def ended(room: Room, keeper: Keeper) -> None:
    """Wait until a tournament is over and its tables are closed."""
    async with asyncio.timeout(60):
        while keeper.state.status == "running" or any([one.rules.tournament for one in room.tables.values()]):
            everybody_is_away(room)
            await asyncio.sleep(0.02)


async def killed(room: Room) -> None:
    """End the room without a word: nothing more is written or shown."""
    for keeper in room.tournaments.keepers.values():
        if keeper._task:
            keeper._task.cancel()
    for actor in room.tables.values():
        actor._timer.cancel()
        if actor._task:
            actor._task.cancel()
    await asyncio.gather(
        *[one._task for one in room.tournaments.keepers.values() if one._task],
        *[one._task for one in room.tables.values() if one._task],
        return_exceptions=True,
    )
    await room.store.close()
