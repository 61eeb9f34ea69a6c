"""The owner of a table gives it a must-move table, or ends the link (`standpat.room.tables.must_move`)."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.owner import Nothing
from standpat.room.server.api.request import body_of, signed_in, table_of
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of
from standpat.room.tables.owner import check_owner


class Feeder(Struct):
    """The body of a request for a must-move table: an existing one, or a new one with the same settings if None."""

    table: str | None


async def candidates(request: Request) -> Any:
    """The tables that could be the must-move table of this one."""
    user, actor = await signed_in(request), await table_of(request)
    return {"tables": room_of(request).must_moves.candidates(user, actor)}


async def mains(request: Request) -> Any:
    """The user's own tables that could have a new must-move table."""
    user = await signed_in(request)
    return {"tables": room_of(request).must_moves.mains(user)}


async def link(request: Request) -> Any:
    """Give the user's own table a must-move table."""
    user, actor = await signed_in(request), await table_of(request)
    body, room = await body_of(request, Feeder), room_of(request)
    check_owner(user, actor)

    def linked(table: str) -> dict[str, Any]:
        return {"table": table, "url": f"/tables/{table}"}

    if body.table is not None:
        feeder = room.tables.get(body.table)
        if feeder is None:
            raise Fault("not-found", Sentence("no-table"))
        await room.must_moves.link(user, actor, feeder)
        return linked(feeder.rules.id)
    if user.kind == "guest" and not room.office.settings.guest_tables:
        raise Fault("not-allowed", Sentence("guest-tables"))
    asker = asker_of(request, user)
    if not quotas_of(request).table(asker):
        raise too_fast(quotas_of(request).seconds("table", asker.person, asker.client))
    note = note_of(request)
    second = await room.open_second(user, actor, asker=asker, also=lambda table: note(linked(table)))
    return linked(second.rules.id)


async def unlink(request: Request) -> Any:
    """End the link of the user's own table."""
    user, actor = await signed_in(request), await table_of(request)
    await body_of(request, Nothing)
    await room_of(request).must_moves.unlink(user, actor)
    return {}
