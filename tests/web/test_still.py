"""Nothing jumps: seats, pot, own cards and action bar keep their places in every state of a hand."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.engine.action import Bet, Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from web.fake_room import FakeRoom
from web.test_table import calm, decide_by_key, easy

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
PLACES = """() => {
  const box = (node) => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.width].map(Math.round); };
  const found = {};
  document.querySelectorAll(".seat .plate").forEach((node, seat) => { found["seat " + seat] = box(node); });
  const amount = document.querySelector(".centre .amount");
  if (!amount.hidden) found.pot = box(amount).slice(1, 2);
  for (const name of [".own-cards", ".what", ".status", ".buttons", ".rail", ".felt"]) {
    const node = document.querySelector(name);
    found[name] = box(node).slice(1, 2).concat(Math.round(node.getBoundingClientRect().height));
  }
  return found;
}"""


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1440, 900),
        (390, 844),
        *[pytest.param(*size, marks=pytest.mark.slow) for size in ((1280, 720), (820, 1180), (360, 640))],
    ],
)
@pytest.mark.parametrize("limit", [True, False], ids=["limit", "no-limit"])
def test_everything_keeps_its_place(room: ROOM, width: int, height: int, limit: bool) -> None:
    how: dict[str, Any] = {} if limit else {"record": game("27sd"), "stakes": Stakes(5, 10, 2)}
    table = room(stacks=(400, 382, 96, 688, 60, 417), **how)
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    table.deal()
    table.go()
    seen: list[tuple[str, dict[str, Any]]] = []

    def look(state: str, sign: str) -> None:
        expect(page.locator(sign).first).to_be_visible()
        page.evaluate("new Promise(requestAnimationFrame)")
        seen.append((state, page.evaluate(PLACES)))

    look("dealt", ".seat[data-place='1'] .back")
    table.play(Raise(20), Raise(30 if limit else 40), Fold())
    calm(page)
    look("my turn", ".bar.mine")
    decide_by_key(table, "c")
    look("called", ".bar:not(.mine)")
    table.until(lambda hand: hand.drawing, easy)
    look("drawing", ".rail .now:not(.bet)")
    table.until(lambda hand: hand.to_act == 0, easy)
    calm(page)
    page.keyboard.press("2")
    page.keyboard.press("4")
    look("lifted", ".lifted + .card + .lifted")
    decide_by_key(table, "Enter")
    table.until(lambda hand: not hand.drawing, easy)
    look("drawn", ".rail .bet.now")

    def push(hand: Hand) -> Any:
        return Bet(hand.legal.bet.min_to) if hand.legal.bet else easy(hand)

    table.until(lambda hand: False, push)
    look("over", ".awards li")
    table.deal()
    look("dealt again", ".seat[data-place='1'] .back")
    first = seen[0][1]
    for state, places in seen[1:]:
        moved = {name: (first[name], box) for name, box in places.items() if name in first and first[name] != box}
        assert not moved, state
