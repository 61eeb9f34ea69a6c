"""Tournaments in the room: a sit-and-go from registration to the prize, and rooms that end in the middle of it."""

import asyncio
from pathlib import Path

import pytest

from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from standpat.room.store import StoreError, journal, ledger, tournament_book
from standpat.room.tables import home
from standpat.room.tables.refusal import Refused as Denied
from standpat.room.tournaments import keeper as keeper_module
from standpat.tournament import commands
from standpat.tournament.events import Dealt, Played, encode
from standpat.tournament.options import Options
from standpat.tournament.presets import preset
from standpat.tournament.registration import Refused


def test_bots_play_a_sit_and_go_to_its_end(tmp_path: Path) -> None:
    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper = await room.tournaments.announce("Evening", structure(), Options(), None, bots=2)
        keeper.linger = 0.01
        person = (await room.accounts.guest(home.of("192.0.2.1"))).user
        assert not room.tables
        await keeper.ask(commands.register, person.id, person.name)
        await ended(room, keeper)
        assert keeper.state.status == "finished"
        assert not room.tables
        events = await room.store.read(tournament_book.events, keeper.id)
        dealt, played = [[one for one in events if isinstance(one, kind)] for kind in (Dealt, Played)]
        assert len(dealt) == len(played) > 0
        assert sum(played[-1].stacks) <= 600
        assert keeper.state.chips == 600
        assert await room.store.read(ledger.audit) == []
        await room.close()

    asyncio.run(play())


def test_a_buy_in_pays_for_the_prizes_and_nobody_enters_twice(tmp_path: Path) -> None:
    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper = await room.tournaments.announce("Evening", structure(2, buy_in=100, stack=20), Options(), None)
        keeper.linger = 0.01
        people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in (1, 2)]
        before = [await room.store.read(ledger.balance, ledger.wallet(one.id)) for one in people]

        async def enter(k: int) -> None:
            await keeper.ask(commands.register, people[k].id, people[k].name, account=ledger.wallet(people[k].id))

        await enter(0)
        with pytest.raises(Refused):
            await enter(0)
        await keeper.ask(commands.withdraw, people[0].id, account=ledger.wallet(people[0].id))
        assert await room.store.read(ledger.balance, ledger.wallet(people[0].id)) == before[0]
        await enter(0)
        await enter(1)
        await ended(room, keeper)
        after = [await room.store.read(ledger.balance, ledger.wallet(one.id)) for one in people]
        assert sorted([now - then for now, then in zip(after, before, strict=True)]) == [-100, 100]
        assert await room.store.read(ledger.balance, ledger.prizes(keeper.id)) == 0
        assert await room.store.read(ledger.audit) == []
        await room.close()

    asyncio.run(play())


def test_a_room_that_is_killed_goes_on_with_the_same_cards_and_stacks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def begin() -> str:
        room = await opened(url)
        keeper = await room.tournaments.announce("Evening", structure(4), Options(), None, bots=3)
        keeper.linger = 0.01
        person = (await room.accounts.guest(home.of("192.0.2.1"))).user
        await keeper.ask(commands.register, person.id, person.name)
        while not any([isinstance(one, Dealt) for one in await room.store.read(tournament_book.events, keeper.id)]):
            await asyncio.sleep(0.005)
        await killed(room)
        return keeper.id

    async def again(id: str, seconds: float) -> bool:
        room = await opened(url)
        if id not in room.tournaments.keepers:
            await room.close()
            return False
        keeper = room.tournaments.keepers[id]
        actor = next(iter([one for one in room.tables.values() if one.rules.tournament]), None)
        if actor is not None and actor.live is not None and not actor.live_over:
            hand = keeper.state.tables[1].hand
            assert hand is not None
            assert actor.live.record.stacks == hand.stacks
            assert [*actor.live.record.users] == [*hand.players]
        assert keeper.state.chips == 800
        everybody_is_away(room)
        await asyncio.sleep(seconds)
        everybody_is_away(room)
        await killed(room)
        return True

    async def whole() -> None:
        id = await begin()
        rounds = 0
        while await again(id, 0.03 * (rounds % 5)):
            rounds += 1
            assert rounds < 200
        room = await opened(url)
        events = await room.store.read(tournament_book.events, id)
        assert rounds > 2
        assert [one for one in events if type(one).__name__ == "Finished"]
        hands = [one for one in events if isinstance(one, Dealt)]
        assert [one.hand for one in hands] == list(range(1, len(hands) + 1))
        assert await room.store.read(ledger.audit) == []
        assert await room.store.read(journal.unfinished) == []
        assert encode(events[0])
        await room.close()

    asyncio.run(whole())


def test_a_failed_write_does_not_end_a_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "LEAST_REST_S", 0.01)

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper = await room.tournaments.announce("Evening", structure(), Options(), None, bots=2)
        keeper.linger = 0.01
        settle, failures = keeper.settle, iter([StoreError("full"), RuntimeError("a fault")])

        async def failing() -> None:
            for failure in failures:
                raise failure
            await settle()

        monkeypatch.setattr(keeper, "settle", failing)
        keeper.wake()
        await asyncio.sleep(0.1)
        person = (await room.accounts.guest(home.of("192.0.2.1"))).user
        await keeper.ask(commands.register, person.id, person.name)
        await ended(room, keeper)
        assert keeper.state.status == "finished"
        await room.close()

    asyncio.run(play())


def test_a_room_that_ends_after_the_last_hand_closes_the_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room = await opened(url)
        keeper = await room.tournaments.announce("Evening", structure(2, stack=20), Options(), None, bots=1)
        keeper.linger = 1000
        person = (await room.accounts.guest(home.of("192.0.2.1"))).user
        await keeper.ask(commands.register, person.id, person.name)
        async with asyncio.timeout(60):
            while keeper.state.status == "running":
                everybody_is_away(room)
                await asyncio.sleep(0.01)
        assert room.tables
        await killed(room)
        room = await opened(url)
        assert not room.tables
        assert not room.repairs.aside
        await room.close()

    asyncio.run(play())


def test_a_director_calls_it_off_before_the_start(tmp_path: Path) -> None:
    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper = await room.tournaments.announce("Evening", structure(2, buy_in=100), Options(), None)
        keeper.linger = 0.01
        person = (await room.accounts.guest(home.of("192.0.2.1"))).user
        wallet = ledger.wallet(person.id)
        had = await room.store.read(ledger.balance, wallet)
        await keeper.ask(commands.register, person.id, person.name, account=wallet, person=person.id)
        with pytest.raises(Refused):
            await keeper.ask(commands.register, "program", "Program", account=wallet, person=person.id)
        assert await room.store.read(ledger.balance, wallet) == had - 100
        await keeper.ask(commands.cancel, "director")
        assert await room.store.read(ledger.balance, wallet) == had
        assert await room.store.read(ledger.audit) == []
        for starts in (1.0, -5.0, 1e300, float("inf"), float("nan")):
            with pytest.raises(Denied):
                await room.tournaments.announce("Never", preset("27td"), Options(), None, starts=starts)
        with pytest.raises(Denied):
            await room.tournaments.announce("Many", preset("27td"), Options(), None, starts=2e9, bots=9999)
        await room.close()

    asyncio.run(play())
