"""The suggested buy-in: the same for the first and for later ones, within the table's bounds and the wallet."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.engine.action import Fold
from web.fake_room import FakeRoom

ROOM = Callable[..., FakeRoom]


@pytest.mark.parametrize(
    ("buy_in", "big_blind", "stack", "wallet", "wanted"),
    [
        ((100, 800), 10, 0, 5000, (100, 800, 400)),
        ((100, 800), 10, 0, 250, (100, 800, 250)),
        ((100, 800), 10, 0, 20, (100, 800, 100)),
        ((500, 800), 10, 0, 5000, (500, 800, 500)),
        ((100, 300), 10, 0, 5000, (100, 300, 300)),
        ((100, 800), 10, 150, 5000, (1, 650, 250)),
        ((100, 800), 10, 150, 60, (1, 650, 60)),
        ((100, 800), 10, 500, 5000, (1, 300, 300)),
        ((100, 800), 10, 800, 5000, (1, 1, 1)),
        ((100, 800), 10, 900, 5000, (1, 1, 1)),
    ],
)
def test_what_is_proposed(
    script: Callable[..., Any],
    buy_in: tuple[int, int],
    big_blind: int,
    stack: int,
    wallet: int,
    wanted: tuple[int, int, int],
) -> None:
    table = {"buy_in": buy_in, "stakes": {"big_blind": big_blind}}
    body = """
      const { chipsToBuy } = await load("table/buy_in");
      const { low, high, usual } = chipsToBuy(given.table, given.stack, given.wallet);
      return [low, high, usual];
    """
    assert script(body, {"table": table, "stack": stack, "wallet": wallet}) == list(wanted)


def test_a_rebuy_proposes_what_the_first_buy_in_did(room: ROOM) -> None:
    proposed = []
    watcher = room(watches=True, empty=(4,))
    watcher.go()
    watcher.page.get_by_role("button", name="Sit here").click()
    proposed.append(watcher.page.get_by_role("spinbutton", name="Chips").input_value())
    broke = room()
    broke.deal()
    broke.go()
    expect(broke.page.locator(".own-cards .card")).to_have_count(5)
    broke.until(lambda hand: False, lambda hand: Fold())
    broke.stacks[0] = 0
    broke.v += 1
    seats = [{**seat, "state": "broke"} if seat["seat"] == 0 else seat for seat in broke.seats()]
    broke.send({"t": "seats", "v": broke.v, "seats": seats, "button": 0})
    broke.page.locator(".other.rebuy").click()
    proposed.append(broke.page.get_by_role("spinbutton", name="Chips").input_value())
    assert proposed == ["400", "400"]


def test_who_comes_back_is_proposed_what_they_left_with(script: Callable[..., Any]) -> None:
    """For as long as the room requires it, and as far as the wallet allows."""
    body = """
      const { broughtBack } = await load("table/buy_in");
      const { back } = given;
      const asked = [[back, 9000, 1999], [back, 700, 1999], [back, 9000, 2000], [null, 9000, 1999]];
      return asked.map((of) => broughtBack(...of));
    """
    assert script(body, {"back": {"chips": 1500, "until": 2000}}) == [1500, 700, 0, 0]


def test_the_dialog_says_why(room: ROOM) -> None:
    watcher = room(watches=True, empty=(4,))
    watcher.go()
    expect(watcher.page.get_by_role("button", name="Sit here")).to_be_visible()
    watcher.send({"t": "wallet", "chips": 5000, "back": {"chips": 1500, "until": 4e9}})
    watcher.page.get_by_role("button", name="Sit here").click()
    expect(watcher.page.get_by_role("spinbutton", name="Chips")).to_have_value("1500")
    expect(watcher.page.locator("dialog.buy .note")).to_contain_text("You left this table with 1,500 chips")
