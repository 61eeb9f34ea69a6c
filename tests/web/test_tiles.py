"""The page "My tables": keys act on the focused table, and the next one to act is where the clock ends first."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from web.conftest import PAGE
from web.fake_room import FakeRoom
from web.test_table import to_me

pytestmark = pytest.mark.extended

NAMES = {"t1": "Rosenkrantz", "t2": "Willow", "t3": "Juniper", "t4": "Larch"}
SECONDS = {"t1": 19.0, "t2": 9.0, "t3": 14.0, "t4": 20.0}


HEARD = """() => {
  window.notes = 0;
  const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const part = () => ({ gain, frequency: {}, connect: (next) => next, start: () => (window.notes += 1), stop() {} });
  const context = { state: "running", currentTime: 0, resume() {}, createOscillator: part, createGain: part };
  window.AudioContext = function () { return context; };
}"""
SOUND = """([id, name]) => {
  document.querySelector(`[data-id=${id}] iframe`).dispatchEvent(new CustomEvent("tile-sound", { detail: name }));
  return window.notes;
}"""


class Tables(FakeRoom):
    """Several tables with the same hand, whose clocks differ."""

    def __init__(self, page: Any, seats: tuple[str, ...], **how: Any) -> None:
        super().__init__(page, **how)
        self.acted: list[str] = []
        listed = [{"id": id, "name": name} for id, name in NAMES.items()]
        self.answers["/api/tables"] = {"tables": listed}
        me = {"user": "u0", "name": "You", "role": "guest", "chips": 5000}
        self.answers["/api/me"] = {**me, "seats": [{"table": id, "seat": 0} for id in seats]}

    def _open(self, socket: WebSocketRoute) -> None:
        self.seconds = SECONDS.get(self.table(socket), 20.0)
        super()._open(socket)

    def table(self, socket: WebSocketRoute) -> str:
        return socket.url.split("/")[4]

    def send(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "hello":
            frame["table"]["name"] = NAMES[self.table(self.sockets[-1])]
        super().send(frame)

    def _receive(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        if message["t"] == "act":
            self.acted.append(self.table(socket))
            message = {**message, "t": "show"}  # noted, and the hand stays
        super()._receive(socket, message)


def test_keys_act_on_the_table_in_front_and_the_next_one_is_where_the_clock_ends_first(new_page: PAGE) -> None:
    at = Tables(new_page(), ("t1", "t2", "t3"))
    page = at.page
    at.deal(tell=False)
    to_me(at)
    at.go("/my-tables")
    tile = {id: page.locator(f".tile[data-id={id}]") for id in ("t1", "t2", "t3", "t4")}
    for id in ("t1", "t2", "t3"):
        expect(tile[id]).to_have_attribute("aria-label", f"{NAMES[id]}: your turn")
        expect(page.frame_locator(f".tile[data-id={id}] iframe").locator(".bar.mine:not(.waking)")).to_be_visible()
    expect(page).to_have_title("● Your turn – Rosenkrantz, Willow, Juniper")
    page.keyboard.press("f")  # no table has the keyboard yet
    page.keyboard.press("t")
    expect(tile["t2"]).to_have_class("tile mine current focused")
    page.keyboard.press("f")
    expect(tile["t2"]).to_have_class("tile current focused")  # its light is off
    page.keyboard.press("t")
    expect(tile["t3"]).to_have_class("tile mine current focused")
    page.keyboard.press("t")
    expect(tile["t1"]).to_have_class("tile mine current focused")
    page.keyboard.press("c")
    page.wait_for_function("document.querySelectorAll('.tile.mine').length === 1")
    assert at.acted == ["t2", "t1"]

    # A key that is chosen in a tile counts in all of them and on the page.
    page.evaluate("""localStorage["standpat.settings"] = '{"keys": {"next-table": "y"}}'""")
    frame = page.frames[1]
    frame.evaluate("import('/web/js/common/settings.js').then(({ change }) => change({ keys: { 'next-table': 'y' } }))")
    expect(page.locator(".next-table kbd")).to_have_text("Y")

    # A table to watch, and one taken off: both are remembered, and a fifth is not offered.
    page.locator(".add").select_option("t4")
    expect(page.locator(".tile")).to_have_count(4)
    expect(page.locator(".add")).to_be_disabled()
    tile["t1"].get_by_role("button", name="Take off this page").click()
    expect(page.locator(".toast")).to_have_text("You keep your seat at Rosenkrantz")
    page.reload()
    expect(page.locator(".tile h2")).to_have_text(["Willow", "Juniper", "Larch"])
    assert [message["t"] for message in at.said if message["t"] in ("leave", "sit")] == []


def test_the_way_to_the_page_is_shown_to_who_sits_at_several_tables(new_page: PAGE) -> None:
    at = Tables(new_page(), ("t1", "t2"))
    page = at.page
    at.deal(tell=False)
    at.go("/")
    expect(page.locator(".head .mine")).to_have_text("My tables")
    at.go("/tables/t1")
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    expect(page.get_by_role("link", name="My tables")).to_have_attribute("href", "/my-tables")
    at.answers["/api/me"] = {"user": "u0", "seats": [{"table": "t1", "seat": 0}]}
    menu.click()
    menu.click()
    expect(page.get_by_role("link", name="My tables")).to_be_hidden()


def test_tables_are_shown_by_seats_and_choices_at_most_four(script: Callable[..., Any]) -> None:
    shown = """const { tablesToShow } = await load("tiles/chosen_tables"); return tablesToShow(...given);"""
    assert script(shown, [["a", "b"], {"added": ["c", "a"], "removed": ["b"]}]) == ["a", "c"]
    assert script(shown, [["a", "b", "c", "d", "e"], {"added": ["x"], "removed": []}]) == ["a", "b", "c", "d"]
    stored = """localStorage["standpat.tiles"] = given;
        const { chosenTables } = await load("tiles/chosen_tables"); return chosenTables();"""
    for nonsense in ("null", "7", "{", '{"added": 7, "removed": [1, null]}'):
        assert script(stored, nonsense) == {"added": [], "removed": []}
    following = """const { nextToAct } = await load("tiles/next_to_act"); return nextToAct(...given)?.id ?? null;"""

    def tile(id: str, ends: float, mine: bool = True) -> dict[str, Any]:
        return {"id": id, "state": {"mine": mine, "ends": ends}}

    tiles = [tile("a", 30), tile("b", 10), tile("c", 5, mine=False), tile("d", 20), {"id": "e", "state": None}]
    assert [script(following, [tiles, current]) for current in ("", "b", "d")] == ["b", "d", "b"]
    assert script(following, [[tile("a", 30)], "a"]) == "a"
    assert script(following, [[tile("a", 30, mine=False)], "a"]) is None


def test_a_phone_shows_one_table_and_the_lights_of_the_others(new_page: PAGE) -> None:
    at = Tables(new_page(phone=True, locale="nb-NO"), ("t1", "t2"))
    page = at.page
    page.add_init_script(f"({HEARD})()")
    at.deal(tell=False)
    to_me(at)
    at.go("/my-tables")
    strip = page.get_by_role("navigation", name="Bordene mine")
    expect(strip.locator(".mine .left")).to_have_count(2)
    expect(page.locator(".tile:visible")).to_have_count(1)
    strip.get_by_role("button", name="Willow: din tur").click()
    expect(page.locator(".tile.current")).to_have_attribute("data-id", "t2")
    expect(page.locator(".tile[data-id=t1]")).to_have_attribute("inert", "")
    assert page.evaluate(SOUND, ["t1", "chip"]) == 0  # not the table in front
    assert page.evaluate(SOUND, ["t2", "chip"]) == 2  # two notes
    assert page.evaluate(SOUND, ["t1", "turn"]) == 4
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Meny", exact=True).click()
    page.get_by_role("button", name="Fjern bordet fra siden").click()
    expect(page.locator(".tile:visible")).to_have_attribute("data-id", "t1")


def test_a_frame_without_a_table_is_taken_off(new_page: PAGE) -> None:
    at = Tables(new_page(), ("t1", "t2"))
    at.missing.add("/tables/t2/tile")
    at.deal(tell=False)
    at.go("/my-tables")
    expect(at.page.locator(".tile")).to_have_count(1)
