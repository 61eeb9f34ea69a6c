"""The owner of a table closes it, or changes its password or its bots."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.room.server.api.request import body_of, party_of, signed_in, table_of
from standpat.room.server.visitor import client_of, room_of
from standpat.room.tables.owner import change_bots, check_owner
from standpat.room.tables.table import BotRules


class Password(Struct):
    """The body of a request to change the password of a table; "" is none."""

    password: str


class Nothing(Struct):
    """The body of a request that needs none. It is read all the same, because half a request is none."""


async def close(request: Request) -> Any:
    """Close the user's own table."""
    user, actor = await signed_in(request), await table_of(request)
    await body_of(request, Nothing)
    await room_of(request).close_table(user, actor)
    return {}


async def password(request: Request) -> Any:
    """Give the user's own table another password, or none."""
    user, actor = await signed_in(request), await table_of(request)
    check_owner(user, actor)
    body = await body_of(request, Password)
    if body.password:
        request.app.state.tries.own(user.id if user.kind == "registered" else client_of(request))
    await room_of(request).access.set_password(user, actor, body.password, party_of(request, user))
    return {}


async def bots(request: Request) -> Any:
    """Change the bots of the user's own table."""
    user, actor = await signed_in(request), await table_of(request)
    room = room_of(request)
    await change_bots(user, actor, await body_of(request, BotRules), room.programs, room.audit)
    return {}
