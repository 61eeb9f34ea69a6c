"""Databases of earlier versions continue where they were.

`old/r0002.jsonl` is a backup of a room of that revision, made by the earlier code: a registered person, a guest, a bot
token, a protected and a hidden table, chat, a note, finished hands, and a hand that stops in the middle of its second
draw. `old/r0002.json` lists the people, and says how the earlier code dealt that hand to its end when both players
check, call, and discard their first two cards.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from room.store.scene import bodies, run
from room_scene import patient, serving
from standpat.engine.event import DrawResult
from standpat.room.admin import table as tables
from standpat.room.clients.client import Lobby
from standpat.room.store import Store, StoreError, journal, users
from standpat.room.store.backup import backup, restore
from standpat.room.store.database import connect
from standpat.room.store.migration import migrate, newest

OLD = Path(__file__).with_name("old")
ROWS = OLD / "r0002.jsonl"
TOLD: dict[str, Any] = json.loads((OLD / "r0002.json").read_text("utf-8"))


def version(url: str) -> str | None:
    engine = connect(url)
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    engine.dispose()
    return found


def test_an_old_room_goes_on_with_the_same_cards(empty_url: str) -> None:
    """Its unfinished hand ends exactly as it would have ended with the earlier code."""
    restore(empty_url, ROWS)
    assert version(empty_url) == newest()

    async def before(store: Store) -> None:
        assert await store.read(tables.audit) == []
        unfinished = {story.hand.id: story for story in await store.read(journal.unfinished)}
        story = unfinished[TOLD["hand"]]
        assert len([event for event in story.events if isinstance(event, DrawResult)]) == 3  # two, and one of two
        people = {user.id: user for user in await store.read(users.search)}
        kinds = {name: people[id].kind for name, id in TOLD["users"].items()}
        assert kinds == {"kari": "registered", "bob": "guest", "cid": "guest"}

    run(empty_url, before)

    async def play(url: str) -> None:
        kari, bob = [Lobby(url, cookie=TOLD["cookies"][name]) for name in ("kari", "bob")]
        async with kari, bob, kari.table(TOLD["club"]) as hers, bob.table(TOLD["club"]) as his:
            assert (kari.user, bob.user) == (TOLD["users"]["kari"], TOLD["users"]["bob"])
            assert [line.text for line in hers.chat if line.user] == ["Good evening", "hei på deg 🂡 <b>"]
            number = hers.hand_no
            for _ in range(40):
                await hers.until(lambda: bool(hers.legal or his.legal or hers.hand_no > number))
                if hers.hand_no > number:
                    break
                actor = hers if hers.legal else his
                await actor.act(patient(actor))
            notes = (await kari.get("/api/notes"))["notes"]
            assert [note["text"] for note in notes] == ["Draws thin. <æøå>"]
        async with Lobby(url, token=TOLD["token"]) as bot:
            assert bot.name == "Kari's bot"

    with serving(empty_url) as served:
        asyncio.run(play(served.url))

    async def after(store: Store) -> None:
        assert await store.read(bodies, TOLD["hand"]) == TOLD["events"]
        assert await store.read(tables.audit) == []

    run(empty_url, after)


def things(url: str) -> list[Any]:
    """Triggers, indexes and constraints."""
    engine = connect(url)
    query = (
        "SELECT name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        if engine.dialect.name == "sqlite"
        else "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
        " UNION SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
        " UNION SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2"
    )
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def test_a_migrated_database_is_like_a_new_one(empty_url: str, tmp_path: Path) -> None:
    """In its columns, and in its triggers, indexes and constraints."""
    engine = connect(empty_url)
    migrate(engine)
    new = things(empty_url)
    engine.dispose()
    if empty_url.startswith("sqlite"):
        empty_url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    else:
        with psycopg.connect(empty_url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
    restore(empty_url, ROWS)
    assert things(empty_url) == new


def test_an_old_backup_needs_a_new_database(empty_url: str, tmp_path: Path) -> None:
    engine = connect(empty_url)
    migrate(engine)
    engine.dispose()
    if newest() == "r0002":
        pytest.skip("there is nothing newer yet")
    with pytest.raises(StoreError, match="into a new database"):
        restore(empty_url, ROWS)


def test_a_database_that_needs_no_migration_is_not_searched(tmp_path: Path) -> None:
    """SQLite's check of all references takes seconds in a large room."""
    engine, said = connect(f"sqlite:///{tmp_path / 'room.sqlite'}"), list[str]()
    event.listen(engine, "before_cursor_execute", lambda c, cursor, statement, *more: said.append(statement))
    migrate(engine)
    assert "PRAGMA foreign_key_check" in said
    said.clear()
    migrate(engine)
    assert said
    assert not [statement for statement in said if "foreign_key_check" in statement]
    engine.dispose()


def test_rows_that_number_themselves_go_on(empty_url: str, tmp_path: Path) -> None:
    """After a restore, chat lines and transfers get new numbers."""
    restore(empty_url, ROWS)
    copied = backup(empty_url, tmp_path / "copy")
    assert copied["chat"] == 2
    with serving(empty_url) as served:

        async def play() -> None:
            bob = Lobby(served.url, cookie=TOLD["cookies"]["bob"])
            async with bob, bob.table(TOLD["club"]) as his:
                await his.talk("and on")
                assert [line.text for line in his.chat if line.user][-1] == "and on"

        asyncio.run(play())
    assert backup(empty_url, tmp_path / "again")["chat"] > 2


def test_a_row_that_refers_to_nothing_is_refused(empty_url: str, tmp_path: Path) -> None:
    lines = ROWS.read_text("utf-8").splitlines(keepends=True)
    orphan = [
        line.replace('"hand_id": 1,', '"hand_id": 999,') if line.startswith('["seed"') else line for line in lines
    ]
    assert orphan != lines
    (tmp_path / "orphan").write_text("".join(orphan), "utf-8")
    with pytest.raises(StoreError, match=r"refers|foreign key"):
        restore(empty_url, tmp_path / "orphan")
    restore(empty_url, ROWS)  # and nothing of it was left
