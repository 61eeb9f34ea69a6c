"""Emotes: sent with two keys, shown at the plate for a moment, and not from people who are muted."""

import time
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from standpat.protocol.room import Emote
from web.conftest import ROOM

pytestmark = pytest.mark.extended


def test_an_emote_is_sent_and_those_of_others_are_shown_for_a_moment(room: ROOM) -> None:
    at = room()
    at.apart = True
    page = at.page
    at.deal(tell=False)
    at.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    assert page.evaluate("import('/web/js/table/emotes.js').then(({ EMOTES }) => EMOTES)") == list(get_args(Emote))
    page.keyboard.press("e")
    dialog = page.get_by_role("dialog", name="Send an emote")
    expect(dialog.get_by_role("button", name="Well snowed")).to_have_attribute("aria-keyshortcuts", "2")
    page.keyboard.press("2")
    expect(dialog).to_be_hidden()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Send an emote").click()
    dialog.get_by_role("button", name="Ouch!").click()
    assert [message["emote"] for message in at.said if message["t"] == "emote"] == ["well-snowed", "ouch"]

    def emote(seat: int, what: str, ago: float = 0.0, user: str = "") -> None:
        at.v += 1
        frame: dict[str, Any] = {"t": "emote", "v": at.v, "at": time.time() - ago, "seat": seat, "emote": what}
        at.send(frame | {"user": user or f"u{seat}"})

    signs = page.locator(".emote:visible")
    box = page.locator(".seat[data-place='1'] .plate").bounding_box()
    emote(2, "ouch", ago=30)  # missed while the connection was lost
    emote(3, "dance")  # of a later version
    emote(4, "ouch", user="u9")  # who has left
    emote(1, "nice-hand")
    expect(signs).to_have_text(["Nice hand"])
    expect(page.locator("p.unseen[aria-live=polite]").get_by_text("Marit: Nice hand")).to_be_attached()
    assert page.locator(".seat[data-place='1'] .plate").bounding_box() == box
    expect(signs).to_have_count(0)

    page.evaluate("import('/web/js/common/settings.js').then(({ change }) => change({ muted: ['u1'] }))")
    emote(1, "wow")
    emote(2, "wow")
    expect(signs).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look and alerts").click()
    page.get_by_label("Show emotes of other players").uncheck()
    page.keyboard.press("Escape")
    expect(signs).to_have_count(0)
    emote(3, "wow")
    emote(0, "thank-you")  # one's own is shown
    expect(signs).to_have_text(["Thank you"])


def test_who_has_no_seat_sends_none(room: ROOM) -> None:
    at = room(watches=True)
    at.deal(tell=False)
    at.go()
    expect(at.page.locator(".seat .back").first).to_be_visible()
    at.page.keyboard.press("e")
    at.page.get_by_role("tab", name="Chat").click()
    expect(at.page.get_by_role("button", name="Send an emote")).to_have_count(0)
    expect(at.page.locator("dialog[open]")).to_have_count(0)
