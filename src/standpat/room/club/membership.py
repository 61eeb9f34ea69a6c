"""Who is in a club: join by code, ask and be admitted, leave, be removed, get a role, take the club over.

A code lets its holder in at once, unless the club wants approval: then they have asked, and wait. Whoever was removed
or refused always asks, also after they have taken a question back. Whom the organisers refused may ask again after
`AGAIN_S`; until then the code does not work for them, as if it were wrong. Joining twice is the same as joining once.

Rows of members stay when they go, so results keep their names. A removed or former member sees nothing of the club.
"""

from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update

from standpat.language.sentence import Sentence
from standpat.room.club.book import check_owned, check_room, entered
from standpat.room.club.code import new_code, typed
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.roles import Role, above
from standpat.room.store import club_schema as schema
from standpat.room.store import users
from standpat.room.store.batch import Work
from standpat.room.store.users import User

MEMBERS: Final = 100
"""The largest number of members of a club: as many as can be settled together."""
WAITING: Final = 50
"""People who may wait for an answer of a club's organisers."""
AGAIN_S: Final = 86_400.0
"""Seconds after a refusal until the person may ask again."""
OFFER_S: Final = 7 * 86_400.0
"""Seconds for which the owner's offer of the club stands."""

_M: Final = schema.member.c


class Joined(NamedTuple):
    """What came of a code: the club, and whether the person is in it or has asked."""

    club: str
    name: str
    state: Literal["in", "asked"]


def join(code: str, user: User, *, at: float) -> Work:
    """Join the club of an invitation code. The result is a `Joined`, the same when they are in it already.

    Raises:
        ClubRefused: The code is none, the club is full, or they are in as many clubs as they may.
    """

    def run(connection: Connection) -> Joined:
        wanted = typed(code)
        if user.kind == "bot":
            raise ClubRefused("not-allowed", Sentence("club-people"))
        query = select(schema.club).where(schema.club.c.code == wanted)
        club = connection.execute(query).first() if wanted else None
        if club is None:
            raise ClubRefused("not-found", Sentence("club-code"))
        row = _row(connection, club.id, user.id)
        if row is not None and row.state in ("in", "asked"):
            return Joined(club.id, club.name, row.state)
        if row is not None and row.state == "refused" and at < row.since + AGAIN_S:
            raise ClubRefused("not-found", Sentence("club-code"))
        check_room(connection, user.id)
        waits = club.approval or (row is not None and row.state in ("removed", "refused"))
        state: Literal["in", "asked"] = "asked" if waits else "in"
        _check_places(connection, club.id, state)
        joined = at if state == "in" else None
        if row is None:
            new = {"club_id": club.id, "person": user.id, "role": "member", "joined": joined}
            connection.execute(insert(schema.member), {**new, "state": state, "since": at})
        else:
            _set(connection, club.id, user.id, role="member", state=state, since=at, joined=row.joined or joined)
        return Joined(club.id, club.name, state)

    return Work(run)


def withdraw(club: str, person: str) -> Work:
    """Take one's own question back. Nothing happens if there is none."""

    def run(connection: Connection) -> None:
        row = _row(connection, club, person)
        if row is not None and row.state == "asked":
            _set(connection, club, person, state="removed")

    return Work(run)


def answer(club: str, by: str, person: str, admit: bool, *, at: float) -> Work:
    """Admit or refuse somebody who has asked.

    Raises:
        ClubRefused: Nobody of that id waits, the club is full, or `by` is not an organiser.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, by, "admit")
        row = _row(connection, club, person)
        if row is None or row.state != "asked":
            raise ClubRefused("not-found", Sentence("club-asked"))
        if admit:
            _check_places(connection, club, "in")
            _set(connection, club, person, role="member", state="in", since=at, joined=row.joined or at)
        else:
            _set(connection, club, person, state="refused", since=at)

    return Work(run)


def leave(club: str, person: str, *, at: float) -> Work:
    """Leave a club. Their calendar's address stops working. The owner of an open club cannot leave.

    Raises:
        ClubRefused: They are not a member, or are the owner.
    """

    def run(connection: Connection) -> None:
        there = entered(connection, club, person, "leave")
        if there.role == "owner":
            raise ClubRefused("not-possible", Sentence("club-owner-stays"))
        _go(connection, club, person, "left", at)

    return Work(run)


def remove(club: str, by: str, person: str, *, at: float) -> Work:
    """Remove a member of a lower role. The club gets a new invitation code, because they know the present one.

    Raises:
        ClubRefused: There is no such member, or their role is not lower.
    """

    def run(connection: Connection) -> None:
        there = entered(connection, club, by, "remove")
        row = _member(connection, club, person)
        if not above(there.role, row.role):
            raise ClubRefused("not-allowed", Sentence("club-not-above"))
        _go(connection, club, person, "removed", at)
        if there.club.code is not None:
            connection.execute(update(schema.club).where(schema.club.c.id == club).values(code=new_code()))

    return Work(run)


def set_role(club: str, by: str, person: str, role: Role) -> Work:
    """Make a member an organiser, or a member again.

    Raises:
        ClubRefused: There is no such member, it is the owner, or `role` is the owner's: that is handed over.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, by, "role")
        row = _member(connection, club, person)
        if "owner" in (row.role, role):
            raise ClubRefused("not-possible", Sentence("club-hand-over"))
        _set(connection, club, person, role=role)

    return Work(run)


def offer(club: str, by: str, person: str, *, at: float) -> Work:
    """Offer the club to a member with an account, or to nobody ("").

    Raises:
        ClubRefused: There is no such member, they have no account, or `by` is not the owner.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, by, "hand-over")
        if person:
            row, user = _member(connection, club, person), users.by_id(connection, person)
            if row.role == "owner":
                raise ClubRefused("not-possible", Sentence("club-owns"))
            if user is None or user.kind != "registered":
                raise ClubRefused("not-possible", Sentence("club-heir-account"))
        values = {"heir": person or None, "heir_at": at if person else None}
        connection.execute(update(schema.club).where(schema.club.c.id == club).values(**values))

    return Work(run)


def take_over(club: str, person: str, accept: bool, *, at: float) -> Work:
    """Take an offered club over, or decline. The former owner becomes an organiser.

    Raises:
        ClubRefused: Nobody has offered them the club within `OFFER_S`, or they own as many clubs as they may.
    """

    def run(connection: Connection) -> None:
        row = entered(connection, club, person, "accept").club
        if not offered(row, person, at):
            raise ClubRefused("not-found", Sentence("club-no-offer"))
        if accept:
            check_owned(connection, person)
            former = and_(_M.club_id == club, _M.role == "owner")
            connection.execute(update(schema.member).where(former).values(role="organiser"))
            _set(connection, club, person, role="owner")
        _drop_offer(connection, club)

    return Work(run)


def offered(club: Row[Any], person: str, at: float) -> bool:
    """Whether a club is offered to a person."""
    return bool(club.heir == person and club.heir_at is not None and at < club.heir_at + OFFER_S)


# ----------------------------------------------------------------------------------------------------------


def _row(connection: Connection, club: str, person: str) -> Row[Any] | None:
    if not (club.isprintable() and person.isprintable()):
        return None
    return connection.execute(select(schema.member).where(_M.club_id == club, _M.person == person)).first()


def _member(connection: Connection, club: str, person: str) -> Row[Any]:
    """The row of somebody who is in the club.

    Raises:
        ClubRefused: They are not.
    """
    row = _row(connection, club, person)
    if row is None or row.state != "in":
        raise ClubRefused("not-found", Sentence("club-no-member"))
    return row


def _set(connection: Connection, club: str, person: str, **values: Any) -> None:
    connection.execute(update(schema.member).where(_M.club_id == club, _M.person == person).values(**values))


def _go(connection: Connection, club: str, person: str, state: Literal["left", "removed"], at: float) -> None:
    """End a membership with what was part of it: the role, the calendar's address, an offer."""
    _set(connection, club, person, role="member", state=state, since=at)
    f, c = schema.feed.c, schema.club.c
    connection.execute(delete(schema.feed).where(f.club_id == club, f.person == person))
    mine = and_(c.id == club, c.heir == person)
    connection.execute(update(schema.club).where(mine).values(heir=None, heir_at=None))


def _drop_offer(connection: Connection, club: str) -> None:
    connection.execute(update(schema.club).where(schema.club.c.id == club).values(heir=None, heir_at=None))


def _check_places(connection: Connection, club: str, state: Literal["in", "asked"]) -> None:
    """Check that one more may be in this state.

    Raises:
        ClubRefused: The club is full.
    """
    query = select(func.count()).select_from(schema.member).where(_M.club_id == club, _M.state == state)
    if (connection.scalar(query) or 0) >= (MEMBERS if state == "in" else WAITING):
        raise ClubRefused("not-possible", Sentence("club-full"))
