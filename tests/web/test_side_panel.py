"""The side panel: new text is at the top or is spoken by screen readers, and nothing else is."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from standpat.engine.action import Call, Fold, Raise
from web.fake_room import FakeRoom

ROOM = Callable[..., FakeRoom]
LISTEN = """() => {
  // What a reader of the screen would speak: text that comes into a live region, or changes there.
  window.spoken = [];
  const live = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("[role=log], [aria-live]");
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (!live(target)) continue;
      const nodes = type === "characterData" ? [target] : addedNodes;
      const texts = [...nodes].map((node) => node.textContent.trim()).filter((text) => text);
      window.spoken.push(...texts.map((text) => [live(target).className, text]));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def spoken(page: Page, where: str) -> list[str]:
    """The texts that were spoken since the last call."""
    found: list[str] = page.evaluate(
        """(where) => {
          const found = window.spoken.filter(([name]) => name === where).map(([, text]) => text);
          window.spoken = window.spoken.filter(([name]) => name !== where);
          return found;
        }""",
        where,
    )
    return found


def test_the_last_hands_are_the_newest(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    numbers = page.locator(".hands li > :first-child")
    expect(numbers).to_have_text([f"hand {number}" for number in (40, 39, 38, 37, 36)])
    table.until(lambda hand: False, lambda hand: Fold())
    expect(numbers).to_have_text([f"hand {number}" for number in (42, 40, 39, 38, 37)])


def test_only_what_is_new_is_spoken(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    story = page.locator(".story")
    expect(story).to_contain_text("Halvor")
    page.evaluate(LISTEN)
    table.play(Raise(20))
    expect(story).to_contain_text("Wheelhouse raises to 20.")
    assert spoken(page, "story") == ["Wheelhouse raises to 20."]
    table.play(Call())
    expect(story).to_contain_text("Kansas calls")
    assert spoken(page, "story") == ["Kansas calls 20."]
    table.play(Fold(), Call(), Call(), Call())
    expect(story.locator("h3")).to_have_count(2)
    assert spoken(page, "story") == [
        "tenfour folds.",
        "You call 20.",
        "Marit calls 15.",
        "Halvor calls 10.",
        "1st draw",
    ]


def test_only_new_lines_of_the_chat_are_spoken(room: ROOM) -> None:
    table = room()
    page = table.page
    table.chat = [{"at": float(k), "user": f"u{k % 2 + 1}", "name": "Marit", "text": f"line {k}"} for k in range(70)]
    table.deal()
    table.go()
    lines = page.locator(".lines p")
    expect(lines).to_have_count(60)
    page.evaluate(LISTEN)

    def say(text: str) -> None:
        table.v += 1
        line = {"at": 100.0, "user": "u1", "name": "Marit", "text": text}
        table.chat.append(line)
        table.send({"t": "chat", "v": table.v, "line": line})
        expect(lines.last).to_contain_text(text)

    say("hello")
    assert spoken(page, "lines") == ["Marit hello ×"]
    say("hello")  # said twice is two lines
    expect(page.locator(".lines")).to_contain_text("hello ×Marit hello")
    assert spoken(page, "lines") == ["Marit hello ×"]
    expect(lines).to_have_count(60)
    table.send_snapshot()
    table.v += 1
    table.send({"t": "chat", "v": table.v, "line": {"at": 101.0, "user": "u2", "name": "Halvor", "text": "and bye"}})
    expect(lines.last).to_contain_text("and bye")
    assert spoken(page, "lines") == ["Halvor and bye ×"]


def test_tabs_by_keyboard(room: ROOM) -> None:
    """The arrow keys choose a tab; own hands and the session are asked for when they are opened. Hands are searched."""
    table = room()
    page = table.page
    both = {"ended": 1e9, "names": ["You", "Bo"], "nets": [30, -30], "game": "27td", "net": 30, "seat": 0}
    hands = [{"id": "ab" * 12, "hand_no": 7, **both}, {"id": "cd" * 12, "hand_no": 6, **both}]
    asked = []

    def answer(request: Request) -> dict[str, object]:
        asked.append(request.url.partition("?")[2])
        return {"hands": hands[1:] if asked[-1] else hands[:1], "more": not asked[-1], "whole": True}

    table.answers["/api/hands"] = answer
    players = [{"user": "u1", "name": "Marit", "net": 45}, {"user": "u0", "name": "You", "net": -45}]
    table.answers["/api/tables/t1/session"] = {"ok": True, "whole": True, "hands": 41, "players": players}
    table.deal()
    table.go()
    page.get_by_role("tab", name="This hand").focus()
    assert asked == []
    page.keyboard.press("ArrowRight")
    mine = page.get_by_role("tab", name="My hands")
    expect(mine).to_be_focused()
    expect(mine).to_have_attribute("aria-selected", "true")
    expect(page.locator(".own-hands a")).to_have_count(1)
    page.get_by_role("button", name="Earlier hands").click()
    expect(page.locator(".own-hands a")).to_have_count(2)
    expect(page.locator(".own-hands a").last).to_be_focused()
    assert asked == ["", "before=" + "ab" * 12]
    expect(page.get_by_role("button", name="Earlier hands")).to_be_hidden()
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("combobox", name="Game", exact=True)).to_be_focused()
    page.get_by_label("Result").select_option("won")
    expect(page.locator(".own-hands a")).to_have_count(1)
    assert asked[2:] == ["least=1"]
    expect(page.get_by_role("link", name="All my hands")).to_have_attribute("href", "/hands?result=won")
    mine.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel", name="Session")).to_contain_text("Your result−4541 hands played")
    expect(page.locator(".nets li").first).to_have_text("Marit+45")
    expect(page.get_by_role("link", name="Session")).to_have_attribute("href", re.compile("/session$"))
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="Chat")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="This hand")).to_be_focused()
    expect(page.get_by_role("tab", selected=True)).to_have_count(1)
    expect(page.get_by_role("textbox")).to_have_count(0)  # what is unseen cannot have the focus
