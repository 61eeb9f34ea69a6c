"""Keys that people choose: no two actions share one, and stored nonsense is as good as nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from web.conftest import ROOM
from web.test_table import acts, calm, to_my_draw

KEYS_OF = """const { keysOf } = await load("common/keys"); return Object.fromEntries(keysOf(given));"""


def test_stored_keys_count_only_where_they_are_keys_and_do_not_clash(script: Callable[..., Any]) -> None:
    usual = script(KEYS_OF, {})
    assert usual["wager"] == ["r", "b"]
    assert usual["confirm"] == ["enter"]
    shared = [key for keys in usual.values() for key in keys]
    assert len(set(shared)) == len(shared)
    stored: tuple[Any, ...] = (
        None,
        7,
        "fold",
        [],
        {"fold": 7, "pass": " ", "wager": "tab", "sort": "S", "strange": "f"},
    )
    for nonsense in stored:
        assert script(KEYS_OF, nonsense) == usual
    chosen = script(KEYS_OF, {"fold": "c", "show": "c", "muck": "", "wager": "å", "sort": "enter"})
    assert chosen["fold"] == ["c"]
    assert chosen["pass"] == []  # its usual key belongs to folding now
    assert chosen["show"] == ["h"]  # folding, which comes first, has the key that both chose
    assert (chosen["muck"], chosen["wager"]) == ([], ["å"])
    assert (chosen["sort"], chosen["confirm"]) == (["enter"], [])


@pytest.mark.extended
def test_a_person_chooses_a_key_and_clashes_are_refused(room: ROOM) -> None:
    at = room()
    page = at.page
    at.deal()
    at.go()
    to_my_draw(at)
    calm(page)
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(listed.locator("div", has_text="bet or raise").locator("kbd")).to_have_text(["R", "B"])
    listed.get_by_role("button", name="Change keys").click()
    dialog = page.get_by_role("dialog", name="Choose your keys")
    said = dialog.get_by_role("status")
    dialog.get_by_role("button", name="turn card sorting on or off: S").click()
    page.keyboard.press("Shift+B")  # as "b"
    expect(said).to_have_text("B is already the key for: bet or raise. Press another.")
    page.keyboard.press("F5")
    expect(said).to_contain_text("The browser needs that key")
    page.keyboard.press("Escape")
    expect(
        dialog.get_by_role("button", name="turn card sorting on or off: S")
    ).to_be_focused()  # Esc ended the wait alone
    dialog.get_by_role("button", name="discard, or stand pat: ↵").press("Enter")
    page.keyboard.press("x")
    expect(dialog.get_by_role("button", name="discard, or stand pat: X")).to_be_focused()
    dialog.get_by_role("button", name="mark or unmark card 2").click()
    page.keyboard.press("Delete")
    expect(dialog.get_by_role("button", name="mark or unmark card 2: no key")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    listed.get_by_role("button", name="Close").click()
    draw = page.locator(".act.draw")
    expect(draw.locator("kbd")).to_have_text("X")
    expect(draw).to_have_attribute("aria-keyshortcuts", "X")
    page.keyboard.press("2")
    expect(page.locator(".lifted")).to_have_count(0)
    page.keyboard.press("3")
    page.keyboard.press("Enter")  # no longer the key
    assert acts(at) == []
    page.keyboard.press("X")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [len(action["cards"]) for action in acts(at)] == [1]  # type: ignore[arg-type]
    page.keyboard.press("?")
    listed.get_by_role("button", name="Change keys").click()
    dialog.get_by_role("button", name="Usual keys").click()
    expect(dialog.get_by_role("button", name="mark or unmark card 2: 2")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['standpat.settings']).keys") == {}
