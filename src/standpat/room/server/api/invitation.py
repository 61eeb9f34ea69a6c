"""The invitation to a table or a tournament: its link, also as a QR code, and what guests need besides it.

Those who may look at it may see them. The link begins with the origin to which the request came, so a page that
was opened with another name of the room shares the name that works there. The password is not part of it.
"""

import io
from functools import lru_cache
from typing import Any, Final

import segno
from starlette.requests import Request
from starlette.responses import Response

from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import origin_of, table_of
from standpat.room.server.api.tournament_access import check_seen
from standpat.room.server.visitor import room_of, visitor
from standpat.room.store import tournament_door
from standpat.room.store.tournament_door import Door

MOST_LINK: Final = 400
"""The longest link that gets a code, in characters. A longer one comes from a made-up host name."""
QUIET: Final = 4
"""The margin around a QR code, in modules, as its standard wants it."""


async def invitation(request: Request) -> Any:
    """The link, whether a password is needed, and whether the hosts approve newcomers."""
    actor = await table_of(request)
    return {
        "url": _link(request, "tables", actor.rules.id),
        "password": actor.rules.password is not None,
        "approval": actor.runner.host.approval,
    }


async def code(request: Request) -> Any:
    """The link as a QR code, an SVG image."""
    link = _link(request, "tables", (await table_of(request)).rules.id)
    return _image(link)


async def to_tournament(request: Request) -> Any:
    """The link to a tournament, whether a password is needed, and whether it is in everybody's list."""
    id, door = await _door(request)
    return {
        "url": _link(request, "tournaments", id),
        "password": door.password is not None,
        "approval": False,
        "listed": not door.private,
    }


async def code_of_tournament(request: Request) -> Any:
    """The link to a tournament as a QR code."""
    id, _ = await _door(request)
    return _image(_link(request, "tournaments", id))


async def _door(request: Request) -> tuple[str, Door]:
    id = request.path_params["tournament"]
    await check_seen(request, await visitor(request), id)
    door = await room_of(request).store.read(tournament_door.of, id)
    if door is None:
        raise Fault("not-found", Sentence("tournament-unknown"))
    return id, door


def _image(link: str) -> Response:
    return Response(_drawn(link), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")


def _link(request: Request, kind: str, id: str) -> str:
    link = f"{origin_of(request)}/{kind}/{id}"
    if len(link) > MOST_LINK:
        raise Fault("too-long", f"a link has at most {MOST_LINK} characters")
    return link


@lru_cache(maxsize=256)
def _drawn(link: str) -> bytes:
    """The QR code of a link: black on white in every theme, because scanners expect that."""
    image = io.BytesIO()
    segno.make_qr(link, error="m").save(image, kind="svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()
