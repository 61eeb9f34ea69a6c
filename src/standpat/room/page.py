"""The pages and their files, all of them the package's own.

A page's address makes a guest of who has no cookie yet, so that he can play at once. Files have no version in their
names, so a browser asks each time whether its copy is still right (`no-cache` with an entity tag: 304 mostly).
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from standpat.language import languages
from standpat.room.visitor import limited, quotas_of, remember, room_of, visitor

FOLDER: Final = Path(str(files("standpat"))) / "web"
LOCALE: Final = Path(str(files("standpat"))) / "locale"
CACHE: Final = "no-cache"


class Files(StaticFiles):
    """The web folder, pages and scripts alike, to be asked for each time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = CACHE
        return response


def page(name: str) -> Path:
    """The file of a page."""
    return FOLDER / f"{name}.html"


async def show(request: Request, name: str) -> Response:
    """A page, and a cookie for who has none."""
    path = page(name)
    if not path.is_file():
        return PlainTextResponse("This page is not there yet.\n", 404)
    response = FileResponse(path, headers={"Cache-Control": CACHE, "Vary": "Cookie"})
    if await visitor(request) is None and quotas_of(request).guest(limited(request)):
        entrance = await room_of(request).accounts.guest()
        remember(response, request, entrance.token)
    return response


async def lobby(request: Request) -> Response:
    return await show(request, "lobby")


async def table(request: Request) -> Response:
    return await show(request, "table")


async def rules(request: Request) -> Response:
    return await show(request, "rules")


async def hand(request: Request) -> Response:
    return await show(request, "hand")


async def locale(request: Request) -> Response:
    """The words of a language, as they are."""
    code = request.path_params["code"]
    if not re.fullmatch(r"[a-z]{2,8}", code) or code not in languages():
        return PlainTextResponse("There is no such language.\n", 404)
    return FileResponse(LOCALE / f"{code}.json", media_type="application/json", headers={"Cache-Control": CACHE})


async def icon(request: Request) -> Response:
    path = FOLDER / "icon.svg"
    return FileResponse(path) if path.is_file() else Response(status_code=204)
