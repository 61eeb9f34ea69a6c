"""A table that cannot be resumed is set aside with its chips; all other tables open."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from room_scene import Served, patient, serving
from standpat import cli
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import Store, StoreError, Work, ledger
from standpat.room.tables.table import NewTable
from standpat.room.torture.triggers import without_triggers

TABLES = (NewTable("27td", "Broken", seats=2), NewTable("27td", "Whole", seats=2))


def state(c: Connection, new: str) -> None:
    c.execute(text("UPDATE card_table SET state = :new WHERE id = :id"), {"new": new, "id": broken(c)})


def replaced(what: str, old: str, new: str) -> Callable[[Connection], None]:
    def run(c: Connection) -> None:
        had = c.scalar(text(f"SELECT {what} FROM card_table WHERE id = :id"), {"id": broken(c)})
        assert old in had
        c.execute(
            text(f"UPDATE card_table SET {what} = :new WHERE id = :id"),
            {"new": had.replace(old, new, 1), "id": broken(c)},
        )

    return run


def broken(c: Connection) -> str:
    found = c.scalar(text("SELECT id FROM card_table WHERE record LIKE '%Broken%' OR record = 'spoilt'"))
    assert isinstance(found, str)
    return found


def hand(c: Connection) -> int:
    """The unfinished hand of the broken table."""
    found = c.scalar(text("SELECT id FROM hand WHERE ended IS NULL AND table_id = :id"), {"id": broken(c)})
    assert isinstance(found, int)
    return found


def spoilt_event(c: Connection) -> None:
    with without_triggers(c):
        c.execute(
            text('UPDATE event SET body = \'{"event":"no-such"}\' WHERE hand_id = :id AND no = 2'), {"id": hand(c)}
        )


def lost_event(c: Connection) -> None:
    with without_triggers(c):
        c.execute(text("DELETE FROM event WHERE hand_id = :id AND no = 2"), {"id": hand(c)})


def two_hands(c: Connection) -> None:
    c.execute(
        text(
            "INSERT INTO hand (id, table_id, hand_no, began, setup, key)"
            " SELECT 999, table_id, 999, began, setup, 'second' FROM hand WHERE id = :id"
        ),
        {"id": hand(c)},
    )


def sql(statement: str) -> Callable[[Connection], None]:
    return lambda c: c.execute(text(statement), {"id": hand(c)}).close()


def spoilt_rules(c: Connection) -> None:
    c.execute(text("UPDATE card_table SET record = 'spoilt' WHERE record LIKE '%Broken%'"))


WRONG: dict[str, tuple[Callable[[Connection], None], str]] = {
    "record": (spoilt_rules, "rules"),
    "game": (replaced("record", '"27td"', '"28td"'), "rules"),
    "state": (lambda c: state(c, "{"), "state"),
    "state of another kind": (lambda c: state(c, '{"seating": 1}'), "state"),
    "seats": (replaced("record", '"seats":2', '"seats":3'), "seats"),
    "chips": (replaced("state", '"stack":', '"stack":1'), "than the ledger"),
    "players": (replaced("state", '"playing":[0,1]', '"playing":[1,0]'), "not the one"),
    "no hand": (sql("UPDATE hand SET ended = 1, nets = '[0,0]' WHERE id = :id"), "not there"),
    "two hands": (two_hands, "two|2 unfinished"),
    "setup": (sql("UPDATE hand SET setup = '{}' WHERE id = :id"), "hand cannot be read"),
    "seed": (sql("DELETE FROM seed WHERE hand_id = :id"), "no seed"),
    "another seed": (sql("UPDATE seed SET seed = 'another' WHERE hand_id = :id"), "does not come out"),
    "event": (spoilt_event, "cannot be read"),
    "lost event": (lost_event, "event 2 of hand"),
    "clock": (sql("UPDATE decision SET clock = '{}' WHERE hand_id = :id"), "does not come out"),
}


def by_name(served: Served, name: str) -> str:
    return next(id for id, host in served.room.tables.items() if host.rules.name == name)


async def dealt(url: str, id: str, cookies: list[str | None]) -> None:
    """Two people sit down, and a hand begins."""
    async with Lobby(url) as ann, Lobby(url) as bob, ann.table(id) as hers, bob.table(id) as his:
        await hers.sit(400)
        await his.sit(400)
        await hers.until(lambda: hers.turn is not None)
        cookies += [ann.cookie, bob.cookie]


async def played(url: str, id: str) -> None:
    """Play a hand to its end."""
    async with Lobby(url) as ann, Lobby(url) as bob, ann.table(id) as hers, bob.table(id) as his:
        await hers.sit(400)
        await his.sit(400)
        while hers.hand_no < 2:
            if actor := hers if hers.legal else his if his.legal else None:
                await actor.act(patient(actor))
            else:
                await asyncio.sleep(0.01)


def spoil(url: str, how: Callable[[Connection], None]) -> None:
    async def run() -> None:
        store = Store.open(url)
        await store.commit(Work(how))
        await store.close()

    asyncio.run(run())


OF_EACH_KIND = ("record", "state", "chips", "no hand", "seed", "lost event")
"""Whose faults are of different parts; the sweep has all."""


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=() if what in OF_EACH_KIND else pytest.mark.slow) for what in WRONG]
)
def test_a_bad_table_is_set_aside_and_the_others_open(
    sqlite_url: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_aside_and_put_right(sqlite_url, what, capsys)


@pytest.mark.parametrize(
    "what", ["chips", *[pytest.param(what, marks=pytest.mark.slow) for what in ("state", "lost event")]]
)
def test_and_so_it_is_on_postgresql(postgres_url: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_aside_and_put_right(postgres_url, what, capsys)


def set_aside_and_put_right(database_url: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    how, why = WRONG[what]
    cookies: list[str | None] = []
    with serving(database_url, first=TABLES) as served:
        id = by_name(served, "Broken")
        asyncio.run(dealt(served.url, id, cookies))
    spoil(database_url, how)

    async def visit(served: Served) -> None:
        async with Lobby(served.url, cookie=cookies[0]) as ann:
            with pytest.raises(RoomError, match="under repair"):
                await ann.get(f"/api/tables/{id}")
            async with ann.table(id) as hers:
                await hers.over()
                assert hers.closed
                assert hers.closed[0] == 4406
            rows = {row["name"]: row.get("repair", False) for row in (await ann.get("/api/tables"))["tables"]}
            assert rows.pop("Broken", True) is True
            assert rows == {"Whole": False}
        await played(served.url, by_name(served, "Whole"))

    def admin(*arguments: str, status: int) -> str:
        capsys.readouterr()
        assert cli.main(["admin", *arguments, "--database", database_url]) == status
        return capsys.readouterr().out

    with serving(database_url, first=()) as served:
        assert list(served.room.repairs.aside) == [id]
        assert by_name(served, "Whole")
        asyncio.run(visit(served))
        told = admin("tables", f"--repair={id}", status=1)
        assert any(part in told for part in why.split("|"))
        assert id in admin("tables", status=0)
        assert id in admin("audit", status=1)
        assert "800 chips are back" in admin("tables", f"--repair={id}", "--void", status=0)
        served.call(served.room.repairs.look_again)
        assert not served.room.repairs.aside
        chips = served.call(lambda: served.room.store.read(ledger.balances, "wallet:"))
        assert sorted(chips.values())[-2:] == [10_000, 10_000]  # what they had before they sat down
        if id in served.room.tables:  # hands are played again
            asyncio.run(played(served.url, id))
        else:
            assert what in ("record", "game")
        left = admin("audit", status=int(what == "setup"))  # a hand that cannot be read stays unreadable
        assert ("cannot be read" in left) == (what == "setup")


def test_a_table_that_can_be_taken_up_is_not_voided(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(database_url, first=TABLES) as served:
        id = by_name(served, "Broken")
        asyncio.run(dealt(served.url, id, []))
        assert cli.main(["admin", "tables", f"--repair={id}", "--database", database_url]) == 0
        assert cli.main(["admin", "tables", f"--repair={id}", "--void", "--database", database_url]) == 2
        assert "nothing is wrong" in capsys.readouterr().err
        assert not served.room.tables[id].live_over


def test_a_table_that_goes_bad_while_it_is_played(database_url: str) -> None:
    """It cannot be read again: it is set aside once, without endless attempts."""

    async def fail() -> None:
        raise StoreError("not written")

    with serving(database_url, first=TABLES) as served:
        id = by_name(served, "Broken")

        async def run() -> None:
            async with Lobby(served.url) as ann, Lobby(served.url) as bob, ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                await asyncio.to_thread(served.call, lambda: served.room.store.commit(Work(lost_event)))
                served.room.tables[id].mailbox.post(fail)
                await asyncio.wait_for(hers.over(), 10)
                assert hers.closed
                assert hers.closed[0] == 4406

        host: Any = served.room.tables[id]
        asyncio.run(run())
        for _ in range(500):
            if host.stopped:
                break
            served.call(lambda: asyncio.sleep(0.01))
        assert host.stopped
        assert list(served.room.repairs.aside) == [id]
        asyncio.run(played(served.url, by_name(served, "Whole")))
