"""The page says which game of a rotation comes next."""

import pytest
from playwright.sync_api import expect

from web.conftest import PAGE
from web.fake_room import FakeRoom

pytestmark = pytest.mark.extended


@pytest.mark.parametrize(
    ("locale", "passed", "said"),
    [
        ("en-GB", [], "Next: 2-7 Triple Draw, 5/10"),
        ("nb-NO", ["a5td"], "Neste spill: 2-7 Triple Draw, 5/10. For mange spillere til A-5 Triple Draw"),
    ],
)
def test_the_next_game_is_said(new_page: PAGE, locale: str, passed: list[str], said: str) -> None:
    table = FakeRoom(new_page(locale=locale))
    table.go()
    expect(table.page.locator(".seat").first).to_be_visible()
    table.v += 1
    args = {"game": "27td", "small": 5, "big": 10, **({"passed": passed} if passed else {})}
    key = "room.next-game-passed" if passed else "room.next-game"
    table.send({"t": "notice", "v": table.v, "key": key, "args": args})
    expect(table.page.get_by_text(said)).to_be_visible()
