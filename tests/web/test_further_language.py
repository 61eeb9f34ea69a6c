"""A further language is one file and no code: the page offers and speaks it, and so does Python."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat import language as words
from standpat.room.server.assets import FOLDER, Assets
from web.conftest import PAGE
from web.fake_room import FakeRoom
from web.test_pages import furnish


def spoken(entry: Any) -> Any:
    """Every text in a louder form."""
    if isinstance(entry, dict):
        return {key: spoken(value) for key, value in entry.items()}
    return f"{entry}!" if isinstance(entry, str) else entry


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The package's files with one more."""
    for part in ("web", "language"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    english = json.loads((FOLDER / "language" / "en.json").read_text("utf-8"))
    own = {"language": "Føroyskt", "codes": ["fo"], "thousands": ".", "plural": {"one": [1], "few": "n % 10 = 2..4"}}
    english["lobby"]["bots"]["few"] = "{count} few bots"
    (tmp_path / "language" / "fo.json").write_text(json.dumps(spoken(english) | own), "utf-8")
    return tmp_path


@pytest.mark.parametrize("locale", ["fo-FO", "en-GB"])
def test_the_page_speaks_it(new_page: PAGE, folder: Path, locale: str) -> None:
    table = FakeRoom(new_page(locale=locale))
    table.root = folder
    furnish(table)
    table.go("/")
    page = table.page
    page.locator(".menu-opener").click()
    choice = page.locator(".choice").last.locator("select")
    expect(choice.locator("option")).to_have_text(["English", "Føroyskt", "Norsk"])
    if locale == "en-GB":
        expect(page.locator(".play")).to_have_text("Play now")
        choice.select_option("fo")
    expect(page.locator(".play")).to_have_text("Play now!")
    expect(page.locator("html")).to_have_attribute("lang", "fo")
    expect(page.locator(".account .wallet")).to_have_text("19.600 chips!")


def test_its_form_errors_and_plurals(new_page: PAGE, folder: Path) -> None:
    table = FakeRoom(new_page(locale="fo-FO", excuse="400"))
    table.root = folder
    furnish(table)
    table.answers["tables"][0]["bots"], table.answers["tables"][1]["bots"] = 3, 5
    refusal = {"code": "not-possible", "text": "", "right": "", "key": "error.bots-kind"}
    table.answers["/api/tables"] = (400, refusal | {"args": {"player": "x", "known": "rule"}})
    table.go("/")
    page = table.page
    expect(page.get_by_text("3 few bots!")).to_be_visible()
    expect(page.get_by_text("5 bots!")).to_be_visible()
    page.get_by_role("button", name="Make a game!").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_role("combobox", name="Game!")).to_be_visible()
    form.locator("summary").click()
    expect(form.get_by_role("combobox", name="Reshuffle!")).to_be_visible()
    form.get_by_role("textbox", name="Name!").fill("Friday")
    form.locator(".go").click()
    expect(form.locator(".outcome")).to_contain_text("!")
    expect(form.locator(".outcome")).to_contain_text("rule")


def test_the_server_sends_it(folder: Path) -> None:
    held = Assets(folder)
    page = held.page("lobby")
    assert page is not None
    assert "Føroyskt" in page.data.decode()
    assert held.at("locale/fo.json") is not None


@pytest.fixture
def python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(words, "_FOLDER", str(folder / "language"))
    for known in (words.languages, words.language):
        known.cache_clear()
    yield
    for known in (words.languages, words.language):
        known.cache_clear()


def test_python_speaks_it(python: None) -> None:
    assert words.languages() == ("en", "fo", "nb")
    assert words.language("fo")("lobby.play-now") == "Play now!"
    assert words.language("fo").number(19_600) == "19.600"
    assert words.from_environment({"LANG": "fo_FO.UTF-8"}) == "fo"
