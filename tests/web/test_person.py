"""What a player has for themselves: notes, statistics, the list of keys; and what an owner has for their table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from standpat.cards.card import TEXT
from standpat.engine.action import Fold
from standpat.language import language
from web.fake_room import FakeRoom
from web.test_table import calm, decide_by_key, easy

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu-panel").get_by_role("button", name=name).click()


def said(table: FakeRoom, kind: str) -> list[dict[str, Any]]:
    """The messages of this kind that the page has sent, once there is one."""
    table.wait_for(lambda: any(message["t"] == kind for message in table.said), kind)
    return [message for message in table.said if message["t"] == kind]


def keep_notes(table: FakeRoom) -> dict[str, dict[str, str]]:
    """A room that stores notes, with their labels."""
    kept: dict[str, dict[str, str]] = {}

    def answer(request: Any) -> dict[str, Any]:
        if request.method == "GET":
            return {"notes": [{"about": user, **note} for user, note in kept.items() if any(note.values())]}
        note = json.loads(request.post_data)
        kept[note.pop("about")] = note
        return {}

    table.answers["/api/notes"] = answer
    return kept


def test_a_note_on_a_player_is_kept(room: ROOM) -> None:
    """With its label. Above it is what the viewer has seen of them in this game."""
    table = room()
    page = table.page
    kept = keep_notes(table)
    seen = {"hands": 41, "vpip": 20, "pfr": 0, "draws": 16, "pat": 1, "drawn": 2.25, "showdowns": 0, "showdowns_won": 0}
    asked = []

    def figures(request: Any) -> dict[str, Any]:
        asked.append(request.url.partition("?")[2])
        other = {**seen, "game": "a5td", "hands": 7}
        return {"stats": [other, {**seen, "game": "27td"}] if len(asked) == 1 else [other]}

    table.answers["/api/stats"] = figures
    table.deal()
    table.go()
    expect(page.locator(".noted:visible")).to_have_count(0)
    page.get_by_role("button", name="About Halvor").click()
    expect(page.locator(".seen .note")).to_have_text("2-7 Triple Draw: 41 hands together.")
    expect(page.locator(".seen dd")).to_have_text(["49 %", "0 %", "2.3", "6 %", "0 %", "–"])
    page.get_by_label("Private note").fill("draws two to a nine")
    page.keyboard.press("f")  # no fold, because the viewer is typing
    page.get_by_role("radio", name="none").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("group", name="Colour label: red")).to_be_visible()
    with page.expect_response("**/notes"):
        page.get_by_role("button", name="Save").click()
    expect(page.locator(".seat[data-place='2'] .noted")).to_be_visible()
    assert kept == {"u2": {"text": "draws two to a ninef", "colour": "red"}}
    page.reload()
    expect(page.locator(".seat[data-place='2'] .noted")).to_have_attribute("data-colour", "red")
    page.get_by_role("button", name="About Halvor, red").click()
    expect(page.locator(".seen .note")).to_have_text("2-7 Triple Draw: no finished hand together yet.")
    expect(page.locator(".seen dl")).to_be_hidden()
    assert asked == ["opponent=u2&kind=cash"] * 2
    expect(page.get_by_role("radio", name="red")).to_be_checked()
    expect(page.get_by_label("Private note")).to_have_value("draws two to a ninef")
    page.get_by_label("Private note").fill("")
    page.get_by_role("radio", name="none").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".noted:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="About You")).to_have_count(0)


def test_who_is_muted_on_his_card_is_not_heard(room: ROOM) -> None:
    table = room()
    page = table.page
    table.chat = [{"at": 1.0, "user": "u2", "name": "Halvor", "text": "one time"}]
    table.go()
    expect(page.locator(".lines")).to_contain_text("one time")
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_label("Mute in chat").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".lines")).not_to_contain_text("one time")


def test_ones_own_figures(room: ROOM) -> None:
    table = room()
    page = table.page
    stats = {"hands": 1200, "vpip": 400, "pfr": 200, "showdowns": 90, "showdowns_won": 45}
    table.answers["/api/stats"] = {"stats": [{"game": "27td", **stats, "drawn": [2.12, 1.2, 0.6], "net": -340}]}
    table.deal()
    table.go()
    menu(page, "My statistics")
    figures = page.get_by_role("dialog", name="My statistics")
    expect(figures.locator("dd")).to_have_text(["1,200", "−340", "33 %", "17 %", "8 %", "50 %", "2.1 · 1.2 · 0.6"])
    figures.get_by_role("button", name="Close").click()
    table.answers["/api/stats"] = {"stats": []}
    menu(page, "My statistics")
    expect(figures.locator("dd").nth(2)).to_have_text("–")


def test_figures_at_a_tournaments_table_are_those_of_tournaments(room: ROOM) -> None:
    table, say, asked = room(), language("en"), list[str]()
    page, table.tournament = table.page, "t1"
    stats = {"game": "27td", "hands": 40, "vpip": 20, "pfr": 10, "showdowns": 9, "showdowns_won": 4}

    def figures(request: Any) -> dict[str, Any]:
        asked.append(request.url.split("?")[1])
        own = {**stats, "drawn": [2.1, 1.2, 0.6], "net": -340}
        return {"stats": [{**stats, "draws": 5, "pat": 1, "drawn": 2.0} if "opponent" in asked[-1] else own]}

    table.answers["/api/stats"] = figures
    table.deal()
    table.go()
    page.get_by_role("button", name="About Halvor").click()
    together = say("page.seen.tournament-hands", game="2-7 Triple Draw", count=40)
    expect(page.locator(".seen .note")).to_have_text(together)
    page.keyboard.press("Escape")
    menu(page, "My statistics")
    own = page.get_by_role("dialog", name="My statistics")
    expect(own.locator(".note")).to_have_text(say("page.tally.tournament-note", game="2-7 Triple Draw"))
    expect(own.locator("dd")).to_have_text(["40", "50 %", "25 %", "23 %", "44 %", "2.1 · 1.2 · 0.6"])
    assert asked == ["opponent=u2&kind=tournament", "kind=tournament"]


def test_the_keys_are_listed(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("mark or unmark a card for discard")
    page.keyboard.press("1")  # keys are off while it is open
    expect(page.locator(".lifted")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator(".sort")).to_have_attribute("aria-pressed", "true")


def test_a_decision_is_said_aloud(room: ROOM) -> None:
    table = room()
    table.deal()
    table.go()
    said = table.page.locator(".bar [aria-live=assertive]")
    expect(said).to_have_text("")
    table.until(lambda hand: hand.to_act == 0, easy)
    expect(said).to_have_text("Your turn. 10 to call. Fold, Call 10, Raise to 20")
    calm(table.page)
    table.page.keyboard.press("c")
    expect(said).to_have_text("")


@pytest.mark.parametrize("mine", [True, False])
def test_only_its_owner_closes_a_table(room: ROOM, mine: bool) -> None:
    table = room()
    page = table.page
    table.owner = "u0" if mine else "u3"
    asked: list[Any] = []

    def close(request: Any) -> dict[str, Any]:
        asked.append(json.loads(request.post_data))
        return {}

    table.answers["/api/tables/t1/close"] = close
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    expect(page.get_by_role("button", name="Host", exact=True)).to_have_count(int(mine))
    if mine:
        for press in ("Cancel", ""):
            page.get_by_role("button", name="Host", exact=True).click()
            page.get_by_role("button", name="Close this table").click()
            if press:
                page.get_by_role("button", name=press).click()
            assert asked == []
        with page.expect_response("**/close"):
            page.get_by_role("button", name="Close the table").click()
        expect(page.get_by_role("status")).to_contain_text("when the hand is over")
        assert asked == [{}]


def test_leaving_a_hand_is_asked_about(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    menu(page, "Leave the table")
    page.keyboard.press("Escape")
    assert [message for message in table.said if message["t"] == "leave"] == []
    menu(page, "Leave the table")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert len(said(table, "leave")) == 1


def over(table: FakeRoom) -> None:
    """Everybody folds to the viewer, who need not show."""
    table.deal()
    table.go()
    expect(table.page.locator(".own-cards .card")).to_have_count(5)
    table.until(lambda hand: hand.to_act == 0, lambda hand: Fold())
    calm(table.page)
    decide_by_key(table, "r")
    table.until(lambda hand: False, lambda hand: Fold())
    expect(table.page.locator(".awards li")).to_have_count(1)


def shows(table: FakeRoom, seat: int, count: int) -> list[str]:
    """A player shows their first cards after the hand."""
    assert table.hand is not None
    cards = [TEXT[card] for card in table.hand.cards(seat)[:count]]
    table.v += 1
    event = {"event": "showdown-show", "seat": seat, "cards": cards, "rank": None}
    table.send({"t": "play", "v": table.v, "hand_no": table.hand_no, "events": [event], "turn": None})
    return cards


def test_a_hand_is_shown_when_it_is_over(room: ROOM) -> None:
    table = room()
    page = table.page
    hand = {"id": "5f0c3a9e81d24b7766aa0e13", "hand_no": 42, "ended": 1.0, "names": ["You"], "nets": [15]}
    table.answers["/api/tables/t1/hands"] = {"hands": [hand]}
    over(table)
    page.wait_for_timeout(900)  # an earlier press is meant for something else
    page.get_by_role("button", name="Show my hand").click()
    assert said(table, "show")[0]["hand_no"] == table.hand_no
    shows(table, 0, 5)
    expect(page.get_by_role("button", name="Show my hand")).to_have_count(0)
    expect(page.locator(".story")).to_contain_text("You show")
    expect(page.locator(".hands li").filter(has_text=f"hand {table.hand_no}")).to_have_count(1)


def test_single_cards_are_shown_when_a_hand_is_over(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    table.until(lambda hand: False, lambda hand: Fold())
    expect(page.get_by_role("button", name="Show my hand")).to_have_count(0)
    shows(table, 2, 2)
    seat = page.locator(".seat[data-place='2']")
    expect(seat.locator(".card")).to_have_count(2)
    expect(seat.locator(".back")).to_have_count(3)
    shows(table, 2, 5)
    expect(seat.locator(".card")).to_have_count(5)
    expect(seat.locator(".back")).to_have_count(0)


def test_always_showing_is_the_players_choice(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    menu(page, "Always show my hand")
    expect(page.get_by_role("status")).to_have_text("Your hand will be shown at every showdown")
    menu(page, "Muck losing hands")
    said = [message["on"] for message in table.said if message["t"] == "always-show"]
    assert said == [True, False]


def test_an_owner_keeps_bots_and_bars_guests(room: ROOM) -> None:
    table = room()
    page = table.page
    table.owner = "u0"
    asked: list[tuple[str, Any]] = []

    def note(request: Any) -> dict[str, Any]:
        asked.append((request.url.rsplit("/", 1)[1], json.loads(request.post_data)))
        return {}

    table.answers["/api/options"] = {
        "bots": ["random", "rule", "lowcards", "mine"],
        "bot_descriptions": {"random": "plays at random", "lowcards": "keeps low cards"},
        "programs": ["mine"],
    }
    table.answers["/api/tables/t1/barred"] = {"barred": [{"user": "u8", "name": "Sverre"}]}
    table.answers["/api/tables/t1/bots"] = table.answers["/api/tables/t1/bar"] = note
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    menu(page, "Host this table")
    dialog = page.get_by_role("dialog", name="Host", exact=True)
    dialog.locator("summary", has_text="Bots").click()
    dialog.locator("summary", has_text="Who may come in").click()
    dialog.get_by_role("button", name="Lift the ban").click()
    expect(dialog.get_by_text("Sverre is banned")).to_have_count(0)
    expect(dialog.get_by_label("Bot strength").locator("option")).to_have_text(
        ["Plays at random", "Plays by rules", "lowcards: keeps low cards", "mine (program)"]
    )
    dialog.get_by_label("Number of bots").fill("2")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Bots come and go")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_role("button", name="Ban", exact=True).click()
    with page.expect_response("**/bar"):
        page.get_by_role("dialog", name="Ban Halvor from this table?").get_by_role("button", name="Ban").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="About Wheelhouse").click()
    expect(page.get_by_role("button", name="Ban", exact=True)).to_have_count(0)
    assert asked == [
        ("bar", {"user": "u8", "barred": False}),
        ("bots", {"players": ["rule"], "keep": 2, "make_room": True, "speed": "normal"}),
        ("bar", {"user": "u2", "barred": True}),
    ]
