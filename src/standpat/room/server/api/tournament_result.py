"""What there is of a tournament to look back on: its course, its hands, and the whole of it as one file."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import StreamingResponse

from standpat.history.tournament_file import FORMAT
from standpat.language.sentence import Sentence
from standpat.room.server import tournament_export
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.tournament_access import check_seen, over_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of, visitor
from standpat.room.store import journal, tournament_book
from standpat.room.tournaments.result import course_view, hand_row

HANDS: Final = 50
"""How many hands are in one answer."""


async def course_of(request: Request) -> Any:
    """The course of a tournament that is over: stacks level by level, how many were left when, and its hands."""
    user, id = await visitor(request), request.path_params["tournament"]
    await check_seen(request, user, id)
    return course_view((await over_of(request, id)).course, user.id if user else "")


async def hands_of(request: Request) -> Any:
    """Hands of a tournament that is over, at one table and, with `level`, at one level; the first ones, or those after
    a hand.
    """
    user, id = await visitor(request), request.path_params["tournament"]
    await check_seen(request, user, id)
    over = await over_of(request, id)
    table, level, after = [_number(request, name) for name in ("table", "level", "after")]
    runs = [run for run in over.course.tables.get(table, ()) if level in (0, run.level)]
    spans = [(max(run.first, after + 1), run.last) for run in runs if run.last > after]
    some, id = spans[: HANDS + 1], over.tables.get(table, "")  # each has a hand or more
    records = await room_of(request).store.read(journal.hands_between, id, some, HANDS + 1)
    rows = [
        hand_row(record, user.id if user else "", counts=(table, record.hand_no) not in over.course.voided)
        for record in records[:HANDS]
    ]
    return {"hands": rows, "more": len(records) > HANDS}


async def export(request: Request) -> Any:
    """The whole tournament as one file, with each hand as the user saw it."""
    user, room, id = await visitor(request), room_of(request), request.path_params["tournament"]
    await check_seen(request, user, id)
    extent = await room.store.read(tournament_book.extent, id)
    if extent is None:
        raise Fault("not-found", Sentence("tournament-unknown"))
    asker = asker_of(request, user)
    if not quotas_of(request).export(asker):
        raise too_fast(quotas_of(request).seconds("export", asker.person, asker.client))
    headers = {
        "Content-Disposition": f'attachment; filename="standpat-tournament-{id}.jsonl"',
        "Cache-Control": "no-store",
    }
    parts = tournament_export.lines(room.store, id, extent, user.id if user else None)
    return StreamingResponse(parts, headers=headers, media_type=FORMAT.media_type)


def _number(request: Request, name: str) -> int:
    """A number of the address; 0 if it is not there.

    Raises:
        Fault: It is not a number.
    """
    text = request.query_params.get(name, "0")
    if len(text) > 9 or not (text.isascii() and text.isdecimal()):
        raise Fault("not-possible", f"{name} is {text[:40]!r}", "a whole number")
    return int(text)
