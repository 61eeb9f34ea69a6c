"""The addresses of pages and of some single files. The pages' other files are in `standpat.room.server.assets`.

A page makes a guest of a visitor without a cookie, so that they can play at once. Who is barred by the operator gets
the page that says so, whatever page they ask for. `missing` answers an address that
leads to nothing, or to a hand that may not be seen: 404 with its own page, and no guest is made.
"""

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from standpat.language import languages
from standpat.room.home_game.session import was_there
from standpat.room.server.assets import ASK, assets
from standpat.room.server.finished_hands import by_key, by_link
from standpat.room.server.security import TILE_POLICY
from standpat.room.server.visitor import (
    check_not_barred,
    household,
    limited,
    quotas_of,
    remember,
    remember_browser,
    room_of,
    visitor,
)
from standpat.room.tables.refusal import Refused
from standpat.teacher.lesson import lesson_games

LANGUAGE: Final = re.compile(r"[a-z]{2,8}")


async def show(request: Request, name: str) -> Response:
    """A page, with a cookie for a visitor who has none."""
    files = assets()
    user = await visitor(request)
    try:
        check_not_barred(request, user)
    except Refused:
        page = files.page("barred")
        return Response(page.data, 403, {"Cache-Control": "no-store"}, page.kind)
    page = files.page(name)
    guest = user is None and quotas_of(request).guest(limited(request))
    response = page.response(request, ASK, f"{files.digest}-{name}")
    if guest:
        entrance = await room_of(request).accounts.guest(household(request))
        remember(response, request, entrance.token)
    remember_browser(response, request)
    return response


async def lobby(request: Request) -> Response:
    """The page of the lobby."""
    return await show(request, "lobby")


async def table(request: Request) -> Response:
    """The page of a table, if there is such a table."""
    return await show(request, "table") if _is_table(request) else missing()


async def tile(request: Request) -> Response:
    """The page of a table as a tile of `my_tables`: the one page that may be in a frame, and only in the room's own."""
    response = await show(request, "table") if _is_table(request) else missing()
    response.headers["Content-Security-Policy"] = TILE_POLICY
    return response


async def my_tables(request: Request) -> Response:
    """The page with all tables of the visitor as tiles."""
    return await show(request, "my_tables")


async def rules(request: Request) -> Response:
    """The page of a table's rules, if there is such a table."""
    return await show(request, "rules") if _is_table(request) else missing()


async def session(request: Request) -> Response:
    """The page of a table's session. A closed table has one too, for those who were there."""
    room, user, known = room_of(request), await visitor(request), _is_table(request)
    if user is not None and not known:
        known = await room.store.read(was_there, request.path_params["table"], user.id)
    return await show(request, "session") if known else missing()


def _is_table(request: Request) -> bool:
    room, table = room_of(request), request.path_params["table"]
    return table in room.tables or table in room.repairs.aside


async def operator(request: Request) -> Response:
    """The operator's page. What it shows is only for admins (`standpat.room.server.api.operator`)."""
    return await show(request, "operator")


async def tournaments(request: Request) -> Response:
    """The page with the tournaments."""
    return await show(request, "tournaments")


async def new_tournament(request: Request) -> Response:
    """The page on which somebody makes a tournament of their own."""
    return await show(request, "new_tournament")


async def tournament(request: Request) -> Response:
    """The page of a tournament."""
    return await show(request, "tournament")


async def tournament_clock(request: Request) -> Response:
    """The clock of a tournament, for a television."""
    return await show(request, "tournament_clock")


async def clubs(request: Request) -> Response:
    """The page with the clubs of the visitor."""
    return await show(request, "clubs")


async def club(request: Request) -> Response:
    """The page of a club. It is the same whether or not there is one: only members learn that from the API."""
    return await show(request, "club")


async def learn(request: Request) -> Response:
    """The guided lesson of a game, if it has one."""
    return await show(request, "lesson") if request.path_params["game"] in lesson_games() else missing()


async def hands(request: Request) -> Response:
    """The page of the visitor's own hands."""
    return await show(request, "hands")


async def hand(request: Request) -> Response:
    """The replayer of a hand, if the visitor may see it."""
    user = await visitor(request)
    finished = await by_key(room_of(request), request.path_params["hand"], user.id if user else "")
    return missing() if finished is None else await show(request, "hand")


async def shared(request: Request) -> Response:
    """The replayer of a hand that a link shares."""
    finished = await by_link(room_of(request), request.path_params["token"])
    return missing() if finished is None else await show(request, "hand")


def missing() -> Response:
    """The page for an address that leads to nothing."""
    page = assets().page("not_found")
    return Response(page.data, 404, {"Cache-Control": "no-store"}, page.kind)


async def locale(request: Request) -> Response:
    """The texts of a language."""
    code = request.path_params["code"]
    if not LANGUAGE.fullmatch(code) or code not in languages():
        return PlainTextResponse("There is no such language.\n", 404)
    return _single(request, f"locale/{code}.json")


async def icon(request: Request) -> Response:
    """The icon, at the address where browsers look for it."""
    return _single(request, "icon.svg")


def _single(request: Request, path: str) -> Response:
    files = assets()
    asset = files.at(path)
    assert asset is not None
    return asset[0].response(request, asset[1], files.digest)
