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
        page = new_page(phone=True, locale="nb-NO", base_url=server.url, excuse="ERR_CONNECTION_REFUSED")
        director = new_page(base_url=server.url)
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
def test_two_people_and_a_bot_play_a_sit_and_go_from_registration_to_the_result(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    say, server = language("en"), Process(f"sqlite:///{tmp_path}/room.sqlite", "--pace", "0.1")
    server.start()
    try:
        lost = "ERR_CONNECTION_REFUSED"  # the room ends before the pages do
        pages = [new_page(base_url=server.url, excuse=lost), new_page(phone=True, base_url=server.url, excuse=lost)]
        pages[0].goto("/tournaments")
        stakes = {"27sd": {"small_blind": 50, "big_blind": 100}}
        short = {**FOUR, "most": 3, "minimum": 3, "starting_stack": 300, "levels": [{"minutes": 60, "games": stakes}]}
        id = ask(pages[0], "/api/tournaments", {"structure": short, "bots": 1})["tournament"]
        for page in pages:
            page.goto(f"/tournaments/{id}")
            page.get_by_role("button", name=say("tournament.acts.register"), exact=True).click()
        for page in pages:
            page.get_by_role("link", name=say("tournament.to-table")).first.click()
            expect(page.locator(".felt")).to_be_visible()
        bar = ".bar.mine:not(.waking)"
        while ask(pages[0], f"/api/tournaments/{id}")["row"]["status"] == "running":
            for page in [one for one in pages if one.locator(bar).is_visible()]:
                for key in ("c", "Enter"):  # check or call, stand pat
                    page.keyboard.press(key)
            pages[0].wait_for_timeout(50)
        for page in pages:
            page.goto(f"/tournaments/{id}")
            expect(page.locator(".won b")).not_to_be_empty()
            expect(page.locator(".graph")).to_have_count(2)
            page.get_by_role("tab", name=say("tournament.tabs.standings")).click()
            expect(page.locator(".pane:visible tbody tr")).to_have_count(3)
            expect(page.locator(".pane:visible tr.me")).to_have_count(1)
    finally:
        server.stop()
