"""Players who are not there: no-shows, players who are cut off, and their time banks (T3.1 to T3.5)."""

import asyncio
import contextlib
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from msgspec import structs

from room.tournaments.scene import ended, killed, opened, structure
from standpat.room.admin import table
from standpat.room.store import ledger, tournament_book
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.room import Room
from standpat.room.tournaments import table_policy
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.seats import table_id
from standpat.tournament import commands, timebank
from standpat.tournament.events import Dealt, Disqualified, Out, Played
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from standpat.tournament.timebank import Pace
from standpat.tournament.timebank import bank as left_of


async def begun(
    room: Room, count: int, options: Options | None = None, *, there: int = 0, **changes: object
) -> tuple[Keeper, list[User]]:
    """A sit-and-go of people that has begun; the first ones are there."""
    made = structs.replace(structure(count), **changes)
    keeper = await room.tournaments.announce("Evening", made, options or Options(), None)
    keeper.linger = 0.01
    people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(count)]
    for number, person in enumerate(people):
        if number < there:
            keeper.attendance.there[person.id] = True
        await keeper.ask(commands.register, person.id, person.name, account=ledger.wallet(person.id))
    return keeper, people


async def hands(room: Room, keeper: Keeper, least: int) -> list[Played]:
    """Wait for so many hands that are over."""
    async with asyncio.timeout(60):
        while True:
            events = await room.store.read(tournament_book.events, keeper.id)
            played = [one for one in events if isinstance(one, Played)]
            if len(played) >= least or keeper.state.status != "running":
                return played
            await asyncio.sleep(0.01)


def test_t3_1_no_shows_are_dealt_in_and_blinded_off(tmp_path: Path) -> None:
    """Nobody comes: nobody is waited for, everybody posts in turn, and who has no chips left is out."""

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper, people = await begun(room, 3)
        began = asyncio.get_running_loop().time()
        await hands(room, keeper, 12)
        assert asyncio.get_running_loop().time() - began < 9  # the clock of one decision alone has ten seconds
        while keeper.state.status == "running":  # at the same blinds their chips would only go round
            with contextlib.suppress(Refused):
                await keeper.ask(commands.add_time, "director", -60_000)
            await asyncio.sleep(0.02)
        events = await room.store.read(tournament_book.events, keeper.id)
        dealt = [one for one in events if isinstance(one, Dealt)]
        gone: set[str] = set()
        for event in events:
            if isinstance(event, Out):
                gone |= set(event.players)
            if isinstance(event, Dealt):
                assert set(event.players) == {one.id for one in people} - gone
        three = [one.big for one in dealt if len(one.seats) == 3]
        assert three == [(three[0] + k) % 3 for k in range(len(three))]
        assert not any([one.took for one in events if isinstance(one, Played)])
        assert keeper.state.chips == 600
        await ended(room, keeper)
        await room.close()

    asyncio.run(play())


@pytest.mark.parametrize(("verdict", "closes", "back", "prize"), [("remove", 0, 0, 300), ("refund", 4, 110, 100)])
def test_t3_5_no_shows_are_removed_and_may_get_their_entry_back(
    tmp_path: Path, verdict: Literal["remove", "refund"], closes: int, back: int, prize: int
) -> None:
    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        options = Options.of("tda2024", no_shows=verdict)
        made = structs.replace(
            structure(),
            starting_stack=100_000,
            buy_in=100,
            fee=10,
            sit_and_go=False,
            registration_closes=closes,
        )
        people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(3)]
        starts = room.watch.wall() + 2  # so that all three enter in time on a busy machine
        keeper = await room.tournaments.announce("Evening", made, options, None, starts=starts)
        keeper.linger = 0.01
        for person, bot in zip(people, (True, False, False), strict=True):
            enter = partial(commands.register, bot=bot, person=person.id)
            id = "bot:rule:B" if bot else person.id
            await keeper.ask(enter, id, person.name, account=ledger.wallet(person.id))
        had = await room.store.read(ledger.balances, "wallet:")
        while keeper.state.status == "open":
            await asyncio.sleep(0.01)
        await hands(room, keeper, 3)
        async with asyncio.timeout(60):
            while keeper.state.status == "running":
                with contextlib.suppress(Refused):
                    await keeper.ask(commands.add_time, "director", -60_000)
                await asyncio.sleep(0.05)
        events = await room.store.read(tournament_book.events, keeper.id)
        removed = [one for one in events if isinstance(one, Disqualified)]
        assert {one.player for one in removed} == {one.id for one in people[1:]}
        assert keeper.state.won == {"bot:rule:B": prize}
        has = await room.store.read(ledger.balances, "wallet:")
        assert [has[ledger.wallet(one.id)] - had[ledger.wallet(one.id)] for one in people] == [prize, back, back]
        assert await room.store.read(table.audit) == []
        await ended(room, keeper)
        await room.close()

    asyncio.run(play())


def test_t3_2_a_time_bank_is_spent_once_and_survives_the_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers, and all have a page open: their time and bank run out, and then they are away."""
    url = f"sqlite:///{tmp_path}/room.sqlite"
    pace = Pace(act=0.02, draw=0.02, long_draw=0.02, showdown=0.02, bank=0.1, last_table=0.0)
    monkeypatch.setattr(timebank, "PACES", {"turbo": pace})

    async def play() -> None:
        room = await opened(url)
        keeper, people = await begun(room, 3, there=3, starting_stack=10_000)
        played = await hands(room, keeper, 4)
        spent = {one.id: sum([event.spent.get(one.id, 0) for event in played]) for one in people}
        assert {id: keeper.state.players[id].spent for id in spent} == spent
        assert set(spent.values()) <= {0, 100}
        assert 100 in spent.values()
        await killed(room)
        room = await opened(url)
        keeper = room.tournaments.keepers[keeper.id]
        async with asyncio.timeout(60):
            before = keeper.state.tables[1].hands
            while keeper.state.tables[1].hands < before + 2:
                await asyncio.sleep(0.01)
        banks = room.tables[table_id(keeper.seed, 1)].runner.clock.banks
        for id in banks:
            assert banks[id] == pytest.approx(left_of(pace, keeper.state.players[id].spent, last_table=False))
        await room.close()

    asyncio.run(play())


def test_t3_2_the_last_table_gives_the_bank_once() -> None:
    pace = Pace(bank=90, last_table=60)
    assert [left_of(pace, ms, last_table=last) for ms, last in ((0, False), (30_000, False), (30_000, True))] == [
        90,
        60,
        120,
    ]
    assert left_of(pace, 200_000, last_table=True) == 0


def test_t3_3_who_is_cut_off_has_extra_time_and_is_away_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(act=0.02, draw=0.02, long_draw=0.02, showdown=0.02, bank=0, last_table=0)
    monkeypatch.setattr(timebank, "PACES", {"turbo": pace})
    monkeypatch.setattr(table_policy, "extra_times", lambda *_, **__: (2, 1))

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper, people = await begun(room, 2, there=1, starting_stack=10_000)
        given: list[int] = []
        extra = keeper.attendance.extra

        def noted(user: str, times: tuple[int, ...]) -> int:
            assert user == people[0].id
            given.append(extra(user, times))
            return given[-1]

        monkeypatch.setattr(keeper.attendance, "extra", noted)
        async with asyncio.timeout(60):
            while len(room.tables) < 1:
                await asyncio.sleep(0.01)
            seat = next(iter(room.tables.values())).seating
            while not (me := seat.of(people[0].id)) or not me.out:
                await asyncio.sleep(0.01)
                seat = next(iter(room.tables.values())).seating
        assert given == [2, 1]
        await room.close()

    asyncio.run(play())
