"""The operator's audit, replay, repair and closing know tournaments, in the middle of one and after it."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from sqlalchemy import Connection, text

import tournament_simulated
from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from standpat import cli
from standpat.room.admin import table
from standpat.room.admin.replay import replay
from standpat.room.admin.tournament_record import BY_RULE, unlike_the_rules
from standpat.room.store import Store, StoreError, Work, backup, journal, ledger, tournament_book
from standpat.room.store.tournament_book import StoredTournament
from standpat.room.tables import home
from standpat.room.tables.room import Room
from standpat.room.torture.triggers import without_triggers
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.events import (
    Broken,
    Dealt,
    Departed,
    Played,
    Redrawn,
    Reentered,
    RegistrationClosed,
    Undone,
    Voided,
    decode,
    encode,
)
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from standpat.tournament.undo import undo


async def begun(url: str, *, buy_in: int = 0) -> tuple[Room, Keeper]:
    """A room with a sit-and-go of three that begins: a person and two bots, or with a buy-in three people's bots."""
    room = await opened(url)
    bots = 0 if buy_in else 2
    keeper = await room.tournaments.announce("Evening", structure(buy_in=buy_in), Options(), None, bots=bots)
    keeper.linger = 0.01
    for number in range(3 - bots):
        person = (await room.accounts.guest(home.of(f"192.0.{number}.1"))).user
        if buy_in:
            enter = partial(commands.register, bot=True, person=person.id)
            await keeper.ask(enter, f"bot:rule:B{number}", f"B{number}", account=ledger.wallet(person.id))
        else:
            keeper.attendance.there[person.id] = True  # hands wait for them
            await keeper.ask(commands.register, person.id, person.name)
    return room, keeper


async def found(store: Store) -> list[str]:
    """What the audit and the replay find."""
    whole = await store.read(lambda connection: table.audit(connection, rules=True))
    return [*whole, *(await store.read(replay)).wrong]


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a sit-and-go of three people that is over."""
    path = tmp_path_factory.mktemp("tournament") / "room.sqlite"

    async def play() -> None:
        room, keeper = await begun(f"sqlite:///{path}", buy_in=100)
        await ended(room, keeper)
        await room.close()

    asyncio.run(play())
    return path


@pytest.fixture
def database(over: Path, tmp_path: Path) -> str:
    """A copy of that database."""
    copy = tmp_path / "room.sqlite"
    copy.write_bytes(over.read_bytes())
    return f"sqlite:///{copy}"


def changed(url: str, what: Callable[[Connection], None]) -> list[str]:
    """What is found after somebody who owns the database has changed it."""

    def run(connection: Connection) -> None:
        with without_triggers(connection):
            what(connection)

    async def scene() -> list[str]:
        store = Store.open(url)
        try:
            await store.commit(Work(run))
            return await found(store)
        finally:
            await store.close()

    return asyncio.run(scene())


def test_a_tournament_that_is_over_is_as_it_was_written(database: str) -> None:
    assert changed(database, lambda connection: None) == []


def test_nothing_is_found_in_the_middle_of_a_tournament(tmp_path: Path) -> None:
    async def play() -> None:
        room, keeper = await begun(f"sqlite:///{tmp_path}/room.sqlite")
        looked = 0
        async with asyncio.timeout(60):
            while keeper.state.status == "running":
                assert await found(room.store) == []
                looked += 1
                everybody_is_away(room)
                await asyncio.sleep(0.01)
        assert looked > 2
        await ended(room, keeper)
        assert await found(room.store) == []
        await room.close()

    asyncio.run(play())


def _event(connection: Connection, kind: str) -> str:
    """The condition for the last event of a kind."""
    no = connection.scalar(text("SELECT MAX(no) FROM tournament_event WHERE body LIKE :kind"), {"kind": f'%"{kind}"%'})
    return f"no = {no}"


def _replaced(kind: str, old: str, new: str) -> Callable[[Connection], None]:
    def change(connection: Connection) -> None:
        where = _event(connection, kind)
        body = connection.scalar(text(f"SELECT body FROM tournament_event WHERE {where}"))
        assert old in body
        connection.execute(
            text(f"UPDATE tournament_event SET body = :body WHERE {where}"), {"body": body.replace(old, new, 1)}
        )

    return change


def _swapped_stacks(connection: Connection) -> None:
    """The winner and the loser of the first hand in which chips moved get each other's stacks, with the same sum."""
    rows = connection.execute(text("SELECT no, body FROM tournament_event ORDER BY no")).all()
    event = next(played for _, body in rows if isinstance(played := decode(body), Played))
    no = next(no for no, body in rows if body == encode(event).decode())
    stacks = (event.stacks[0] - 1, event.stacks[1] + 1, *event.stacks[2:])
    body = encode(type(event)(at=event.at, table=event.table, hand=event.hand, stacks=stacks)).decode()
    connection.execute(text("UPDATE tournament_event SET body = :body WHERE no = :no"), {"body": body, "no": no})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_swapped_stacks, "brought its players other amounts than in the journal"),
        (_replaced("started", "[[", '[["stranger",'), "cannot follow"),
        (_replaced("finished", "300", "299"), "is not what the rules and the seed give"),
        (_replaced("finished", "300", "299"), "at the end, and"),
        (_replaced("finished", '"prizes":{"', '"prizes":{"stranger'), "wallet:stranger"),
        (_replaced("registered", '"person":"', '"person":"stranger'), "paid 0 for entries, and they cost 100"),
        (_replaced("registered", '"person":"', '"person":"stranger'), "paid 100 for entries, and they cost 0"),
        (_replaced("dealt", '"button":', '"button":1'), "is a hand that the rules do not give"),
        (lambda c: c.execute(text("DELETE FROM tournament_event WHERE no = 5")).close(), "event 5 of tournament"),
        (lambda c: c.execute(text("UPDATE tournament_event SET body = '{' WHERE no = 5")).close(), "cannot be read"),
        (
            lambda c: c.execute(text("UPDATE tournament SET seed = :seed"), {"seed": b"0" * 32}).close(),
            "of table 1 is not in the journal",
        ),
        (
            lambda c: c.execute(text("UPDATE seed SET seed = 'another' WHERE hand_id = 1")).close(),
            "are not from the seed of the tournament",
        ),
        (
            lambda c: c.execute(text("UPDATE account SET balance = 5 WHERE name LIKE 'tournament:%'")).close(),
            "chips were not paid out",
        ),
        (
            lambda c: c.execute(text("UPDATE transfer SET reason = 'daily' WHERE reason = 'prize'")).close(),
            "got 0 at the end, and 300 is right",
        ),
        (
            lambda c: c.execute(text("UPDATE transfer SET reason = 'daily' WHERE reason = 'tournament'")).close(),
            "for entries, and they cost 100",
        ),
    ],
)
def test_a_change_is_found(database: str, change: Callable[[Connection], None], says: str) -> None:
    wrong = changed(database, change)
    assert [one for one in wrong if says in one], wrong


def test_only_the_replay_derives_events_again(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without it what is in the events is compared with hands and ledger, and the rules are not asked."""
    change = _replaced("dealt", '"button":', '"button":1')
    assert [one for one in changed(database, change) if "is a hand that the rules do not give" in one]
    for arguments, status in (((), 0), (("--replay",), 1)):
        capsys.readouterr()
        assert cli.main(["admin", "audit", *arguments, "--database", database]) == status
        assert ("is a hand that the rules do not give" in capsys.readouterr().out) == bool(arguments)
    changed(database, _replaced("started", "[[", '[["stranger",'))
    capsys.readouterr()
    assert cli.main(["admin", "audit", "--database", database]) == 1
    assert "cannot follow" in capsys.readouterr().out


def test_a_table_of_a_tournament_is_not_closed_by_the_operator(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room, _ = await begun(url)
        id = next(iter(room.tables))
        await killed(room)
        store = Store.open(url)
        (standing,) = await store.read(table.standings)
        assert standing.tournament
        assert not standing.wrong
        assert sum([place.chips for place in standing.places]) == 600
        with pytest.raises(StoreError, match="is a table of tournament"):
            await store.commit(table.close(id, at=1.0))
        assert await found(store) == []
        await store.close()

    asyncio.run(play())


async def killed_in_a_hand(folder: Path) -> tuple[str, Keeper, str, Dealt]:
    """A room that was killed within a hand, of which two events or more are stored.

    The bots play on until it is killed, so the hand may be over: then another room is tried.

    Returns:
        The URL of its database, the tournament, its table, and the hand.
    """
    for number in range(20):
        url = f"sqlite:///{folder}/room-{number}.sqlite"
        room, keeper = await begun(url)
        async with asyncio.timeout(60):
            while (hand := keeper.state.tables[1].hand if keeper.state.tables else None) is None:
                await asyncio.sleep(0.005)
        id = next(iter(room.tables))
        await killed(room)
        store = Store.open(url)
        (stored,) = [*await store.read(journal.unfinished), None][:1]
        await store.close()
        if stored is not None and len(stored.events) > 1 and stored.hand.hand_no == hand.hand:
            return url, keeper, id, hand
    raise AssertionError("no room was killed in a hand")


@pytest.mark.parametrize("damage", ["UPDATE card_table SET record = '{'", "UPDATE event SET body = '{' WHERE no = 1"])
def test_a_damaged_table_is_repaired_without_the_loss_of_a_seat(
    tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The hand does not count, and the tournament goes on to its end."""

    async def play() -> None:
        url, keeper, id, hand = await killed_in_a_hand(tmp_path)
        store = Store.open(url)

        def spoil(connection: Connection) -> None:
            with without_triggers(connection):
                connection.execute(text(damage))

        await store.commit(Work(spoil))
        assert await found(store)
        await store.close()
        room = await opened(url)
        assert [*room.repairs.aside] == [id]
        keeper = room.tournaments.keepers[keeper.id]
        await asyncio.sleep(0.05)
        assert keeper._task is not None
        assert not keeper._task.done()
        with pytest.raises(StoreError, match="stop the room first"):
            await room.store.commit(table.void(id, at=1.0, beside=True))
        await room.close()
        repair = ["admin", "tables", f"--repair={id}", "--database", url]
        assert await asyncio.to_thread(cli.main, repair) == 1
        assert "all keep their seats in the tournament; stop the room first" in capsys.readouterr().out
        assert await asyncio.to_thread(cli.main, [*repair, "--void"]) == 0
        assert capsys.readouterr().out == f"{id}: its hand is void\n"
        store = Store.open(url)
        assert await store.read(journal.unfinished_ids) == {}
        last = (await store.read(tournament_book.events, keeper.id))[-1]
        assert last == Voided(at=last.at, table=1, hand=hand.hand, why="repair")
        await store.close()
        room = await opened(url)
        assert not room.repairs.aside
        keeper = room.tournaments.keepers[keeper.id]
        assert keeper.state.chips == 600
        assert [one.stack for one in keeper.state.alive()] == [*hand.stacks]
        await room.close()

    asyncio.run(play())


@pytest.fixture(scope="module")
def simulated() -> StoredTournament:
    """A tournament of thirty entrants at several tables, with moves, late entries and players who enter again."""
    journal, _ = tournament_simulated.run(("27td", "27sd"), 30, 0, 3, tournament_simulated.loose)
    return StoredTournament("t", b"seed 3", None, tuple(map(decode, journal.events)))


def test_the_rules_give_every_event_of_a_large_tournament(simulated: StoredTournament) -> None:
    kinds = {type(event) for event in simulated.events}
    assert {Departed, Broken, Redrawn, Reentered, RegistrationClosed} <= kinds
    assert list(unlike_the_rules(simulated)) == []


def test_a_player_whom_the_director_moved_is_right(simulated: StoredTournament) -> None:
    """In the same tournament, from the first moment at which a move is possible; also when the move is undone."""
    journal = tournament_simulated.Journal([encode(event) for event in simulated.events[:60]])
    room, random = tournament_simulated.Room(journal, b"seed 3", 30, tournament_simulated.loose), Random(1)
    for _ in room.play():
        player, number = random.choice([*room.t.players]), random.choice([*room.t.tables])
        with contextlib.suppress(Refused):
            if room.t.acts:
                wish = undo(room.t, "director", 1, "a mistake", room.now)
            else:
                wish = commands.move(room.t, "director", player, number, random.randrange(6), "a friend", room.now)
            list(room.write(*wish.events))
        if room.t.acts and room.t.acts[0].undone:
            break
    events = tuple(map(decode, journal.events))
    assert [type(event) for event in events if getattr(event, "by", "")] == [Departed, Departed, Undone]
    assert list(unlike_the_rules(structs.replace(simulated, events=events))) == []


@pytest.mark.parametrize("kind", BY_RULE, ids=lambda kind: kind.__name__)
def test_an_event_that_is_late_or_left_out_is_found(simulated: StoredTournament, kind: type) -> None:
    """The rules do not give the tournament without the event, or with it after the next hand began."""
    events = simulated.events
    places = [no for no, event in enumerate(events[:-1]) if isinstance(event, kind)]
    if not places:
        pytest.skip("this tournament has none")
    no = places[len(places) // 2]
    without = (*events[:no], *events[no + 1 :])
    hand = next((at for at in range(no, len(events)) if isinstance(events[at], Dealt)), len(events) - 1)
    later = (*events[:no], *events[no + 1 : hand + 1], events[no], *events[hand + 1 :])
    for changed in (without, later):
        assert list(unlike_the_rules(structs.replace(simulated, events=changed)))


def test_a_backup_has_the_tournament(database: str, tmp_path: Path) -> None:
    copy = f"sqlite:///{tmp_path}/copy.sqlite"
    rows = backup.backup(database, tmp_path / "backup")
    assert rows["tournament"] == 1
    assert rows["tournament_event"] > 5
    assert backup.restore(copy, tmp_path / "backup") == rows
    assert changed(copy, lambda connection: None) == []
