"""The replayer of the documentation site: a hand on a page of its own, from static files."""

import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[2]
PAGE = Callable[..., Page]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a static folder with the pages of all hands in docs/hands."""
    folder = tmp_path_factory.mktemp("site") / "hands"
    folder.mkdir()
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import replayer

        replayer.write(folder)
    finally:
        sys.path.remove(str(ROOT / "docs"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_hand_is_played_to_its_end(site: str, new_page: PAGE, phone: bool) -> None:
    page = new_page(phone)
    page.goto(f"{site}/broken-nine.html")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)  # there are no links to a room, and no downloads
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".story")).to_contain_text("Bo wins")
    expect(page.locator(".story")).to_contain_text("You draw 1")


def test_the_hand_reads_as_the_page_says(site: str, new_page: PAGE) -> None:
    """docs/histories.md describes what happens in it."""
    page = new_page()
    page.goto(f"{site}/broken-nine.html")
    page.get_by_role("button", name="To the end").click()
    rounds = page.locator(".story li")
    told = {row.locator("h3").inner_text(): row.locator("p").inner_text() for row in rounds.all()}
    assert "You stand pat" in told["2nd draw"]
    assert "Bo raises to 400" in told["bet after 2nd draw"]
    assert "You draw 1" in told["3rd draw"]
