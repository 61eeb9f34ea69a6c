"""A page is left right after a click: its POST requests reach the room."""

import contextlib
import select
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process
from web.line import Line

pytestmark = pytest.mark.extended

PAGE = Callable[..., Page]


class HeldLine(Line):
    """While it is `held`, bytes wait. A connection that the browser closes loses its waiting bytes."""

    def __init__(self, port: int) -> None:
        self.held = False
        self.waits = threading.Event()  # bytes are waiting
        self.ended = threading.Event()  # the browser has closed a connection
        super().__init__(port)

    def _carry(self, one: socket.socket, other: socket.socket, cut: threading.Event) -> None:
        buffer = b""
        with contextlib.suppress(OSError):
            while True:
                if select.select([one], [], [], 0.02)[0]:
                    data = one.recv(65536)
                    if not data:
                        break
                    buffer += data
                if buffer and self.held:
                    self.waits.set()
                elif buffer:
                    other.sendall(buffer)
                    buffer = b""
        self.ended.set()
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[HeldLine]:
    process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0.25")
    process.start()
    line = HeldLine(int(process.url.rsplit(":", 1)[1]))
    yield line
    line.close()
    process.stop()


def test_a_note_saved_just_before_the_page_is_left_is_kept(line: HeldLine, new_page: PAGE) -> None:
    url = f"http://127.0.0.1:{line.port}"
    page = new_page()
    page.goto(url)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="About ").first.click()
    page.get_by_label("Private note").fill("folds to a raise")
    line.held = True
    with page.expect_request("**/api/notes"):
        page.get_by_role("button", name="Save").click()
    assert line.waits.wait(15)
    line.ended.clear()
    page.goto("about:blank")
    assert line.ended.wait(15), "the table's socket is closed, and every request that ends with the page"
    line.held = False

    later = page.context.new_page()
    later.goto(url)
    for _ in range(100):
        notes = later.evaluate("async () => (await (await fetch('/api/notes')).json()).notes")
        if notes:
            break
        later.wait_for_timeout(100)
    assert [note["text"] for note in notes] == ["folds to a raise"]
