"""Tournaments with the real room: a sit-and-go from registration to its result, and two tables that become one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process
from standpat.language import language

pytestmark = pytest.mark.extended

FOUR: dict[str, Any] = {
    "name": "Friday",
    "games": ["27sd"],
    "levels": [{"minutes": 60, "games": {"27sd": {"small_blind": 10, "big_blind": 20}}}],
    "seats": 3,
    "minimum": 4,
    "most": 4,
    "starting_stack": 100_000,
    "sit_and_go": True,
}


def ask(page: Page, path: str, body: Any = None) -> Any:
    """A request with the cookie of the page."""
    answer = page.request.get(path) if body is None else page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def test_a_player_sees_the_table_break_and_plays_on_at_the_new_one(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    say, server = language("nb"), Process(f"sqlite:///{tmp_path}/room.sqlite")
    server.start()
    try:
        lost = "ERR_CONNECTION_REFUSED"  # the room ends before the pages do
        page = new_page(phone=True, locale="nb-NO", base_url=server.url, excuse=lost)
        director = new_page(base_url=server.url, excuse=lost)
        for one in (page, director):
            one.goto("/tournaments")
        id = ask(director, "/api/tournaments", {"structure": FOUR, "bots": 3})["tournament"]
        ask(page, f"/api/tournaments/{id}/register", {})
        page.goto(f"/tournaments/{id}")
        page.get_by_role("link", name=say("tournament.to-table")).click()
        expect(page.locator(".room.seated")).to_be_visible()
        before = page.url
        page.locator(".say input").evaluate("node => (node.value = 'vent litt')")
        seen = ask(page, f"/api/tournaments/{id}")
        other = next(one for one in seen["standings"] if one["table"] != seen["me"]["table"])
        ask(director, f"/api/tournaments/{id}/disqualify", {"player": other["id"], "why": "rehearsal"})
        bar = page.locator(".bar.mine:not(.waking)")
        while page.url == before:  # the hand is played to its end
            if bar.is_visible():
                page.keyboard.press("f")
                page.keyboard.press("c")
            page.wait_for_timeout(100)
        where = say("page.moved-here", name="Friday 3", seat="@").replace("@", r"\d")
        expect(page.locator(".toast")).to_have_text(re.compile(where))
        expect(page.locator(".room.seated .seat .plate:visible")).to_have_count(3)
        assert page.locator(".say input").input_value() == "vent litt"
        expect(page.get_by_role("button", name=say("page.sit-here"))).to_have_count(0)
        page.go_back()
        expect(page).to_have_url(re.compile(f"/tournaments/{id}$"))
    finally:
        server.stop()


@pytest.mark.slow
def test_two_people_and_bots_play_a_private_sit_and_go_from_registration_to_the_prize(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    """One of them makes it, pays for the bots and invites the other. What the bots win is theirs."""
    say, theirs, server = language("en"), language("nb"), Process(f"sqlite:///{tmp_path}/room.sqlite", "--pace", "0.1")
    server.start()
    try:
        lost = "ERR_CONNECTION_REFUSED"  # the room ends before the pages do
        host = new_page(base_url=server.url, excuse=lost)
        guest = new_page(phone=True, locale="nb-NO", base_url=server.url, excuse=lost)
        host.goto("/tournaments/new")
        host.get_by_role("combobox", name=say("tournament.game"), exact=True).select_option("27sd")
        host.get_by_role("combobox", name=say("tournament.own.when")).select_option("full")
        expect(host.locator("[data-field=most]")).to_have_value("6")  # the preset is there
        for field, value in {
            "name": "Friday",
            "seats": 4,
            "most": 4,
            "starting_stack": 600,
            "buy_in": 100,
            "bots": 2,
        }.items():
            host.locator(f"[data-field={field}]").fill(str(value))
        expect(host.locator(".bill")).to_have_text(say("tournament.bill-bots", count=2, chips=200))
        host.get_by_label(say("tournament.private")).check()
        host.get_by_role("button", name=say("tournament.own.go"), exact=True).click()
        expect(host.locator("h1")).to_have_text("Friday")
        host.get_by_role("button", name=say("tournament.acts.register"), exact=True).click()
        host.get_by_role("button", name=say("page.menu.invite")).click()
        sheet = host.locator("dialog.invite[open]")
        expect(sheet.locator(".code")).to_have_js_property("complete", True)
        assert sheet.locator(".code").evaluate("image => image.naturalWidth") > 0
        link = sheet.locator(".link input").input_value()
        sheet.locator(".close").click()
        guest.goto("/tournaments")
        expect(guest.locator("#tournaments .empty")).to_be_visible()  # a stranger does not see it
        guest.goto(link)
        expect(guest.locator(".payer")).to_be_visible()
        id = link.rpartition("/")[2]
        guest.get_by_role("button", name=theirs("tournament.acts.register"), exact=True).click()
        expect(guest.get_by_role("link", name=theirs("tournament.to-table"))).to_be_visible()
        ask(host, f"/api/tournaments/{id}/pause", {})  # who is away is dealt in, and would be out soon
        people = {host: say, guest: theirs}
        for page, words in people.items():
            page.get_by_role("link", name=words("tournament.to-table")).first.click()
            expect(page.locator(".felt")).to_be_visible()
        ask(host, f"/api/tournaments/{id}/resume", {})
        bar = ".bar.mine:not(.waking)"
        while ask(host, f"/api/tournaments/{id}")["row"]["status"] == "running":
            for page in [one for one in people if one.locator(bar).is_visible()]:
                for key in ("c", "Enter"):  # check or call, stand pat
                    page.keyboard.press(key)
            host.wait_for_timeout(50)
        seen = ask(host, f"/api/tournaments/{id}")
        prizes = {one["id"]: one["prize"] for one in seen["standings"] if one["prize"]}
        assert sum(prizes.values()) == 400
        for page, words in people.items():
            page.goto(f"/tournaments/{id}")
            expect(page.locator(".won b")).not_to_be_empty()
            expect(page.locator(".paid li")).to_have_count(len(prizes))
            expect(page.locator(".paid b")).to_have_text(
                [words.number(prize) for prize in sorted(prizes.values())[::-1]]
            )
            expect(page.locator(".graph")).to_have_count(2)
            page.get_by_role("tab", name=words("tournament.tabs.standings")).click()
            expect(page.locator(".pane:visible tbody tr")).to_have_count(4)
            expect(page.locator(".pane:visible tr.me")).to_have_count(1)
        of_guest = prizes.get(ask(guest, "/api/me")["user"], 0)
        for page, chips in ((host, 10_000 - 300 + 400 - of_guest), (guest, 10_000 - 100 + of_guest)):
            page.goto("/")
            expect(page.locator("header")).to_contain_text(people[page].number(chips))
    finally:
        server.stop()
