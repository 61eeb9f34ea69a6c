"""The evenings of a club: local times in an IANA time zone.

An evening keeps the wall time and the zone in which it was planned, so it begins at that time also if the rules of the
zone change. `begins` is its moment. A time that the clocks skip is refused; of one that they show twice, the first is
meant. Evenings that repeat weekly have the same wall time.

An evening may have a table of the room: a home game, whose session its results are taken from
(`standpat.room.club.home_game`). Members see the link to the table. Cancelled evenings stay in the calendar, so that
calendars that were fed with them learn it.
"""

import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, func, insert, select, update

from standpat.language.sentence import Sentence
from standpat.room.club.book import entered
from standpat.room.club.refusal import ClubRefused, line
from standpat.room.home_game.session import was_there
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work
from standpat.room.store.schema import card_table

LONGEST_TITLE: Final = 60
LONGEST_NOTE: Final = 300
MOST_WEEKS: Final = 26
"""Evenings that one request plans, a week apart."""
EVENINGS: Final = 1000
"""Evenings of a club, from its beginning."""
LONGEST: Final = 24 * 60
"""The longest evening, in minutes."""

_AT: Final = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d")
_E: Final = schema.evening.c


class Plan(Struct, forbid_unknown_fields=True):
    """A planned evening.

    Attributes:
        title: What it is called.
        at: The wall time in the club's zone, such as "2026-11-26T19:00".
        minutes: How long it lasts.
        note: Where it is, or what to bring.
        weeks: Evenings to plan, a week apart; for a new plan.
    """

    title: str
    at: str
    minutes: int = 240
    note: str = ""
    weeks: int = 1


def begins(at: str, zone: str) -> datetime:
    """The moment of a wall time, with its zone.

    Raises:
        ClubRefused: It is none, or the clocks skip it.

    >>> begins("2026-11-26T19:00", "Europe/Oslo").isoformat()
    '2026-11-26T19:00:00+01:00'
    """
    try:
        there = datetime.fromisoformat(at if _AT.fullmatch(at) else "").replace(tzinfo=ZoneInfo(zone))
    except ValueError:
        raise ClubRefused("not-possible", Sentence("club-time")) from None
    if there.astimezone(UTC).astimezone(there.tzinfo).replace(tzinfo=None) != there.replace(tzinfo=None):
        raise ClubRefused("not-possible", Sentence("club-time-skipped"))
    return there


def moment(at: str, zone: str) -> float:
    """The moment of a stored wall time, in Unix seconds. One that the clocks have come to skip counts as later."""
    return datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone)).timestamp()


def plan(club: str, person: str, wanted: Plan, ids: Sequence[str] = ()) -> Work:
    """Plan an evening, or several. The result is their ids.

    Args:
        club: The club.
        person: Who plans it.
        wanted: The plan.
        ids: Their ids; made here if there are none.

    Raises:
        ClubRefused: They are not an organiser, or there cannot be such an evening.
    """

    def run(connection: Connection) -> list[str]:
        zone = entered(connection, club, person, "evening").club.zone
        values = _checked(wanted, zone)
        if not 1 <= wanted.weeks <= MOST_WEEKS:
            raise ClubRefused("not-possible", Sentence("club-weeks", most=MOST_WEEKS))
        there = connection.scalar(select(func.count()).where(_E.club_id == club)) or 0
        if there + wanted.weeks > EVENINGS:
            raise ClubRefused("not-possible", Sentence("club-evenings", most=EVENINGS))
        season = schema.season.c
        present = select(season.id).where(season.club_id == club, season.ended.is_(None))
        same = {**values, "club_id": club, "season_id": connection.scalar(present), "zone": zone, "changed": 0}
        first = datetime.fromisoformat(wanted.at)
        rows = []
        for week in range(wanted.weeks):
            at = (first + timedelta(weeks=week)).isoformat(timespec="minutes")
            begins(at, zone)
            rows.append({**same, "at": at, "id": ids[week] if ids else new_id()})
        connection.execute(insert(schema.evening), rows)
        return [row["id"] for row in rows]

    return Work(run)


def change(club: str, person: str, evening: str, wanted: Plan) -> Work:
    """Change an evening. Its time is in the club's present zone then.

    Raises:
        ClubRefused: They are not an organiser, there is no such evening, or there cannot be such an evening.
    """

    def run(connection: Connection) -> None:
        zone = entered(connection, club, person, "evening").club.zone
        find(connection, club, evening)
        values = _checked(wanted, zone)
        if wanted.weeks != 1:
            raise ClubRefused("not-possible", Sentence("club-weeks", most=1))
        _set(connection, evening, **values, zone=zone)

    return Work(run)


def cancel(club: str, person: str, evening: str, on: bool, *, at: float) -> Work:
    """Cancel an evening without results, or plan it after all.

    Raises:
        ClubRefused: They are not an organiser, there is no such evening, or it has results.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "evening")
        row = find(connection, club, evening)
        if on and connection.scalar(select(schema.entry.c.id).where(schema.entry.c.evening_id == evening).limit(1)):
            raise ClubRefused("not-possible", Sentence("club-has-results"))
        if (row.cancelled is not None) != on:
            _set(connection, evening, cancelled=at if on else None)

    return Work(run)


def set_table(club: str, person: str, evening: str, table: str) -> Work:
    """Give an evening its table of the room, or none (""). Its results are those of the table's session.

    Raises:
        ClubRefused: They are not an organiser, were not at the table and do not own it, another evening has it, or the
            evening has a tournament or results.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "evening")
        row = find(connection, club, evening)
        if (row.table_id or "") == table:
            return
        if connection.scalar(select(schema.entry.c.id).where(schema.entry.c.evening_id == evening).limit(1)):
            raise ClubRefused("not-possible", Sentence("club-has-results"))
        held = select(schema.tournament.c.tournament_id).where(schema.tournament.c.evening_id == evening)
        if table and connection.scalar(held) is not None:
            raise ClubRefused("not-possible", Sentence("club-evening-taken"))
        if table and not (was_there(connection, table, person) or _owns(connection, table, person)):
            raise ClubRefused("not-found", Sentence("no-table"))
        if table and connection.scalar(select(_E.id).where(_E.club_id == club, _E.table_id == table)):
            raise ClubRefused("not-possible", Sentence("club-table-taken"))
        _set(connection, evening, table_id=table or None)

    return Work(run)


def table_of(connection: Connection, club: str, person: str, evening: str) -> str:
    """The table of an evening, for an organiser.

    Raises:
        ClubRefused: They are not an organiser, or there is no such evening, or it has no table.
    """
    entered(connection, club, person, "record")
    table: str | None = find(connection, club, evening).table_id
    if table is None:
        raise ClubRefused("not-found", Sentence("no-table"))
    return table


def find(connection: Connection, club: str, evening: str) -> Row[Any]:
    """An evening of a club.

    Raises:
        ClubRefused: There is none.
    """
    known = evening.isascii() and evening.isalnum()
    query = select(schema.evening).where(_E.id == evening, _E.club_id == club)
    row = connection.execute(query).first() if known else None
    if row is None:
        raise ClubRefused("not-found", Sentence("club-evening"))
    return row


def new_id() -> str:
    """Make the id of a club or an evening: 96 random bits."""
    return secrets.token_hex(12)


def _checked(wanted: Plan, zone: str) -> dict[str, Any]:
    begins(wanted.at, zone)
    if not 1 <= wanted.minutes <= LONGEST:
        raise ClubRefused("not-possible", Sentence("club-minutes", most=LONGEST))
    title, note = line(wanted.title, LONGEST_TITLE), line(wanted.note, LONGEST_NOTE, 0)
    return {"title": title, "at": wanted.at, "minutes": wanted.minutes, "note": note}


def _set(connection: Connection, evening: str, **values: Any) -> None:
    changed = {**values, "changed": _E.changed + 1}
    connection.execute(update(schema.evening).where(_E.id == evening).values(**changed))


class _Owned(Struct):
    owner: str | None = None


def _owns(connection: Connection, table: str, person: str) -> bool:
    """Whether a person owns a table that is or was in the room."""
    known = table.isascii() and table.isalnum()
    record = connection.scalar(select(card_table.c.record).where(card_table.c.id == table)) if known else None
    return record is not None and msgspec.json.decode(record, type=_Owned).owner == person
