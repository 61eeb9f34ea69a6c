"""The page of an address that leads to nothing: in both languages, light and dark, down to the width of a phone."""

import pytest
from playwright.sync_api import expect

from web.conftest import PAGE
from web.fake_room import FakeRoom

pytestmark = pytest.mark.extended

KEY = "5f0c3a9e81d24b7766aa0e13"


MISSING = [
    ("/nowhere/at/all", "en-GB", "Page not found"),
    ("/tables/gone", "en-GB", "Table not found"),
    ("/tables/gone", "nb-NO", "Bordet finnes ikke"),
    (f"/shared/{KEY}", "nb-NO", "Hånden finnes ikke"),
]
"""One on a desktop, all on a phone; the sweep shows all on a desktop, too."""


@pytest.mark.parametrize(
    ("path", "locale", "title", "width"),
    [
        *[(*one, 320) for one in MISSING],
        *[pytest.param(*one, 1440, marks=pytest.mark.slow if one is not MISSING[0] else ()) for one in MISSING],
    ],
)
def test_it_says_what_is_missing_and_leads_to_the_lobby(
    new_page: PAGE, axe: str, path: str, locale: str, title: str, width: int
) -> None:
    table = FakeRoom(new_page(width < 1000, locale))
    page = table.page
    page.set_viewport_size({"width": width, "height": 568 if width < 1000 else 900})
    table.missing = {path}
    table.go(path)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page).to_have_title(f"{title} – standpat")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("main a.go")).to_be_in_viewport()
    page.evaluate(axe + ";0")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)")
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    page.locator("main a.go").click()
    expect(page).to_have_url("http://standpat.test/")


@pytest.mark.parametrize("locale", ["en-GB", "nb-NO"])
def test_a_hand_that_has_gone_meanwhile_is_said_to_be_missing(new_page: PAGE, locale: str) -> None:
    table = FakeRoom(new_page(False, locale, excuse="Failed to load resource"))
    refusal = {"code": "not-found", "text": "", "right": "", "key": "error.no-hand", "args": {}}
    table.answers[f"/api/hands/{KEY}"] = (404, refusal)
    table.go(f"/hands/{KEY}")
    expect(table.page.locator("main.missing h1")).to_have_text(
        "Hånden finnes ikke" if locale == "nb-NO" else "Hand not found"
    )
