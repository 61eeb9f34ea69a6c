"""A hint at a table of bots: asked for at the viewer's turn, told once, and gone with the decision."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from standpat.engine.action import Call, Raise
from standpat.language import language
from web.fake_room import FakeRoom
from web.test_table import calm


def test_a_hint_is_told_and_goes_with_the_decision(room: Callable[..., FakeRoom]) -> None:
    say = language("en")
    table = room(empty=(1, 2, 4), excuse="Failed to load resource")  # against the two bots
    asked: list[Any] = []

    def hint(request: Any) -> dict[str, Any]:
        asked.append(request.post_data_json)
        return {"action": {"kind": "fold"}, "text": "Fold.", "why": "Too weak."}

    table.answers["/api/tables/t1/hint"] = hint
    table.deal(tell=False)
    table.go()
    page = table.page
    ask = page.get_by_role("button", name=say("hint.ask"))
    said = page.locator(".hint-said")
    ask.click()
    expect(said).to_have_text("Fold. Too weak.")
    expect(ask).to_be_hidden()
    expect(page.locator(".bar")).to_be_focused()
    assert asked == [{"hand_no": 42, "seq": 0}]
    said.click()
    expect(said).to_be_hidden()
    ask.click()
    expect(said).to_be_visible()
    calm(page)  # an earlier press is meant for something else
    page.locator(".act.pass").click()
    expect(said).to_be_hidden()
    expect(ask).to_be_hidden()
    table.answers["/api/tables/t1/hint"] = (429, {"code": "too-fast", "text": ""})
    assert table.hand
    table.play(Raise(20), Call())
    ask.click()
    expect(page.locator(".toast")).to_have_text(say("page.error.too-fast"))
    expect(ask).to_be_visible()
