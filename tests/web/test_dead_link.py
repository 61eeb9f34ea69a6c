"""A connection that dies silently is noticed within seconds, and a press is carried out once."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process
from web.fake_room import FakeRoom
from web.line import Line
from web.test_real_room import my_turn
from web.test_table import acts, calm, to_me

pytestmark = pytest.mark.extended

PAGE = Callable[..., Page]
ROOM = Callable[..., FakeRoom]


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0.25")
    process.start()
    line = Line(int(process.url.rsplit(":", 1)[1]))
    yield line
    line.close()
    process.stop()


@pytest.mark.slow
def test_a_dead_line_is_seen_and_what_was_pressed_is_done(new_page: PAGE, line: Line) -> None:
    page = new_page(excuse=("WebSocket connection to", "Failed to load resource"))
    page.goto(f"http://127.0.0.1:{line.port}")
    page.get_by_role("button", name="Play now").click()
    turn = my_turn(page)
    before = page.locator(".story").inner_text()
    line.dead = True
    began = time.monotonic()
    page.keyboard.press("c")
    pressed = page.locator(".buttons .pass.pressed")
    expect(pressed).to_be_visible()
    expect(page.locator(".status")).to_have_text("Sending …")
    assert time.monotonic() - began < 3  # 0.3 where nothing else runs
    expect(page.locator("body.lost")).to_have_count(1)
    assert time.monotonic() - began < 9  # 6
    expect(pressed).to_be_visible()
    line.dead = False
    expect(page.locator("body.lost")).to_have_count(0)
    expect(page.locator(".buttons .pressed")).to_have_count(0)
    expect(page.locator(".bar")).not_to_have_attribute("data-turn", turn)
    done = page.locator(".story").inner_text().removeprefix(before)
    assert "You call" in done or "You check" in done


@pytest.mark.slow
def test_a_dead_line_is_seen_when_nothing_was_said(new_page: PAGE, line: Line) -> None:
    page = new_page(excuse=("WebSocket connection to", "Failed to load resource"))
    page.goto(f"http://127.0.0.1:{line.port}")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".table-page.ready")).to_be_visible()
    line.dead = True
    began = time.monotonic()
    expect(page.locator("body.lost")).to_have_count(1)
    assert time.monotonic() - began < 9
    line.dead = False
    expect(page.locator("body.lost")).to_have_count(0)


def test_a_pressed_button_stays_until_there_is_an_answer(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    calm(page)
    table.deaf = True
    page.keyboard.press("r")
    expect(page.locator(".buttons .wager.pressed")).to_have_text("Raise to 20R")
    expect(page.locator(".status")).to_have_text("Sending …")
    expect(page.locator(".buttons .fold")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("f")
    page.locator(".buttons .pass").click(force=True)
    table.deaf = False
    table.sockets[-1].close(code=1001)
    expect(page.locator(".buttons .pressed")).to_have_count(0)
    assert acts(table) == [{"kind": "raise", "to": 20}]


@pytest.mark.slow
def test_a_line_that_answers_is_left_alone(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    for _ in range(200):
        page.wait_for_timeout(100)
        if table.pings >= 3:
            break
    assert table.pings == 3
    assert len(table.sockets) == 1
