"""The calendar of a club as iCalendar (RFC 5545), at a secret address for each member.

The address has a token of 256 random bits; the database has its SHA-256, so the address is shown once, when it is made.
A new one makes the former worthless. Who leaves or is removed loses theirs. An unknown, former or revoked token gets
the same answer.

Each evening is an event in its own zone, with reminders a day and an hour before; the zone's rules are in the file.
Calendars learn changes by SEQUENCE, and cancelled evenings by STATUS. Evenings stay in it for `PAST_S`.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, delete, insert, select

from standpat.room.club.book import entered
from standpat.room.club.calendar import moment
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work
from standpat.room.store.session import new_token, session_of

if TYPE_CHECKING:
    from icalendar import Event

PAST_S: Final = 366 * 86_400.0
"""Seconds for which an evening stays in the calendar."""
REMIND_H: Final = (24, 1)
"""Hours before an evening at which calendars remind."""

_F: Final = schema.feed.c


class Feed(NamedTuple):
    """A club's name, zone and evenings, for one of its members."""

    name: str
    zone: str
    evenings: Sequence[Row[Any]]


def open_feed(club: str, person: str, *, at: float) -> Work:
    """Make a new address. The result is its token.

    Raises:
        ClubRefused: They are not a member.
    """

    def run(connection: Connection) -> str:
        entered(connection, club, person, "read")
        connection.execute(delete(schema.feed).where(_F.club_id == club, _F.person == person))
        token = new_token()
        row = {"hash": session_of(token), "club_id": club, "person": person, "created": at}
        connection.execute(insert(schema.feed), row)
        return token

    return Work(run)


def close_feed(club: str, person: str) -> Work:
    """Revoke the address.

    Raises:
        ClubRefused: They are not a member.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "read")
        connection.execute(delete(schema.feed).where(_F.club_id == club, _F.person == person))

    return Work(run)


def has_feed(connection: Connection, club: str, person: str) -> bool:
    """Whether a member has an address."""
    return connection.scalar(select(_F.created).where(_F.club_id == club, _F.person == person)) is not None


def read(connection: Connection, token: str, now: float) -> Feed | None:
    """What the address with this token shows; None if there is no such address."""
    c, m = schema.club.c, schema.member.c
    query = select(c.id, c.name, c.zone).join(schema.feed, _F.club_id == c.id)
    there = query.join(schema.member, (m.club_id == c.id) & (m.person == _F.person))
    club = connection.execute(there.where(_F.hash == session_of(token), m.state == "in")).first()
    if club is None:
        return None
    e = schema.evening.c
    early = datetime.fromtimestamp(now - PAST_S, UTC).strftime("%Y-%m-%dT%H:%M")
    rows = connection.execute(select(schema.evening).where(e.club_id == club.id, e.at > early).order_by(e.at, e.id))
    return Feed(club.name, club.zone, rows.all())


def text(feed: Feed, origin: str, now: float) -> bytes:
    """The calendar as a file.

    Args:
        feed: What it shows.
        origin: The room's origin, for links to tables, such as ``https://poker.example``.
        now: The time, in Unix seconds.
    """
    from icalendar import Calendar  # takes 100 ms to load, which a room without clubs need not wait for

    calendar = Calendar()
    calendar.add("prodid", "-//standpat//club//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", feed.name)
    calendar.add("x-wr-timezone", feed.zone)
    for row in feed.evenings:
        calendar.add_component(_event(row, feed, origin, now))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(row: Row[Any], feed: Feed, origin: str, now: float) -> "Event":
    """An evening as an event, with its reminders."""
    from icalendar import Alarm, Event

    start = datetime.fromtimestamp(moment(row.at, row.zone), ZoneInfo(row.zone))
    event = Event()
    event.add("uid", f"{row.id}@standpat")
    event.add("dtstamp", datetime.fromtimestamp(now, UTC))
    event.add("dtstart", start)
    event.add("duration", timedelta(minutes=row.minutes))
    event.add("summary", f"{feed.name}: {row.title}")
    event.add("sequence", row.changed)
    event.add("status", "CONFIRMED" if row.cancelled is None else "CANCELLED")
    if row.note:
        event.add("description", row.note)
    if row.table_id:
        event.add("url", f"{origin}/tables/{row.table_id}")
    for hours in REMIND_H if row.cancelled is None else ():
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", row.title)
        alarm.add("trigger", -timedelta(hours=hours))
        event.add_component(alarm)
    return event
