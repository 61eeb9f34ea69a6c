"""The looks that people choose, and how they are told that it is their turn."""

import pytest
from playwright.sync_api import expect

from standpat.engine.games import Stakes, game
from web.conftest import ROOM
from web.test_table import easy

pytestmark = pytest.mark.extended

ASKED = """() => {
  window.told = [];
  window.Notification = class { constructor(text) { window.told.push(text); } close() {} };
  Notification.permission = "default";
  Notification.requestPermission = async () => (Notification.permission = window.answer);
  navigator.vibrate = (time) => window.told.push(time);
}"""


@pytest.mark.slow
def test_looks_are_kept_and_alerts_are_asked_for_by_a_click_alone(room: ROOM) -> None:
    at = room()
    at.apart = True
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


def test_buttons_for_bet_sizes_offer_the_shares_that_were_chosen_for_the_round(room: ROOM) -> None:
    """Stored values that are no shares count as the usual ones; the buttons change while the dialog is open."""
    rules = game("27sd", house="cardroom", draws="immediate")
    at = room(record=rules, stakes=Stakes(5, 10), stacks=(400, 400, 400))
    page = at.page
    page.add_init_script("""localStorage["standpat.settings"] ??= '{"sizesBefore": ["lots", null], "sizesAfter": 7}'""")
    at.deal(tell=False)
    at.go()
    buttons, amount = page.locator(".preset"), page.locator(".sizing .amount")
    expect(buttons).to_have_text(["Min", "½ pot", "Pot", "Max"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look and alerts").click()
    dialog = page.get_by_role("dialog", name="Look and alerts")
    dialog.get_by_label("Before the draw, button 1").select_option("⅔ pot")
    dialog.get_by_label("After a draw, button 2").select_option("1½ pot")
    expect(buttons).to_have_text(["Min", "⅔ pot", "Pot", "Max"])
    dialog.get_by_role("button", name="Close").click()
    buttons.nth(1).click()
    expect(amount).to_have_value("27")  # 10 to call, and two thirds of the 25 that are there after a call
    page.reload()
    expect(buttons).to_have_text(["Min", "⅔ pot", "Pot", "Max"])
    at.until(lambda hand: hand.street == 1 and not hand.drawing and hand.to_act == 0, easy)
    expect(buttons).to_have_text(["Min", "½ pot", "1½ pot", "Max"])
    buttons.nth(2).click()
    expect(amount).to_have_value("45")  # one and a half of 30
