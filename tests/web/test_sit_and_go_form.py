"""The sheet that makes a game makes a sit-and-go, too: with its games, seats and bots."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from standpat.engine.games import GAMES
from standpat.language import language
from web.conftest import ROOM
from web.test_pages import furnish

pytestmark = pytest.mark.extended


@pytest.mark.parametrize(
    ("code", "lang", "phone"),
    [("en", "en-GB", False), pytest.param("nb", "nb-NO", True, marks=pytest.mark.slow)],
)
def test_the_sheet_makes_a_sit_and_go(room: ROOM, code: str, lang: str, phone: bool) -> None:
    shown, say, asked = room(phone=phone, locale=lang), language(code), list[tuple[str, Any]]()
    page = shown.page
    furnish(shown)
    shown.answers["/api/options"]["games"] = msgspec.to_builtins(GAMES)

    def take(request: Any) -> dict[str, Any]:
        asked.append((request.url.split("/api/")[1], json.loads(request.post_data)))
        return {"tournament": "t9", "url": "/tables/t9"}

    shown.answers["/api/tournaments"] = shown.answers["/api/tournaments/t9/register"] = take
    shown.go("/")
    page.get_by_role("button", name=say("lobby.create"), exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("combobox", name=say("lobby.levels"), exact=True)).to_have_count(0)
    dialog.get_by_role("combobox", name=say("lobby.form"), exact=True).select_option("sit-and-go")
    expect(dialog.get_by_label(say("lobby.password"))).to_be_hidden()
    dialog.get_by_role("combobox", name=say("lobby.buy-in"), exact=True).select_option("100")
    expect(dialog.get_by_role("combobox", name=say("lobby.speed"), exact=True)).to_have_count(0)
    expect(dialog.get_by_text(say("lobby.sit-and-go-note"))).to_be_visible()
    dialog.get_by_role("combobox", name=say("lobby.kind"), exact=True).select_option("button")
    expect(dialog.locator(".mix button.stakes").first).to_be_hidden()  # the levels have the stakes
    dialog.get_by_role("textbox", name=say("lobby.new-name"), exact=True).fill("Friday")
    dialog.get_by_role("spinbutton", name=say("lobby.seats"), exact=True).fill("5")
    dialog.get_by_role("spinbutton", name=say("lobby.bots-wanted"), exact=True).fill("2")
    dialog.get_by_role("combobox", name=say("lobby.levels"), exact=True).select_option("fast")
    expect(dialog.locator(".bill")).to_have_text(say("tournament.bill", count=2, chips=300))
    dialog.get_by_label(say("tournament.private")).check()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    dialog.get_by_role("button", name=say("lobby.create-go"), exact=True).click()
    page.wait_for_url("**/tables/t9")
    (at, made), entered = asked
    games = made.pop("games")
    assert len(games) > 1
    assert at == "tournaments"
    assert made == {
        "name": "Friday", "house": "online", "turns": {"lasts": "orbits", "every": 1, "picked_by": "button"},
        "speed": "fast", "players": 5, "bots": 2, "buy_in": 100, "private": True,
    }  # fmt: skip
    assert entered == ("tournaments/t9/register", {})
