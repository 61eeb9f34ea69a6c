"""The HTML of each page: the template ``web/page.html`` with the parts that differ.

`PAGES` has every page by name. `html_page` gives its text, with each style sheet and module at its own address.
`standpat.room.server.assets` joins them.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

TEMPLATE: Final = "page.html"
"""The file of the template."""


class Page(NamedTuple):
    """A page: the module that starts it, its style sheets in order, and the element that the module fills."""

    module: str
    styles: tuple[str, ...] = ("base", "appearance", "lobby", "forced")
    app: str = '<div id="app"></div>'


_TABLE: Final = ("base", "appearance", "table", "table_small", "forced")
_CLUB: Final = ("base", "appearance", "lobby", "session", "club", "forced")
PAGES: Final[Mapping[str, Page]] = {
    "lobby": Page("lobby/lobby_page"),
    "table": Page(
        "table/table_page", (*_TABLE, "host", "ranking", "habits"), '<div id="app" class="table-page"></div>'
    ),
    "my_tables": Page("tiles/tiles_page", ("base", "appearance", "lobby", "tiles", "forced")),
    "hands": Page("hands/hands_page", ("base", "appearance", "lobby", "hands", "forced")),
    "hand": Page("hand/hand_page", (*_TABLE, "hand")),
    "lesson": Page("lesson/lesson_page", (*_TABLE, "hand", "lesson")),
    "rules": Page("rules/rules_page"),
    "session": Page("session/session_page", ("base", "appearance", "lobby", "session", "forced")),
    "clubs": Page("club/clubs_page", _CLUB),
    "club": Page("club/club_page", _CLUB),
    "tournaments": Page("tournament/tournaments_page", (*_CLUB[:-1], "tournament", "forced")),
    "tournament": Page("tournament/tournament_page", (*_CLUB[:-1], "tournament", "forced")),
    "new_tournament": Page("tournament/editor_page", (*_CLUB[:-1], "tournament", "editor", "forced")),
    "tournament_clock": Page("tournament/clock_page", ("base", "appearance", "clock", "forced")),
    "operator": Page("operator/operator_page", ("base", "appearance", "lobby", "session", "operator", "forced")),
    "barred": Page("barred/barred_page"),
    "not_found": Page(
        "not_found/not_found_page",
        app='<div id="app"><noscript>There is nothing here. <a href="/">standpat</a></noscript></div>',
    ),
}


def html_page(template: str, page: Page) -> str:
    """The text of a page."""
    styles = [f'<link rel="stylesheet" href="/web/css/{name}.css">' for name in page.styles]
    module = f'<script type="module" src="/web/js/{page.module}.js"></script>'
    head = "\n    ".join([*styles, module])
    return template.replace("<!-- styles and module -->", head).replace("<!-- app -->", page.app)
