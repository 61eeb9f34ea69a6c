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
