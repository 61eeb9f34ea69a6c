"""The host's panel and the line of requests: what each control sends, and who sees what."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from standpat.engine.games import Stakes, game
from standpat.engine.house import HOUSES, changed
from standpat.room.tables.table import SPEEDS
from web.conftest import PAGE
from web.fake_room import FakeRoom
from web.test_session import session

pytestmark = pytest.mark.extended

SEATS = {"27td": 6, "a5td": 6, "drawmaha": 5}
GAMES = {id: {"id": id, "name": id, "max_seats": seats, "betting": "fixed-limit"} for id, seats in SEATS.items()}
OPTIONS = {
    "games": GAMES,
    "houses": [{"name": name} for name in HOUSES],
    "speeds": {name: {"act": clock.act} for name, clock in SPEEDS.items()},
    "bots": ["rule", "caller"],
    "rotation": {"lasts": {"orbits": 20, "hands": 200}, "games": 20, "picked_by": ["list", "button"]},
}
ACTS = "pause newcomer approval remove end-break move adjust change co-host hand-over accept bots bar password close"
HOST: dict[str, Any] = {"co_hosts": [], "approval": False, "paused": None, "coming": None}
GUS = {"user": "u30", "name": "Gus", "buy_in": 400, "until": 9e9}


class Hosted:
    """A table whose requests are noted, as (path after the table, body)."""

    def __init__(self, page: Page, owner: str = "u0", **how: Any) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.room = FakeRoom(page, **how)
        self.room.owner = owner
        self.room.answers["/api/options"] = OPTIONS
        for what in ACTS.split():
            self.room.answers[f"/api/tables/t1/{what}"] = self.note
        self.room.answers["/api/tables/t1/barred"] = {"barred": [{"user": "u8", "name": "Sverre"}]}
        self.room.deal(tell=False)
        self.room.go()
        expect(page.locator(".seat .name").first).not_to_have_text("")

    def note(self, request: Any) -> dict[str, Any]:
        self.asked.append((request.url.rsplit("/", 1)[1], json.loads(request.post_data)))
        return {}

    def tell(self, **host: Any) -> None:
        self.room.v += 1
        self.room.send({"t": "host", "v": self.room.v, "host": {**HOST, **host}})

    def last(self, press: Locator) -> tuple[str, Any]:
        """What is sent when a control is pressed."""
        before = len(self.asked)
        with self.room.page.expect_response(
            lambda answer: answer.request.method == "POST" and "/api/tables/t1/" in answer.url
        ):
            press.click()
        assert len(self.asked) == before + 1
        return self.asked[-1]


def test_a_host_does_everything_in_one_place(new_page: PAGE) -> None:
    at = Hosted(new_page(), empty=(4,))
    page = at.room.page
    line = page.get_by_role("region", name="Requests")
    opener = page.get_by_role("button", name="Host", exact=True)

    at.room.send({"t": "waiting", "newcomers": [GUS, {**GUS, "user": "u31", "name": "Ida"}]})
    expect(line).to_contain_text("Gus wants to sit with 400")
    expect(line.get_by_label("1 more waits")).to_be_visible()
    expect(opener).to_have_class("host-opener unread")
    assert at.last(line.get_by_role("button", name="Approve")) == ("newcomer", {"user": "u30", "yes": True})
    at.room.send({"t": "waiting", "newcomers": [{**GUS, "user": "u31", "name": "Ida"}]})
    expect(line).to_contain_text("Ida")
    assert at.last(line.get_by_role("button", name="Refuse")) == ("newcomer", {"user": "u31", "yes": False})
    at.room.send({"t": "waiting", "newcomers": []})
    expect(line).to_be_hidden()

    opener.focus()
    page.keyboard.press("Space")
    panel = page.get_by_role("dialog", name="Host", exact=True)
    assert at.last(panel.get_by_role("button", name="Pause")) == ("pause", {"on": True})
    at.tell(paused={"by": "You", "since": 0.0, "until": 7200.0, "left": 9.0})
    assert at.last(panel.get_by_role("button", name="Resume")) == ("pause", {"on": False})

    panel.locator("summary", has_text="Halvor").click()
    halvor = panel.locator(".host-players li", has_text="Halvor")
    halvor.get_by_label("Chips").fill("250")
    halvor.get_by_role("button", name="Give chips").click()
    assert at.asked[-1][0] == "pause"  # a reason is missing
    halvor.get_by_label("Reason").fill("rebuy, cash")
    at.tell(co_hosts=[{"user": "u2", "name": "Halvor"}])  # what is typed stays
    given = at.last(halvor.get_by_role("button", name="Give chips"))
    assert given == ("adjust", {"user": "u2", "amount": 250, "reason": "rebuy, cash"})
    expect(halvor.get_by_role("status")).to_have_text("Halvor gets 250 chips when the hand is over")
    halvor.get_by_label("Chips").fill("40")
    halvor.get_by_label("Reason").fill("a mistake")
    assert at.last(halvor.get_by_role("button", name="Take chips"))[1]["amount"] == -40
    assert at.last(halvor.get_by_role("button", name="Move", exact=True)) == ("move", {"user": "u2", "seat": 4})
    no_more = halvor.get_by_role("button", name="No longer co-host")
    assert at.last(no_more) == ("co-host", {"user": "u2", "on": False})
    end = halvor.get_by_role("button", name="End the break")
    expect(end).to_be_hidden()
    seats = [seat | {"back_by": 9e9} if seat["seat"] == 2 else seat for seat in at.room.seats()]
    at.room.v += 1
    at.room.send({"t": "seats", "v": at.room.v, "seats": seats, "button": 0})
    assert at.last(end) == ("end-break", {"user": "u2"})
    assert at.last(halvor.get_by_role("button", name="Remove")) == ("remove", {"user": "u2"})
    halvor.get_by_role("button", name="Hand the table over").click()
    page.get_by_role("button", name="Cancel").click()
    assert at.asked[-1][0] == "remove"
    halvor.get_by_role("button", name="Hand the table over").click()
    assert at.last(page.get_by_role("button", name="Hand over")) == ("hand-over", {"user": "u2"})
    halvor.get_by_role("button", name="Ban").click()
    ban = page.get_by_role("dialog", name="Ban Halvor from this table?").get_by_role("button", name="Ban")
    assert at.last(ban) == ("bar", {"user": "u2", "barred": True})

    panel.locator("summary", has_text="Game and stakes").click()
    one = panel.get_by_role("combobox", name="Game", exact=True)
    expect(one.locator("option")).to_have_text(["2-7 Triple Draw", "A-5 Triple Draw"])
    go = panel.get_by_role("button", name="Change from the next hand")
    go.click()
    expect(panel.get_by_text("Nothing has been changed")).to_be_visible()
    one.select_option("a5td")
    panel.get_by_role("spinbutton", name="Big blind").fill("20")
    panel.get_by_label("Maximum buy-in").fill("2000")
    panel.get_by_role("combobox", name="Speed", exact=True).select_option("fast")
    assert at.last(go) == ("change", {"game": "a5td", "big_blind": 20, "speed": "fast", "buy_in": [100, 2000]})
    at.tell(coming={"stakes": None, "buy_in": [100, 2000], "act": 10, "game": "a5td", "house": None})
    expect(panel.get_by_text("From the next hand: A-5 Triple Draw")).to_be_visible()

    panel.get_by_label("Format").select_option("list")
    panel.get_by_label("Game 2").select_option("a5td")
    body = at.last(go)[1]
    games = [{"game": "27td"}, {"game": "a5td"}]
    rotation = {"games": games, "lasts": "orbits", "every": 1, "picked_by": "list"}
    assert body == {"small_blind": 5, "big_blind": 20, "ante": 0, "rotation": rotation}
    panel.get_by_label("Format").select_option("one")
    assert at.last(go)[1] == {"small_blind": 5, "big_blind": 20, "ante": 0, "game": "a5td"}

    rows = [(game("27td"), Stakes.limit(20)), (game("a5td", house="wsop", cap=None), Stakes.limit(50, 2))]
    mix = [
        {"game": msgspec.to_builtins(one), "changed": changed(one.house), "stakes": msgspec.to_builtins(stakes)}
        for one, stakes in rows
    ]
    coming = {"games": ["27td", "a5td"], "rotation": rotation | {"games": mix, "lasts": "hands", "every": 8}}
    at.tell(coming={"stakes": None, "buy_in": None, "act": None, "game": None, "house": None, **coming})
    panel.locator("summary", has_text="Game and stakes").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Host", exact=True).click()
    panel.locator("summary", has_text="Game and stakes").click()
    expect(panel.locator(".mix button.stakes")).to_have_text(["20/40", "50/100 · ante 2"])
    panel.get_by_label("Each game lasts").fill("9")
    own = {"small_blind": 25, "big_blind": 50, "ante": 2, "ante_by": "everyone"}
    sent = {"lasts": "hands", "every": 9, "picked_by": "list"}
    first = {"game": "27td", "house": "online"}
    second = {"house": "wsop", "options": {"cap": None}}
    assert at.last(go)[1]["rotation"] == {"games": [first, {"game": "a5td", **second, **own}], **sent}
    panel.get_by_label("Game 1").select_option("a5td")  # another game has the house rules of the table
    assert at.last(go)[1]["rotation"]["games"][0] == {"game": "a5td"}

    panel.locator("summary", has_text="Who may come in").click()
    expect(panel.get_by_text("Sverre is banned")).to_be_visible()
    assert at.last(panel.get_by_label("Newcomers wait")) == ("approval", {"on": True})
    panel.get_by_label("New password").fill("secret")
    assert at.last(panel.get_by_role("button", name="Set the password")) == ("password", {"password": "secret"})
    assert at.last(panel.get_by_role("button", name="Lift the ban")) == ("bar", {"user": "u8", "barred": False})
    panel.get_by_role("button", name="Close this table").click()
    assert at.last(page.get_by_role("button", name="Close the table")) == ("close", {})
    at.room.answers["/api/tables/t1/session"] = session()
    at.room.sockets[-1].close(code=4404)
    page.get_by_role("button", name="Session and settle-up").click()
    page.wait_for_url("**/tables/t1/session")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_co_host_sees_what_is_theirs(new_page: PAGE) -> None:
    at = Hosted(new_page(phone=True), owner="u1")
    page = at.room.page
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Host this table")).to_have_count(0)
    at.tell(co_hosts=[{"user": "u0", "name": "You"}])
    page.get_by_role("button", name="Host this table").click()
    panel = page.get_by_role("dialog", name="Host", exact=True)
    expect(panel.locator(".fold > summary:visible")).to_have_text(["Players", "Who may come in"])
    expect(panel.get_by_role("button", name="Close this table")).to_be_hidden()
    panel.locator("summary", has_text="Marit").click()
    expect(panel.locator(".deeds button:visible")).to_have_count(0)  # nothing against the owner
    panel.locator("summary", has_text="Halvor").click()
    expect(panel.locator(".deeds button:visible")).to_have_text(["Remove after the hand", "Ban"])
    at.tell()
    expect(panel).to_be_hidden()


def test_a_newcomer_waits_and_is_offered_the_table(new_page: PAGE) -> None:
    at = Hosted(new_page(), owner="u1", watches=True)
    page = at.room.page
    line = page.get_by_role("region", name="Requests")
    at.room.deaf = True  # the answer waits for the host
    dialog = page.get_by_role("dialog", name="Take a seat")
    expect(dialog).to_be_visible()
    dialog.get_by_label("What should we call you?").fill("Sofie")
    with page.expect_response("**/api/me"):
        dialog.get_by_role("button", name="Sit down").click()
    page.wait_for_timeout(100)
    at.room.deaf = False
    at.room.send({"t": "waiting", "newcomers": [{**GUS, "user": "u9"}]})
    expect(line).to_contain_text("Waiting for the host")
    expect(dialog).to_be_hidden()
    assert all(message["t"] != "leave" for message in at.room.said)
    line.get_by_role("button", name="Withdraw").click()
    at.room.send({"t": "waiting", "newcomers": []})
    expect(line).to_be_hidden()
    assert at.room.said[-1]["t"] == "leave"
    at.room.send({"t": "offer", "by": "Marit", "until": 9e9})
    expect(line).to_contain_text("Marit offers you this table")
    assert at.last(line.get_by_role("button", name="Take over")) == ("accept", {"yes": True})
    at.room.send({"t": "offer", "by": "", "until": None})
    expect(line).to_be_hidden()
    at.room.sockets[-1].close(code=4404)
    expect(page.get_by_role("dialog", name="This table is closed").get_by_role("button")).to_have_text(["Lobby"])


def test_a_player_who_is_no_host_changes_their_seat(new_page: PAGE) -> None:
    at = Hosted(new_page(), owner="u1", empty=(4,))
    page = at.room.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Change seat").click()
    dialog = page.get_by_role("dialog", name="Change seat")
    expect(dialog.locator("option")).to_have_count(1)
    expect(dialog.locator("option")).to_contain_text("Seat 5, left of ")
    at.room.answers["/api/tables/t1/move"] = at.note
    assert at.last(dialog.get_by_role("button", name="Move")) == ("move", {"user": "u0", "seat": 4})
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("status").get_by_text("You move with the next hand")).to_be_visible()
