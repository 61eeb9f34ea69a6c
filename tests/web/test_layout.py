"""The table in windows of every size and with fonts of different widths: nothing overflows, and nothing covers a
name."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from standpat.engine import games
from standpat.engine.action import Action, Bet, Raise
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from web.fake_room import FakeRoom
from web.test_table import easy, to_me, to_my_draw

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]


def height(page: Page, what: str) -> float:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["height"]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise(requestAnimationFrame)")


def all_in(hand: Hand) -> Action:
    """Bet as much as possible, so that side pots occur."""
    legal = hand.legal
    if legal.raise_:
        return Raise(legal.raise_.max_to)
    return Bet(legal.bet.max_to) if legal.bet else easy(hand)


def test_a_large_window_has_all_of_it_larger(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    expect(page.locator(".bar.mine")).to_be_visible()
    parts = (
        ".own-cards .card",
        ".seat .plate",
        ".buttons .pass",
        ".rail .now",
        ".top",
        ".side h2",
        ".seat:nth-child(2) .back",
    )

    def sizes() -> dict[str, Any]:
        text = "node => parseFloat(getComputedStyle(node).fontSize)"
        found = {part: height(page, part) for part in parts}
        return found | {part + " text": page.locator(part).first.evaluate(text) for part in (".name", ".story", "kbd")}

    usual = sizes()
    resize(page, 2560, 1440)
    large = sizes()
    small = {part: (usual[part], size) for part, size in large.items() if not 1.5 < size / usual[part] < 1.75}
    assert not small
    resize(page, 1280, 720)
    assert height(page, ".rail .now") == usual[".rail .now"]


SIZES = [(320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900)]
FONTS = ["Noto Sans", pytest.param("DejaVu Sans", marks=pytest.mark.slow)]
LONG = ("You", "Marit-Elisabeth", "Halvor B. Haugen", "Wheelhouse", "Kansas City Lowball", "tenfour")
OUTSIDE = """() => {
  const shown = (node) => getComputedStyle(node).visibility === "visible";
  const seen = (node) => shown(node) && !node.closest("[hidden], .unseen, .flights");
  const scrolls = ".side *, .menu-panel, dialog"; // its width is looked at apart
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls");
  for (const node of document.querySelectorAll("#app *")) {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height || !seen(node) || node.closest(scrolls)) continue;
    const { left, top, right, bottom } = box;
    const inside = left > -1.5 && top > -1.5 && right < innerWidth + 1.5 && bottom < innerHeight + 1.5;
    if (!inside) found.push([node.tagName, node.getAttribute("class"), left, top, right, bottom].join(" "));
  }
  return found;
}"""
COVERED = """() => {
  // Where text is, not where its box is.
  const ink = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    return { left: text.left, top: text.top, bottom: text.bottom, right: Math.min(text.right, box.right) };
  };
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const found = [];
  for (const dealer of document.querySelectorAll(".dealer:not([hidden])")) {
    for (const node of document.querySelectorAll(".seat .name, .seat .stack, .seat .bot:not([hidden])")) {
      if (!node.textContent || !node.getClientRects().length) continue;
      if (!apart(dealer.getBoundingClientRect(), ink(node))) found.push(node.textContent);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_outside_the_window(room: ROOM, width: int, height: int, font: str) -> None:
    table = room(stacks=(400, 60, 400, 300, 500, 90), font=font, names=LONG)
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    table.deal()
    table.go()
    to_me(table)
    expect(page.locator(".bar.mine")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    table.until(lambda hand: False, all_in)
    expect(page.locator(".awards li")).not_to_have_count(0)
    assert page.evaluate(OUTSIDE) == []
    if not page.locator("body.side-open").count():
        page.locator(".side-opener").click()
    side = page.locator(".side")
    expect(side).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert side.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert side.locator(".story").evaluate("node => node.clientHeight") > 60
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport(ratio=1)
    assert page.evaluate(OUTSIDE) == []
    assert side.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), *[pytest.param(*size, marks=pytest.mark.slow) for size in ((320, 568), (844, 390), (1440, 900))]],
)
def test_the_button_covers_no_name(room: ROOM, width: int, height: int, font: str) -> None:
    table = room(font=font, names=LONG, stacks=(4000, 38200, 96, 68800, 50000, 41700))
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    for button in range(6):
        table.button = button
        table.deal(tell=False)
        table.go()
        expect(page.locator(".dealer:visible")).to_have_count(1)
        assert page.evaluate(COVERED) == [], button


@pytest.mark.parametrize("font", FONTS)
def test_game_and_stakes_are_seen(room: ROOM, font: str) -> None:
    table = room(font=font)
    page = table.page
    table.deal()
    table.go()
    meta = page.locator(".names .meta")
    title = page.get_by_role("heading", name="Rosenkrantz")
    expect(meta).to_have_text("10/20 · 2-7 Triple Draw")
    for size in (*SIZES, (820, 1180)):
        resize(page, *size)
        expect(meta, str(size)).to_be_in_viewport(ratio=1)
        assert meta.evaluate("node => node.scrollWidth <= node.clientWidth"), size
        assert title.evaluate("node => node.scrollWidth <= node.clientWidth"), size


@pytest.mark.parametrize("id", games.ids())
def test_the_longest_name_of_a_game_leaves_the_tools_and_the_rail_in_the_header(room: ROOM, id: str) -> None:
    record = game(id)
    table = room(record=record, stakes=Stakes(50, 100))
    page = table.page
    page.set_viewport_size({"width": 320, "height": 568})
    table.deal()
    table.go()
    expect(page.locator(".rail .now")).to_be_visible()
    low = "node => node.getBoundingClientRect().bottom"
    header = page.locator(".top").evaluate(low)
    assert page.locator(".rail").evaluate(low) <= header
    assert page.locator(".tools").evaluate(low) <= header / 2 + 4


def test_every_rank_lies_within_its_card(script: Callable[..., Any]) -> None:
    outside = script(
        """
        const { face } = await load("common/card_face");
        const found = [];
        for (const rank of "23456789TJQKA?") {
          const [pip] = face(rank === "?" ? "??" : rank + "s");
          document.documentElement.append(pip);
          const [path, view] = [pip.firstElementChild.getBBox(), pip.viewBox.baseVal];
          const stroke = 2.3;
          const fits = path.x >= stroke && path.x + path.width <= view.width - stroke
            && path.y >= stroke && path.y + path.height <= view.height;
          if (!fits || path.width < 8) found.push([rank, path.x, path.width, path.y, path.height]);
          pip.remove();
        }
        return found;
        """
    )
    assert outside == []


def test_forced_colours_have_borders(new_page: Callable[..., Page]) -> None:
    table = FakeRoom(new_page(forced_colors="active"))
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    expect(page.locator(".bar.mine")).to_be_visible()
    page.locator(".own-cards .card").nth(1).click()
    border = "node => parseFloat(getComputedStyle(node).borderTopWidth)"
    for part in (".own-cards .card", ".seat:nth-child(2) .back", ".own-cards .lifted", ".buttons .draw", ".trail .new"):
        assert page.locator(part).first.evaluate(border) >= 1, part
    outline = "node => [getComputedStyle(node).outlineStyle, getComputedStyle(node).outlineWidth]"
    assert page.locator(".seat.turn .plate").evaluate(outline) == ["solid", "3px"]
    assert page.locator(".seat:not(.turn) .plate").first.evaluate(outline)[0] == "none"
    fill = "node => getComputedStyle(node).backgroundColor"
    assert page.locator(".time i").evaluate(fill) != page.locator(".time").evaluate(fill)
    assert page.locator(".rail .now").evaluate(fill) != page.locator(".rail li:not(.now)").first.evaluate(fill)
