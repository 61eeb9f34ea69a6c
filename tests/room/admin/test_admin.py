"""``standpat admin`` on a room that is running, stopped, or missing, on both databases."""

import asyncio
import io
import json
import re
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import create_engine, text

from room.conftest import NewDatabase
from room_scene import Served, patient, serving
from standpat import cli
from standpat.bots import players
from standpat.history.file import read
from standpat.history.record import Record
from standpat.history.replay import replay
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import Store
from standpat.room.store.database import url as database_place
from standpat.room.tables.table import BotRules, NewTable

TWO = (NewTable("27td", "Two", seats=2, bots=BotRules((players()[0],), keep=1)),)


@pytest.fixture
def answer(database_url: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON output of a command."""

    def ask(*arguments: str, database: str = database_url, status: int = 0) -> Any:
        capsys.readouterr()
        assert cli.main(["admin", *arguments, "--database", database, "--json"]) == status
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.fixture
def refused(database_url: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The one line of a command's error."""

    def ask(*arguments: str, database: str = database_url) -> str:
        capsys.readouterr()
        assert cli.main(["admin", *arguments, "--database", database]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        (line,) = said.err.splitlines()
        assert isinstance(line, str)
        return line

    return ask


def played(served: Served, hands: int = 2) -> tuple[str, str]:
    """Play a few hands. Returns the user and the table."""

    async def run() -> tuple[str, str]:
        async with Lobby(served.url) as lobby:
            me = await lobby.play_now()
            async with lobby.table(me.table) as table:
                while table.hand_no <= hands:
                    await table.my_turn()
                    await table.act(patient(table))
                return lobby.user, me.table

    return asyncio.run(run())


@pytest.mark.sqlite_first
def test_beside_the_running_room(database_url: str, answer: Any, refused: Any, tmp_path: Path) -> None:
    with serving(database_url, first=TWO) as served:
        user, table = played(served)
        (found,) = [row for row in answer("users") if row["id"] == user]
        before = found["wallet"]
        done = answer("chips", found["name"], "700", "--reason", "won the quiz")
        assert done["wallet"] == before + 700
        assert answer("chips", user, "-200", "--reason", "a mistake")["wallet"] == before + 500
        assert "has" in refused("chips", user, "-99999999", "--reason", "too many")
        wallet, *seats = answer("statement", user)
        assert wallet["account"] == f"wallet:{user}"
        assert [(line["reason"], line["amount"]) for line in wallet["lines"][-2:]] == [
            ("admin: won the quiz", 700),
            ("admin: a mistake", -200),
        ]
        assert [seat["account"] for seat in seats] == [f"seat:{table}:{user}"]
        assert answer("audit") == {"wrong": []}
        assert table in [row["id"] for row in answer("tables")]
        token = answer("token", "Clubbot")["token"]
        own = json.load(urlopen(Request(f"{served.url}/api/me", headers={"Authorization": f"Bearer {token}"})))
        assert own["name"] == "Clubbot"
        assert answer("users", "clubbot", "--bar")[0]["barred"]
        assert answer("users", "clubbot", "--unbar")[0]["barred"] is False
        assert answer("users", user, "--role", "host")[0]["role"] == "host"
        answer("users", "clubbot", "--role", "admin")
        (two,) = [row["id"] for row in answer("tables") if row["name"] == "Two"]
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        urlopen(Request(f"{served.url}/api/tables/{two}/close", headers=headers, method="POST")).close()
        assert two not in [row["id"] for row in answer("tables")]
        answer("backup", str(tmp_path / "copy"))
        assert "another room is running" in refused("tables", f"--close={table}")
        assert "another room is running" in refused("restore", str(tmp_path / "copy"))


def test_what_somebody_had_at_a_time(database_url: str, answer: Any, refused: Any) -> None:
    asyncio.run(closed(Store.open(database_url)))
    answer("token", "Tick")
    between = time.time()
    time.sleep(0.01)  # the next transfer is later
    answer("chips", "Tick", "5", "--reason", "later")
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(between)) + f"{between % 1:.6f}"[1:]
    (then,) = answer("statement", "Tick", "--at", at)
    (now,) = answer("statement", "Tick")
    assert (then["balance"], len(then["lines"])) == (10_000, 1)
    assert (now["balance"], len(now["lines"])) == (10_005, 2)
    assert answer("statement", "Tick", "--at", "1971-01-01")[0]["balance"] == 0
    assert "--at noon" in refused("statement", "Tick", "--at", "noon")
    assert "no user 'Tock'" in refused("statement", "Tock")


async def closed(store: Store) -> None:
    await store.close()


def test_the_audit_finds_what_is_off(database_url: str, answer: Any) -> None:
    with serving(database_url, first=TWO) as served:
        user, table = played(served)
    assert answer("audit") == {"wrong": []}
    engine = create_engine(database_place(database_url))
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE account SET balance = balance + 3 WHERE name = :name"), {"name": f"wallet:{user}"}
        )
        (hand,) = connection.execute(text("SELECT min(id) FROM hand WHERE ended IS NOT NULL")).one()
        connection.execute(text("UPDATE hand SET nets = '[1,-1,0,0,0,0]' WHERE id = :id"), {"id": hand})
        state = connection.execute(text("SELECT state FROM card_table WHERE id = :id"), {"id": table}).scalar_one()
        more = re.sub(r'"stack":(\d+)', lambda found: f'"stack":{int(found[1]) + 1}', state, count=1)
        connection.execute(text("UPDATE card_table SET state = :state WHERE id = :id"), {"state": more, "id": table})
    engine.dispose()
    wrong = "\n".join(answer("audit", status=1)["wrong"])
    assert f"wallet:{user} is kept as" in wrong
    assert "all balances together are 3" in wrong
    assert f"hand {hand} brought" in wrong
    assert f"seat:{table}:" in wrong


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_is_the_whole_room_in_either_database(
    kind: str, database_url: str, answer: Any, refused: Any, tmp_path: Path, new_database: NewDatabase
) -> None:
    other = new_database(kind, None)
    file = tmp_path / "copy"
    with serving(database_url, first=TWO) as served:
        user, table = played(served)
        copied = answer("backup", str(file))
    assert copied["hand"] > 1
    assert file.stat().st_mode & 0o077 == 0
    assert "already exists" in refused("backup", str(file))
    assert answer("restore", str(file), database=other) == copied
    assert answer("audit", database=other) == {"wrong": []}
    assert "this database already has a room" in refused("restore", str(file), database=other)
    assert answer("backup", str(tmp_path / "again"), database=other) == copied
    number = answer("chips", user, "1", "--reason", "numbers go on", database=other)["transfer"]
    assert number == copied["transfer"] + 1
    with serving(other) as served:  # the copy is a room in which hands continue
        assert table in served.room.tables
    assert answer("audit", database=other) == {"wrong": []}


def test_a_backup_that_is_not_whole_is_refused(database_url: str, answer: Any, refused: Any, tmp_path: Path) -> None:
    asyncio.run(closed(Store.open(database_url)))
    answer("token", "Tick")
    file, other = tmp_path / "copy", f"sqlite:///{tmp_path / 'other.sqlite'}"
    answer("backup", str(file))
    if database_url.startswith("sqlite"):
        with sqlite3.connect(file) as changed:
            changed.execute("UPDATE alembic_version SET version_num = 'r9999'")
        changed.close()
        assert "has version r9999" in refused("restore", str(file), database=other)
    else:
        lines = file.read_text("utf-8").splitlines(keepends=True)
        file.write_text("".join(lines[:-1]), "utf-8")
        assert "is not whole" in refused("restore", str(file), database=other)
        file.write_text("".join(lines[:2]) + lines[2][:9], "utf-8")
        assert "damaged after 1 rows" in refused("restore", str(file), database=other)
    (tmp_path / "text").write_text("hello\n")
    assert "not a backup" in refused("restore", str(tmp_path / "text"), database=other)


@pytest.mark.parametrize("form", ["phh", "pokerstars", "arena"])
def test_hands_are_written_with_every_card(form: str, sqlite_url: str, answer: Any, tmp_path: Path) -> None:
    with serving(sqlite_url, first=TWO) as served:
        user, table = played(served)
    file = tmp_path / "hands"
    options = ["--user", user, f"--table={table}", "--format", form, "-o", str(file)]  # an id may begin with a dash
    told = answer("export", *options, database=sqlite_url)
    hands = [hand for hand in read(file.read_text("utf-8")) if isinstance(hand, Record)]
    assert len(hands) == told["hands"] >= 2
    for hand in hands:
        assert replay(hand).disagreements == []
    if form != "pokerstars":  # it shows no mucked hand
        assert "??" not in file.read_text("utf-8")


def test_a_table_is_closed_between_hands_only(database_url: str, answer: Any, refused: Any) -> None:
    with serving(database_url, first=(*TWO, NewTable("27td", "Nobody"))) as served:
        user, table = played(served)
        (quiet,) = [row["id"] for row in answer("tables") if row["name"] == "Nobody"]
    if any(row["playing"] for row in answer("tables") if row["id"] == table):
        assert "a hand is being played" in refused("tables", f"--close={table}")
    assert answer("tables", f"--close={quiet}") == {"closed": quiet}
    assert quiet not in [row["id"] for row in answer("tables")]
    assert "no open table" in refused("tables", f"--close={quiet}")
    engine = create_engine(database_place(database_url))
    with engine.begin() as connection:  # as if the hand had been cancelled
        connection.execute(text("UPDATE hand SET ended = began, nets = '[0,0,0,0,0,0]' WHERE ended IS NULL"))
        of = {"table": table}
        state = json.loads(connection.scalar(text("SELECT state FROM card_table WHERE id = :table"), of))
        state["seating"]["playing"] = []
        changed = text("UPDATE card_table SET state = :state WHERE id = :table")
        connection.execute(changed, {**of, "state": json.dumps(state)})
        seats = text("SELECT balance FROM account WHERE name = :name")
        on_table = connection.execute(seats, {"name": f"seat:{table}:{user}"}).scalar_one()
    engine.dispose()
    before = answer("statement", f"wallet:{user}")[0]["balance"]
    answer("tables", f"--close={table}")
    assert answer("statement", f"wallet:{user}")[0]["balance"] == before + on_table
    assert answer("statement", f"seat:{table}:{user}")[0]["balance"] == 0


def test_a_database_that_is_not_there_is_not_made(refused: Any, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    missing = f"sqlite:///{folder / 'none.sqlite'}"
    for command in (["users"], ["audit"], ["tables", "--close", "x"], ["backup", str(folder / "copy")]):
        assert "no such file" in refused(*command, database=missing)
    assert list(folder.iterdir()) == []


@pytest.mark.sqlite_first
def test_sessions_are_ended_and_passwords_set(
    database_url: str, answer: Any, refused: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(line: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(line))

    with serving(database_url, first=TWO) as served:

        async def run() -> None:
            async with Lobby(served.url) as ann:
                await ann.post("/api/register", name="Ann", password="correct horse")
                await asyncio.to_thread(answer, "users", "Ann", "--sign-out")
                with pytest.raises(RoomError, match="sign-in"):
                    await ann.post("/api/daily")
                await ann.post("/api/login", name="Ann", password="correct horse")
                typed("battery staple\n")
                await asyncio.to_thread(answer, "users", "ann", "--password")
                with pytest.raises(RoomError, match="sign-in"):
                    await ann.post("/api/daily")
                with pytest.raises(RoomError, match="wrong name or password"):
                    await ann.post("/api/login", name="Ann", password="correct horse")
                await ann.post("/api/login", name="Ann", password="battery staple")
                typed("short\n")
                assert "8 to 256" in await asyncio.to_thread(refused, "users", "Ann", "--password")
                await ann.post("/api/daily")  # nothing has changed
                assert "name the person" in await asyncio.to_thread(refused, "users", "--sign-out")
            async with Lobby(served.url) as guest:
                typed("battery staple\n")
                assert "no password" in await asyncio.to_thread(refused, "users", guest.name, "--password")

        asyncio.run(run())
