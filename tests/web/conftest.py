"""A Chromium for the tests of the page. Without it, or without playwright, they are skipped."""

import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the page's tests want playwright")
pytest.importorskip("axe_playwright_python", reason="the page's tests want axe-playwright-python")

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from web.fake_room import FakeRoom

expect.set_options(timeout=15_000)  # a machine with other work is slow; what is there is found at once

# The headless shell takes half the time of the whole browser, which opens a window for each test.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PAGE = Callable[..., Page]
ROOM = Callable[..., FakeRoom]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        if CHROMIUM is None and not Path(playwright.chromium.executable_path).exists():
            pytest.skip("the page's tests want chromium")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[PAGE]:
    """Makes pages: an error or a violation of the CSP in the console of a page fails the test.

    Messages with an excused text are allowed.
    """
    contexts = []
    complaints: list[str] = []

    def make(
        phone: bool = False,
        locale: str = "en-GB",
        still: bool = True,
        excuse: str | tuple[str, ...] = (),
        **options: Any,
    ) -> Page:
        size = PHONE if phone else DESKTOP
        context = browser.new_context(
            viewport=size,
            locale=locale,
            has_touch=phone,
            reduced_motion="reduce" if still else "no-preference",
            **options,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complain(said) if said.type in ("error", "warning") else None)

        def complain(said: ConsoleMessage) -> None:
            if not any([one in said.text for one in ([excuse] if isinstance(excuse, str) else excuse)]):
                complaints.append(said.text)

        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def room(new_page: PAGE) -> ROOM:
    """A table, and a page that opens it once `go` is called."""

    def make(
        phone: bool = False, locale: str = "en-GB", still: bool = True, excuse: str | tuple[str, ...] = (), **table: Any
    ) -> FakeRoom:
        return FakeRoom(new_page(phone, locale, still, excuse), **table)

    return make


@pytest.fixture(scope="session")
def script(browser: Browser) -> Iterator[Callable[[str, Any], Any]]:
    """Run the body of an async function of `(given, load)` in the page.

    `load("common/card")` loads a module of the page.
    """
    context = browser.new_context()
    page = context.new_page()
    FakeRoom(page)
    page.goto("http://standpat.test/web/icon.svg")

    def run(body: str, given: Any = None) -> Any:
        return page.evaluate(
            f"async (given) => {{ const load = (name) => import(`/web/js/${{name}}.js`); {body} }}", given
        )

    yield run
    context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="session")
def sources() -> dict[str, str]:
    """The page's modules by path: ``common/card.js``."""
    folder = Path(str(files("standpat"))) / "web" / "js"
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.js")}
