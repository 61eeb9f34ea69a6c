"""The smallest windows: texts are shown in full, and nothing covers them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from standpat.engine.action import Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.language import language, languages
from web.fake_room import FakeRoom
from web.test_layout import LONG, all_in
from web.test_pages import finished, furnish

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
HAND = "5f0c3a9e81d24b7766aa0e13"
FONTS = [pytest.param("Noto Sans", marks=pytest.mark.slow), "DejaVu Sans"]
LOCALES = [pytest.param("en-GB", marks=pytest.mark.slow), "nb-NO"]
CUT = "all => all.filter((n) => n.scrollWidth > n.clientWidth).map((n) => n.textContent)"
UNDER = """() => {
  // Of the text of who has won: what lies on a plate or under one.
  const found = [];
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const plates = [...document.querySelectorAll(".seat .plate")].map((plate) => plate.getBoundingClientRect());
  const walker = document.createTreeWalker(document.querySelector(".awards"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const line of range.getClientRects()) {
      if (line.width && plates.some((plate) => !apart(plate, line))) found.push(walker.currentNode.textContent);
    }
  }
  return found;
}"""


def small(room: FakeRoom, width: int, height: int) -> Page:
    room.page.set_viewport_size({"width": width, "height": height})
    return room.page


def replay(room: FakeRoom, width: int, height: int) -> Page:
    page = small(room, width, height)
    room.answers[f"/api/hands/{HAND}"] = finished(room)
    room.go(f"/hands/{HAND}")
    expect(page.locator(".own-cards .card")).to_have_count(5)
    return page


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844), (844, 390)])
def test_a_replay_shows_the_table_the_hand_and_its_controls_at_once(
    room: ROOM, width: int, height: int, font: str
) -> None:
    """Without scrolling, and nothing is covered: the element in the middle of a part belongs to that part."""
    page = replay(room(font=font), width, height)
    for part in (".seat .plate", ".own-cards .card", ".step", ".steps input"):
        for one in page.locator(part).all():
            expect(one).to_be_in_viewport(ratio=1)
            seen = """node => {
              const box = node.getBoundingClientRect();
              const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
              return node.contains(top) || top.contains(node) || node.parentElement.contains(top);
            }"""
            assert one.evaluate(seen), part


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_of_the_rail_is_cut_off(room: ROOM, locale: str, font: str) -> None:
    table = room(locale=locale, font=font)
    page = small(table, 320, 568)
    table.deal()
    table.go()
    table.play(Raise(20), Raise(30), Fold())
    expect(page.locator(".bar.mine")).to_be_visible()
    assert page.locator(".rail li").evaluate_all(CUT) == []
    replay(table, 320, 568)
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        assert page.locator(".rail li").evaluate_all(CUT) == []


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1024, 768)])
def test_who_has_won_stands_between_the_plates(room: ROOM, width: int, height: int, font: str) -> None:
    table = room(stacks=(400, 60, 400, 300, 500, 90), font=font, names=LONG)
    page = small(table, width, height)
    table.deal()
    table.go()
    table.until(lambda hand: False, all_in)
    expect(page.locator(".awards li")).not_to_have_count(0)
    assert page.evaluate(UNDER) == []


@pytest.mark.parametrize("font", FONTS)
def test_the_longest_game_leaves_the_tables_name_in_the_window(room: ROOM, font: str) -> None:
    table = room(record=game("27sd"), stakes=Stakes(5, 10, 2), font=font)
    page = small(table, 320, 568)
    table.deal()
    table.go()
    title = page.get_by_role("heading", name="Rosenkrantz")
    expect(title).to_be_visible()
    box = title.bounding_box()
    assert box
    assert box["y"] >= 3


@pytest.mark.parametrize("width", [844, 1024])
def test_the_title_of_a_replay_is_not_cut_off(room: ROOM, width: int) -> None:
    page = replay(room(font="DejaVu Sans"), width, 768 if width > 900 else 390)
    assert page.locator(".names h1").evaluate_all(CUT) == []


@pytest.mark.parametrize("code", languages())
def test_the_names_of_games_on_the_first_page_are_not_broken_at_their_hyphen(code: str) -> None:
    assert "\u20117" in language(code)("lobby.lead")
    assert re.search(r"\w-\d", language(code)("lobby.lead")) is None


def test_a_long_name_leaves_the_lobbys_head_one_line(room: ROOM) -> None:
    table = room(font="DejaVu Sans")
    furnish(table)
    table.answers["/api/me"] = {
        "user": "u0",
        "name": "Marit-Elisabeth of Trondheim",
        "role": "player",
        "chips": 1,
        "seats": [],
    }
    page = small(table, 320, 568)
    table.go("/")
    account = page.locator(".account")
    expect(account).to_contain_text("Marit")
    box = account.bounding_box()
    assert box
    assert box["height"] < 50
    assert box["x"] + box["width"] < 320 - 44


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("locale", LOCALES)
def test_ones_own_figures_are_seen_at_once_on_a_phone_on_its_side(room: ROOM, locale: str, font: str) -> None:
    table = room(locale=locale, font=font)
    stats = {"hands": 1200, "vpip": 400, "pfr": 200, "showdowns": 90, "showdowns_won": 45}
    table.answers["/api/stats"] = {"stats": [{"game": "27td", **stats, "drawn": [2.12, 1.2, 0.6], "net": -340}]}
    page = small(table, 844, 390)
    table.deal()
    table.go()
    page.locator(".menu-opener").click()
    page.get_by_role("button", name=language(locale.partition("-")[0])("page.menu.tally")).click()
    dialog = page.locator("dialog.tally[open]")
    expect(dialog.get_by_role("heading")).to_be_in_viewport(ratio=1)
    for one in dialog.locator("dd").all():
        expect(one).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)


def test_the_stakes_of_a_new_table_stand_in_one_row(room: ROOM) -> None:
    table = room()
    furnish(table)
    table.go("/")
    table.page.get_by_role("button", name="Make a game").click()
    expect(table.page.locator("fieldset.stakes")).to_be_visible()
    tops = (
        table.page.locator("fieldset.stakes")
        .locator("input, select")
        .evaluate_all("all => all.filter((n) => n.offsetParent).map((n) => n.offsetTop)")
    )
    assert len(tops) >= 3
    assert len({*tops}) == 1


def test_forced_colours_draw_no_empty_bar_of_time(room: ROOM) -> None:
    table = room()
    table.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    table.deal()
    table.go()
    expect(table.page.locator(".seat").first).to_be_visible()
    border = "node => getComputedStyle(node).borderTopWidth"
    assert table.page.locator(".bar:not(.mine) .time").evaluate(border) == "0px"
    table.play(Raise(20), Raise(30), Fold())
    assert table.page.locator(".bar.mine .time").evaluate(border) == "1px"
