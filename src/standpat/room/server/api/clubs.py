"""Clubs: founding, joining, members and the owner's acts.

To everybody who is not a member, each address of a club answers as if there were no such club. Trying invitation codes
and founding clubs have limits of their own, for a person and for an address.
"""

from typing import Any, Literal, TypeVar

from msgspec import Struct
from starlette.requests import Request

from standpat.room.club import book, membership
from standpat.room.club.book import Wish
from standpat.room.club.calendar import new_id
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.view import clubs as clubs_of
from standpat.room.club.view import view
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of
from standpat.room.store import Work
from standpat.room.store.users import User

T = TypeVar("T")


class Founding(Struct, forbid_unknown_fields=True):
    """The body of a request to found a club. `season` is the name of its first season."""

    name: str
    zone: str
    season: str
    currency: str = "kr"
    approval: bool = False


class Code(Struct, forbid_unknown_fields=True):
    """The body of a request with an invitation code."""

    code: str


class On(Struct, forbid_unknown_fields=True):
    """The body of a request to switch something on or off."""

    on: bool


class Whom(Struct, forbid_unknown_fields=True):
    """The body of a request about a person; "" for nobody."""

    user: str


class Answered(Struct, forbid_unknown_fields=True):
    """The body of a request to admit or refuse somebody who has asked."""

    user: str
    admit: bool


class NewRole(Struct, forbid_unknown_fields=True):
    """The body of a request to give a member a role."""

    user: str
    role: Literal["member", "organiser"]


class Accepted(Struct, forbid_unknown_fields=True):
    """The body of a request to take a club over, or to decline."""

    accept: bool


async def mine(request: Request) -> Any:
    """The clubs of the user."""
    user, room = await signed_in(request), room_of(request)
    return {"clubs": await room.store.read(clubs_of, user.id, room.watch.wall())}


async def found(request: Request) -> Any:
    """Found a club."""
    user, room = await signed_in(request), room_of(request)
    body = await body_of(request, Founding)
    asker = asker_of(request, user)
    if not quotas_of(request).new_club(asker):
        raise too_fast(quotas_of(request).seconds("new-club", asker.person, asker.client))
    wish, answer = Wish(body.name, body.zone, body.currency, body.approval), {"club": new_id()}
    await commit(request, book.found(answer["club"], user, wish, body.season, at=room.watch.wall()), answer)
    return answer


async def join(request: Request) -> Any:
    """Join the club of a code, or ask to join it."""
    user, room = await signed_in(request), room_of(request)
    body, asker = await body_of(request, Code), asker_of(request, user)
    if not quotas_of(request).code(asker):
        raise too_fast(quotas_of(request).seconds("code", asker.person, asker.client))
    joined = await commit(request, membership.join(body.code, user, at=room.watch.wall()))
    return joined._asdict()


async def club(request: Request) -> Any:
    """The club, as the user sees it."""
    user, room = await signed_in(request), room_of(request)
    check_reads(request, user)
    try:
        return await room.store.read(view, club_of(request), user.id, room.watch.wall())
    except ClubRefused as error:
        raise fault(error) from None


async def change(request: Request) -> Any:
    """Change the club's name, zone, currency, and whether newcomers wait."""
    user, body = await signed_in(request), await body_of(request, Wish)
    await commit(request, book.change(club_of(request), user.id, body))
    return {}


async def code(request: Request) -> Any:
    """Make a new invitation code, or none."""
    user, body = await signed_in(request), await body_of(request, On)
    return {"code": await commit(request, book.set_code(club_of(request), user.id, body.on))}


async def newcomer(request: Request) -> Any:
    """Admit or refuse somebody who has asked."""
    user, body = await signed_in(request), await body_of(request, Answered)
    now = room_of(request).watch.wall()
    await commit(request, membership.answer(club_of(request), user.id, body.user, body.admit, at=now))
    return {}


async def withdraw(request: Request) -> Any:
    """Take one's own question back."""
    user = await signed_in(request)
    await commit(request, membership.withdraw(club_of(request), user.id))
    return {}


async def leave(request: Request) -> Any:
    """Leave the club."""
    user = await signed_in(request)
    await commit(request, membership.leave(club_of(request), user.id, at=room_of(request).watch.wall()))
    return {}


async def remove(request: Request) -> Any:
    """Remove a member."""
    user, body = await signed_in(request), await body_of(request, Whom)
    now = room_of(request).watch.wall()
    await commit(request, membership.remove(club_of(request), user.id, body.user, at=now))
    return {}


async def role(request: Request) -> Any:
    """Make a member an organiser, or a member again."""
    user, body = await signed_in(request), await body_of(request, NewRole)
    await commit(request, membership.set_role(club_of(request), user.id, body.user, body.role))
    return {}


async def hand_over(request: Request) -> Any:
    """Offer the club to a member, or to nobody."""
    user, body = await signed_in(request), await body_of(request, Whom)
    now = room_of(request).watch.wall()
    await commit(request, membership.offer(club_of(request), user.id, body.user, at=now))
    return {}


async def accept(request: Request) -> Any:
    """Take the club over, or decline."""
    user, body = await signed_in(request), await body_of(request, Accepted)
    now = room_of(request).watch.wall()
    await commit(request, membership.take_over(club_of(request), user.id, body.accept, at=now))
    return {}


async def close(request: Request) -> Any:
    """Close the club for ever."""
    user = await signed_in(request)
    await commit(request, book.close(club_of(request), user.id, at=room_of(request).watch.wall()))
    return {}


def check_reads(request: Request, user: User) -> None:
    """Count a reading of a club.

    Raises:
        Fault: There are too many.
    """
    asker = asker_of(request, user)
    if not quotas_of(request).club(asker):
        raise too_fast(quotas_of(request).seconds("club", asker.person, asker.client))


def club_of(request: Request) -> str:
    """The id in the address."""
    found: str = request.path_params["club"]
    return found


async def commit(request: Request, work: Work, answer: Any = None) -> Any:
    """Commit an act, with the request's key if it has one. The result is that of the act.

    Args:
        request: The request.
        work: The act.
        answer: The answer to store with the key; None if it depends on the result, which is then stored by nobody.

    Raises:
        Fault: The act was refused.
    """
    notes = () if answer is None else note_of(request)(answer)
    try:
        result, *_ = await room_of(request).store.commit(work, *notes)
    except ClubRefused as error:
        raise fault(error) from None
    return result


def fault(error: ClubRefused) -> Fault:
    """The refusal of a request whose act was refused."""
    return Fault(error.code, error.args[0])
