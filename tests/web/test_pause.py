"""The host pauses the table: nobody can act, and the clock stands still."""

from typing import Any

import pytest
from playwright.sync_api import expect

from web.conftest import PAGE
from web.fake_room import FakeRoom
from web.test_dialogs import noting

pytestmark = pytest.mark.extended


def test_a_host_pauses_and_lets_the_game_go_on(new_page: PAGE) -> None:
    table = FakeRoom(new_page())
    table.owner = "u0"
    asked: list[Any] = []
    table.answers["/api/tables/t1/pause"] = noting(asked, {})
    table.go()
    page = table.page
    for on, paused in ((True, {"by": "You", "since": 0.0, "until": 7200.0, "left": 9.0}), (False, None)):
        page.get_by_role("button", name="Menu").click()
        page.get_by_text("Pause the game" if on else "Let the game go on").click()
        table.v += 1
        host = {"co_hosts": [], "approval": False, "paused": paused, "coming": None}
        table.send({"t": "host", "v": table.v, "host": host})
        expect(page.locator(".centre .pause")).to_have_text("Paused" if on else "")
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_text("Let the game go on" if on else "Pause the game")).to_be_visible()
        page.keyboard.press("Escape")
    assert asked == [{"on": True}, {"on": False}]
