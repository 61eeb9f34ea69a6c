"""What a player has for himself: notes, figures, the list of keys; and what an owner has for his table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.fake_room import FakeRoom
from web.test_table import calm, easy

ROOM = Callable[..., FakeRoom]


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu-panel").get_by_role("button", name=name).click()


def test_a_note_on_a_player_is_kept(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".noted:visible")).to_have_count(0)
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_label("Your note").fill("draws two to a nine")
    page.keyboard.press("f")  # no fold: he types
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".seat[data-place='2'] .noted")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="About Halvor").click()
    expect(page.get_by_label("Your note")).to_have_value("draws two to a ninef")
    page.get_by_label("Your note").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".noted:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="About You")).to_have_count(0)


def test_who_is_muted_on_his_card_is_not_heard(room: ROOM) -> None:
    table = room()
    page = table.page
    table.chat = [{"at": 1.0, "user": "u2", "name": "Halvor", "text": "one time"}]
    table.go()
    expect(page.locator(".lines")).to_contain_text("one time")
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_label("Mute in the chat").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".lines")).not_to_contain_text("one time")


def test_the_keys_are_listed(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("lift a card out, or put it back")
    page.keyboard.press("1")  # keys are off while it is open
    expect(page.locator(".lifted")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator(".sort")).to_have_attribute("aria-pressed", "true")


def test_a_decision_is_said_aloud(room: ROOM) -> None:
    table = room()
    table.deal()
    table.go()
    said = table.page.locator(".bar [aria-live=assertive]")
    expect(said).to_have_text("")
    table.until(lambda hand: hand.to_act == 0, easy)
    expect(said).to_have_text("Your turn. 10 to call. Fold, Call 10, Raise to 20")
    calm(table.page)
    table.page.keyboard.press("c")
    expect(said).to_have_text("")


@pytest.mark.parametrize("mine", [True, False])
def test_only_its_owner_closes_a_table(room: ROOM, mine: bool) -> None:
    table = room()
    page = table.page
    table.owner = "u0" if mine else "u3"
    asked: list[Any] = []
    table.answers["/api/tables/t1/close"] = lambda request: asked.append(json.loads(request.post_data)) or {}
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Close this table")).to_have_count(int(mine))
    if mine:
        page.get_by_role("button", name="Close this table").click()
        page.get_by_role("button", name="Cancel").click()
        assert asked == []
        menu(page, "Close this table")
        page.get_by_role("button", name="Close the table").click()
        expect(page.get_by_role("status")).to_contain_text("when the hand is over")
        assert asked == [{}]


def test_leaving_a_hand_is_asked_about(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    menu(page, "Leave the table")
    page.keyboard.press("Escape")
    assert [message for message in table.said if message["t"] == "leave"] == []
    menu(page, "Leave the table")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert len([message for message in table.said if message["t"] == "leave"]) == 1
