"""The pages over a slow connection, and the requests of a reload, with the real room."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process

pytestmark = pytest.mark.extended

PAGE = Callable[..., Page]
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


# Tests request the server before the pages, so that pages close first: a page without its server reports errors.
@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0.05")
    process.start()
    yield process
    process.stop()


def transfers(page: Page) -> list[str]:
    """The requests that will transfer data, apart from the headers of a 304."""
    found: list[str] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    urls: dict[str, str] = {}
    cached: set[str] = set()
    session.on("Network.requestWillBeSent", lambda event: urls.__setitem__(event["requestId"], event["request"]["url"]))
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on("Network.webSocketCreated", lambda event: found.append(event["url"]))

    def received(event: dict[str, Any]) -> None:
        answer = event["response"]
        if event["requestId"] not in cached and not answer["fromDiskCache"] and not answer.get("fromPrefetchCache"):
            found.append(answer["url"])

    session.on("Network.responseReceived", received)
    return found


@pytest.mark.slow
def test_a_reload_of_the_table_asks_for_three_things_at_most(server: Process, new_page: PAGE) -> None:
    page = new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".table-page.ready")).to_be_visible()
    found = transfers(page)
    page.reload()
    expect(page.locator(".table-page.ready")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.url in found, "the page itself is asked for"
    assert len(found) <= 3, found


@pytest.mark.slow
def test_a_first_visit_over_a_slow_line(server: Process, new_page: PAGE) -> None:
    page = new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    began = time.monotonic()
    page.goto(server.url, wait_until="commit")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_visible()
    expect(page.locator("tbody tr").first).to_be_visible()
    lobby = time.monotonic() - began
    began = time.monotonic()
    play.click()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    cards = time.monotonic() - began
    print(f"lobby {lobby:.2f} s, cards {cards:.2f} s")
    assert lobby < 4.5  # 3 s where nothing else runs
    assert cards < 8  # 5 s


def test_a_page_is_never_blank(server: Process, new_page: PAGE) -> None:
    """It shows something before the script is loaded, and before the table is."""
    page = new_page(excuse="Failed to load resource")
    sign = """() => {
      const { content, visibility } = getComputedStyle(document.querySelector("#app"), "::after");
      return visibility === "visible" && content.includes("♠");
    }"""
    page.route("**/page/*.js", lambda route: route.abort())
    with urlopen(f"{server.url}/api/tables") as answer:
        table = json.load(answer)["tables"][0]["id"]
    for path in ("/", f"/tables/{table}"):
        page.goto(server.url + path)
        assert page.evaluate(sign), path
    page.unroute("**/page/*.js")
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert not page.evaluate(sign)
