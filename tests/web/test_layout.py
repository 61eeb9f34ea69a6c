"""The table in windows of every size and with fonts of different widths: nothing overflows, nothing covers a name."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from web.fake_room import FakeRoom
from web.test_table import to_me

ROOM = Callable[..., FakeRoom]


def height(page: Page, what: str) -> float:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["height"]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise(requestAnimationFrame)")


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
