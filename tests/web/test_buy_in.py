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


def test_who_is_asked_for_a_seat_on_arrival(script: Callable[..., Any]) -> None:
    """Those who come to a person's table and do not come from the lobby to watch, while there is room."""
    body = """
      const { asksForSeat } = await load("table/arrival");
      const visit = { referrer: "", origin: "http://standpat.test", declined: false };
      const table = {
        info: { owner: "ann", buy_in: [100, 800], bots: { make_room: true } }, you: { user: "bob", chips: 100 },
        mySeat: null, seats: [{ bot: false }, null],
      };
      const asked = (change, how = {}) => asksForSeat({ ...table, ...change }, { ...visit, ...how });
      const lobby = { referrer: "http://standpat.test/" };
      const full = [{ bot: false }, { bot: true }];
      return [
        asked({}), asked({ you: { user: "ann", chips: 100 } }, lobby), asked({}, { referrer: "https://chat.example/" }),
        asked({ seats: full }),
        asked({}, lobby), asked({}, { declined: true }), asked({ mySeat: 0 }),
        asked({ you: { user: "bob", chips: 99 } }),
        asked({ you: { user: "", chips: 0 } }), asked({ info: { ...table.info, owner: null } }),
        asked({ seats: full, info: { ...table.info, bots: { make_room: false } } }), asked({ seats: [{ bot: false }] }),
      ];
    """
    assert script(body) == [True] * 4 + [False] * 8


@pytest.mark.extended
def test_a_guest_is_named_and_waits_for_the_host(room: ROOM) -> None:
    """Refusals of the name stay in the dialog; what waits for the host can be given up."""
    guest = room(watches=True, empty=(4,), excuse="Failed to load resource")
    guest.owner = "u3"
    guest.approval = True
    refusal = {"code": "not-possible", "text": "", "right": "", "key": "error.name-taken", "args": {"name": "Halvor"}}
    guest.answers["/api/me"] = (400, refusal)
    guest.silent = {"sit"}
    guest.go()
    page = guest.page
    dialog = page.get_by_role("dialog", name="Take a seat")
    name = dialog.get_by_label("What should we call you?")
    expect(name).to_be_focused()
    expect(name).to_have_value("You")
    name.fill("Halvor")
    dialog.get_by_role("button", name="Sit down").click()
    expect(dialog.locator(".trouble")).not_to_have_text("")
    assert guest.said == []
    guest.answers["/api/me"] = {"name": "Sofie"}
    name.fill("Sofie")
    dialog.get_by_role("button", name="Sit down").click()
    expect(dialog.get_by_text("Waiting for the host to let you in")).to_be_visible()
    assert [message["t"] for message in guest.said] == ["sit"]
    dialog.get_by_role("button", name="Just watch").click()
    expect(dialog).to_be_hidden()
    page.wait_for_function("sessionStorage.length === 1")  # not asked again in this tab
    assert [message["t"] for message in guest.said] == ["sit", "leave"]
    page.reload()
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()
    expect(dialog).to_be_hidden()
