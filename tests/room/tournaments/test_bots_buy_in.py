"""Bots of the house in a sit-and-go with a buy-in: who opened it pays their entries, and gets their prizes."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from standpat.history.tournament_file import read_tournament
from standpat.room.admin import table
from standpat.room.admin.replay import replay
from standpat.room.admin.tournament import file
from standpat.room.store import ledger, tournament_book
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.refusal import Refused as Denied
from standpat.room.tables.room import Room
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.events import Cancelled, Finished
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from standpat.tournament.structure import Rebuys


async def people_of(room: Room, count: int) -> list[User]:
    """Some people, each from an address of their own."""
    return [(await room.accounts.guest(home.of(f"192.0.{number}.1"))).user for number in range(count)]


async def chips(room: Room, people: Sequence[User]) -> list[int]:
    """What they have in their wallets."""
    return [await room.store.read(ledger.balance, ledger.wallet(one.id)) for one in people]


async def opens(room: Room, payer: User, *, bots: int = 1, seats: int = 3, fee: int = 0, stack: int = 60) -> Keeper:
    """A sit-and-go with a buy-in of 100 that somebody opens with bots."""
    made = msgspec.structs.replace(structure(seats, buy_in=100, stack=stack), fee=fee)
    keeper = await room.tournaments.announce("Evening", made, Options(), payer.id, bots=bots, payer=payer.id)
    keeper.linger = 0.01
    return keeper


async def enter(keeper: Keeper, person: User) -> None:
    account = ledger.wallet(person.id)
    await keeper.ask(commands.register, person.id, person.name, account=account, person=person.id)


async def wrong(room: Room) -> list[str]:
    """What the audit and the replay find."""
    return [*await room.store.read(table.audit), *(await room.store.read(replay)).wrong]


def test_the_prizes_of_the_bots_are_who_paid_for_them(tmp_path: Path) -> None:
    """Two people and two bots; the fees go to the bank. The file of it says whose the bots are."""

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        ann, ben = people = await people_of(room, 2)
        had = await chips(room, people)
        keeper = await opens(room, ann, bots=2, seats=4, fee=10)
        assert await chips(room, people) == [had[0] - 220, had[1]]
        for person in people:
            await enter(keeper, person)
        assert await chips(room, people) == [had[0] - 330, had[1] - 110]
        assert keeper.state.field.pool(keeper.state.announced.structure) == 400
        await ended(room, keeper)
        won = keeper.state.won
        assert sum(won.values()) == 400
        of_ann = sum([amount for player, amount in won.items() if player != ben.id])
        assert await chips(room, people) == [had[0] - 330 + of_ann, had[1] - 110 + won.get(ben.id, 0)]
        assert await wrong(room) == []
        text = b"".join([part async for part in await file(room.store, keeper.id)]).decode()
        told = read_tournament(text).state
        assert (told.won, {one.person for one in told.players.values() if one.bot}) == (won, {ann.id})
        await room.close()

    asyncio.run(play())


@pytest.mark.parametrize("dies", [False, True])
def test_what_was_paid_for_the_bots_comes_back(tmp_path: Path, dies: bool) -> None:
    """Called off before the start, and in the middle of it, with a room that is killed after each."""
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def again(room: Room) -> Room:
        if dies:
            await killed(room)
            return await opened(url)
        return room

    async def play() -> None:
        room = await opened(url)
        ann, ben = people = await people_of(room, 2)
        had = await chips(room, people)
        keeper = await opens(room, ann)
        room = await again(room)  # between the entries and the start
        keeper = room.tournaments.keepers[keeper.id]
        assert [one.bot for one in keeper.state.players.values()] == [True]
        await enter(keeper, ben)
        assert await chips(room, people) == [had[0] - 100, had[1] - 100]
        await keeper.ask(commands.cancel, ann.id)
        with pytest.raises(Refused):
            await keeper.ask(commands.cancel, ann.id)
        assert await chips(room, people) == had
        keeper = await opens(room, ann, stack=100_000)
        for person in people:
            keeper.attendance.there[person.id] = True
            await enter(keeper, person)
        async with asyncio.timeout(60):
            while not keeper.state.playing:
                await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="yourself"):  # neither while they play, nor while their bot does
            await keeper.ask(commands.cancel, ann.id)
        await keeper.ask(commands.cancel, "operator")
        room = await again(room)
        keeper = room.tournaments.keepers[keeper.id]
        keeper.linger = 0.01
        everybody_is_away(room)
        await ended(room, keeper)
        assert keeper.state.status == "cancelled"
        assert await chips(room, people) == had
        assert await wrong(room) == []
        await room.close()

    asyncio.run(play())


def test_nobody_opens_what_they_cannot_pay(tmp_path: Path) -> None:
    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        ann, ben = people = await people_of(room, 2)
        (rest, _) = await chips(room, people)
        await room.store.commit(ledger.move(ledger.wallet(ann.id), ledger.BANK, rest - 199, "spent", at=1.0))
        with pytest.raises(ledger.Overdraft):
            await opens(room, ann, bots=2, seats=4)  # 200
        made = structure(buy_in=100)
        with pytest.raises(Denied, match="pays"):  # nobody pays
            await room.tournaments.announce("Evening", made, Options(), ben.id, bots=1)
        assert room.tournaments.keepers == {}
        assert await room.store.read(tournament_book.every) == []
        assert (await chips(room, people))[0] == 199
        await opens(room, ann, bots=1, seats=4)
        assert (await chips(room, people))[0] == 99
        assert await wrong(room) == []
        await room.close()

    asyncio.run(play())


def test_prizes_from_rebuys_are_who_opened_it(tmp_path: Path) -> None:
    """Without a buy-in a bot costs nothing, and may win what others bought."""

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        (ann,) = await people_of(room, 1)
        rebuys = Rebuys(closes=1, chips=60, cost=50, most=1, at_most=1000)
        made = msgspec.structs.replace(structure(2, stack=60), rebuys=rebuys)
        keeper = await room.tournaments.announce("Evening", made, Options(), ann.id, bots=1, payer=ann.id)
        assert [one.person for one in keeper.state.players.values()] == [ann.id]
        free = await room.tournaments.announce("Free", structure(2), Options(), ann.id, bots=1, payer=ann.id)
        (bot,) = free.state.players.values()
        assert bot.person == bot.id  # nobody has a share where there are no prizes
        await room.close()

    asyncio.run(play())


@pytest.mark.parametrize("own", [True, False])
def test_a_hint_is_given_against_ones_own_bots_alone(tmp_path: Path, own: bool) -> None:
    """Who plays against another person's bot plays for that person's chips."""

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        ann, ben = await people_of(room, 2)
        keeper = await opens(room, ann, seats=2, stack=100_000)
        await enter(keeper, ann if own else ben)
        async with asyncio.timeout(60):
            while not room.tables:
                await asyncio.sleep(0.01)
        (actor,) = room.tables.values()
        assert room.tournaments.with_people(actor) is not own
        await room.close()

    asyncio.run(play())


def test_people_together_never_have_more(tmp_path: Path) -> None:
    """Three people do anything with sit-and-gos and bots, in any order: what all have only falls, by the fees."""
    draw = random.Random(7)

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        people = await people_of(room, 3)

        async def total() -> int:
            """What people have, and what they have paid into tournaments, in one look."""
            theirs = await room.store.read(ledger.balances)
            return sum([amount for account, amount in theirs.items() if account != ledger.BANK])

        most, whole = await total(), sum(await chips(room, people))

        async def act() -> None:
            keepers = [one for one in room.tournaments.keepers.values() if one.state.status == "open"]
            person = draw.choice(people)
            match draw.choice(["open", "enter", "enter", "withdraw", "cancel"]):
                case "open" if len(keepers) < 3:
                    await opens(room, person, bots=draw.randint(0, 2), fee=draw.choice([0, 5]))
                case "enter" if keepers:
                    await enter(draw.choice(keepers), person)
                case "withdraw" if keepers:
                    keeper = draw.choice(keepers)
                    await keeper.ask(commands.withdraw, person.id, account=ledger.wallet(person.id))
                case "cancel" if keepers:
                    keeper = draw.choice(keepers)
                    await keeper.ask(commands.cancel, keeper.owner)

        for _ in range(60):
            with suppress(Refused):
                await act()
            now = await total()
            assert now <= most
            most = now
        for keeper in list(room.tournaments.keepers.values()):
            if keeper.state.status == "open":
                await keeper.ask(commands.cancel, keeper.owner)
            await ended(room, keeper)
        assert sum(await chips(room, people)) < whole
        ends = [
            (await room.store.read(tournament_book.events, id))[-1]
            for id in await room.store.read(tournament_book.every)
        ]
        assert {type(event) for event in ends} == {Finished, Cancelled}
        pools = await room.store.read(ledger.balances, "tournament:")
        assert set(pools.values()) == {0}
        assert await wrong(room) == []
        await room.close()

    asyncio.run(play())
