"""The session of a table: its summary, the summary as a file, and who says that a payment was made.

Those who may see the hands of an open table may see its session. When the table is closed, those who had chips there
and its owner may; to all others there is no such table. A summary reads much, so it has a limit of its own.
"""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from standpat.language import language
from standpat.language.sentence import Sentence
from standpat.room.home_game import debts
from standpat.room.home_game.debts import NoDebt
from standpat.room.home_game.export import FORMATS
from standpat.room.home_game.session import Session, summary, was_there
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, language_of, signed_in, table_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of


async def session(request: Request) -> Any:
    """The summary of the session."""
    return await _summary(request)


async def session_file(request: Request) -> Any:
    """The summary as a file to download."""
    form = request.query_params.get("format", "text")
    if form not in FORMATS:
        raise Fault("not-possible", f"unknown format {form[:40]!r}", f"one of {', '.join(FORMATS)}")
    told = await _summary(request)
    ending, kind, text = FORMATS[form]
    headers = {
        "Content-Disposition": f'attachment; filename="standpat-session-{told.table}{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text(told, language(language_of(request))), headers=headers, media_type=kind)


class Said(Struct):
    """The body of a request to say that a debt is paid, or no longer to say so."""

    payer: str
    payee: str
    on: bool = True


async def paid(request: Request) -> Any:
    """Say that one has paid, or got, what a closed table left to pay. Only the two concerned may say so."""
    user, room = await signed_in(request), room_of(request)
    body = await body_of(request, Said)
    said = debts.say(request.path_params["table"], body.payer, body.payee, user.person, body.on, at=room.watch.wall())
    try:
        await room.store.commit(said)
    except NoDebt:
        raise Fault("not-found", Sentence("no-debt")) from None
    return {}


async def _summary(request: Request) -> Session:
    """The summary, for a user who may see it.

    Raises:
        Fault: There is no such table, or the user may not see its session, or not so often.
    """
    room, user, table = room_of(request), await signed_in(request), request.path_params["table"]
    asker = asker_of(request, user)
    if not quotas_of(request).summary(asker):
        raise too_fast(quotas_of(request).seconds("summary", asker.person, asker.client))
    if table in room.tables or table in room.repairs.aside:
        actor = await table_of(request)
        if not room.access.may_see_hands(user.id, actor):
            raise Fault("not-allowed", Sentence("wants-password"))
    elif not await room.store.read(was_there, table, user.id):
        raise Fault("not-found", Sentence("no-table"))
    told = await room.store.read(summary, table)
    if told is None:
        raise Fault("not-found", Sentence("no-table"))
    return told
