"""The hosts of a table ban people from it."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.room.server.api.request import body_of, signed_in, table_of
from standpat.room.server.visitor import room_of
from standpat.room.tables.host import check_host


class Bar(Struct):
    """The body of a request to ban a user from a table, or to let them in again."""

    user: str
    barred: bool = True


async def bar(request: Request) -> Any:
    """Ban somebody from the user's own table, or let them in again."""
    user, actor = await signed_in(request), await table_of(request)
    body, bars = await body_of(request, Bar), room_of(request).bars
    if body.barred:
        await bars.bar(user, actor, body.user)
    else:
        await bars.let_in(user, actor, body.user)
    return {}


async def barred(request: Request) -> Any:
    """The people who are banned from a table of which the user is a host."""
    user, actor = await signed_in(request), await table_of(request)
    check_host(user, actor)
    return {"barred": [{"user": id, "name": name} for id, name in actor.rules.barred.items()]}
