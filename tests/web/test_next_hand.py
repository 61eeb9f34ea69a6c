"""Against bots alone, the viewer skips to the next hand and chooses the bots' speed; among people they cannot."""

import pytest
from playwright.sync_api import expect

from standpat.engine.action import Fold
from web.conftest import ROOM


@pytest.mark.parametrize("alone", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_who_plays_bots_skips_to_the_next_hand(room: ROOM, alone: bool) -> None:
    table = room()
    page = table.page
    table.bots = range(1, 6) if alone else range(2, 6)
    table.deal()
    table.go()
    button = page.get_by_role("button", name="Next hand")
    page.locator(".menu-opener").click()
    speed = page.get_by_role("combobox", name="Bot speed")
    expect(speed).to_be_visible(visible=alone)
    if alone:
        speed.select_option(label="Fast")
    page.locator(".menu-opener").click()
    table.play(Fold(), Fold(), Fold())  # the viewer is next
    expect(page.locator(".bar.mine")).to_be_visible()
    expect(button).to_be_hidden()
    page.keyboard.press("n")
    table.play(Fold())
    expect(button).to_be_visible(visible=alone)
    page.wait_for_timeout(450)
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(button).to_be_hidden()
    said = [{**message, "id": 0, "key": ""} for message in table.said]
    choice = {"t": "bot-speed", "id": 0, "speed": "fast", "key": ""}
    assert said == ([choice, {"t": "skip", "id": 0, "hand_no": 42, "key": ""}] if alone else [])
    table.play(Fold())
    expect(page.locator(".awards li").first).to_be_visible()
    expect(button).to_be_hidden()  # the hand was skipped already
    table.deal()
    table.play(Fold(), Fold(), Fold(), Fold())
    expect(button).to_be_visible(visible=alone)
