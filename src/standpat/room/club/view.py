"""What a member sees of a club, and of all their clubs. One read sees one state of the database.

Ids are those of people; `names` has the names of all of them. Organisers also see the code and who waits. Former
members appear with their results, and in no list of members.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, func, select

from standpat.room.club import balance, feed, record, tournament
from standpat.room.club.balance import Said
from standpat.room.club.book import entered
from standpat.room.club.calendar import moment
from standpat.room.club.membership import offered
from standpat.room.club.record import Entry
from standpat.room.club.roles import ROLES, Role, may
from standpat.room.club.season import formula_of
from standpat.room.club.standings import Line, Statistics, champions, standings, statistics
from standpat.room.home_game.settle_up import Settlement
from standpat.room.store import club_schema as schema
from standpat.room.store.schema import person as people
from standpat.tournament.season import Formula

MOST_PAST: Final = 200
"""Past evenings in a view, and entries of the ledger: the last ones."""
MOST_CLUBS: Final = 100
"""Clubs in a list, closed ones included."""

_C: Final = schema.club.c
_M: Final = schema.member.c


class Mine(Struct, frozen=True):
    """A club in the list of one's clubs. `next` is when its next evening begins; `waiting` is for organisers."""

    id: str
    name: str
    state: str
    role: Role
    members: int
    waiting: int
    next: float | None
    closed: float | None
    offered: bool


class Member(Struct, frozen=True):
    """A member of a club."""

    user: str
    role: Role
    joined: float


class Waiting(Struct, frozen=True):
    """Somebody who has asked to join."""

    user: str
    since: float


class Evening(Struct, frozen=True):
    """An evening. `begins` is its moment in Unix seconds, `at` the wall time in `zone`; `entry` holds its results."""

    id: str
    season: int | None
    title: str
    at: str
    zone: str
    begins: float
    minutes: int
    note: str
    table: str | None
    tournament: str | None
    cancelled: bool
    entry: int | None


class Season(Struct, frozen=True):
    """A season with its standings. `champions` are there when it has ended."""

    id: int
    name: str
    formula: Formula
    best: int | None
    began: float
    ended: float | None
    standings: tuple[Line, ...]
    champions: tuple[str, ...]


class View(Struct, frozen=True):
    """A club as one of its members sees it.

    Attributes:
        id: Its id.
        name: Its name.
        zone: Its IANA time zone.
        currency: What the group calls its unit.
        approval: Whether newcomers wait for an organiser.
        created: When it was founded, in Unix seconds.
        closed: When it was closed; None while it is open.
        me: The viewer.
        role: Their role.
        code: The invitation code, for organisers; None for none.
        feed: Whether the viewer has an address for their calendar.
        heir: To whom the owner has offered the club, for the two of them.
        members: The members: the owner, organisers, then the others by when they joined.
        waiting: Who has asked to join, for organisers.
        evenings: The evenings to come and the last ones, in their order.
        seasons: All seasons, the newest first.
        statistics: Everybody's results in all seasons.
        entries: The last entries of results, newest first.
        payments: The last payments, newest first.
        balances: What each party is still to get.
        settlement: The fewest payments that settle it; None for too many parties.
        names: The names of everybody in the view, by id.
    """

    id: str
    name: str
    zone: str
    currency: str
    approval: bool
    created: float
    closed: float | None
    me: str
    role: Role
    code: str | None
    feed: bool
    heir: str | None
    members: tuple[Member, ...]
    waiting: tuple[Waiting, ...]
    evenings: tuple[Evening, ...]
    seasons: tuple[Season, ...]
    statistics: tuple[Statistics, ...]
    entries: tuple[Entry, ...]
    payments: tuple[Said, ...]
    balances: dict[str, int]
    settlement: Settlement | None
    names: dict[str, str]


def clubs(connection: Connection, person: str, now: float) -> tuple[Mine, ...]:
    """The clubs of a person, those that they have asked to join included, by name."""
    query = select(schema.club, _M.role, _M.state).join(schema.member, _M.club_id == _C.id)
    rows = connection.execute(
        query.where(_M.person == person, _M.state.in_(("in", "asked"))).order_by(_C.name, _C.id).limit(MOST_CLUBS)
    )
    found: list[Mine] = []
    for row in rows.all():
        inside = row.state == "in"
        if not inside and row.closed is not None:
            continue
        states = select(_M.state, func.count()).where(_M.club_id == row.id).group_by(_M.state)
        counts: dict[str, int] = dict(connection.execute(states).all()) if inside else {}
        found.append(
            Mine(
                row.id,
                row.name,
                row.state,
                row.role,
                members=counts.get("in", 0),
                waiting=counts.get("asked", 0) if may(row.role, "admit") else 0,
                next=_next(connection, row.id, now) if inside and row.closed is None else None,
                closed=row.closed,
                offered=inside and offered(row, person, now),
            )
        )
    return tuple(found)


def view(connection: Connection, club: str, person: str, now: float) -> View:
    """A club as one of its members sees it.

    Raises:
        ClubRefused: They are not a member.
    """
    there, role = entered(connection, club, person, "read")
    holding = record.holding(connection, club)
    evenings = _evenings(connection, club, holding)
    seasons = _seasons(connection, club, {one.id: one.season for one in evenings}, holding)
    won: dict[str, int] = {}
    for season in seasons:
        for who in season.champions:
            won[who] = won.get(who, 0) + 1
    owed = balance.balances(connection, club)
    organises = may(role, "admit")
    waiting = _waiting(connection, club) if organises else ()
    told_heir = role == "owner" or there.heir == person
    return View(
        id=there.id,
        name=there.name,
        zone=there.zone,
        currency=there.currency,
        approval=there.approval,
        created=there.created,
        closed=there.closed,
        me=person,
        role=role,
        code=there.code if may(role, "invite") else None,
        feed=feed.has_feed(connection, club, person),
        heir=there.heir if told_heir and offered(there, there.heir or "", now) else None,
        members=_members(connection, club),
        waiting=waiting,
        evenings=_last(evenings, now),
        seasons=seasons,
        statistics=statistics([entry.results for entry in holding.values()], won),
        entries=record.last_entries(connection, club, MOST_PAST),
        payments=balance.last_payments(connection, club, MOST_PAST),
        balances=owed,
        settlement=balance.settlement(owed),
        names=_names(connection, club, [one.user for one in waiting]),
    )


# ----------------------------------------------------------------------------------------------------------


def _next(connection: Connection, club: str, now: float) -> float | None:
    """When the next evening of a club begins."""
    e = schema.evening.c
    rows = connection.execute(select(e.at, e.zone).where(e.club_id == club, e.cancelled.is_(None)))
    return min([begins for row in rows if (begins := moment(row.at, row.zone)) > now], default=None)


def _evenings(connection: Connection, club: str, holding: Mapping[str, Entry]) -> tuple[Evening, ...]:
    """All evenings, in the order in which they begin."""
    rows = connection.execute(select(schema.evening).where(schema.evening.c.club_id == club))
    tournaments = tournament.of_evenings(connection, club)
    found = [
        Evening(
            row.id,
            row.season_id,
            row.title,
            row.at,
            row.zone,
            moment(row.at, row.zone),
            row.minutes,
            row.note,
            row.table_id,
            tournaments.get(row.id),
            row.cancelled is not None,
            holding[row.id].id if row.id in holding else None,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda one: (one.begins, one.id)))


def _last(evenings: Sequence[Evening], now: float) -> tuple[Evening, ...]:
    """Those to come, and the last ones."""
    past = [one for one in evenings if one.begins + 60 * one.minutes <= now]
    return (*past[-MOST_PAST:], *[one for one in evenings if one.begins + 60 * one.minutes > now])


def _seasons(
    connection: Connection, club: str, of: Mapping[str, int | None], holding: Mapping[str, Entry]
) -> tuple[Season, ...]:
    """The seasons, the newest first. `of` is the season of each evening."""
    s = schema.season.c
    found: list[Season] = []
    for row in connection.execute(select(schema.season).where(s.club_id == club).order_by(s.id.desc())):
        formula = formula_of(row.formula)
        results = [entry.results for evening, entry in holding.items() if of.get(evening) == row.id]
        lines = standings(formula, row.best, results)
        won = champions(lines) if row.ended is not None else ()
        found.append(Season(row.id, row.name, formula, row.best, row.began, row.ended, lines, won))
    return tuple(found)


def _members(connection: Connection, club: str) -> tuple[Member, ...]:
    rows = connection.execute(select(schema.member).where(_M.club_id == club, _M.state == "in")).all()
    ordered = sorted(rows, key=lambda row: (-ROLES.index(row.role), row.joined, row.person))
    return tuple([Member(row.person, row.role, row.joined) for row in ordered])


def _waiting(connection: Connection, club: str) -> tuple[Waiting, ...]:
    query = select(_M.person, _M.since).where(_M.club_id == club, _M.state == "asked").order_by(_M.since)
    return tuple([Waiting(*row) for row in connection.execute(query)])


def _names(connection: Connection, club: str, more: Collection[str]) -> dict[str, str]:
    """The names of those who are or were members, and of some more people."""
    wanted = people.c.id.in_([*record.ever(connection, club), *more])
    return dict(connection.execute(select(people.c.id, people.c.name).where(wanted)).all())
