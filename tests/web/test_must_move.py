"""Must-move tables on the pages: the sheet that makes one, the lobby, the rules, reserved seats and calls."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from standpat.language import language
from web.fake_room import FakeRoom
from web.test_pages import furnish

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
NAME = "Thursday"
MAIN = {"role": "main", "table": "t2", "name": f"{NAME} 2"}
FEEDER = {"role": "must-move", "table": "t2", "name": NAME}
HERE = {"en-GB": "en", "nb-NO": "nb"}


def linked_lobby(room: ROOM, **how: Any) -> FakeRoom:
    shown = room(**how)
    furnish(shown)
    first, second, third = shown.answers["tables"]
    shown.answers["tables"] = [first | {"link": MAIN}, second | {"link": FEEDER}, third]
    shown.answers["/api/must-move"] = {"tables": [{"user": "t7", "name": NAME}]}
    shown.go("/")
    expect(shown.page.locator("tbody tr")).to_have_count(3)
    return shown


def choosing(room: ROOM, **how: Any) -> Page:
    """The sheet, with a must-move table chosen."""
    shown = linked_lobby(room, **how)
    say = language(HERE[how.get("locale", "en-GB")])
    shown.page.get_by_role("button", name=say("lobby.create"), exact=True).click()
    shown.page.get_by_label(say("lobby.feeds")).select_option(NAME)
    return shown.page


def main_table(room: ROOM, **how: Any) -> Page:
    """A main table whose free seat is reserved."""
    shown = room(empty=(4,), **how)
    shown.link = MAIN
    shown.deal(tell=False)
    shown.go()
    expect(shown.page.locator(".seat .name").first).not_to_have_text("")
    shown.send({"t": "reserved", "seats": [4]})
    expect(shown.page.locator(".sit:visible")).to_have_count(1)
    return shown.page


def called(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.link = FEEDER
    shown.deal(tell=False)
    shown.go()
    expect(shown.page.locator(".seat .name").first).not_to_have_text("")
    shown.send({"t": "called", "after": "button"})
    return shown.page


def linked_rules(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    say = language(HERE[how.get("locale", "en-GB")])
    told = {"title": "2-7 Triple Draw", "lines": [say("rules.draw")], "examples": [], "lesson": None}
    linked = [say("rules.link-must-move", name=NAME), say("rules.link")]
    shown.answers["/api/tables/t1/rules"] = {**told, "rotation": [], "linked": linked}
    shown.go("/tables/t1/rules")
    return shown.page


def host(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.owner, shown.link = "u0", MAIN
    shown.deal(tell=False)
    shown.go()
    expect(shown.page.locator(".own-cards .card")).to_have_count(5)
    shown.page.locator(".menu-opener").click()
    say = language(HERE[how.get("locale", "en-GB")])
    shown.page.get_by_role("button", name=say("page.menu.host")).click()
    shown.page.locator("summary", has_text=say("page.host.second")).click()
    return shown.page


SCENES = (choosing, main_table, called, linked_rules, host)


@pytest.mark.parametrize("locale", HERE)
def test_a_must_move_table_is_made_in_the_sheet(room: ROOM, locale: str) -> None:
    say = language(HERE[locale])
    page = choosing(room, locale=locale)
    expect(page.get_by_text(say("lobby.feeds-note", name=NAME))).to_be_visible()
    small_bet = page.locator(".stakes input").first
    expect(small_bet).to_be_hidden()  # the settings are those of the main table
    page.get_by_label(say("lobby.feeds")).select_option("")
    expect(small_bet).to_be_visible()
    small_bet.fill("")
    page.get_by_label(say("lobby.feeds")).select_option(NAME)
    with page.expect_request("**/api/tables/t7/must-move") as asked:  # a field that is not asked is in nobody's way
        page.get_by_role("button", name=say("lobby.create-go")).click()
    assert json.loads(asked.value.post_data or "") == {"table": None}


def test_hosts_without_such_a_table_are_not_asked(room: ROOM) -> None:
    shown = room()
    furnish(shown)
    shown.go("/")
    shown.page.get_by_role("button", name="Make a game").click()
    expect(shown.page.get_by_role("button", name="Make the game")).to_be_visible()
    expect(shown.page.get_by_label("Must-move table for")).to_be_hidden()


@pytest.mark.parametrize("locale", HERE)
def test_the_lobby_marks_linked_tables(room: ROOM, locale: str) -> None:
    say = language(HERE[locale])
    rows = linked_lobby(room, locale=locale).page.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text(say("lobby.link-main", name=f"{NAME} 2"))
    expect(rows.nth(1)).to_contain_text(say("lobby.link-must-move", name=NAME))
    expect(rows.nth(2)).not_to_contain_text("must-move")


def test_a_reserved_seat_is_marked_and_cannot_be_taken(room: ROOM) -> None:
    shown = room(empty=(4, 5), watches=True)
    shown.link = MAIN
    shown.deal(tell=False)
    shown.go()
    page = shown.page
    expect(page.get_by_role("button", name="Sit here")).to_have_count(2)
    shown.send({"t": "reserved", "seats": [4]})
    expect(page.get_by_role("button", name="Reserved")).to_be_disabled()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(1)
    expect(page.get_by_role("listitem", name="seat reserved for a player of the must-move table")).to_have_count(1)
    shown.send({"t": "reserved", "seats": []})
    expect(page.get_by_role("button", name="Sit here")).to_have_count(2)


def test_a_called_player_is_told_what_leaving_costs(room: ROOM) -> None:
    page = called(room)
    strip = page.get_by_role("region", name="Requests")
    expect(strip).to_have_text("You move to Thursday after your small blind and button")
    page.locator(".menu-opener").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("dialog[open]")).to_contain_text("you can sit at neither table for an hour")


def test_rules_of_linked_tables(room: ROOM) -> None:
    page = linked_rules(room)
    expect(page.get_by_text("This is the must-move table of Thursday.")).to_be_visible()
