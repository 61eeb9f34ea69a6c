"""A tournament that is called off while it is played, in the room: money moves once, and tables close (T9.2)."""

import asyncio
from pathlib import Path

import pytest

from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from standpat.room.admin.tournament_record import faults
from standpat.room.store import ledger
from standpat.room.tables import home
from standpat.room.tournaments import keeper as keeper_module
from standpat.tournament import commands, director
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused


@pytest.mark.parametrize("dies", [False, True])
def test_t9_2_refunds_are_paid_once_and_the_tables_close(tmp_path: Path, dies: bool) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room = await opened(url)
        keeper = await room.tournaments.announce("Evening", structure(3, buy_in=100), Options(), None)
        people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(3)]
        wallets = [ledger.wallet(one.id) for one in people]
        had = [await room.store.read(ledger.balance, wallet) for wallet in wallets]
        for person, wallet in zip(people, wallets, strict=True):
            keeper.attendance.there[person.id] = True
            await keeper.ask(commands.register, person.id, person.name, account=wallet)
        async with asyncio.timeout(60):
            while not keeper.state.playing:
                await asyncio.sleep(0.01)
        await keeper.ask(commands.cancel, "director", why="The bar closes")
        with pytest.raises(Refused):
            await keeper.ask(commands.cancel, "director")
        assert keeper.state.status == "running"  # the hand is played to its end
        assert [await room.store.read(ledger.balance, wallet) for wallet in wallets] == [one - 100 for one in had]
        if dies:
            await killed(room)
            room = await opened(url)
            keeper = room.tournaments.keepers[keeper.id]
        keeper.linger = 0.01
        everybody_is_away(room)
        await ended(room, keeper)
        assert keeper.state.status == "cancelled"
        assert [await room.store.read(ledger.balance, wallet) for wallet in wallets] == had
        await room.close()
        room = await opened(url)
        assert not room.tables
        assert [await room.store.read(ledger.balance, wallet) for wallet in wallets] == had
        assert await room.store.read(lambda connection: list(faults(connection))) == []
        await room.close()

    asyncio.run(play())


def test_t9_2_the_room_calls_off_what_cannot_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "LEAST_REST_S", 0.001)
    monkeypatch.setattr(keeper_module, "MOST_FAULTS", 3)

    async def play() -> None:
        room = await opened(f"sqlite:///{tmp_path}/room.sqlite")
        keeper = await room.tournaments.announce("Evening", structure(2, buy_in=100), Options(), None)
        keeper.linger = 0.01

        def broken(*_: object) -> tuple[()]:
            raise RuntimeError("a fault of the rules")

        people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(2)]
        for person in people:
            await keeper.ask(commands.register, person.id, person.name, account=ledger.wallet(person.id))
        monkeypatch.setattr(director, "_RUNNING", (broken,))
        keeper.wake()
        await ended(room, keeper)
        assert keeper.state.status == "cancelled"
        assert keeper.state.won == {person.id: 100 for person in people}
        assert await room.store.read(ledger.audit) == []
        await room.close()

    asyncio.run(play())
