"""axe-core finds no serious or critical fault: on every page, in the table's states, in dialogs, light and dark. On a
phone, every control measures at least 44 px in each direction."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from standpat.engine.action import Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.language import language
from standpat.table_view.rules_examples import examples
from standpat.tournament.presets import preset
from web import test_must_move as linked
from web.fake_room import FakeRoom
from web.test_club_page import opened
from web.test_operator_page import DESK, SEEN
from web.test_pages import finished, furnish, raising
from web.test_session import session
from web.test_table import easy
from web.test_tournament_pages import ACT, hand, over, view

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]


def table(room: ROOM, **how: Any) -> FakeRoom:
    shown = room(**how)
    shown.deal(tell=False)
    shown.go()
    expect(shown.page.locator(".seat").first).to_be_visible()
    return shown


def betting(room: ROOM, **how: Any) -> Page:
    shown = table(room, **how)
    shown.play(Raise(20), Raise(30), Fold())
    expect(shown.page.locator(".bar.mine")).to_be_visible()
    return shown.page


def armed(room: ROOM, **how: Any) -> Page:
    page = table(room, **how).page
    page.locator(".pre").first.click()
    return page


def draw(room: ROOM, **how: Any) -> Page:
    shown = table(room, **how)
    shown.until(lambda hand: hand.to_act == 0 and hand.drawing, raising)
    expect(shown.page.locator(".buttons .draw")).to_be_visible()
    shown.page.keyboard.press("2")
    return shown.page


def no_limit(room: ROOM, **how: Any) -> Page:
    shown = table(room, record=game("27sd"), stakes=Stakes(5, 10, 2), **how)
    shown.play(Raise(30), Fold(), Fold())
    expect(shown.page.locator(".bar.mine")).to_be_visible()
    return shown.page


def showdown(room: ROOM, **how: Any) -> Page:
    shown = table(room, stacks=(400, 60, 400), **how)
    shown.until(lambda hand: False, raising)
    expect(shown.page.locator(".awards li")).not_to_have_count(0)
    return shown.page


def asked(room: ROOM, **how: Any) -> Page:
    shown = table(room, record=game("27sd", house="cardroom"), stakes=Stakes(5, 10), asks=(0,), **how)
    shown.until(lambda hand: hand.legal.showdown is not None, easy)
    expect(shown.page.locator(".buttons .muck")).to_be_visible()
    return shown.page


def unshown(room: ROOM, **how: Any) -> Page:
    shown = table(room, **how)
    shown.play(Fold(), Fold(), Fold(), Raise(20), Fold(), Fold())
    expect(shown.page.locator(".reveal")).to_be_visible()
    return shown.page


def chat(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.chat = [{"at": 1.0, "user": "u1", "name": "Marit", "text": "hello"}]
    shown.go()
    expect(shown.page.locator(".seat").first).to_be_visible()
    if not shown.page.locator("body.side-open").count():
        shown.page.locator(".side-opener").click()
    shown.page.locator("#side-tab-chat").click()
    expect(shown.page.locator(".lines")).to_contain_text("hello")
    return shown.page


def menu(room: ROOM, **how: Any) -> Page:
    page = betting(room, **how)
    page.locator(".menu-opener").click()
    return page


def buying(room: ROOM, **how: Any) -> Page:
    page = table(room, watches=True, empty=(4,), **how).page
    page.locator(".sit:visible").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


def card(room: ROOM, **how: Any) -> Page:
    page = betting(room, **how)
    page.get_by_role("button", name="About Halvor").click()
    return page


def keys(room: ROOM, **how: Any) -> Page:
    page = betting(room, **how)
    page.keyboard.press("?")
    return page


def choosing_keys(room: ROOM, **how: Any) -> Page:
    page = keys(room, **how)
    page.get_by_role("button", name="Change keys").click()
    page.get_by_role("button", name="fold: F").click()
    page.keyboard.press("c")
    return page


def emoting(room: ROOM, **how: Any) -> Page:
    page = betting(room, **how)
    page.keyboard.press("e")
    return page


def tiles(room: ROOM, **how: Any) -> Page:
    """Two tables, and the way to add another."""
    shown = room(**how)
    shown.answers["/api/me"] = {"user": "u0", "seats": [{"table": "t1", "seat": 0}, {"table": "t2", "seat": 0}]}
    shown.answers["/api/tables"] = {"tables": [{"id": "t3", "name": "Juniper"}]}
    shown.deal(tell=False)
    shown.until(lambda hand: hand.to_act == 0, easy)
    shown.go("/my-tables")
    expect(shown.page.locator(".tile.mine")).to_have_count(2)
    return shown.page


def figures(room: ROOM, **how: Any) -> Page:
    page = menu(room, **how)
    page.get_by_role("button", name="My statistics").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


def breaking(room: ROOM, **how: Any) -> Page:
    page = menu(room, **how)
    page.get_by_role("button", name="Take a break").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


def by_rule(room: ROOM, **how: Any) -> Page:
    page = menu(room, **how)
    page.get_by_role("button", name="Add chips").click()
    page.get_by_role("button", name="Automatic: off").click()
    page.get_by_role("combobox", name="Buy").select_option("few")
    return page


def leaving(room: ROOM, **how: Any) -> Page:
    page = menu(room, **how)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


def owning(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.owner = "u0"
    shown.answers["/api/options"] = {"bots": ["random", "rule"]}
    shown.answers["/api/tables/t1/barred"] = {"barred": [{"user": "u8", "name": "Sverre"}]}
    shown.deal(tell=False)
    shown.go()
    expect(shown.page.locator(".own-cards .card")).to_have_count(5)
    shown.page.locator(".menu-opener").click()
    shown.page.get_by_role("button", name="Host this table").click()
    shown.page.evaluate("document.querySelectorAll('.host-panel details').forEach((fold) => { fold.open = true; })")
    expect(shown.page.get_by_text("Sverre is banned")).to_be_visible()
    return shown.page


def lobby(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    furnish(shown)
    shown.go("/")
    expect(shown.page.locator("tbody tr")).to_have_count(3)
    return shown.page


def making(room: ROOM, **how: Any) -> Page:
    page = lobby(room, **how)
    page.get_by_role("button", name="Make a game").click()
    page.get_by_text("More options", exact=True).click()
    return page


def account(room: ROOM, **how: Any) -> Page:
    page = lobby(room, **how)
    page.locator(".account").click()
    return page


def registered(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    furnish(shown)
    shown.answers["/api/me"] = {"user": "u0", "name": "Kari", "role": "player", "chips": 19600, "seats": []}
    shown.answers["/api/daily"] = {"chips": 0, "wallet": 19600, "most": 10_000, "next": 1_795_392_000.0}
    shown.go("/")
    shown.page.locator(".account").click()
    shown.page.locator("button.daily").click()
    expect(shown.page.locator("dialog[open] .done")).not_to_have_text("")
    shown.page.locator("summary:visible").click()
    return shown.page


def sharing(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    key = "5f0c3a9e81d24b7766aa0e13"
    shown.answers[f"/api/hands/{key}"] = finished(shown) | {"id": key, "shared": f"/shared/{key}"}
    shown.go(f"/hands/{key}")
    shown.page.locator("button.share").click()
    return shown.page


def rules(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    pictures = msgspec.to_builtins(examples(game("27td"), language("en")))
    told = {"lines": ["The lowest hand wins."] * 5, "examples": pictures, "lesson": "27td"}
    shown.answers["/api/tables/t1/rules"] = {"title": "2-7 Triple Draw", **told}
    shown.go("/tables/t1/rules")
    thrown = shown.page.get_by_role("img", name="king of diamonds, thrown")
    expect(thrown).to_have_count(1)
    return shown.page


def evening(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.answers["/api/tables/t1/session"] = session()
    shown.go("/tables/t1/session")
    expect(shown.page.locator(".files a")).not_to_have_count(0)
    return shown.page


def own_hands(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    hand = {"ended": 1.79e9, "names": ["You", "Bo"], "seat": 0, "game": "27td", "net": -30, "pot": 90, "showdown": True}
    total = {"hands": 1, "net": -30, "games": ["27td"]}
    shown.answers["/api/hands"] = {"hands": [{**hand, "id": "ab" * 12}], "more": True, "total": total, "whole": False}
    shown.go("/hands?result=lost")
    expect(shown.page.locator(".own-hands a")).to_have_count(1)
    return shown.page


def replay(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.answers["/api/hands/5f0c3a9e81d24b7766aa0e13"] = finished(shown)
    shown.go("/hands/5f0c3a9e81d24b7766aa0e13")
    expect(shown.page.locator(".own-cards .card")).to_have_count(5)
    return shown.page


def operating(room: ROOM, **how: Any) -> Page:
    """The operator's page, with the form for a bar."""
    shown, person = room(**how), {"name": "Halvor", "user": "u2", "sightings": SEEN}
    shown.answers |= {"/api/operator": DESK, "/api/operator/people/u2": person}
    shown.go("/operator")
    shown.page.locator("article .btn").last.click()
    expect(shown.page.locator(".restrict select").first.locator("option")).to_have_count(4)
    return shown.page


def directing(room: ROOM, **how: Any) -> Page:
    """The director's part of a tournament, after a look at its tables."""
    shown = room(**how)
    shown.answers["/api/tournaments/t1"] = view(acts=[{**ACT, "undone": "", "may_undo": True}])
    shown.go("/tournaments/t1")
    for name in ("Tables", "Director"):
        shown.page.get_by_role("tab", name=name).click()
    expect(shown.page.get_by_role("button", name="Undo")).to_be_visible()
    return shown.page


def clock(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    shown.answers["/api/tournaments/t1"] = view()
    shown.go("/tournaments/t1/clock")
    expect(shown.page.locator(".time")).to_be_visible()
    return shown.page


def result(room: ROOM, **how: Any) -> Page:
    """How a tournament went, with the figures of a graph as a table."""
    shown = room(**how)
    over(shown, games=["27sd", "27td"])
    rows = [hand(1), hand(2, net=-1500, lost_all=["Halvor"]), hand(3, counts=False)]
    shown.answers["/api/tournaments/t1/hands"] = {"hands": rows, "more": True}
    shown.go("/tournaments/t1")
    expect(shown.page.locator(".hand-rows a")).to_have_count(3)
    shown.page.locator(".stacks summary").first.click()
    return shown.page


def own_structure(room: ROOM, **how: Any) -> Page:
    shown = room(**how)
    length = {"entries": 20, "length": {"level": 9, "minutes": [95, 80, 125]}, "prizes": []}
    shown.answers["/api/tournaments/preset"] = {"structure": msgspec.to_builtins(preset("mixed"))}
    shown.answers["/api/tournaments/check"] = length
    shown.go("/tournaments/new")
    shown.page.get_by_label("Rebuys").check()
    expect(shown.page.locator(".length")).to_contain_text("About")
    return shown.page


SCENES = (
    *(betting, armed, draw, no_limit, showdown, asked, unshown, chat, menu, buying),
    *(card, keys, figures, leaving, breaking, by_rule, owning),
    *(lobby, making, account, registered, rules, evening, own_hands, replay, sharing),
    *(choosing_keys, emoting, tiles, *linked.SCENES),
)


WIDE = (betting, lobby, replay)
"""The scenes that differ most on a desktop; the sweep shows all there."""
ON_DESKTOP = [pytest.param(scene, marks=() if scene in WIDE else pytest.mark.slow) for scene in SCENES]
LIKE_ANOTHER = (armed, unshown, menu, leaving, breaking, by_rule, account, choosing_keys, emoting, tiles, linked.called)
"""Scenes that another shows nearly all of; the sweep shows them on a phone, too."""
ON_PHONE = [pytest.param(scene, marks=pytest.mark.slow if scene in LIKE_ANOTHER else ()) for scene in SCENES]
LEAST = 44
# A checkbox is pressed by its label, a slider along its length.
TARGETS = """(least) => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert], .seat .cards");
  const kinds = "button, a[href], select, summary, label.check, input:not([type=checkbox])";
  const pressed = [...document.querySelectorAll(kinds)];
  const inside = document.querySelector("dialog[open]") ?? document;
  return pressed.filter((node) => shown(node) && inside.contains(node)).flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    const name = `${node.tagName} ${node.className} ${node.textContent.slice(0, 20)}`;
    return height < least - 0.5 || width < least - 0.5 ? [`${name}: ${Math.round(width)} x ${Math.round(height)}`] : [];
  });
}"""


@pytest.mark.parametrize("scene", ON_PHONE, ids=lambda scene: scene.__name__)
def test_a_phone(room: ROOM, axe: str, scene: Callable[..., Page]) -> None:
    page = scene(room, phone=True)
    assert page.evaluate(TARGETS, LEAST) == []
    finds_nothing_serious(page, axe)


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True])
def test_the_operator(room: ROOM, axe: str, phone: bool) -> None:
    page = operating(room, phone=phone)
    if phone:
        assert page.evaluate(TARGETS, LEAST) == []
    finds_nothing_serious(page, axe)


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("scene", [directing, clock, own_structure, result])
def test_a_tournament(room: ROOM, axe: str, phone: bool, scene: Callable[..., Page]) -> None:
    page = scene(room, phone=phone)
    if phone:
        assert page.evaluate(TARGETS, LEAST) == []
    finds_nothing_serious(page, axe)


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True])
def test_a_club(room: ROOM, axe: str, phone: bool) -> None:
    page = opened(room, phone=phone).page
    for name in ("Evenings", "Standings", "Members", "Ledger"):
        page.get_by_role("tab", name=name).click()
        page.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true })")
        if phone:
            assert page.evaluate(TARGETS, LEAST) == []
        finds_nothing_serious(page, axe)
    page.get_by_role("tab", name="Evenings").click()
    page.get_by_role("button", name="Enter results").click()
    finds_nothing_serious(page, axe)


@pytest.mark.parametrize("scene", ON_DESKTOP, ids=lambda scene: scene.__name__)
def test_a_desktop(room: ROOM, axe: str, scene: Callable[..., Page]) -> None:
    finds_nothing_serious(scene(room), axe)


def finds_nothing_serious(page: Page, axe: str) -> None:
    page.evaluate(axe + ";0")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)")
        serious = [
            f"{scheme} {v['id']}: {node['target']} {node['any'][0]['message'] if node['any'] else ''}"
            for v in found
            if v["impact"] in ("serious", "critical")
            for node in v["nodes"]
        ]
        assert serious == []


def test_axe_would_find_something(room: ROOM, axe: str) -> None:
    page = lobby(room)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    page.evaluate(axe + ";0")
    found = page.evaluate("axe.run().then((result) => result.violations)")
    assert [(v["id"], v["impact"]) for v in found] == [("button-name", "critical")]
