"""The owner of a table closes it or changes its bots."""

from typing import Any

from starlette.requests import Request

from standpat.room.server.api.request import body_of, signed_in, table_of
from standpat.room.server.visitor import room_of
from standpat.room.tables.owner import change_bots
from standpat.room.tables.table import BotRules


async def close(request: Request) -> Any:
    """Close the user's own table."""
    await room_of(request).close_table(await signed_in(request), await table_of(request))
    return {}


async def bots(request: Request) -> Any:
    """Change the bots of the user's own table."""
    user, actor = await signed_in(request), await table_of(request)
    room = room_of(request)
    await change_bots(user, actor, await body_of(request, BotRules), room.programs, room.audit)
    return {}
