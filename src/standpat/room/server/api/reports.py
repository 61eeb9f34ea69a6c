"""A person reports another to the room's operator."""

import time
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.visitor import asker_of, quotas_of, room_of
from standpat.room.store import report as reports
from standpat.room.store import users
from standpat.room.store.report import MAX_BODY, TOPICS, ReportedAlready, ReportError


class NewReport(Struct):
    """The body of a report. `table` is where it happened; "" for nowhere."""

    about: str
    topic: str
    text: str = ""
    table: str = ""


async def report(request: Request) -> Any:
    """Report a person. They are not told, and nothing follows by itself."""
    user = await signed_in(request)
    body = await body_of(request, NewReport)
    room = room_of(request)
    text = body.text.strip()
    if body.topic not in TOPICS:
        raise Fault("not-possible", f"topic is {body.topic[:40]!r}", f"one of {', '.join(TOPICS)}")
    if len(text) > MAX_BODY or any([not (c.isprintable() or c == "\n") for c in text]):
        raise Fault("not-possible", Sentence("report-length", most=MAX_BODY))
    if body.about == user.id:
        raise Fault("not-possible", Sentence("report-self"))
    actor = room.tables.get(body.table)
    if body.table and (actor is None or not room.access.may_enter(user.id, actor)):
        raise Fault("not-found", Sentence("no-table"))
    person = await room.store.read(users.by_id, body.about)
    if person is None:
        raise Fault("not-found", Sentence("no-person"))
    asker = asker_of(request, user)
    if not quotas_of(request).report(asker):
        raise too_fast(quotas_of(request).seconds("report", asker.person, asker.client))
    wanted = reports.add(user.id, person.id, body.table, body.topic, text, at=time.time())
    try:
        await room.store.commit(wanted)
    except ReportedAlready:
        raise Fault("not-possible", Sentence("reported-already")) from None
    except ReportError:
        raise Fault("not-possible", Sentence("reports-most")) from None
    return {}
