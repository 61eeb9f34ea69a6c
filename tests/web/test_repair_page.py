"""A table that cannot be resumed, as its players see it.

The page says so, the lobby marks it, and no other page or table is affected.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room.tables.test_repair import TABLES, by_name, lost_event
from room_scene import Served, serving
from standpat.language import language
from standpat.room.store import StoreError, Work, ledger
from web.test_real_room import OWN, done, my_turn, sit

PAGE = Callable[..., Page]


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'room.sqlite'}"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(database(tmp_path), first=TABLES) as served:
        yield served


def visit(page: Page, served: Served, name: str) -> None:
    """Open the table from the lobby, as people do."""
    page.goto(served.url)
    page.locator("tbody tr").filter(has_text=name).locator("a.open").click()


def two_play(ann: Page, bob: Page, served: Served, name: str) -> None:
    for page in (ann, bob):
        visit(page, served, name)
        page.locator(".other.sit").click()
        sit(page, host=False)
    for page in (ann, bob):
        expect(page.locator(OWN)).to_have_count(5)


def spoil(served: Served, id: str) -> None:
    """Delete an event of the hand in play, and make the room read the table again."""

    async def lose() -> None:
        await served.room.store.commit(Work(lost_event))

        async def fail() -> None:
            raise StoreError("not written")

        served.room.tables[id].mailbox.post(fail)

    served.call(lose)
    until(lambda: id in served.room.repairs.aside)


def until(true: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def told(page: Page, code: str) -> None:
    """Check that the page says what is wrong, and nothing else."""
    say = language(code)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_have_count(1)
    expect(dialog).to_contain_text(say("page.repair"))
    expect(dialog).to_contain_text(say("page.repair-note"))
    expect(dialog.get_by_role("button")).to_have_text([say("page.menu.lobby")])


def wallets(served: Served) -> list[int]:
    async def read() -> dict[str, int]:
        return await served.room.store.read(ledger.balances, "wallet:")

    return sorted(served.call(read).values())


def test_a_table_goes_bad_under_those_who_play_there(served: Served, new_page: PAGE) -> None:
    ann, bob = new_page(), new_page(phone=True, locale="nb-NO")
    two_play(ann, bob, served, "Broken")
    spoil(served, by_name(served, "Broken"))
    for page, code in ((ann, "en"), (bob, "nb")):
        told(page, code)
        page.get_by_role("button", name=language(code)("page.menu.lobby")).click()
        row = page.locator("tbody tr").filter(has_text="Broken")
        expect(row).to_contain_text(language(code)("lobby.repair"))
        expect(page.locator("tbody tr").filter(has_text="Whole")).not_to_contain_text(language(code)("lobby.repair"))
        row.locator("a.open").click()  # later visitors are told the same
        told(page, code)
    assert wallets(served) == [10_000 - 400] * 2  # the chips on the table are neither lost nor paid twice


@pytest.mark.slow
def test_the_other_tables_are_played_and_the_repaired_one_too(served: Served, new_page: PAGE, tmp_path: Path) -> None:
    ann, bob = new_page(), new_page()
    two_play(ann, bob, served, "Broken")
    id = by_name(served, "Broken")
    spoil(served, id)
    two_play(ann, bob, served, "Whole")
    one_hand(ann, bob)
    command = [sys.executable, "-m", "standpat", "admin", "tables", f"--repair={id}", "--void"]
    said = subprocess.run([*command, "--database", database(tmp_path)], capture_output=True, text=True, timeout=60)
    assert "800 chips are back" in said.stdout, said.stderr
    served.call(served.room.repairs.look_again)
    two_play(ann, bob, served, "Broken")
    one_hand(ann, bob)


def one_hand(ann: Page, bob: Page) -> None:
    """Fold for every player who is asked."""
    until(lambda: any([page.locator(".bar.mine:not(.waking)").count() for page in (ann, bob)]))
    page = next(page for page in (ann, bob) if page.locator(".bar.mine:not(.waking)").count())
    turn = my_turn(page)
    page.keyboard.press("f")
    done(page, turn)
    for one in (ann, bob):
        expect(one.locator(".hands li").first).to_be_visible()
