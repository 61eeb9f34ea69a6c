"""A player's own statistics."""

from typing import Any

from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import signed_in
from standpat.room.server.visitor import room_of
from standpat.room.store import result


async def stats(request: Request) -> Any:
    """The user's results at all tables, or at one."""
    user = await signed_in(request)
    table = request.query_params.get("table")
    if table is not None and not table.isprintable():
        raise Fault("not-found", Sentence("no-table"))
    return {"stats": await room_of(request).store.read(result.totals, user.id, table)}
