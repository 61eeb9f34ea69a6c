"""The looks that people choose, and how they are told that it is their turn."""

import pytest
from playwright.sync_api import expect

from web.conftest import ROOM

pytestmark = pytest.mark.extended

ASKED = """() => {
  window.told = [];
  window.Notification = class { constructor(text) { window.told.push(text); } close() {} };
  Notification.permission = "default";
  Notification.requestPermission = async () => (Notification.permission = window.answer);
  navigator.vibrate = (time) => window.told.push(time);
}"""


def test_looks_are_kept_and_alerts_are_asked_for_by_a_click_alone(room: ROOM) -> None:
    at = room()
    page = at.page
    page.add_init_script(f"({ASKED})(); window.answer = sessionStorage.answer ?? 'denied';")
    at.deal(tell=False)
    at.go()
    suit, root = page.locator(".own-cards .card.d, .own-cards .card.c").first, page.locator("html")
    before = suit.evaluate("node => getComputedStyle(node).color")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look and alerts").click()
    dialog = page.get_by_role("dialog", name="Look and alerts")
    dialog.get_by_role("radio", name="Two colours").check()
    dialog.get_by_role("radio", name="Slate").check()
    dialog.get_by_role("radio", name="Lattice").check()
    assert suit.evaluate("node => getComputedStyle(node).color") != before
    backs = page.locator(".seat .back").first
    assert "repeating-linear-gradient" in backs.evaluate("node => getComputedStyle(node).backgroundImage")

    notify = dialog.get_by_label("Notify me")
    notify.click()
    expect(dialog.get_by_role("status")).to_contain_text("does not allow notifications")
    expect(notify).not_to_be_checked()
    page.evaluate("window.answer = 'granted'")
    notify.click()
    expect(notify).to_be_checked()
    dialog.get_by_label("Vibrate").check()
    assert page.evaluate("window.told") == []
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.evaluate("import('/web/js/table/turn_alert.js').then((alert) => alert.tellTurn('Your turn'))")
    page.wait_for_function("window.told.length === 2")
    assert page.evaluate("window.told") == [150, "Your turn"]

    page.reload()
    expect(root).to_have_attribute("data-deck", "two")
    expect(root).to_have_attribute("data-felt", "slate")
    expect(root).to_have_attribute("data-back", "lattice")
