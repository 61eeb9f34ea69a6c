"""Clubs: seasons, evenings, results, payments, and the calendar's address."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from standpat.room.club import balance, calendar, feed, home_game, record, season
from standpat.room.club.calendar import Plan
from standpat.room.club.record import Result
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.season import Wanted
from standpat.room.home_game.session import summary
from standpat.room.home_game.settle_up import Payment
from standpat.room.server.api.clubs import On, check_reads, club_of, commit, fault
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, origin_of, signed_in
from standpat.room.server.visitor import asker_of, quotas_of, room_of


class Seat(Struct, forbid_unknown_fields=True):
    """The body of a request to give an evening its table; "" for none."""

    table: str


class Recorded(Struct, forbid_unknown_fields=True):
    """The body of a request to record results. With `replaces` and a `reason` it corrects that entry."""

    results: list[Result]
    replaces: int | None = None
    reason: str = ""


class Taken(Struct, forbid_unknown_fields=True):
    """The body of a request to record the results of the evening's table."""

    replaces: int | None = None
    reason: str = ""


class Paid(Struct, forbid_unknown_fields=True):
    """The body of a request to say that one has got a payment."""

    payer: str
    payee: str
    amount: int


class Back(Struct, forbid_unknown_fields=True):
    """The body of a request to take back what one said about a payment."""

    id: int
    reason: str


async def begin_season(request: Request) -> Any:
    """Begin a season."""
    user, body = await signed_in(request), await body_of(request, Wanted)
    now = room_of(request).watch.wall()
    return {"season": await commit(request, season.begin(club_of(request), user.id, body, at=now))}


async def change_season(request: Request) -> Any:
    """Change the open season."""
    user, body = await signed_in(request), await body_of(request, Wanted)
    await commit(request, season.change(club_of(request), user.id, _season_of(request), body))
    return {}


async def end_season(request: Request) -> Any:
    """End the open season."""
    user, now = await signed_in(request), room_of(request).watch.wall()
    await commit(request, season.end(club_of(request), user.id, _season_of(request), at=now))
    return {}


def _season_of(request: Request) -> int:
    """The number in the address; 0 if it is none."""
    text: str = request.path_params["season"]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


async def plan(request: Request) -> Any:
    """Plan an evening, or several a week apart."""
    user, body = await signed_in(request), await body_of(request, Plan)
    ids = [calendar.new_id() for _ in range(min(max(body.weeks, 0), calendar.MOST_WEEKS))]
    answer = {"evenings": ids}
    await commit(request, calendar.plan(club_of(request), user.id, body, ids), answer)
    return answer


async def change_evening(request: Request) -> Any:
    """Change an evening."""
    user, body = await signed_in(request), await body_of(request, Plan)
    await commit(request, calendar.change(club_of(request), user.id, request.path_params["evening"], body))
    return {}


async def cancel(request: Request) -> Any:
    """Cancel an evening, or plan it after all."""
    user, body = await signed_in(request), await body_of(request, On)
    now, evening = room_of(request).watch.wall(), request.path_params["evening"]
    await commit(request, calendar.cancel(club_of(request), user.id, evening, body.on, at=now))
    return {}


async def table(request: Request) -> Any:
    """Give an evening its table, or none."""
    user, body = await signed_in(request), await body_of(request, Seat)
    await commit(request, calendar.set_table(club_of(request), user.id, request.path_params["evening"], body.table))
    return {}


async def results(request: Request) -> Any:
    """Record the results of an evening by hand, or correct them."""
    body = await body_of(request, Recorded)
    return await _record(request, body.results, body.replaces, body.reason)


async def take(request: Request) -> Any:
    """Record the results of an evening's table."""
    user, room = await signed_in(request), room_of(request)
    body, asker = await body_of(request, Taken), asker_of(request, user)
    if not quotas_of(request).summary(asker):
        raise too_fast(quotas_of(request).seconds("summary", asker.person, asker.client))
    try:
        there = await room.store.read(calendar.table_of, club_of(request), user.id, request.path_params["evening"])
        played = home_game.results(await room.store.read(summary, there))
        known = await room.store.read(record.ever, club_of(request))
    except ClubRefused as error:
        raise fault(error) from None
    return await _record(request, record.of_members(played, known), body.replaces, body.reason)


async def _record(request: Request, played: Any, replaces: int | None, reason: str) -> Any:
    user, now = await signed_in(request), room_of(request).watch.wall()
    evening = request.path_params["evening"]
    work = record.write(club_of(request), user.id, evening, played, at=now, replaces=replaces, reason=reason)
    return {"entry": await commit(request, work)}


async def paid(request: Request) -> Any:
    """Say that one has got a payment of the settlement."""
    user, body = await signed_in(request), await body_of(request, Paid)
    check_reads(request, user)  # it adds up the club's results, as its page does
    now, said = room_of(request).watch.wall(), Payment(body.payer, body.payee, body.amount)
    return {"payment": await commit(request, balance.say(club_of(request), user.id, said, at=now))}


async def not_paid(request: Request) -> Any:
    """Take back what one said about a payment."""
    user, body = await signed_in(request), await body_of(request, Back)
    now = room_of(request).watch.wall()
    return {
        "payment": await commit(request, balance.take_back(club_of(request), user.id, body.id, body.reason, at=now))
    }


async def address(request: Request) -> Any:
    """Make a new address for one's calendar of the club, or revoke it."""
    user, body, now = await signed_in(request), await body_of(request, On), room_of(request).watch.wall()
    if not body.on:
        await commit(request, feed.close_feed(club_of(request), user.id))
        return {"path": None}
    token = await commit(request, feed.open_feed(club_of(request), user.id, at=now))
    return {"path": f"/api/club-calendars/{token}.ics"}


async def ics(request: Request) -> Any:
    """The calendar at a secret address, for calendar programs, which are not signed in."""
    room = room_of(request)
    told = await room.store.read(feed.read, request.path_params["token"], room.watch.wall())
    if told is None:
        raise Fault("not-found", "there is no such calendar")
    text = feed.text(told, origin_of(request), room.watch.wall())
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'inline; filename="standpat-club.ics"'}
    return Response(text, headers=headers, media_type="text/calendar; charset=utf-8")
