"""What a regular has the table do for them: asked for in the menu, and shown as the server tells it."""

from playwright.sync_api import expect

from web.conftest import ROOM


def test_sitting_out_at_the_big_blind_is_a_switch(room: ROOM) -> None:
    """It follows what the server tells, also after a refusal, and is there only for those who play."""
    table = room()
    page = table.page
    table.deal()
    table.go()
    page.locator(".menu-opener").click()
    switch = page.get_by_role("checkbox", name="Sit out next big blind")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()  # the server has not said so
    table.send({"t": "plans", "out_at_big": True})
    expect(switch).to_be_checked()
    expect(page.locator(".menu-panel")).to_be_visible()
    table.refuse["sit-out"] = "trouble"
    switch.click()
    expect(page.locator(".toast")).not_to_be_empty()
    expect(switch).to_be_checked()
    asked = [{name: message[name] for name in ("t", "on", "when")} for message in table.said]
    assert asked == [{"t": "sit-out", "on": on, "when": "big-blind"} for on in (True, False)]
    seats = [{**seat, "state": "sitting-out"} for seat in table.seats()]
    table.v += 1
    table.send({"t": "seats", "v": table.v, "seats": seats, "button": 0})
    expect(switch).to_be_hidden()


def test_straddling_and_chopping_are_switches_at_tables_that_have_them(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    page.locator(".menu-opener").click()
    switch = page.get_by_role("checkbox", name="Straddle when I may")
    expect(switch).to_be_hidden()
    table.straddle = True
    table.send_hello()
    expect(switch).not_to_be_checked()
    switch.click()
    table.send({"t": "plans", "straddles": True})
    expect(switch).to_be_checked()
    chop = page.get_by_role("checkbox", name="Chop when folded to us")
    expect(chop).to_be_hidden()
    table.chop = True
    table.send_hello()
    chop.click()
    table.send({"t": "plans", "chops": True})
    expect(chop).to_be_checked()
    asked = [(message["t"], message["on"]) for message in table.said]
    assert asked == [("straddle", True), ("chop", True)]


def test_a_break_keeps_the_seat_until_a_time_that_all_see(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    dialog = page.get_by_role("dialog", name="Take a break")

    def open_dialog() -> None:
        page.locator(".menu-opener").click()
        page.get_by_role("button", name="Take a break").click()

    table.refuse["break"] = "not-possible"
    open_dialog()
    expect(dialog.get_by_text("once a day")).to_be_visible()
    dialog.get_by_role("button", name="60 min").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    table.refuse.clear()
    dialog.get_by_role("button", name="30 min").click()
    expect(dialog).to_be_hidden()
    asked = [(message["t"], message["minutes"]) for message in table.said]
    assert asked == [("break", 60), ("break", 30)]
    by = page.evaluate("new Date(2026, 10, 23, 21, 40).getTime() / 1000")
    seats = [seat | {"state": "sitting-out", "back_by": by} if seat["seat"] < 2 else seat for seat in table.seats()]
    table.hand = None
    table.v += 1
    table.send({"t": "snapshot", "v": table.v, "seats": seats, "button": 0, "hand": None, "last_hands": [], "chat": []})
    plates = page.locator(".seat .last")
    expect(plates.filter(has_text="Back by 21:40")).to_have_count(2)
    page.locator(".menu-opener").click()
    expect(page.get_by_role("button", name="Take a break")).to_be_hidden()


def test_chips_are_bought_by_a_rule(room: ROOM) -> None:
    """Two numbers at most; what the server tells of it is said, and the next rule begins with it."""
    table = room()
    page = table.page
    table.deal()
    table.go()
    dialog = page.get_by_role("dialog", name="Buy chips automatically")
    when, to = dialog.get_by_role("combobox"), dialog.get_by_label("Up to")
    fewer = dialog.get_by_role("spinbutton", name="Fewer than", include_hidden=True)

    def open_dialog(says: str) -> None:
        page.locator(".menu-opener").click()
        page.get_by_role("button", name="Add chips").click()
        page.get_by_role("button", name=says, exact=True).click()

    open_dialog("Automatic: off")
    expect(fewer).to_be_hidden()
    expect(to).to_be_hidden()
    when.select_option("When I have no chips left")
    expect(fewer).to_be_hidden()
    to.fill("801")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_visible()  # more than the table's buy-in
    to.fill("500")
    table.refuse["auto-buy"] = "not-possible"
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    table.refuse.clear()
    when.select_option("When I have fewer than …")
    fewer.fill("250")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    table.send({"t": "plans", "out_at_big": False, "auto_buy": {"to": 500, "below": 250}, "bought": 300, "stopped": ""})
    expect(page.locator(".toast")).to_have_text("You bought 300 chips automatically")
    open_dialog("Automatic: up to 500")
    expect(when).to_have_value("few")
    expect(fewer).to_have_value("250")
    when.select_option("Never")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    asked = [message["rule"] for message in table.said]
    assert asked == [{"to": 500, "below": 1}, {"to": 500, "below": 250}, None]
    for why, text in (("no-chips", "Your wallet has too few chips"), ("buy-in", "The table's buy-in has changed")):
        table.send({"t": "plans", "out_at_big": False, "auto_buy": None, "bought": 0, "stopped": why})
        expect(page.locator(".toast")).to_contain_text(text)
