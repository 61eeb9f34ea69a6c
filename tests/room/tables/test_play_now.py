""" "Play now": people who press it meet, each has a seat of their own, and nobody is left without an opponent."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.farm import ELSEWHERE, HOME, Farm
from standpat.room.store.users import User
from standpat.room.tables import home, house_player
from standpat.room.tables.actor import TableActor
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import BotRules, NewTable, make

FIVE = BotRules(("caller",), keep=5)


@asynccontextmanager
async def house(file: Path) -> AsyncIterator[tuple[Farm, TableActor]]:
    """A room with one table of the house, whose five bots sit there."""
    farm = Farm(file)
    await farm.open()
    table = await farm.table(None, name="Willow", bots=FIVE)
    await table.cashier.arrange_house_players()
    try:
        yield farm, table
    finally:
        for actor in farm.room.tables.values():
            await actor.stop()
        await farm.room.store.close()


async def press(farm: Farm, user: User, where: str) -> TableActor:
    """Press it, and let the bots of that table come and go as before a hand."""
    actor, _ = await seat_at_once(farm.room, user, "27td", where)
    if not actor.stopped:
        await farm._halt(actor)
    await actor.cashier.arrange_house_players()
    return actor


def test_two_people_meet_but_not_of_one_household(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path / "room.sqlite") as (farm, table):
            ann, bob = await farm.guest(), await farm.guest(ELSEWHERE)
            eve = await farm.guest(home.of("203.0.113.1"))  # who came elsewhere, and is now at Ann's
            assert await press(farm, ann, HOME) is table
            assert [seat is None for seat in table.seating.seats].count(True) == 1
            assert await press(farm, ann, HOME) is table  # once more: the same seat
            assert await press(farm, eve, HOME) is not table
            assert await press(farm, bob, ELSEWHERE) is table
            people = [seat.user for seat in table.seating.seats if seat and not seat.bot]
            assert sorted(people) == sorted([ann.id, bob.id])

    asyncio.run(play())


def test_nobody_is_led_to_a_table_where_they_cannot_play(tmp_path: Path) -> None:
    """A paused table, one with a ban, one whose only person sits out or is gone."""

    async def play() -> None:
        async with house(tmp_path / "room.sqlite") as (farm, table):
            ann = await farm.guest()
            await press(farm, ann, HOME)
            seat = table.seating.of(ann.id)
            assert seat
            seat.out = True
            bob = await farm.guest(ELSEWHERE)
            assert await press(farm, bob, ELSEWHERE) is not table
            seat.out = False
            since = table.cashier._away[ann.id]
            table.cashier._away[ann.id] = since - 60
            dan = await farm.guest(home.of("203.0.113.2"))
            assert await press(farm, dan, home.of("203.0.113.2")) is not table
            table.cashier._away[ann.id] = since
            cat, where = await farm.guest(home.of("203.0.113.1")), home.of("203.0.113.1")
            table.runner.take(structs.replace(table.rules, barred={cat.id: "Cat"}))
            assert await press(farm, cat, where) is not table

    asyncio.run(play())


def test_fifty_addresses(tmp_path: Path) -> None:
    """They fill the tables, one by one."""

    async def play() -> None:
        async with house(tmp_path / "room.sqlite") as (farm, _):
            at: dict[str, str] = {}
            for number in range(50):
                where = home.of(f"10.{number}.0.1")
                user = await farm.guest(where)
                at[user.id] = (await press(farm, user, where)).rules.id
            seated = Counter(at.values())
            assert sorted(seated.values()) == [2, *[6] * 8]
            for id in seated:
                people = [seat.user for seat in farm.room.tables[id].seating.seats if seat and not seat.bot]
                assert {user for user, table in at.items() if table == id} == set(people)

    asyncio.run(play())


def test_a_race_for_the_last_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path / "room.sqlite") as (farm, table):
            await press(farm, await farm.guest(), HOME)
            turn = asyncio.Lock()

            async def ask(job: Callable[[], Awaitable[Any]]) -> Any:
                async with turn:  # one request at a time, as at a table that runs
                    return await job()

            table.ask = ask  # type: ignore[method-assign]
            homes = [home.of(f"10.{number}.0.1") for number in range(5)]
            users = [await farm.guest(where) for where in homes]
            pressed = zip(users, homes, strict=True)
            got = await asyncio.gather(
                *[seat_at_once(farm.room, user, "27td", where) for user, where in pressed], return_exceptions=True
            )
            places = [(one[0].rules.id, one[1]) for one in got if not isinstance(one, BaseException)]
            assert [one for one in got if isinstance(one, BaseException) and not isinstance(one, Refused)] == []
            assert len(places) == len(set(places)) == 5
            assert [id for id, _ in places].count(table.rules.id) == 1

    asyncio.run(play())


@pytest.mark.parametrize(
    ("seats", "people", "owner", "bots", "wanted"),
    [
        (6, 0, None, FIVE, 5),
        (6, 1, None, FIVE, 4),
        (6, 2, None, FIVE, 3),
        (6, 5, None, FIVE, 0),
        (6, 6, None, FIVE, 0),
        (2, 1, None, BotRules(keep=1), 1),  # nobody is left alone
        (2, 2, None, BotRules(keep=1), 0),
        (6, 1, "u1", FIVE, 5),  # as their owner chose
        (6, 1, None, BotRules(keep=5, make_room=False), 5),
        (6, 1, None, BotRules(keep=2), 2),
    ],
)
def test_a_seat_of_the_house_stays_free(
    seats: int, people: int, owner: str | None, bots: BotRules, wanted: int
) -> None:
    rules = make(NewTable("27td", seats=seats, bots=bots), "t1", owner)
    seating = Seating(rules.stakes, [None] * seats, *rules.buy_in)
    for at in range(people):
        seating.sit(at, f"u{at}", f"P{at}", 400)
    assert house_player.wanted(seating, rules) == wanted
