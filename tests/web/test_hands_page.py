"""The page of one's own hands: the search is asked for as it is chosen, and stays in the address."""

import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Request, expect

from standpat.language import language
from web.conftest import ROOM

HAND = {"hand_no": 7, "ended": 1.79e9, "names": ["Bo", "You"], "nets": [30, -30], "seat": 1, "game": "27td", "net": -30}


@pytest.mark.parametrize(("code", "lang", "phone"), [("en", "en-GB", False), ("nb", "nb-NO", True)])
def test_hands_are_searched(room: ROOM, code: str, lang: str, phone: bool) -> None:
    shown, say = room(phone=phone, locale=lang), language(code)
    page, asked = shown.page, list[dict[str, Any]]()

    def answer(request: Request) -> dict[str, Any]:
        asked.append({key: value for key, (value,) in parse_qs(request.url.partition("?")[2]).items()})
        if "opponent" in asked[-1]:
            return {"hands": [], "more": False, "total": {"hands": 0, "net": 0, "games": ["27td"]}, "whole": False}
        hand: dict[str, Any] = {**HAND, "id": "ab" * 12, "pot": 1260, "showdown": True}
        total: dict[str, Any] = {"hands": 1, "net": -30, "games": ["27td"]}
        if "kind" in asked[-1]:
            hand["tournament"], total["tournaments"] = {"id": "t1", "table": "Friday 2"}, 3
        return {"hands": [hand], "more": False, "total": total, "whole": True}

    shown.answers["/api/hands"] = answer
    shown.go("/hands?result=lost&from=2026-03-29&to=2026-03-29")
    expect(page.locator(".own-hands a")).to_have_attribute("href", "/hands/" + "ab" * 12)
    row = page.locator(".own-hands a")
    expect(row.locator(".who")).to_have_text("Bo")
    chips = say("page.mine.pot-of", chips=1260)
    expect(row.locator(".facts")).to_have_text(f"{chips}, {say('page.mine.at-showdown')}")
    expect(page.locator(".total")).to_have_text(say("page.mine.total", count=1, net="−30"))
    day = page.evaluate("[0, 1].map((k) => new Date(2026, 2, 29 + k).getTime() / 1000)")
    assert asked == [{"most": "-1", "since": str(day[0]), "until": str(day[1])}]
    with page.expect_response(re.compile("/api/hands")):
        page.get_by_label(re.compile(f"^{say('lobby.game')}")).select_option(label="2-7 Triple Draw")
    expect(page).to_have_url("http://standpat.test/hands?game=27td&result=lost&from=2026-03-29&to=2026-03-29")
    page.get_by_label(say("page.mine.kind")).select_option("tournament")
    expect(page).to_have_url(re.compile("kind=tournament"))
    expect(row.locator(".facts")).to_contain_text("Friday 2")
    counted = say("page.mine.total-tournament", count=3)
    expect(page.locator(".total")).to_have_text(f"{say('page.mine.total', count=1, net='−30')} · {counted}")
    assert asked.pop()["kind"] == "tournament"
    with page.expect_response(re.compile("/api/hands")):
        page.get_by_role("button", name=say("page.mine.clear")).click()
    expect(page).to_have_url("http://standpat.test/hands")
    assert asked[1:] == [{**asked[0], "game": "27td"}, {}]
    page.get_by_label(say("page.mine.pot")).fill("99")
    page.get_by_label(say("page.mine.opponent")).fill(" Nobody ")
    page.keyboard.press("Enter")
    nothing = f"{say('page.mine.nothing')} {say('page.mine.part')}"
    expect(page.locator(".my-hands > .note:not(:empty)")).to_have_text(nothing)
    assert asked[-1] == {"opponent": "Nobody", "pot": "99"}
    expect(page.get_by_role("button", name=say("page.mine.search"))).to_be_visible(visible=phone)
    page.get_by_role("button", name=say("page.mine.clear")).click()
    expect(row).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
