"""The lobby, the replay and the rules, and what all pages have in common."""

import json
import re
from collections.abc import Callable
from posixpath import dirname, join, normpath
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from standpat.engine.action import Action, Bet, Call, Check, Discard, Raise
from standpat.engine.event import to_builtins
from standpat.engine.games import GAMES, Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.house import HOUSE_RULES
from standpat.engine.seen import view
from standpat.language import language, languages
from standpat.protocol import room as wire
from standpat.room.tables.presets import PRESETS
from standpat.room.tables.table import NewTable
from standpat.room.tables.table import make as rules_of
from standpat.table_view.public_state import PublicState
from web.fake_room import NAMES, FakeRoom

ROOM = Callable[..., FakeRoom]
COLUMNS = (
    "id",
    "name",
    "game",
    "house",
    "changed",
    "betting",
    "small_blind",
    "big_blind",
    "ante",
    "buy_in",
    "seats",
    "taken",
    "bots",
    "watching",
    "locked",
)
TABLES: tuple[tuple[Any, ...], ...] = (
    ("t1", "Willow", "27td", "online", {}, "fixed-limit", 5, 10, 0, (100, 800), 6, 6, 5, 1, False),
    ("t2", "Rosenkrantz", "27td", "wsop", {"cap": 4}, "fixed-limit", 50, 100, 0, (1000, 8000), 6, 6, 0, 3, False),
    ("t3", "Juniper", "27sd", "cardroom", {}, "no-limit", 5, 10, 10, (400, 2000), 6, 3, 0, 0, True),
)


def furnish(table: FakeRoom) -> None:
    table.answers["tables"] = [dict(zip(COLUMNS, row, strict=True), hands=12) for row in TABLES]
    table.answers["/api/me"] = {"user": "u0", "name": "Guest 7", "role": "guest", "chips": 19600, "seats": []}
    table.answers["/api/play-now"] = {"table": "t1", "seat": 0, "url": "/tables/t1"}
    table.answers["/api/options"] = {
        "games": [{"id": id, "name": id, "betting": game(id).betting} for id in ("27td", "27sd")],
        "houses": ["online", "wsop"],
        "options": {
            "draws": ["immediate", "announced"],
            "reshuffle": ["served", "previous_rounds", "wsop"],
            "cap": [4, 5, None],
            "cap_heads_up": [True, False],
        },
        "rules": msgspec.to_builtins(HOUSE_RULES),
        "ante_by": ["everyone", "big-blind"],
        "speeds": {"slow": {"act": 40.0}, "normal": {"act": 20.0}, "fast": {"act": 10.0}},
        "bots": ["random", "caller", "folder", "rule", "novice", "casual", "regular", "blueprint"],
    }


def raising(hand: Hand) -> Action:
    legal = hand.legal
    assert hand.to_act is not None
    if legal.draw is not None:
        return Discard(hand.cards(hand.to_act)[:1])
    if legal.raise_:
        return Raise(legal.raise_.max_to)
    if legal.bet:
        return Bet(legal.bet.max_to)
    return Check() if legal.check else Call()


def finished(table: FakeRoom) -> dict[str, Any]:
    """A hand as the archive has it, seen from seat 0."""
    hand = table.deal(tell=False)
    table.until(lambda hand: False, raising)
    shown = {
        "id": "t1",
        "name": "Rosenkrantz",
        "game": msgspec.to_builtins(table.game),
        "stakes": msgspec.to_builtins(table.stakes),
        "seats": 6,
    }
    seen, state = view(hand.events, 0), PublicState(hand.game, hand.stakes, 0)
    return {
        "id": 411,
        "hand_no": 42,
        "table": shown,
        "players": NAMES,
        "seat_map": table.seat_map,
        "viewer": 0,
        "events": [to_builtins(event) for event in seen],
        "betting": msgspec.to_builtins(wire.betting_after_each(seen, state)),
        "formats": [
            {"name": "text", "title": "text"},
            {"name": "phh", "title": "PHH"},
            {"name": "new", "title": "New text"},
        ],
    }


def test_the_lobby_lists_and_filters(room: ROOM) -> None:
    table = room()
    page = table.page
    furnish(table)
    table.go("/")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody tr").nth(1)).to_contain_text("100/200")
    expect(page.locator("tbody tr").nth(1)).to_contain_text("WSOP · custom rules")
    expect(page.get_by_role("button", name="Guest 7")).to_contain_text("19,600 chips")
    page.get_by_role("combobox", name="Game").select_option("27sd")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("combobox", name="Game").select_option("")
    page.get_by_label("Free seats only").check()
    expect(page.locator("tbody th")).to_have_text(["Willow", re.compile("Juniper")])
    page.get_by_label("Find a table").fill("nowhere")
    expect(page.get_by_text("No table matches")).to_be_visible()


def test_play_now_leads_to_a_table(room: ROOM) -> None:
    table = room()
    furnish(table)
    table.deal(tell=False)
    table.go("/")
    table.page.get_by_role("button", name="Play now").click()
    expect(table.page.locator(".own-cards .card")).to_have_count(5)


def test_a_table_is_made(room: ROOM) -> None:
    table = room()
    page = table.page
    furnish(table)
    asked: list[dict[str, Any]] = []

    def make(request: Any) -> dict[str, Any]:
        asked.append(json.loads(request.post_data))
        return {"table": "t9", "url": "/tables/t9"}

    table.answers["/api/tables"] = make
    table.go("/")
    page.get_by_role("button", name="Make a game").click()
    page.get_by_role("textbox", name="Name").fill("Friday")
    page.get_by_text("More options", exact=True).click()
    page.get_by_role("combobox", name="House rules", exact=True).select_option("wsop")
    page.get_by_role("spinbutton", name="Ante").fill("15")
    page.get_by_role("combobox", name="Ante posted by").select_option(label="the big blind, for the table")
    page.get_by_role("combobox", name="Cap heads-up").select_option("true")
    page.get_by_role("dialog").get_by_role("combobox", name="Game", exact=True).select_option("27sd")
    expect(page.get_by_role("combobox", name="Reshuffle")).to_be_visible()
    expect(page.get_by_role("combobox", name="Cap heads-up")).to_be_hidden()  # a rule of fixed limit
    page.get_by_role("dialog").get_by_role("combobox", name="Game", exact=True).select_option("27td")
    page.get_by_role("button", name="Make the game").click()
    page.wait_for_url("**/tables/t9")
    made = asked[0]
    assert (made["name"], made["house"], made["options"]) == ("Friday", "wsop", {"cap_heads_up": True})
    assert (made["small_blind"], made["big_blind"], made["buy_in"], made["speed"]) == (5, 10, [100, 1000], "normal")
    assert (made["ante"], made["ante_by"]) == (15, "big-blind")


@pytest.mark.extended
def test_a_mix_is_made(room: ROOM) -> None:
    """From a preset, with games added, moved and removed by the keyboard."""
    table = room()
    page = table.page
    furnish(table)
    asked: list[dict[str, Any]] = []

    def make(request: Any) -> dict[str, Any]:
        asked.append(json.loads(request.post_data))
        return {"table": "t9", "url": "/tables/t9"}

    options = table.answers["/api/options"]
    options["games"] = msgspec.to_builtins(GAMES)
    options["presets"] = msgspec.to_builtins(PRESETS)
    options["rotation"] = {"lasts": {"orbits": 20, "hands": 200, "minutes": 600}, "games": 6, "picked_by": ["list"]}
    table.answers["/api/tables"] = make
    table.go("/")
    page.get_by_role("button", name="Make a game").click()
    dialog = page.get_by_role("dialog")
    first = dialog.get_by_role("radio", name="Triple draw 2-7")
    expect(first).to_be_focused()
    expect(first).to_be_checked()
    expect(dialog.get_by_role("group", name="Games")).to_be_hidden()
    page.keyboard.press("ArrowDown")  # the mix
    games = dialog.locator(".mix select[aria-label^=Game]")
    expect(games).to_have_count(3)
    expect(dialog.locator(".mix .stakes")).to_have_text(["10/20", "10/20", "2/5"])
    page.get_by_role("button", name="Move 2-7 Triple Draw down").press("Enter")
    expect(page.get_by_role("button", name="Move 2-7 Triple Draw down")).to_be_focused()
    page.get_by_role("button", name="Remove A-5 Triple Draw").press("Enter")
    expect(dialog.get_by_role("button", name=re.compile("^Remove")).first).to_be_disabled()  # two games at least
    page.get_by_role("button", name="Add a game").press("Enter")
    expect(games.last).to_be_focused()
    games.last.select_option("27td-pl")
    dialog.get_by_label("Big blind ante").check()
    dialog.get_by_label("Each game lasts").fill("8")
    dialog.get_by_label("Unit").select_option("hands")
    dialog.get_by_label("I let each newcomer in").check()
    stakes = dialog.locator(".mix button.stakes")
    stakes.last.press("Enter")
    own = dialog.locator(".mix .own").last
    own.get_by_label("Big blind", exact=True).fill("")
    stakes.last.press("Enter")  # stays open: a field has a fault
    own.get_by_label("Big blind", exact=True).fill("300")
    own.get_by_label("Small blind").fill("100")
    dialog.get_by_role("spinbutton", name="Small bet").last.fill("20")
    expect(stakes).to_have_text(["20/40", "5/10 · big blind ante 10", "100/300 · big blind ante 5"])
    expect(dialog.get_by_label("Minimum buy-in")).to_have_value("305")
    page.get_by_role("button", name="Make the game").click()
    page.wait_for_url("**/tables/t9")
    made = asked[0]
    ante = {"ante": 10, "ante_by": "big-blind"}
    of_its_own = {"small_blind": 100, "big_blind": 300, "ante": 5, "ante_by": "big-blind"}
    assert made["rotation"] == {
        "games": [{"game": "27td"}, {"game": "27sd", **ante}, {"game": "27td-pl", **of_its_own}],
        "lasts": "hands",
        "every": 8,
        "picked_by": "list",
    }
    assert (made["name"], made["big_blind"], made["approval"], made["public"]) == ("Lowball mix", 20, True, False)
    assert "game" not in made
    rules = rules_of(msgspec.convert(made, NewTable), "t9", "u0")
    assert rules.rotation is not None
    assert [entry.stakes.ante for entry in rules.rotation.entries] == [0, 10, 5]
    assert rules.rotation.entries[2].stakes == Stakes(100, 300, 5, "big-blind")


def test_the_form_offers_the_bots_that_have_a_strategy_for_the_table(room: ROOM) -> None:
    table = room()
    page = table.page
    furnish(table)
    known = table.answers["/api/options"]
    known["bots"] = ["rule", "novice", "blueprint", "resolve"]
    known["bot_seats"] = {"blueprint": {"27td": [2, 6]}, "resolve": {"27td": [2, 2]}}
    table.go("/")
    page.get_by_role("button", name="Make a game").click()
    dialog = page.get_by_role("dialog")
    kinds = dialog.get_by_label("Bot strength")
    expect(kinds.locator("option")).to_have_text(["Plays by rules", "Beginner", "Strong"])
    expect(kinds).to_have_value("blueprint")
    dialog.get_by_role("spinbutton", name="Seats").fill("2")
    expect(kinds.locator("option")).to_have_count(4)
    expect(dialog.get_by_label("Number of bots")).to_have_attribute("max", "1")
    expect(dialog.get_by_label("Number of bots")).to_have_value("1")
    kinds.select_option("resolve")
    dialog.get_by_role("spinbutton", name="Seats").fill("3")
    expect(kinds).to_have_value("blueprint")
    dialog.get_by_role("spinbutton", name="Seats").fill("2")
    expect(kinds).to_have_value("resolve")  # the choice comes back with the table that it was made for
    dialog.get_by_role("combobox", name="Game", exact=True).select_option("27sd")
    expect(kinds.locator("option")).to_have_text(["Plays by rules", "Beginner"])
    expect(kinds).to_have_value("rule")


def test_a_replay_steps_through_the_hand(room: ROOM) -> None:
    table = room()
    page = table.page
    table.answers["/api/hands/5f0c3a9e81d24b7766aa0e13"] = finished(table)
    table.go("/hands/5f0c3a9e81d24b7766aa0e13")
    expect(page.locator(".own-cards .card")).to_have_count(5)
    expect(page.locator(".rail .now")).to_have_text("bet before the draw")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".said")).to_have_text("Wheelhouse raises to 20")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".said")).to_contain_text("Step 1 of")
    page.keyboard.press("End")
    expect(page.locator(".rail .now")).to_have_text("Showdown")
    expect(page.locator(".awards li")).not_to_have_count(0)
    links = page.locator(".downloads a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    formats = [re.findall(r"format=(\w+)&lang=en", link) for link in links]
    assert formats == [["text"], ["phh"], ["new"]]  # as the room lists them, even without a text
    expect(page.locator(".downloads a")).to_have_text(["Text", "PHH", "New text"])
    expect(page.locator(".own.marking")).to_have_count(0)


def test_the_replay_of_a_closed_table_leads_back_to_its_tournament(room: ROOM) -> None:
    table, say = room(), language("en")
    hand = finished(table)
    closed = {**hand, "table": {**hand["table"], "id": None, "tournament": "t1"}}
    table.answers["/api/hands/5f0c3a9e81d24b7766aa0e13"] = closed
    table.go("/hands/5f0c3a9e81d24b7766aa0e13")
    back = table.page.get_by_role("link", name=say("replay.tournament"))
    expect(back).to_have_attribute("href", "/tournaments/t1")
    table.answers["/api/hands/5f0c3a9e81d24b7766aa0e13"] = {**closed, "id": None}  # a link that shares it
    table.page.reload()
    expect(table.page.locator(".said")).to_be_visible()
    expect(back).to_have_count(0)


@pytest.mark.parametrize("code", languages())
def test_every_word_of_the_page_is_in_the_locale_files(sources: dict[str, str], code: str) -> None:
    say = language(code)
    keys = {
        key
        for source in sources.values()
        for key in re.findall(r'"((?:page|lobby|replay|table|bet|draw|round)\.[\w.-]+)"', source)
    }
    assert len(keys) > 80
    for key in sorted(keys):
        entry: Any = say.words
        for part in key.split("."):
            assert part in entry, key
            entry = entry[part]


def test_no_module_is_left_out_of_the_pages(sources: dict[str, str]) -> None:
    """Each module is that of a page, is imported by another one, or is the service worker."""
    imported = {target for name in sources for target in imports(name, sources)}
    entries = {name for name in sources if name.endswith("_page.js")} | {"common/boot.js", "offline/worker.js"}
    assert set(sources) == imported | entries


def imports(name: str, sources: dict[str, str]) -> set[str]:
    """The modules that a module imports, in its code and in its types."""
    paths = re.findall(r'(?:from |import\()"(\.[\w./]+\.js)"', sources[name])
    return {normpath(join(dirname(name), path)) for path in paths}


BELOW: dict[str, set[str]] = {
    "common": set(),
    "table_view": {"common"},
    "table": {"common", "table_view"},
    "hand": {"common", "table_view"},
    "hands": {"common"},
    "tiles": {"common", "table_view"},
    "lobby": {"common"},
    "lesson": {"common", "table_view"},
    "rules": {"common"},
    "session": {"common"},
    "operator": {"common"},
    "club": {"common"},
    "tournament": {"common"},
    "barred": {"common"},
    "not_found": {"common"},
    "offline": set(),
}
"""The folders that a folder of modules may import from, besides itself."""


def test_no_page_imports_from_another_page(sources: dict[str, str]) -> None:
    assert {name.split("/")[0] for name in sources} == set(BELOW)
    wrong = {
        f"{name} imports {target}"
        for name in sources
        for target in imports(name, sources)
        if target.split("/")[0] not in BELOW[name.split("/")[0]] | {name.split("/")[0]}
    }
    assert wrong == set()
