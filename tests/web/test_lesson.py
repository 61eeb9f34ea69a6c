"""A first visit: from the lobby to the end of the first lesson."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from standpat.language import language
from standpat.room.server.api.lessons import lesson_view
from web.fake_room import FakeRoom

ROOM = Callable[..., FakeRoom]


def marks(page: Page, cards: list[str]) -> None:
    shown = page.locator(".own-cards .card")
    order = [(node.get_attribute("data-card") or "") for node in shown.all()]
    for card in cards:
        page.keyboard.press(str(order.index(card) + 1))


@pytest.mark.parametrize("code", ["en", pytest.param("nb", marks=pytest.mark.slow)])
def test_a_first_visitor_plays_the_lesson_with_the_keyboard(room: ROOM, code: str) -> None:
    say = language(code)
    lesson = lesson_view("27td", say)
    table = room(locale={"en": "en-GB", "nb": "nb-NO"}[code])
    table.answers["/api/lessons/27td"] = lesson
    page = table.page
    page.clock.install()
    table.go("/")
    page.get_by_role("link", name=say("lesson.line")).click()
    expect(page.get_by_role("link", name=say("lesson.skip"))).to_be_visible()
    said = page.get_by_role("status")
    for number, hand in enumerate(lesson["hands"]):
        expect(said).to_have_text(hand["idea"])
        page.keyboard.press("Enter")
        for k, step in enumerate(hand["steps"]):
            page.clock.run_for(20_000)
            expect(said).to_have_text(step["ask"])
            right = step["expected"]
            expect(page.get_by_role("region", name=say("lesson.part"))).to_be_focused()  # and no choice, such as a fold
            if number == k == 0:
                page.keyboard.press("Enter")  # stands pat
                expect(said).to_have_text(f"{say('lesson.wrong')} {step['why']}")
                said.locator("> *").evaluate("node => node.dataset.read = 1")
                page.keyboard.press("Enter")  # and again: a screen reader reads only what is new
                expect(said.locator("> *")).to_have_count(1)
                expect(said.locator("[data-read]")).to_have_count(0)
            if right["kind"] == "discard":
                marks(page, right["cards"])
                page.keyboard.press("Enter")
            else:
                page.keyboard.press({"fold": "f", "check": "c", "call": "c"}.get(right["kind"], "r"))
            expect(said).to_have_text(f"{say('lesson.right')} {step['why']}")
            page.clock.run_for(20_000)
            expect(said).to_have_text(f"{say('lesson.right')} {step['why']}")  # until the learner goes on
            page.keyboard.press("Enter")
        page.clock.run_for(20_000)
        expect(said).to_contain_text(hand["end"])
        if number < 4:
            page.keyboard.press("Enter")
    page.get_by_role("link", name=say("lesson.lobby")).click()
    expect(page.get_by_role("button", name=say("lobby.play-now"))).to_be_visible()
    expect(page.get_by_role("link", name=say("lesson.line"))).to_have_count(0)
