"""The page says which game of a rotation is played and which comes next, and dealer's choice is made there."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from standpat.engine.games import Stakes, game
from web.conftest import PAGE
from web.fake_room import FakeRoom

pytestmark = pytest.mark.extended


@pytest.mark.parametrize(
    ("locale", "passed", "said"),
    [
        ("en-GB", [], "Next: 2-7 Triple Draw, 5/10"),
        ("nb-NO", ["a5td"], "Neste spill: 2-7 Triple Draw, 5/10. For mange spillere til A-5 Triple Draw"),
    ],
)
def test_the_next_game_is_said(new_page: PAGE, locale: str, passed: list[str], said: str) -> None:
    table = FakeRoom(new_page(locale=locale))
    table.go()
    expect(table.page.locator(".seat").first).to_be_visible()
    table.v += 1
    args = {"game": "27td", "small": 5, "big": 10, **({"passed": passed} if passed else {})}
    key = "room.next-game-passed" if passed else "room.next-game"
    table.send({"t": "notice", "v": table.v, "key": key, "args": args})
    expect(table.page.get_by_text(said)).to_be_visible()


GAMES = ("27td", "27sd", "a5td")
PLACE = {"number": 3, "index": 0, "dealt": 3, "hands": 8, "ends": None, "next": 1, "chooser": None, "deadline": None}


def mixed(table: FakeRoom, picked_by: str = "list", **place: Any) -> dict[str, Any]:
    """Give the table a rotation. Returns its place."""
    stakes = {id: Stakes.limit(10) for id in GAMES} | {"27sd": Stakes(2, 5, 5, "big-blind")}
    games = [{"game": game(id), "changed": {}, "stakes": stakes[id]} for id in GAMES]
    now = {**PLACE, "offered": [], **place}
    table.rotation = {
        "games": msgspec.to_builtins(games),
        "lasts": "hands",
        "every": 8,
        "picked_by": picked_by,
        "place": now,
    }
    return now


def moved(table: FakeRoom, **place: Any) -> None:
    assert table.rotation is not None
    table.v += 1
    now = table.rotation["place"] | place
    table.send({"t": "rotation", "v": table.v, "server_time": time.time(), "place": now})


def test_words_for_a_rotation(script: Callable[..., Any]) -> None:
    body = """
      const { nextText, progressText, stakesText } = await load("table_view/rotation_text");
      const say = Object.assign((key, values) => [key, ...Object.values(values ?? {})].join("|"),
        { has: () => false, number: String, code: "nb" });
      const games = [{ game: { id: "a", name: "A" } }, { game: { id: "b", name: "B" } }];
      const at = (place, picked_by = "list") => ({
        games, picked_by, place: { number: 2, hands: null, ends: null, next: null, ...place },
      });
      const limit = { betting: "fixed-limit", bets: [1, 1, 2, 2] };
      const free = { betting: "no-limit", bets: [1, 1] };
      return [
        progressText(at({ hands: 8, dealt: 3 }), say),
        progressText(at({ hands: 8, dealt: 3, number: 0 }), say),
        progressText(at({ ends: new Date(2026, 10, 23, 20, 15).getTime() / 1000 }), say),
        progressText(at({}), say),
        nextText(at({ next: 1 }), say), nextText(at({}), say),
        nextText(at({}, "button"), say), nextText(at({ next: 0 }, "button"), say),
        stakesText(limit, { small_blind: 5, big_blind: 10, ante: 0 }, say),
        stakesText(free, { small_blind: 2, big_blind: 5, ante: 5, ante_by: "big-blind" }, say),
        stakesText(free, { small_blind: 2, big_blind: 5, ante: 1, ante_by: "everyone" }, say),
      ];
    """
    assert script(body) == [
        "page.rotation.hand|3|8",
        "",
        "page.rotation.until|20:15",
        "",
        "page.rotation.then|B",
        "",
        "page.rotation.dealers-choice",
        "page.rotation.then|A",
        "10/20",
        "2/5 · lobby.ante-table 5",
        "2/5 · lobby.ante 1",
    ]


def test_the_player_with_the_choice_button_picks_the_next_game(new_page: PAGE) -> None:
    """By the keyboard, with the time that is left; what the room refuses is taken back. Others see who picks."""
    table = FakeRoom(new_page())
    mixed(table, "button", next=None)
    table.deal(tell=False)
    table.go()
    page = table.page
    expect(page.locator(".turns")).to_have_text("hand 3 of 8 · dealer's choice")
    expect(page.locator(".turns .progress")).to_be_visible()
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".turns")).to_have_text("dealer's choice", use_inner_text=True)
    page.set_viewport_size(size)
    box = page.locator(".choosing")
    expect(box).to_be_hidden()
    page.keyboard.press("g")  # nothing to choose yet
    moved(table, dealt=8, next=None, chooser="u2", offered=[0, 1, 2])
    expect(box).to_have_text("Halvor picks the next game")
    expect(box.get_by_role("combobox")).to_be_hidden()
    moved(table, dealt=8, next=2, chooser="u2", offered=[0, 1, 2])
    expect(box).to_have_text("Halvor picked A-5 Triple Draw")
    moved(table, dealt=8, next=None, chooser="u0", offered=[1, 2], deadline=time.time() + 12)
    choice = page.get_by_role("combobox", name="Pick the next game")
    expect(choice.locator("option")).to_have_text(
        ["Choose …", "No-Limit 2-7 Single Draw · 2/5 · big blind ante 5", "A-5 Triple Draw · 10/20"]
    )
    expect(box.locator(".left")).to_have_text("12 s")
    expect(box.locator(".left")).to_have_text("11 s")
    page.keyboard.press("g")
    expect(choice).to_be_focused()
    table.refuse = {"choose-game": "late"}
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Too late")).to_be_visible()
    expect(choice).to_have_value("")
    table.refuse = {}
    choice.select_option("2")
    moved(table, dealt=8, next=2, chooser="u0", offered=[1, 2], deadline=time.time() + 9)
    expect(page.get_by_role("combobox", name="Your pick")).to_have_value("2")
    asked = [(said["t"], said["number"], said["game"]) for said in table.said if said["t"] == "choose-game"]
    assert asked == [("choose-game", 3, 1), ("choose-game", 3, 2)]
    moved(table, number=4, index=2, dealt=1, next=None, chooser=None)
    expect(box).to_be_hidden()
