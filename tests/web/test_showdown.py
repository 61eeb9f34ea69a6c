"""The showdown on the page: the viewer is asked to show or muck, and may show their hand afterwards.

A press that was meant for something else does neither. Flying chips do not cross the texts that say who won.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from standpat.engine.action import Action, Bet, Check, Fold, Muck, Show
from standpat.engine.games import Stakes, game
from web.fake_room import FakeRoom
from web.test_table import acts, all_is_said, calm, decide_by_key, easy

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
JACK, QUEEN, ACE = "JcTd9h8s6c", "QcJd9s8c6d", "AcKd9d8h6s"
REVEAL_CALM = 900  # ms: "Show my hand" must have been there for 800 before a press acts
SIZES = [
    (1440, 900),
    (390, 844),
    (320, 568),
    *[pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (820, 1180), (844, 390))],
]


def card_room(room: ROOM, hands: Sequence[str] = (QUEEN, ACE, JACK), **how: Any) -> FakeRoom:
    """Three seats; the viewer, seat 0, has the button. Seat 1 is the first to act in the last round."""
    order = [hands[1], hands[2], hands[0]]
    rules = game("27sd", house="cardroom", draws="immediate")
    table = room(
        record=rules, stakes=Stakes(5, 10), stacks=(400, 400, 400), script="".join(order), asks=(0, 1, 2), **how
    )
    table.deal()
    table.go()
    expect(table.page.locator(".own-cards .card")).to_have_count(5)
    return table


def asks_me(table: FakeRoom, *before: Action) -> None:
    """All players check, the others answer like this, and then the viewer is asked."""
    table.until(lambda hand: hand.legal.showdown is not None, easy)
    table.play(*before)
    calm(table.page)


def status(page: Page) -> Locator:
    return page.locator(".bar .status")


def test_the_viewer_is_asked_and_shows_by_mouse(room: ROOM) -> None:
    table = card_room(room)
    page = table.page
    assert table.sockets[-1].url.endswith("?asks=1")
    asks_me(table, Muck(), Muck())
    expect(status(page)).to_have_text("You won the pot. Show your hand?")
    expect(page.locator(".buttons button:visible span")).to_have_text(["Muck", "Show"])
    expect(page.locator(".rail .now")).to_have_text("Showdown")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert acts(table) == [{"kind": "show"}]
    assert table.hand
    assert table.hand.over
    expect(page.locator(".awards")).to_contain_text("You win 30")
    expect(page.locator(".story")).to_contain_text("You show")


def test_a_pot_hangs_on_it_and_its_time_is_seen(room: ROOM) -> None:
    table = card_room(room, (JACK, ACE, QUEEN), seconds=15.0)
    page = table.page
    asks_me(table, Show(), Show())
    expect(status(page)).to_have_text("Show, or give up the pot?")
    expect(page.locator(".bar .time")).to_have_attribute("data-left", re.compile("^[1-6]$"))
    assert page.locator(".bar .time.bank").count() == 0
    page.keyboard.press("m")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert acts(table) == [{"kind": "muck"}]
    expect(page.locator(".awards")).to_contain_text("Halvor wins 30")
    expect(page.locator(".story")).to_contain_text("You muck")


def test_beaten_and_shown_by_key_in_norwegian(room: ROOM) -> None:
    table = card_room(room, locale="nb-NO")
    page = table.page
    asks_me(table, Show(), Show())
    expect(status(page)).to_have_text("Du tapte. Vise hånden?")
    expect(page.locator(".buttons button:visible span")).to_have_text(["Kast", "Vis"])
    page.keyboard.press("h")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert acts(table) == [{"kind": "show"}]


def test_the_question_is_read_out_once(room: ROOM) -> None:
    table = card_room(room, (JACK, ACE, QUEEN))
    asks_me(table, Muck(), Show())
    told = table.page.locator(".bar [aria-live=assertive]")
    expect(told).to_have_text("Your turn. Show, or give up the pot? Muck, Show")
    expect(table.page).to_have_title("● Your turn – Rosenkrantz")


def test_a_press_meant_for_the_last_bet_answers_nothing(room: ROOM) -> None:
    """The viewer calls the last bet and is the first to be asked: presses directly after the call do nothing."""
    table = card_room(room, (JACK, ACE, QUEEN))
    page = table.page
    table.until(lambda hand: hand.street == 1 and not hand.drawing, easy)
    table.play(Check(), Check())
    calm(page)
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
          if (document.querySelector(".buttons .show").hidden) return;
          observer.disconnect();
          document.querySelector(".buttons .show").click();
          document.querySelector(".buttons .muck").click();
          for (const key of ["h", "m", "f", "c"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          document.body.dataset.pressed = "all";
        }).observe(document.querySelector(".bar"), { attributes: true, childList: true, subtree: true })"""
    )
    page.keyboard.press("r")
    page.locator(".sizing .amount").fill("20")
    decide_by_key(table, "Enter")
    table.until(lambda hand: hand.legal.showdown is not None, easy)
    expect(page.locator("body[data-pressed=all]")).to_have_count(1)
    assert [action["kind"] for action in acts(table)] == ["bet"]
    calm(page)
    page.keyboard.press("h")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [action["kind"] for action in acts(table)] == ["bet", "show"]


def test_while_another_is_asked_nothing_can_be_armed_for_a_round_that_is_over(room: ROOM) -> None:
    table = card_room(room)
    page = table.page
    table.until(lambda hand: hand.street == 1 and not hand.drawing, easy)
    page.get_by_role("button", name="Call any").click()
    expect(page.locator(".pre[aria-pressed=true]")).to_have_count(1)
    table.play(Check(), Check())
    expect(status(page)).to_have_text("Marit to show or muck")  # the armed check has been sent
    assert [action["kind"] for action in acts(table)] == ["check"]
    expect(page.locator(".buttons button:visible")).to_have_count(0)
    expect(page.locator(".seat[data-place='1'].turn")).to_have_count(1)
    expect(page.locator(".rail .now")).to_have_text("Showdown")
    expect(page.locator(".front:visible")).to_have_count(0)
    for key in ("c", "f", "h", "m"):
        page.keyboard.press(key)
    assert len(acts(table)) == 1


def test_the_question_is_there_again_after_a_reload(room: ROOM) -> None:
    table = card_room(room, (JACK, ACE, QUEEN))
    asks_me(table, Muck(), Show())
    table.page.reload()
    calm(table.page)
    expect(status(table.page)).to_have_text("Show, or give up the pot?")
    expect(table.page.locator(".rail .now")).to_have_text("Showdown")
    table.page.keyboard.press("h")
    expect(table.page.locator(".bar.mine")).to_have_count(0)
    assert acts(table) == [{"kind": "show"}]


def test_the_keys_are_in_the_list(room: ROOM) -> None:
    page = card_room(room).page
    page.keyboard.press("?")
    dialog = page.locator("dialog.keys[open]")
    expect(dialog).to_contain_text("Hat the showdown: show")
    expect(dialog).to_contain_text("Mat the showdown: muck")


# "Show my hand" when it is over -----------------------------------------------------------------------------


def won_unshown(room: ROOM, size: tuple[int, int] = (1440, 900), still: bool = True, **how: Any) -> FakeRoom:
    """The others have just folded to the viewer's raise. `boxes` has the places of the buttons before."""
    table = room(still=still, **how)
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    table.until(lambda hand: hand.to_act == 0, lambda hand: Fold())
    calm(page)
    return table


def boxes(page: Page, what: str) -> list[dict[str, float]]:
    found: list[dict[str, float]] = page.locator(what).evaluate_all(
        "all => all.filter((n) => n.checkVisibility()).map((n) => { const b = n.getBoundingClientRect();"
        "return { left: b.left, top: b.top, right: b.right, bottom: b.bottom }; })"
    )
    return found


def apart(one: dict[str, float], other: dict[str, float]) -> float:
    """The pixels between two boxes, below 0 if they overlap."""
    return max(
        one["left"] - other["right"],
        other["left"] - one["right"],
        one["top"] - other["bottom"],
        other["top"] - one["bottom"],
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", ["en-GB", "nb-NO"])
def test_show_my_hand_is_nowhere_near_the_buttons(room: ROOM, size: tuple[int, int], locale: str) -> None:
    table = won_unshown(room, size, locale=locale)
    page = table.page
    buttons = boxes(page, ".buttons button")
    assert len(buttons) == 3
    decide_by_key(table, "r")
    table.until(lambda hand: False, lambda hand: Fold())
    expect(page.locator(".reveal")).to_be_visible()
    (reveal,) = boxes(page, ".reveal")
    assert min(apart(reveal, button) for button in buttons) >= 40
    assert reveal["bottom"] - reveal["top"] >= 44
    assert 0 <= reveal["left"] < reveal["right"] <= size[0]
    assert 0 <= reveal["top"] < reveal["bottom"] <= size[1]
    others = [
        *boxes(page, ".seat .plate"),
        *boxes(page, ".own-cards .card"),
        *boxes(page, ".awards .line, .awards .hand"),
    ]
    assert min(apart(reveal, other) for other in others) >= 0
    assert boxes(page, ".buttons button") == []


def test_a_press_meant_for_fold_shows_nothing(room: ROOM) -> None:
    """The press for Fold begins while the last opponent folds; a second one follows at once."""
    table = won_unshown(room)
    page = table.page
    (fold, *_) = boxes(page, ".buttons button")
    decide_by_key(table, "r")
    page.mouse.move((fold["left"] + fold["right"]) / 2, (fold["top"] + fold["bottom"]) / 2)
    page.mouse.down()
    table.until(lambda hand: False, lambda hand: Fold())
    expect(page.locator(".reveal")).to_be_visible()
    page.mouse.up()
    page.mouse.click((fold["left"] + fold["right"]) / 2, (fold["top"] + fold["bottom"]) / 2)
    for key in ("f", "c", "r", "Enter", "h", "m"):
        page.keyboard.press(key)
    all_is_said(table)
    assert [message for message in table.said if message["t"] == "show"] == []


def test_a_press_on_show_my_hand_acts_when_it_has_been_there_for_a_while(room: ROOM) -> None:
    table = won_unshown(room)
    page = table.page
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
          const reveal = document.querySelector(".reveal");
          if (reveal.hidden) return;
          observer.disconnect();
          reveal.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
          setTimeout(() => {
            reveal.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
            document.body.dataset.pressed = "late";
          }, 1200);
          reveal.click();
        }).observe(document.querySelector(".reveal"), { attributes: true })"""
    )
    decide_by_key(table, "r")
    table.until(lambda hand: False, lambda hand: Fold())
    expect(page.locator("body[data-pressed=late]")).to_have_count(1)
    assert [message for message in table.said if message["t"] == "show"] == []  # one too early, one begun too early
    page.get_by_role("button", name="Show my hand").click()
    expect(page.locator(".reveal")).to_be_hidden()
    shown = [message["hand_no"] for message in table.said if message["t"] == "show"]
    assert shown == [table.hand_no]
    page.keyboard.press("Enter")  # the focus has left it
    assert len([message for message in table.said if message["t"] == "show"]) == 1


def test_a_refused_show_can_be_tried_again(room: ROOM) -> None:
    table = won_unshown(room)
    page = table.page
    decide_by_key(table, "r")
    table.until(lambda hand: False, lambda hand: Fold())
    table.refuse = {"show": "trouble"}
    expect(page.locator(".reveal")).to_be_visible()
    page.wait_for_timeout(REVEAL_CALM)  # an earlier press is meant for something else
    page.locator(".reveal").click()
    expect(page.get_by_role("status")).to_contain_text("Something went wrong")
    expect(page.locator(".reveal")).to_be_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_show_my_hand_can_be_read_under_the_mouse(room: ROOM, scheme: Any) -> None:
    table = won_unshown(room)
    page = table.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    decide_by_key(table, "r")
    table.until(lambda hand: False, lambda hand: Fold())
    page.locator(".reveal").hover()
    ink, ground = page.locator(".reveal").evaluate(
        "n => [getComputedStyle(n).color, getComputedStyle(n).backgroundColor]"
    )
    assert contrast(ink, ground) >= 7


def contrast(one: str, other: str) -> float:
    """The contrast of two opaque CSS colours, as WCAG defines it."""

    def light(colour: str) -> float:
        parts = colour.removeprefix("rgb(").removesuffix(")").split(", ")
        assert len(parts) == 3, colour
        scaled = [int(part) / 255 for part in parts]
        r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in scaled]
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


# Chips on their way -----------------------------------------------------------------------------------------

WATCH_FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const flight = animate.call(this, frames, how);
    if (this.closest(".flights")) {
      const { width, height } = this.getBoundingClientRect();
      const ends = frames.map(({ transform }) => transform.match(/-?[0-9.]+(?=px)/g).map(Number));
      const words = [...document.querySelectorAll(".awards span")].filter((n) => n.checkVisibility()).map((n) => {
        const range = document.createRange();
        range.selectNodeContents(n);
        const b = range.getBoundingClientRect();
        return { left: b.left, top: b.top, right: b.right, bottom: b.bottom };
      });
      window.flights.push({ what: this.className, text: this.textContent, width, height, ends, words });
    }
    return flight;
  };
}"""


def overlaps(page: Page) -> tuple[int, list[Any]]:
    """The flights since `WATCH_FLIGHTS` while the winner was shown: the number of flights of chips, and those that
    crossed the text."""
    chips, crossing = 0, []
    for flight in page.evaluate("window.flights"):
        if not flight["words"]:
            continue
        chips += "front" in flight["what"]
        (x0, y0), (x1, y1) = flight["ends"]
        for step in range(41):
            left, top = x0 + (x1 - x0) * step / 40, y0 + (y1 - y0) * step / 40
            box = {"left": left, "top": top, "right": left + flight["width"], "bottom": top + flight["height"]}
            if any(apart(box, word) < 0 for word in flight["words"]):
                crossing.append((flight["what"], flight["text"], flight["ends"]))
                break
    return chips, crossing


@pytest.mark.parametrize(
    "size",
    [(1440, 900), (390, 844), *[pytest.param(size, marks=pytest.mark.slow) for size in ((320, 568), (844, 390))]],
)
@pytest.mark.parametrize("end", ["fold", "showdown"])
def test_chips_keep_clear_of_the_words_that_say_who_won(room: ROOM, size: tuple[int, int], end: str) -> None:
    table = won_unshown(room, size, still=False)
    page = table.page
    page.evaluate(WATCH_FLIGHTS)
    if end == "fold":
        decide_by_key(table, "r")
        table.until(lambda hand: False, lambda hand: Fold())
    else:
        decide_by_key(table, "c")
        table.until(lambda hand: hand.street == 3 and not hand.drawing, easy)
        table.until(lambda hand: False, lambda hand: Bet(hand.legal.bet.min_to) if hand.legal.bet else easy(hand))
    expect(page.locator(".awards li").first).to_be_visible()
    expect(page.locator(".flights > *")).to_have_count(0)
    chips, crossing = overlaps(page)
    assert chips >= 2
    assert crossing == []
