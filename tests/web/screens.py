"""Pictures of the page in every window, colour scheme, language and font, on sheets; and what does not fit.

    python tests/web/screens.py --out DIR                                # all: some hundreds of pictures
    python tests/web/screens.py --out DIR --scene draw --size 390x844    # these; both may be repeated

A sheet is one scene in one window: a column for each colour scheme, a row for each language and font. Faults that a
program can see are printed: texts that are cut off (except players' names), and parts that lie outside the window or
make it scroll sideways. The exit status is 1 if there are any. A person must judge the looks.

The table is that of `FakeRoom`: real hands of the engine, with the same cards in every picture.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from standpat.engine.action import Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.language import language
from web.conftest import ARGUMENTS, CHROMIUM
from web.fake_room import FakeRoom
from web.test_layout import LONG, OUTSIDE, all_in
from web.test_pages import TABLES, finished, furnish, raising
from web.test_table import to_me

SIZES: Final = ((320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900), (2560, 1440))
SCHEMES: Final = ("light", "dark", "forced")
LANGUAGES: Final = ("en-GB", "nb-NO")
FONTS: Final = ("Noto Sans", "DejaVu Sans")
HAND: Final = "5f0c3a9e81d24b7766aa0e13"
CUT: Final = """() => {
  const found = [];
  for (const node of document.querySelectorAll("#app *, dialog[open] *")) {
    const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const style = getComputedStyle(node);
    const seen = style.visibility === "visible" && node.getClientRects().length && !node.closest(".unseen, [hidden]");
    if (!text || !seen || node.matches(".name, .who") || ["visible", "auto"].includes(style.overflowX)) continue;
    if (node.scrollWidth > node.clientWidth + 1) found.push(`cut off: ${node.className} "${node.textContent.trim()}"`);
  }
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    const box = dialog.getBoundingClientRect();
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) found.push("dialog outside");
    if (dialog.scrollWidth > dialog.clientWidth) found.push("dialog scrolls sideways");
    for (const node of dialog.querySelectorAll("button, input, select, output, label, dd")) {
      const part = node.getBoundingClientRect();
      const out = part.width && (part.left < box.left - 1 || part.right > box.right + 1);
      if (out) found.push(`sticks out: ${node.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}"""

Scene = Callable[[FakeRoom], None]


def _table(room: FakeRoom) -> Page:
    room.chat = [{"at": 1_795_230_000.0, "user": "u1", "name": LONG[1], "text": "nice hand"}]
    room.deal(tell=False)
    room.go()
    expect(room.page.locator(".own-cards .card").or_(room.page.locator(".seat")).first).to_be_visible()
    return room.page


def _says(page: Page, key: str) -> str:
    """A text in the page's language."""
    return language(str(page.evaluate("document.documentElement.lang")))(key)


def lobby(room: FakeRoom) -> None:
    furnish(room)
    more = room.answers["tables"]
    room.answers["tables"] = [*more, *[{**more[0], "id": f"m{n}", "name": name} for n, name in enumerate(LONG[1:])]]
    room.go("/")
    expect(room.page.locator("tbody tr")).to_have_count(len(TABLES) + len(LONG) - 1)


def bet(room: FakeRoom) -> None:
    """The viewer's turn to bet, after two raises."""
    page = _table(room)
    room.play(Raise(20), Raise(30), Fold())
    expect(page.locator(".bar.mine:not(.waking)")).to_be_visible()


def no_limit(room: FakeRoom) -> None:
    """The viewer's turn to bet any amount."""
    room.game, room.stakes = game("27sd"), Stakes(5, 10, 2)
    page = _table(room)
    room.play(Raise(30), Fold(), Fold())
    expect(page.locator(".bar.mine:not(.waking)")).to_be_visible()


def draw(room: FakeRoom) -> None:
    """The viewer's second draw, with two cards marked."""
    page = _table(room)
    room.until(lambda hand: hand.to_act == 0 and hand.drawing and hand.street == 2, raising)
    expect(page.locator(".bar.mine:not(.waking) .draw")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("4")


def showdown(room: FakeRoom) -> None:
    """Side pots and shown hands."""
    room.stacks = [400, 60, 400, 300, 500, 90]
    page = _table(room)
    room.until(lambda hand: False, all_in)
    expect(page.locator(".awards li")).not_to_have_count(0)


def replay(room: FakeRoom) -> None:
    """The middle of a finished hand."""
    room.answers[f"/api/hands/{HAND}"] = finished(room)
    room.go(f"/hands/{HAND}")
    expect(room.page.locator(".own-cards .card")).to_have_count(5)
    for _ in range(14):
        room.page.keyboard.press("ArrowRight")


def account(room: FakeRoom) -> None:
    """A registered player who is about to change the password and has asked for the daily chips."""
    furnish(room)
    room.answers["/api/me"] = {"user": "u0", "name": LONG[1], "role": "player", "chips": 19600, "seats": []}
    room.answers["/api/daily"] = {"chips": 0, "wallet": 19600, "most": 10_000, "next": 1_795_392_000.0}
    room.go("/")
    room.page.locator(".account").click()
    room.page.locator("button.daily").click()
    expect(room.page.locator("dialog[open] .done")).not_to_have_text("")
    room.page.locator("dialog[open] summary").click()


def figures(room: FakeRoom) -> None:
    """The viewer's statistics."""
    stats = {"hands": 1200, "vpip": 400, "pfr": 200, "showdowns": 90, "showdowns_won": 45}
    room.answers["/api/stats"] = {"stats": [{"game": "27td", **stats, "drawn": [2.12, 1.2, 0.6], "net": -340}]}
    page = _table(room)
    to_me(room)
    page.locator(".menu-opener").click()
    page.get_by_role("button", name=_says(page, "page.menu.tally")).click()
    expect(page.locator("dialog.tally[open]")).to_be_visible()


def new_table(room: FakeRoom) -> None:
    """The form for a new table, with all parts open."""
    furnish(room)
    room.go("/")
    room.page.get_by_role("button", name=_says(room.page, "lobby.create")).click()
    room.page.locator("dialog[open] summary").first.click()


SCENES: Final[dict[str, Scene]] = {
    scene.__name__: scene for scene in (lobby, bet, no_limit, draw, showdown, replay, account, figures, new_table)
}


class Shot(NamedTuple):
    """A picture, its place on the sheet, and what does not fit in it."""

    scheme: str
    language: str
    font: str
    picture: Image.Image
    wrong: list[str]


def shots(browser: Browser, scene: Scene, size: tuple[int, int]) -> Iterator[Shot]:
    width, height = size
    for tongue in LANGUAGES:
        for font in FONTS:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=tongue,
                has_touch=width < 900,
                reduced_motion="reduce",
                timezone_id="Europe/Oslo",
            )
            context.set_default_timeout(30_000)
            page = context.new_page()
            room = FakeRoom(page, font=font, names=LONG, seconds=20.0)
            scene(room)
            for scheme in SCHEMES:
                dark = "dark" if scheme == "dark" else "light"
                forced = "active" if scheme == "forced" else "none"
                page.emulate_media(color_scheme=dark, forced_colors=forced, reduced_motion="reduce")  # type: ignore[arg-type]
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                wrong = [*page.evaluate(CUT), *page.evaluate(OUTSIDE)] if scene not in PAGES else page.evaluate(CUT)
                picture = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide")))
                yield Shot(scheme, tongue, font, picture.convert("RGB"), wrong)
            context.close()


PAGES: Final = (lobby, replay, account, new_table)
"""The scenes that may be higher than the window."""


def sheet(title: str, found: list[Shot], most: int = 2000) -> Image.Image:
    """Put colour schemes side by side, and languages and fonts below each other; narrow pictures go in rows."""
    width, height = found[0].picture.size
    columns = 6 if width < height else len(SCHEMES)
    rows = -(-len(found) // columns)
    scale = min(1.0, most / (columns * width))
    w, h = int(width * scale), int(height * scale)
    whole = Image.new("RGB", (columns * (w + 8) + 8, rows * (h + 28) + 8), "#808080")
    pen = ImageDraw.Draw(whole)
    for number, shot in enumerate(found):
        x, y = 8 + number % columns * (w + 8), 8 + number // columns * (h + 28)
        whole.paste(shot.picture.resize((w, h), Image.Resampling.LANCZOS), (x, y + 18))
        pen.text((x, y), f"{title}  {shot.scheme}  {shot.language}  {shot.font}", fill="white")
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scene", action="append", choices=SCENES)
    parser.add_argument("--size", action="append", choices=[f"{w}x{h}" for w, h in SIZES])
    parser.add_argument("--each", action="store_true", help="also every picture in a file of its own")
    args = parser.parse_args()
    if CHROMIUM is None:
        parser.error("there is no Chromium here")
    args.out.mkdir(parents=True, exist_ok=True)
    wrong = pictures = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name in args.scene or SCENES:
            for width, height in SIZES:
                size = f"{width}x{height}"
                if args.size and size not in args.size:
                    continue
                found = list(shots(browser, SCENES[name], (width, height)))
                sheet(f"{name} {size}", found).save(args.out / f"{name}-{size}.png")
                for shot in found:
                    pictures += 1
                    where = f"{name}-{size}-{shot.scheme}-{shot.language}-{shot.font.split()[0]}"
                    if args.each:
                        shot.picture.save(args.out / f"{where}.png")
                    for what in dict.fromkeys(shot.wrong):
                        wrong += 1
                        print(f"{where}: {what}", flush=True)
        browser.close()
    print(f"{pictures} pictures in {os.fspath(args.out)}, {wrong} faults")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
