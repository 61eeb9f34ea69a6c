"""The invitation to a table: its link, also as a QR code, and what guests need besides it.

Those who may look at the table may see them. The link begins with the origin to which the request came, so a page that
was opened with another name of the room shares the name that works there. The password is not part of it.
"""

import io
from functools import lru_cache
from typing import Any, Final

import segno
from starlette.requests import Request
from starlette.responses import Response

from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import origin_of, table_of

MOST_LINK: Final = 400
"""The longest link that gets a code, in characters. A longer one comes from a made-up host name."""
QUIET: Final = 4
"""The margin around a QR code, in modules, as its standard wants it."""


async def invitation(request: Request) -> Any:
    """The link, whether a password is needed, and whether the hosts approve newcomers."""
    actor = await table_of(request)
    return {
        "url": _link(request, actor.rules.id),
        "password": actor.rules.password is not None,
        "approval": actor.runner.host.approval,
    }


async def code(request: Request) -> Any:
    """The link as a QR code, an SVG image."""
    link = _link(request, (await table_of(request)).rules.id)
    return Response(_drawn(link), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")


def _link(request: Request, table: str) -> str:
    link = f"{origin_of(request)}/tables/{table}"
    if len(link) > MOST_LINK:
        raise Fault("too-long", f"a link has at most {MOST_LINK} characters")
    return link


@lru_cache(maxsize=256)
def _drawn(link: str) -> bytes:
    """The QR code of a link: black on white in every theme, because scanners expect that."""
    image = io.BytesIO()
    segno.make_qr(link, error="m").save(image, kind="svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()
