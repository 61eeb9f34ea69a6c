"""A first visit: from the lobby to the end of the first lesson."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from standpat.language import language
from standpat.room.server.api.lessons import lesson_view
from standpat.teacher.lesson import lesson_games
from web.fake_room import FakeRoom
from web.test_pages import furnish

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
    furnish(table)
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
    offered = page.locator(".lesson-line")
    expect(offered).to_be_hidden()
    chosen = page.locator(".tables").get_by_label(say("lobby.game"), exact=True)
    chosen.select_option("27sd")  # has a lesson of its own
    expect(offered.get_by_role("link")).to_have_attribute("href", "/learn/27sd")
    offered.get_by_role("button", name=say("lesson.no")).click()
    expect(offered).to_be_hidden()
    page.reload()
    chosen.select_option("27sd")
    expect(offered).to_be_hidden()  # never again


def test_another_size_is_another_choice_and_the_page_knows_the_lessons(script: Callable[[str, Any], Any]) -> None:
    body = """
        const { isExpected, choiceOfKey } = await load("lesson/lesson_choices");
        const { offersLesson } = await load("common/lesson_memory");
        const bet = (amount) => ({ kind: "bet", amount });
        const options = [{ kind: "check", amount: null }, bet(10), bet(50), bet(975)];
        const key = (name) => choiceOfKey({ options }, name, []);
        return [
            options.map((choice) => isExpected(choice, bet(50))),
            ["c", "1", "3", "r"].map((name) => options.indexOf(key(name))),
            isExpected({ kind: "discard", cards: ["2c", "3d"] }, { kind: "discard", cards: ["3d", "2c"] }),
            isExpected({ kind: "discard", cards: [] }, { kind: "discard", cards: ["3d"] }),
            given.map(offersLesson),
        ];
    """
    expected, keys, same, other, offered = script(body, [*lesson_games(), "27td-nl"])
    assert expected == [False, False, True, False]
    assert keys == [0, 1, 3, -1]
    assert (same, other) == (True, False)
    assert offered == [True] * len(lesson_games()) + [False]
