"""A club: founded, changed, closed. `entered` is the check with which every act begins.

A founder has an account with a password, because a guest's session can be lost, and with it the club. Bots are in no
club. A club begins with a season and an invitation code.
"""

from functools import cache
from typing import Any, Final, NamedTuple
from zoneinfo import available_timezones

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, func, insert, select, update

from standpat.language.sentence import Sentence
from standpat.room.club.code import new_code
from standpat.room.club.refusal import ClubRefused, line, no_club
from standpat.room.club.roles import AFTERWARDS, LEAST, Act, Role, may
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work
from standpat.room.store.users import User
from standpat.tournament.season import POKERSTARS

OWNED: Final = 5
"""Open clubs that a person may own."""
CLUBS: Final = 20
"""Clubs that a person may be in, or have asked to join."""
LONGEST_NAME: Final = 40
LONGEST_CURRENCY: Final = 8


class Wish(Struct, forbid_unknown_fields=True):
    """What an owner decides about a club.

    Attributes:
        name: Its name.
        zone: Its IANA time zone.
        currency: What the group calls its unit, such as "kr"; standpat moves no money.
        approval: Whether those who join wait for an organiser.
    """

    name: str
    zone: str
    currency: str = "kr"
    approval: bool = False

    def checked(self) -> "Wish":
        """The wish with its texts in order.

        Raises:
            ClubRefused: Something in it is not possible.
        """
        if self.zone not in zones():
            raise ClubRefused("not-possible", Sentence("club-zone"))
        return Wish(line(self.name, LONGEST_NAME, 2), self.zone, line(self.currency, LONGEST_CURRENCY), self.approval)


class Entered(NamedTuple):
    """A club, and the role of the member who acts."""

    club: Row[Any]
    role: Role


@cache
def zones() -> frozenset[str]:
    """The time zones that a club may have."""
    return frozenset(available_timezones())


def entered(connection: Connection, club: str, person: str, act: Act) -> Entered:
    """Check that a person may do an act in a club.

    Raises:
        ClubRefused: They are not a member, their role may not do it, or the club is closed.
    """
    c = schema.member.c
    if not (club.isascii() and club.isalnum()):
        raise no_club()
    query = select(schema.club, c.role).join(schema.member, c.club_id == schema.club.c.id)
    row = connection.execute(query.where(schema.club.c.id == club, c.person == person, c.state == "in")).first()
    if row is None:
        raise no_club()
    if not may(row.role, act):
        owners = LEAST[act] == "owner"
        raise ClubRefused("not-allowed", Sentence("club-owners") if owners else Sentence("club-organisers"))
    if row.closed is not None and act not in AFTERWARDS:
        raise ClubRefused("not-possible", Sentence("club-closed"))
    return Entered(row, row.role)


def found(club: str, founder: User, wish: Wish, season: str, *, at: float) -> Work:
    """Found a club with the id `club`, its first season, and a code.

    Raises:
        ClubRefused: The founder may not, or has enough clubs, or the wish is not possible.
    """

    def run(connection: Connection) -> None:
        made = wish.checked()
        if founder.kind != "registered":
            raise ClubRefused("not-allowed", Sentence("club-account"))
        check_room(connection, founder.id)
        check_owned(connection, founder.id)
        row = {**msgspec.structs.asdict(made), "id": club, "code": new_code(), "created": at}
        connection.execute(insert(schema.club), row)
        owner = {"club_id": club, "person": founder.id, "role": "owner", "state": "in", "joined": at, "since": at}
        connection.execute(insert(schema.member), owner)
        formula = msgspec.json.encode(POKERSTARS).decode()
        first = {"club_id": club, "name": line(season, LONGEST_NAME), "formula": formula, "began": at}
        connection.execute(insert(schema.season), first)

    return Work(run)


def change(club: str, person: str, wish: Wish) -> Work:
    """Change what the owner decides. Evenings that are planned keep their zone.

    Raises:
        ClubRefused: They are not the owner, or the wish is not possible.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "settings")
        values = msgspec.structs.asdict(wish.checked())
        connection.execute(update(schema.club).where(schema.club.c.id == club).values(**values))

    return Work(run)


def set_code(club: str, person: str, on: bool) -> Work:
    """Make a new invitation code, or none. The former one is worthless at once. The result is the code.

    Raises:
        ClubRefused: They are not an organiser.
    """

    def run(connection: Connection) -> str | None:
        entered(connection, club, person, "invite")
        code = new_code() if on else None
        connection.execute(update(schema.club).where(schema.club.c.id == club).values(code=code))
        return code

    return Work(run)


def close(club: str, person: str, *, at: float) -> Work:
    """Close a club for ever. Its members can still read it and settle; nobody joins, and nothing else changes.

    Raises:
        ClubRefused: They are not the owner, or it is closed.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "close")
        c, season = schema.club.c, schema.season.c
        values = {"closed": at, "code": None, "heir": None, "heir_at": None}
        connection.execute(update(schema.club).where(c.id == club).values(**values))
        this = (season.club_id == club) & season.ended.is_(None)
        connection.execute(update(schema.season).where(this).values(ended=at))

    return Work(run)


def check_room(connection: Connection, person: str) -> None:
    """Check that a person may be in another club.

    Raises:
        ClubRefused: They are in as many as they may.
    """
    c = schema.member.c
    query = select(func.count()).select_from(schema.member).join(schema.club, schema.club.c.id == c.club_id)
    mine = c.person == person, c.state.in_(("in", "asked")), schema.club.c.closed.is_(None)
    if (connection.scalar(query.where(*mine)) or 0) >= CLUBS:
        raise ClubRefused("not-possible", Sentence("club-most", most=CLUBS))


def check_owned(connection: Connection, person: str) -> None:
    """Check that a person may own another club.

    Raises:
        ClubRefused: They own as many as they may.
    """
    c = schema.member.c
    query = select(func.count()).select_from(schema.member).join(schema.club, schema.club.c.id == c.club_id)
    own = c.person == person, c.state == "in", c.role == "owner", schema.club.c.closed.is_(None)
    if (connection.scalar(query.where(*own)) or 0) >= OWNED:
        raise ClubRefused("not-possible", Sentence("club-most-owned", most=OWNED))
