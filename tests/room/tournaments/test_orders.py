"""What `standpat admin tournament pause`, `resume` and `cancel` ask for is done by the room alone, and once."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from room_scene import Served, serving
from standpat import cli
from standpat.cli import tournament_admin
from standpat.room.admin import tournament as admin
from standpat.room.admin.tournament_record import faults
from standpat.room.clients.client import Lobby
from standpat.room.store import Store, StoreError, ledger, log, tournament_book, tournament_order
from standpat.room.store.beside import open_beside
from standpat.room.tables import home
from standpat.room.tables.room import Room
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.events import CalledOff, Dealt, Paused, Resumed
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused

Ask = Callable[..., Any]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/room.sqlite"


@pytest.fixture
def ask(url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The answer of a command in JSON, or its one line of error."""

    def run(*arguments: str, status: int = 0, patience: float = 20) -> Any:
        monkeypatch.setattr(tournament_admin, "PATIENCE_S", patience)
        capsys.readouterr()
        assert cli.main(["admin", "tournament", *arguments, "--database", url, "--json"]) == status
        said = capsys.readouterr()
        if status:
            (line,) = said.err.splitlines()
            return line.removeprefix("standpat admin: ")
        return json.loads(said.out)

    return run


async def entered(room: Room, buy_in: int = 100, players: int = 2) -> tuple[Keeper, list[str]]:
    """A tournament with all its players, and their wallets."""
    keeper = await room.tournaments.announce("Evening", structure(2, buy_in=buy_in), Options(), None)
    people = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(players)]
    for person in people:
        keeper.attendance.there[person.id] = True
        await keeper.ask(commands.register, person.id, person.name, account=ledger.wallet(person.id))
    return keeper, [ledger.wallet(one.id) for one in people]


async def playing(keeper: Keeper) -> None:
    async with asyncio.timeout(60):
        while not keeper.state.playing:
            await asyncio.sleep(0.01)


def open_in(served: Served, players: int = 2, bots: int = 1) -> str:
    """A sit-and-go of a room that is served, with bots in it; the person who fills it is away."""

    async def run() -> str:
        async with Lobby(served.url) as ann:
            at = await ann.post("/api/tournaments", kind="27td", players=players, bots=bots)
            id = str(at["tournament"])
            if bots + 1 == players:
                await ann.post(f"/api/tournaments/{id}/register")
                async with asyncio.timeout(60):
                    while not (await ann.get(f"/api/tournaments/{id}"))["tables"]:
                        await asyncio.sleep(0.02)
            return id

    return asyncio.run(run())


def events(url: str, id: str) -> list[Any]:
    async def read() -> list[Any]:
        store = open_beside(url)
        try:
            return list(await store.read(tournament_book.events, id))
        finally:
            await store.close()

    return asyncio.run(read())


def test_beside_a_running_room(url: str, ask: Ask) -> None:
    with serving(url) as served:
        id = open_in(served)
        assert ask("resume", id, status=2) == "The tournament is not paused"
        assert ask("pause", id, "--reason", "Fire alarm") == {"tournament": id, "act": "pause", "state": "done"}
        assert ask("show", id)["paused"]
        assert ask("pause", id, status=2) == "The tournament is paused or on a break"
        assert ask("resume", id)["state"] == "done"
        assert ask("cancel", id, "--reason", "The bar closes")["state"] == "done"
        for act in ("cancel", "pause"):  # its hand may be over by now, and so the tournament
            said = ask(act, id, status=2)
            assert said in ("The tournament is called off already", "The tournament is over")
        other = open_in(served, players=3)
        assert ask("pause", other, status=2) == "The tournament has not started yet"
        assert ask("cancel", other)["state"] == "done"
        assert ask("show", other)["row"]["status"] == "cancelled"
        for act in tournament_order.ACTS:
            assert ask(act, other, status=2) == "The tournament is over"
            assert ask(act, "nobody", status=2) == "there is no tournament 'nobody'"
            assert "which tournament" in ask(act, status=2)
            assert ask(act, id, "--reason", "x" * 501, status=2) == "Write 1 to 500 characters"
        for act in ("list", "show", "export"):
            assert "no --reason" in ask(act, *([id] if act != "list" else []), "--reason", "x", status=2)
    acts = [event for event in events(url, id) if isinstance(event, Paused | Resumed | CalledOff)]
    assert [(type(one), one.by, one.why) for one in acts] == [
        (Paused, log.OPERATOR, "Fire alarm"),
        (Resumed, log.OPERATOR, ""),
        (CalledOff, log.OPERATOR, "The bar closes"),
    ]


def test_many_at_once_are_done_once(url: str) -> None:
    """Five commands at the same moment: one is done, and four are refused."""

    async def one(id: str) -> str:
        store = open_beside(url)
        try:
            return (await admin.order(store, id, "pause", "", 20)).state
        except (StoreError, Refused) as error:
            return str(error)
        finally:
            await store.close()

    with serving(url) as served:
        id = open_in(served)
        with ThreadPoolExecutor(5) as threads:
            said = list(threads.map(lambda _: asyncio.run(one(id)), range(5)))
    refusals = {"pause is asked for already: the room does it when it runs", "The tournament is paused or on a break"}
    assert said.count("done") == 1
    assert set(said) <= {"done", *refusals}
    assert [type(event) for event in events(url, id)].count(Paused) == 1


def test_a_room_that_does_not_run_does_it_when_it_starts(
    url: str, ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    async def begin() -> str:
        room = await opened(url)
        keeper, _ = await entered(room)
        await playing(keeper)
        await killed(room)
        return keeper.id

    id = asyncio.run(begin())
    waits = {"tournament": id, "act": "pause", "state": "waits"}
    before = events(url, id)
    assert ask("pause", id, "--reason", "Power cut", patience=0) == waits
    assert ask("show", id)["row"]["status"] == "running"
    assert cli.main(["admin", "tournament", "show", id, "--database", url]) == 0
    assert "waits until a room runs: pause (Power cut)" in capsys.readouterr().out.splitlines()
    assert ask("pause", id, status=2, patience=0) == "pause is asked for already: the room does it when it runs"
    assert ask("resume", id, patience=0) == {**waits, "state": "withdrawn"}
    assert ask("resume", id, status=2, patience=0) == "The tournament is not paused"
    assert ask("cancel", id, patience=0)["state"] == "waits"
    assert ask("pause", id, patience=0) == waits  # in its place
    assert events(url, id) == before

    async def go_on() -> None:
        room = await opened(url)
        keeper = room.tournaments.keepers[id]
        assert keeper.state.paused
        assert not any([isinstance(event, CalledOff) for event in await room.store.read(tournament_book.events, id)])
        everybody_is_away(room)
        await asyncio.sleep(0.1)
        hands = [event for event in await room.store.read(tournament_book.events, id) if isinstance(event, Dealt)]
        assert [one.hand for one in hands] == [1]  # it is played to its end, and no other begins
        assert not await room.store.read(tournament_order.waiting)
        done = [line.act for line in await room.store.read(log.lines, id, 10)]
        assert done == ["tournament-pause", "tournament-cancel", "tournament-withdraw", "tournament-pause"]
        await room.close()

    asyncio.run(go_on())
    assert ask("pause", id, status=2, patience=0) == "The tournament is paused or on a break"
    assert ask("resume", id, patience=0)["state"] == "waits"  # the answer of the former order is not taken for this one

    async def to_the_end() -> None:
        room = await opened(url)
        keeper = room.tournaments.keepers[id]
        assert not keeper.state.paused
        await keeper.ask(commands.cancel, "director")
        await ended(room, keeper)
        assert await room.store.read(lambda connection: list(faults(connection))) == []
        await room.close()

    asyncio.run(to_the_end())


@pytest.mark.parametrize("started", [False, True])
def test_calling_off_pays_back_once(url: str, started: bool) -> None:
    """Asked for while the room is down, and killed after the order was done."""

    async def play() -> None:
        room = await opened(url)
        keeper, wallets = await entered(room, players=2 if started else 1)
        if started:
            await playing(keeper)
        had = [await room.store.read(ledger.balance, wallet) + 100 for wallet in wallets]
        outcome = await admin.order(room.store, keeper.id, "cancel", "", 0)
        assert outcome.state == "waits"
        await room.tournaments.obey()
        await room.tournaments.obey()
        await killed(room)
        room = await opened(url)
        if keeper.id in room.tournaments.keepers:
            await ended(room, room.tournaments.keepers[keeper.id])
        assert [await room.store.read(ledger.balance, wallet) for wallet in wallets] == had
        assert await room.store.read(lambda connection: list(faults(connection))) == []
        assert await room.store.read(ledger.audit) == []
        await room.close()

    asyncio.run(play())


def test_too_late(url: str) -> None:
    """The tournament ended, or somebody else paused it, between the command's look and the room's."""

    async def play() -> None:
        room = await opened(url)
        keeper, _ = await entered(room)
        await playing(keeper)
        order = tournament_order.new(keeper.id, "pause", "")
        await room.store.commit(tournament_order.put(order, 1.0))
        await keeper.ask(commands.pause, "director")
        with pytest.raises(StoreError, match="paused or on a break"):
            await asyncio.gather(admin._answer(room.store, order, 20), room.tournaments.obey())
        assert await room.store.read(tournament_order.find, keeper.id) is None
        late = tournament_order.new(keeper.id, "pause", "")
        await room.store.commit(tournament_order.put(late, 1.0))
        await keeper.ask(commands.cancel, "director")
        keeper.linger = 0.01
        await ended(room, keeper)
        assert keeper.id not in room.tournaments.keepers
        with pytest.raises(StoreError, match="no such tournament, or it is over"):
            await asyncio.gather(admin._answer(room.store, late, 20), room.tournaments.obey())
        await room.close()

    asyncio.run(play())


def test_an_order_that_was_taken_back_is_not_done(url: str) -> None:
    """Taken back after the room had read it: what it asks for is not written."""

    async def play() -> None:
        room = await opened(url)
        keeper, _ = await entered(room)
        await playing(keeper)
        order = tournament_order.new(keeper.id, "pause", "")
        await room.store.commit(tournament_order.put(order, 1.0))
        turn = keeper.turn()
        await turn.__aenter__()
        obeying = asyncio.create_task(room.tournaments.obey())
        await asyncio.sleep(0.05)
        await room.store.commit(tournament_order.withdraw(order, 2.0))
        await turn.__aexit__(None, None, None)
        await obeying
        assert not keeper.state.paused
        with pytest.raises(StoreError, match="not waiting any more"):
            await room.store.commit(tournament_order.withdraw(order, 3.0))
        with pytest.raises(StoreError, match="taken back"):
            await admin._answer(room.store, order, 0)
        await room.close()

    asyncio.run(play())


def test_a_fault_of_one_tournament_does_not_hold_up_another(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        room = await opened(url)
        broken, _ = await entered(room)
        await playing(broken)
        keeper = await room.tournaments.announce("Other", structure(2), Options(), None)

        async def fails(*_: object, **__: object) -> None:
            raise RuntimeError("a fault")

        async def no_database(*_: object) -> None:
            raise StoreError("no database")

        monkeypatch.setattr(broken, "ask", fails)
        for id in (broken.id, keeper.id):
            await room.store.commit(tournament_order.put(tournament_order.new(id, "cancel", ""), 1.0))
        await room.tournaments.obey()
        assert keeper.state.status == "cancelled"
        assert [one.tournament for one in await room.store.read(tournament_order.waiting)] == [broken.id]
        monkeypatch.setattr(Store, "read", no_database)
        await room.tournaments.obey()  # a room whose database does not answer goes on
        monkeypatch.undo()
        await room.tournaments.obey()
        assert broken.state.called_off
        await killed(room)

    asyncio.run(play())
