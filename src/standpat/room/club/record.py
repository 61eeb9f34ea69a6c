"""What an evening recorded: a `Result` for each member who played. Home games and tournaments both end as these.

`write` records the results of an evening once. To correct them, an organiser writes another entry with a reason, which
replaces the former one; an empty one takes the results back. Entries are never changed or deleted, and all members read
them. The last entry of an evening holds. Each entry replaces the last one only once, so two organisers who correct the
same entry do not do it twice.

Standings, statistics and the ledger are computed from these entries and stored nowhere.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs
from sqlalchemy import ColumnElement, Connection, func, insert, select

from standpat.language.sentence import Sentence
from standpat.room.club import calendar
from standpat.room.club.book import entered
from standpat.room.club.refusal import ClubRefused, amount, line
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work

LONGEST_REASON: Final = 120
CORRECTIONS: Final = 20
"""Entries of one evening."""
MOST_ENTRANTS: Final = 100_000


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What a member did at an evening.

    Attributes:
        place: Their place, from 1. Who ties has the best of the places that they fill.
        member: The person's id.
        entrants: How many played, people outside the club included.
        buy_in: What they paid in all, in whole units of the club's currency.
        prize: What they got.
    """

    place: int
    member: str
    entrants: int
    buy_in: int
    prize: int


class Entry(Struct, frozen=True):
    """The results of an evening as somebody recorded them. `replaces` is the entry that it corrects."""

    id: int
    evening: str
    at: float
    by: str
    reason: str
    replaces: int | None
    results: tuple[Result, ...]


def write(
    club: str, person: str, evening: str, results: Sequence[Result], *, at: float, replaces: int | None, reason: str
) -> Work:
    """Record the results of an evening, or correct them. The result is the entry's number.

    Args:
        club: The club.
        person: The organiser.
        evening: The evening.
        results: The results of the members who played.
        at: The time, in Unix seconds.
        replaces: The entry that it corrects; None for the first one.
        reason: Why it is corrected; "" for the first one.

    Raises:
        ClubRefused: They are not an organiser, the results are not possible, or the evening's last entry is another.
    """

    def run(connection: Connection) -> int:
        entered(connection, club, person, "record")
        if calendar.find(connection, club, evening).cancelled is not None:
            raise ClubRefused("not-possible", Sentence("club-cancelled"))
        check(results)
        _check_members(connection, club, results)
        e = schema.entry.c
        last, entries = connection.execute(select(func.max(e.id), func.count()).where(e.evening_id == evening)).one()
        if last != replaces:
            raise ClubRefused("not-possible", Sentence("club-recorded"))
        if entries >= CORRECTIONS:
            raise ClubRefused("not-possible", Sentence("club-corrections", most=CORRECTIONS))
        if replaces is None and not results:
            raise ClubRefused("not-possible", Sentence("club-no-results"))
        why = line(reason, LONGEST_REASON, 0 if replaces is None else 1)
        return add(connection, evening, person, results, at=at, replaces=replaces, reason=why)

    return Work(run)


def add(
    connection: Connection,
    evening: str,
    person: str,
    results: Sequence[Result],
    *,
    at: float,
    replaces: int | None = None,
    reason: str = "",
) -> int:
    """Add an entry that was checked, within a larger work. Arguments are those of `write`; returns its number."""
    row = {"evening_id": evening, "at": at, "made_by": person, "reason": reason, "replaces": replaces}
    (number,) = connection.execute(insert(schema.entry), row).inserted_primary_key or (0,)
    lines = [_row(int(number), result) for result in results]
    if lines:
        connection.execute(insert(schema.line), lines)
    return int(number)


def check(results: Sequence[Result]) -> None:
    """Check that results can be those of one evening: places follow from each other, gaps are people outside the club.

    Raises:
        ClubRefused: They cannot be.
    """
    if len({one.member for one in results}) != len(results):
        raise ClubRefused("not-possible", Sentence("club-twice"))
    if len({one.entrants for one in results}) > 1:
        raise ClubRefused("not-possible", Sentence("club-entrants"))
    following = 1
    for place, tied in sorted(Counter([one.place for one in results]).items()):
        if place < following:
            raise ClubRefused("not-possible", Sentence("club-places"))
        following = place + tied
    for one in results:
        if not 1 <= one.entrants <= MOST_ENTRANTS or following - 1 > one.entrants:
            raise ClubRefused("not-possible", Sentence("club-entrants"))
        amount(one.buy_in)
        amount(one.prize)


def last_entries(connection: Connection, club: str, most: int) -> tuple[Entry, ...]:
    """The last entries of a club, replaced ones too, newest first."""
    e = schema.entry.c
    query = select(e.id).join(schema.evening, schema.evening.c.id == e.evening_id)
    last = query.where(schema.evening.c.club_id == club).order_by(e.id.desc()).limit(most)
    return tuple(reversed(_read(connection, e.id.in_(last.scalar_subquery()))))


def holding(connection: Connection, club: str) -> Mapping[str, Entry]:
    """The entry of each evening that holds, by the evening. Those without results are left out."""
    return {entry.evening: entry for entry in _read(connection, holds(club)) if entry.results}


def holds(club: str) -> ColumnElement[bool]:
    """Whether an entry is the last one of its evening, as a condition of a query."""
    e = schema.entry.c
    query = select(func.max(e.id)).join(schema.evening, schema.evening.c.id == e.evening_id)
    return e.id.in_(query.where(schema.evening.c.club_id == club).group_by(e.evening_id).scalar_subquery())


def _read(connection: Connection, which: ColumnElement[bool]) -> list[Entry]:
    """Some entries, oldest first."""
    e, line = schema.entry.c, schema.line.c
    lines: dict[int, list[Result]] = {}
    joined = select(schema.line).join(schema.entry, e.id == line.entry_id).where(which)
    for row in connection.execute(joined.order_by(line.place, line.person)):
        lines.setdefault(row.entry_id, []).append(Result(row.place, row.person, row.entrants, row.buy_in, row.prize))
    return [
        Entry(row.id, row.evening_id, row.at, row.made_by, row.reason, row.replaces, tuple(lines.get(row.id, ())))
        for row in connection.execute(select(schema.entry).where(which).order_by(e.id))
    ]


def of_members(results: Iterable[Result], members: Iterable[str]) -> tuple[Result, ...]:
    """The results of those who are members, as a game with people outside the club hands them in."""
    known = set(members)
    return tuple([result for result in results if result.member in known])


def _row(entry: int, result: Result) -> dict[str, int | str]:
    values = structs.asdict(result)
    return {"entry_id": entry, "person": values.pop("member"), **values}


def _check_members(connection: Connection, club: str, results: Sequence[Result]) -> None:
    """Check that the results are those of people who are or were members.

    Raises:
        ClubRefused: Somebody was never a member.
    """
    if {one.member for one in results} - set(ever(connection, club)):
        raise ClubRefused("not-found", Sentence("club-no-member"))


def ever(connection: Connection, club: str) -> list[str]:
    """The people who are or were members of a club."""
    m = schema.member.c
    return list(connection.scalars(select(m.person).where(m.club_id == club, m.joined.is_not(None))))
