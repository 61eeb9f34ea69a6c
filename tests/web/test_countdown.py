"""The clocks: the time left is visible, that of the bank too, and a table where time does not matter costs nothing."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.fake_room import FakeRoom
from web.test_table import to_me

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
FILL = """node => {
  const fill = node.querySelector("i");
  const [bar, part] = [node.getBoundingClientRect(), fill.getBoundingClientRect()];
  const colour = (what) => getComputedStyle(what).backgroundColor;
  return { share: part.width / bar.width, fill: colour(fill), bar: colour(node), left: node.dataset.left };
}"""


def work(page: Page, seconds: float) -> dict[str, float]:
    """The work of the page's own thread during this time."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def counts() -> dict[str, float]:
        return {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}

    before, began = counts(), time.monotonic()
    page.wait_for_timeout(1000 * seconds)
    after, took = counts(), time.monotonic() - began
    session.detach()
    return {name: (after[name] - before[name]) / took for name in ("RecalcStyleCount", "LayoutCount")}


def test_the_own_time_bank_is_seen(room: ROOM) -> None:
    table = room(seconds=-6.0)
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    expect(page.locator(".time.bank")).to_have_attribute("data-left", "24")
    clock = page.locator(".time").evaluate(FILL)
    assert 0.6 < clock["share"] < 0.82  # of thirty seconds
    assert clock["fill"] != clock["bar"]
    assert clock["fill"] == "rgb(174, 35, 22)"  # the light theme's red
    ring = page.locator(".seat[data-place='0'] .ring.bank")
    assert 0.6 < float(ring.evaluate("node => node.style.getPropertyValue('--share')")) < 0.82


def test_the_own_time_is_seen(room: ROOM) -> None:
    table = room(seconds=9.0)
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    expect(page.locator(".time:not(.bank)")).to_have_attribute("data-left", "8")
    clock = page.locator(".time").evaluate(FILL)
    assert 0.2 < clock["share"] < 0.45
    assert clock["fill"] == "rgb(242, 184, 75)"


def test_a_clock_that_ran_out_of_time_goes_on_with_the_bank(room: ROOM) -> None:
    table = room(seconds=2.0)
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    expect(page.locator(".time.bank")).to_have_attribute("data-left", "29")
    assert page.locator(".time").evaluate(FILL)["share"] > 0.9


def test_an_idle_table_does_nothing(room: ROOM) -> None:
    table = room(still=False)
    page = table.page
    table.go()
    expect(page.locator(".seat .plate").first).to_be_visible()
    page.wait_for_timeout(500)
    idle = work(page, 2)
    assert idle["RecalcStyleCount"] < 2, idle  # it was 60 a second
    assert idle["LayoutCount"] < 2, idle


def test_a_clock_costs_a_few_drawings_a_second(room: ROOM) -> None:
    table = room(still=False)
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".seat.turn")).to_be_visible()
    page.wait_for_timeout(1000)
    thinking = work(page, 3)
    assert 1 < thinking["RecalcStyleCount"] < 12, thinking
