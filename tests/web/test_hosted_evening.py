"""An evening with two browsers and the real room: in English the host's is on a desktop and the guest's on a phone, in
Norwegian the other way round.

The host makes a game with a rotation and sends the link; the guest plays seconds after opening it. Then a pause, a
newcomer with approval, a change of game, a rebuy, handing over, closing and the settle-up. With `STANDPAT_PICTURES` set
to a folder, pictures of all browsers are left there at every step: on a desktop and a phone, light and dark, in both
languages.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process
from standpat.language import language
from web.conftest import DESKTOP, PAGE, PHONE

pytestmark = pytest.mark.slow

PLAYS_WITHIN = 15.0
"""Seconds from opening the link to the guest's first decision."""
PICTURES = os.environ.get("STANDPAT_PICTURES")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Evening:
    """The pages of an evening, and their pictures."""

    def __init__(self, locale: str, **pages: Page) -> None:
        self.pages, self.locale, self._step = pages, locale, 0
        self.say = language(locale)

    def picture(self, step: str) -> None:
        """Leave a picture of every page, if a folder for them was given."""
        self._step += 1
        if not PICTURES:
            return
        for name, page in self.pages.items():
            usual = page.viewport_size
            assert usual
            for size, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
                page.set_viewport_size(viewport)
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    path = Path(PICTURES) / f"{self.locale}-{self._step:02}-{step}-{name}-{size}-{scheme}.png"
                    page.screenshot(path=path)
            page.set_viewport_size(usual)

    def host(self, page: Page) -> None:
        """Open what the host decides: above the table or, on a phone, from the menu."""
        opener = page.get_by_role("button", name=self.say("page.host.title"), exact=True)
        if not opener.is_visible():
            page.get_by_role("button", name=self.say("page.menu.open")).click()
            opener = page.get_by_role("button", name=self.say("page.menu.host"))
        opener.click()

    def play(self, until: Callable[[], bool]) -> None:
        """Check, call and stand pat in every browser until something has happened."""
        for _ in range(400):
            if until():
                return
            for page in self.pages.values():
                if page.locator(".bar.mine:not(.waking)").count():
                    page.keyboard.press("Enter" if page.locator(".buttons .draw:visible").count() else "c")
            next(iter(self.pages.values())).wait_for_timeout(50)
        self.picture("stuck")
        raise AssertionError("it did not happen")


@pytest.fixture
def server(tmp_path: Path) -> object:
    process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0.25")
    process.start()
    yield process
    process.stop()


@pytest.mark.parametrize("locale", ["en", "nb"])
def test_a_host_and_a_guest(new_page: PAGE, server: Process, locale: str) -> None:
    browser_locale = {"en": "en-GB", "nb": "nb-NO"}[locale]
    host, guest = [new_page(phone=(locale == "en") is phone, locale=browser_locale) for phone in (False, True)]
    evening = Evening(locale, host=host, guest=guest)
    say = evening.say

    # One sheet.
    host.goto(server.url)
    expect(host.locator("tbody tr")).not_to_have_count(0)
    host.get_by_role("button", name=say("lobby.create"), exact=True).click()
    host.get_by_role("radio", name=say("lobby.presets.lowball-mix.name")).check()
    host.get_by_label(say("lobby.mix.unit")).select_option("hands")
    host.get_by_label(say("lobby.mix.every")).fill("2")
    evening.picture("sheet")
    host.get_by_role("button", name=say("lobby.create-go")).click()
    host.locator("dialog.buy[open] input[type=text]").fill("Astrid")
    evening.picture("buy-in")
    host.locator("dialog.buy[open] .go").click()
    link = host.locator("dialog.invite[open] .link input")
    expect(link).to_have_value(f"{server.url}{host.url.removeprefix(server.url)}")
    evening.picture("invitation")
    url = link.input_value()
    host.locator("dialog.invite[open] .close").click()

    # The guest plays.
    began = time.monotonic()
    guest.goto(url)
    guest.locator("dialog.buy[open] input[type=text]").fill("Bjarne")
    evening.picture("guest-comes")
    guest.locator("dialog.buy[open] .go").click()
    expect(guest.locator(".own-cards .card")).to_have_count(5)
    seconds = time.monotonic() - began
    print(f"{locale}: the guest has cards after {seconds:.1f} s")
    assert PICTURES or seconds < PLAYS_WITHIN
    evening.picture("first-hand")

    # A change of game by the rotation.
    evening.play(lambda: "A-5" in host.locator(".names .meta").inner_text())
    evening.picture("next-game")

    # A pause.
    evening.host(host)
    panel = host.locator("dialog.host-panel[open]")
    panel.get_by_role("button", name=say("page.host.pause"), exact=True).click()
    expect(guest.get_by_text(say("table.paused"), exact=True).first).to_be_visible()
    evening.picture("paused")
    panel.get_by_role("button", name=say("page.host.resume"), exact=True).click()
    expect(guest.get_by_text(say("table.paused"), exact=True)).to_have_count(0)

    # Approval of a third.
    panel.locator("summary", has_text=say("page.host.door")).click()
    panel.get_by_label(say("page.host.approval"), exact=True).check()
    panel.locator(".shut").click()
    third = new_page(locale=browser_locale)
    third.goto(url)
    third.locator("dialog.buy[open] input[type=text]").fill("Cecilie")
    third.locator("dialog.buy[open] .go").click()
    requests = host.get_by_role("region", name=say("page.host.requests"))
    expect(requests).to_contain_text("Cecilie")
    evening.picture("approval")
    requests.get_by_role("button", name=say("page.host.approve")).click()
    expect(third.locator(".room.seated")).to_be_visible()
    evening.pages["third"] = third

    # Another game from the next hand, and a rebuy.
    evening.host(host)
    panel.locator("summary", has_text=say("page.host.rules")).click()
    panel.get_by_label(say("lobby.kind")).select_option("one")
    panel.get_by_role("combobox", name=say("lobby.game"), exact=True).select_option("a5td")
    panel.get_by_role("button", name=say("page.host.from-next")).click()
    expect(panel.get_by_text(say("page.host.changed")).or_(panel.locator(".coming"))).not_to_have_count(0)
    panel.locator("summary", has_text="Bjarne").click()
    bjarne = panel.locator(".host-players li").filter(has=host.locator("summary", has_text="Bjarne"))
    bjarne.locator("input[type=number]").fill("250")
    bjarne.get_by_label(say("page.host.reason")).fill("rebuy, cash")
    bjarne.get_by_role("button", name=say("page.host.give")).click()
    expect(bjarne.get_by_role("status")).to_have_text(say("page.host.gives", name="Bjarne", amount=250))
    evening.picture("rebuy")

    # Handing over.
    bjarne.get_by_role("button", name=say("page.host.hand-over"), exact=True).click()
    host.get_by_role("button", name=say("page.host.hand-over-go"), exact=True).click()
    panel.locator(".shut").click()
    evening.picture("offered")
    guest.get_by_role("button", name=say("page.host.accept")).click()
    expect(host.get_by_role("button", name=say("page.host.title"), exact=True)).to_be_hidden()

    # Closing, and the settle-up.
    evening.host(guest)
    guest.locator("dialog.host-panel[open]").get_by_role("button", name=say("page.menu.close")).click()
    guest.get_by_role("button", name=say("page.close-go"), exact=True).click()
    guest.wait_for_timeout(300)
    if guest.locator("dialog.host-panel[open]").count():
        guest.locator("dialog.host-panel[open] .shut").click()
    session = say("page.menu.session")
    evening.play(lambda: all(page.get_by_text(say("page.host.closed-note")).count() for page in evening.pages.values()))
    evening.picture("closed")
    for page in evening.pages.values():
        page.get_by_role("button", name=session).or_(page.get_by_role("link", name=session)).first.click()
        page.wait_for_url("**/session")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("Bjarne").first).to_be_visible()
        expect(page.locator("li", has_text="Astrid: rebuy, cash")).not_to_have_count(0)
    evening.picture("settle-up")
