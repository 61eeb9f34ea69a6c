"""Keys act on the table after any click, and on a control that was focused with the keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.fake_room import FakeRoom
from web.test_table import acts, calm, to_my_draw

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]


def sort_in_the_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu-panel").get_by_text("Sort my cards").click()


CLICKS: dict[str, Callable[[Page], None]] = {
    "sound": lambda page: page.locator(".sound").click(),
    "sort": lambda page: page.locator(".sort").click(),
    "side": lambda page: page.locator(".side-opener").click(),
    "menu": sort_in_the_menu,
    "card": lambda page: page.locator(".own-cards .card").nth(0).click(click_count=2),
}


@pytest.mark.parametrize("what", CLICKS)
def test_enter_discards_after_a_click(room: ROOM, what: str) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    calm(page)
    CLICKS[what](page)
    page.keyboard.press("2")
    expect(page.locator(".lifted")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [len(action["cards"]) for action in acts(table)] == [1]  # type: ignore[arg-type]


def test_enter_presses_what_keys_came_to(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    calm(page)
    page.locator(".sound").click()  # the menu's opener is two steps further
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".menu-opener")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".menu-panel")).to_be_visible()
    assert acts(table) == []


def test_enter_in_a_dialog_means_its_own_button(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    calm(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert [message["t"] for message in table.said] == []
    page.keyboard.press("Enter")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [action["kind"] for action in acts(table)] == ["discard"]
