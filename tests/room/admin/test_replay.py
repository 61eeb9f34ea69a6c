"""``standpat admin audit --replay`` finds later changes by somebody who owns the database."""

import asyncio
import json
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, text

from room.conftest import NewDatabase
from room.store.scene import play as play_into
from room.store.scene import run
from room.store.scene import table as scene_table
from room.store.test_migration import ROWS, TOLD
from room_scene import patient, serving
from standpat import Dealer, Hand, Stakes, cli, game
from standpat.room.admin.replay import replay
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import Store, Work, chain, ledger, log
from standpat.room.store.backup import restore
from standpat.room.tables.table import NewTable
from standpat.room.torture.triggers import without_triggers


def attack(url: str, what: Callable[[Connection], None]) -> None:
    """Change the database as its owner can: remove its triggers, make the change, and restore them."""

    def run_it(c: Connection) -> None:
        with without_triggers(c):
            what(c)

    async def scene(store: Store) -> None:
        await store.commit(Work(run_it))

    run(url, scene)


@pytest.fixture
def audit(capsys: pytest.CaptureFixture[str]) -> Any:
    """The findings of the command for a database, and the end of the chain."""

    def ask(url: str, *arguments: str) -> tuple[list[str], str]:
        capsys.readouterr()
        status = cli.main(["admin", "audit", "--replay", *arguments, "--json", "--database", url])
        told = json.loads(capsys.readouterr().out)
        assert status == (1 if told["wrong"] else 0)
        return told["wrong"], f"{told['head']['no']}:{told['head']['hash']}"

    return ask


def play_some(url: str) -> None:
    """A room with finished and unfinished hands, with some transfers and audit lines since the chain began."""
    restore(url, ROWS)
    for amount in ("500", "-200"):
        assert cli.main(["admin", "chips", "Kari", amount, "--reason", "a gift", "--database", url]) == 0


@pytest.fixture(params=["sqlite", "postgresql"])
def played(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """A copy of that room."""
    return new_database(request.param, play_some)


def test_what_was_played_is_as_it_was_written(database_url: str, audit: Any) -> None:
    """Including what is written while the room runs, with bots, showdowns and cards shown after a hand."""

    async def play(url: str) -> None:
        async with Lobby(url) as ann:
            me = await ann.play_now()
            async with ann.table(me.table) as table:
                while table.hand_no <= 3:
                    await table.my_turn()
                    await table.act(patient(table))
                    if table.turn is None:
                        try:
                            await table.show()
                        except RoomError:
                            continue

    with serving(database_url) as served:
        asyncio.run(play(served.url))
        assert audit(database_url)[0] == []
    wrong, head = audit(database_url)
    assert wrong == []
    assert audit(database_url, "--head", head)[0] == []


def change_card(c: Connection) -> None:
    for no, body in c.execute(text("SELECT no, body FROM event WHERE hand_id = 1 ORDER BY no")).all():
        event = json.loads(body)
        if event["event"] == "deal-hole":
            event["cards"][0] = "As" if event["cards"][0] != "As" else "Ah"
            c.execute(
                text("UPDATE event SET body = :body WHERE hand_id = 1 AND no = :no"),
                {"body": json.dumps(event, separators=(",", ":")), "no": no},
            )
            return


def change_nets(c: Connection) -> None:
    nets = json.loads(c.scalar(text("SELECT nets FROM hand WHERE id = 1")))
    nets[0], nets[1] = nets[0] + 5, nets[1] - 5
    c.execute(text("UPDATE hand SET nets = :nets WHERE id = 1"), {"nets": json.dumps(nets, separators=(",", ":"))})


def move(c: Connection, source: str, target: str, amount: int, *, linked: bool) -> None:
    """A transfer as the room would write it."""
    if linked:
        ledger.move(source, target, amount, "daily", at=5.0).run(c)
        return
    number = (c.scalar(text("SELECT max(id) FROM transfer")) or 0) + 1
    c.execute(text("INSERT INTO transfer (id, at, reason, reference) VALUES (:id, 5.0, 'daily', '')"), {"id": number})
    for account, chips in ((source, -amount), (target, amount)):
        c.execute(text("UPDATE account SET balance = balance + :n WHERE name = :a"), {"n": chips, "a": account})
        c.execute(
            text(
                "INSERT INTO entry (account, transfer, amount, balance)"
                " SELECT name, :id, :n, balance FROM account WHERE name = :a"
            ),
            {"id": number, "n": chips, "a": account},
        )


KARI, CID = [ledger.wallet(TOLD["users"][name]) for name in ("kari", "cid")]


def raise_gift(c: Connection) -> None:
    """Increase an old gift, and with it every later balance."""
    (id,) = c.execute(text("SELECT min(id) FROM transfer WHERE reason LIKE 'admin:%'")).one()
    for account, sign in (("bank", -1), (KARI, 1)):
        given = {"id": id, "a": account, "n": 1000 * sign}
        c.execute(text("UPDATE entry SET amount = amount + :n WHERE transfer = :id AND account = :a"), given)
        c.execute(text("UPDATE entry SET balance = balance + :n WHERE transfer >= :id AND account = :a"), given)
        c.execute(text("UPDATE account SET balance = balance + :n WHERE name = :a"), given)


def drop_last_gift(c: Connection) -> None:
    """Delete the last transfer, its audit line and their links."""
    (id, amount) = c.execute(
        text("SELECT transfer, amount FROM entry WHERE account = :a ORDER BY transfer DESC LIMIT 1"), {"a": KARI}
    ).one()
    (line,) = c.execute(text("SELECT max(id) FROM audit_log")).one()
    for account, chips in ((KARI, amount), ("bank", -amount)):
        c.execute(text("UPDATE account SET balance = balance - :n WHERE name = :a"), {"n": chips, "a": account})
    c.execute(text("DELETE FROM entry WHERE transfer = :id"), {"id": id})
    c.execute(text("DELETE FROM transfer WHERE id = :id"), {"id": id})
    c.execute(text("DELETE FROM audit_log WHERE id = :id"), {"id": line})
    c.execute(text("DELETE FROM link WHERE no > (SELECT max(no) - 2 FROM link)"))


def chain_anew(c: Connection) -> None:
    """Increase a gift, and rebuild the whole chain over it."""
    raise_gift(c)
    links = c.execute(text('SELECT no, kind, "of", digest FROM link ORDER BY no')).all()
    c.execute(text("DELETE FROM link"))
    for _, kind, of, digest in links:
        if kind == "transfer":
            row = c.execute(
                text("SELECT id, at, reason, reference, once FROM transfer WHERE id = :of"), {"of": of}
            ).one()
            entries = c.execute(
                text("SELECT account, amount, balance FROM entry WHERE transfer = :of"), {"of": of}
            ).all()
            digest = chain.transfer_digest(row.id, row.at, row.reason, row.reference, row.once, entries)
        chain.add(c, kind, of, bytes(digest))


def sql(statement: str) -> Callable[[Connection], None]:
    return lambda c: c.execute(text(statement)).close()


FORGED: dict[str, tuple[Callable[[Connection], None], str]] = {
    "a changed card": (change_card, r"hand 1: event \d+ is not what its seed"),
    "a deleted event": (sql("DELETE FROM event WHERE hand_id = 1 AND no = 5"), "hand 1: event 5 is not there"),
    "the last event deleted": (
        sql("DELETE FROM event WHERE hand_id = 1 AND no = (SELECT max(no) FROM event WHERE hand_id = 1)"),
        "its end is not there",
    ),
    "a replaced seed": (sql("UPDATE seed SET seed = 'another' WHERE hand_id = 1"), "hand 1: event"),
    "no seed": (sql("DELETE FROM seed WHERE hand_id = 1"), "its seed is not there"),
    "a replaced seed of a hand in play": (
        sql(f"UPDATE seed SET seed = 'another' WHERE hand_id = {TOLD['hand']}"),
        f"hand {TOLD['hand']}: event",
    ),
    "changed results": (change_nets, "results are not those of its events"),
    "another player": (
        sql("UPDATE player SET person = 'somebody' WHERE hand_id = 1 AND seat = 0"),
        "players are not those",
    ),
    "another name in the record": (
        sql("UPDATE hand SET setup = replace(setup, 'Kari', 'Mari') WHERE setup LIKE '%Kari%' AND ended IS NOT NULL"),
        "was changed after it was written",
    ),
    "a forged transfer": (lambda c: move(c, KARI, CID, 700, linked=False), "nothing in the room moves chips so"),
    "a forged gift": (lambda c: move(c, "bank", CID, 700, linked=False), "is not in the chain"),
    "a forged transfer with a link": (lambda c: move(c, KARI, CID, 700, linked=True), "nothing in the room moves"),
    "a larger gift": (raise_gift, "was changed after it was written"),
    "a changed line of the log": (sql("UPDATE audit_log SET act = 'token'"), "was changed after it was written"),
    "a deleted line of the log": (sql("DELETE FROM audit_log WHERE id = 1"), "log 1 is not there"),
    "a deleted link": (sql("DELETE FROM link WHERE no = 7"), "no link 7"),
    "a changed time": (sql("UPDATE transfer SET at = at + 60 WHERE id = 3"), "was changed after it was written"),
    "a voided hand": (
        sql("UPDATE hand SET ended = 5.0, nets = '[0,0]' WHERE ended IS NULL"),
        "its end is not there",
    ),
}  # fmt: skip


@pytest.mark.sqlite_first
@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_is_found(played: str, audit: Any, what: str) -> None:
    how, said = FORGED[what]
    assert audit(played)[0] == []
    attack(played, how)
    wrong, _ = audit(played)
    assert any([re.search(said, line) for line in wrong]), wrong


@pytest.mark.sqlite_first
@pytest.mark.parametrize("how", [drop_last_gift, chain_anew])
def test_a_head_that_was_noted_shows_what_the_chain_does_not(
    played: str, audit: Any, how: Callable[[Connection], None]
) -> None:
    _, head = audit(played)
    attack(played, how)
    assert audit(played)[0] == []
    (wrong,) = audit(played, "--head", head)[0]
    assert "is not the one that was noted" in wrong


@pytest.mark.sqlite_first
def test_heads_that_are_none(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    for head in ("", "7", "7:abc", "x:" + "0" * 64):
        arguments = ["audit", "--replay", f"--head={head}", "--database", played]
        assert cli.main(["admin", *arguments]) == (0 if not head else 2)
    assert "expected a number and a hash" in capsys.readouterr().err


@pytest.mark.sqlite_first
def test_acts_are_in_the_log(database_url: str, audit: Any, capsys: pytest.CaptureFixture[str]) -> None:
    async def act(url: str) -> list[str]:
        async with Lobby(url) as ann, Lobby(url) as bob:
            await ann.post("/api/register", name="Ann", password="correct horse")
            await ann.get("/api/me")
            with pytest.raises(RoomError):
                await bob.post("/api/login", name="Ann", password="wrong")
            with pytest.raises(RoomError):
                await bob.post("/api/login", name="my-secret-password", password="wrong")
            id = await ann.create(game="27td", seats=2)
            await ann.post(f"/api/tables/{id}/bots", players=["caller"], keep=1)
            await ann.post(f"/api/tables/{id}/bar", user=bob.user)
            await ann.post(f"/api/tables/{id}/close")
            await bob.post("/api/login", name="Ann", password="correct horse")
            return [ann.user, bob.user, id]

    with serving(database_url, first=(NewTable("27td"),)) as served:
        ann, bob, id = asyncio.run(act(served.url))
    assert cli.main(["admin", "users", "Ann", "--role", "host", "--database", database_url]) == 0
    assert cli.main(["admin", "chips", "Ann", "5", "--reason", "x", "--database", database_url]) == 0
    capsys.readouterr()
    assert cli.main(["admin", "log", "--json", "--database", database_url]) == 0
    out = capsys.readouterr().out
    assert "secret" not in out
    lines = [(line["actor"], line["act"], line["about"]) for line in json.loads(out)][::-1]
    assert lines == [
        ("", "sign-in-refused", ann),
        ("", "sign-in-refused", ""),
        (ann, "table-bots", id),
        (ann, "table-bar", id),
        (ann, "table-close", id),
        (ann, "sign-in", ann),
        ("operator", "role", ann),
        ("operator", "chips", ann),
    ]
    assert json.loads(out)[4]["detail"] == {"whom": bob}
    assert cli.main(["admin", "log", id, "--database", database_url]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert audit(database_url)[0] == []


@pytest.mark.parametrize("table", ["audit_log", "link"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = 1", "DELETE FROM {}"])
def test_the_log_and_the_chain_are_append_only(database_url: str, table: str, change: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(log.note("x", actor="a", at=1.0))
        column = "at" if table == "audit_log" else "no"
        with pytest.raises(Exception, match=f"{table} is append-only"):
            await store.commit(Work(lambda c: c.execute(text(change.format(table, column))).close()))

    run(database_url, scene)


@pytest.mark.slow
def test_its_memory_does_not_grow_with_the_hands(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(store: Store) -> None:
        await store.commit(scene_table())
        peaks = []
        for first, last in ((1, 40), (41, 400)):
            for number in range(first, last + 1):
                hand = Hand(game("27td"), Stakes(5, 10), [400, 400], 0, Dealer(number), hand_no=number)
                await play_into(store, hand, number, Random(number))
            tracemalloc.start()
            report = await store.read(replay)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            assert report.hands == last
        assert peaks[1] < 8 * peaks[0]

    run(sqlite_url, scene)
