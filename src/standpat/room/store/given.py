"""What the bank has given, by person and day (UTC): chips with which a wallet was topped up, and chips won from the
house's players, less those lost to them. And how many newcomers of a household were given their first chips that day.

Functions that write return an operation for `Store.commit`; `admit` and `add` are for operations of others.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.sql import ColumnElement

from standpat.room.store.batch import Work
from standpat.room.store.schema import given, newcomer


class Given(NamedTuple):
    """One person's day."""

    person: str
    day: str
    topped: int
    won: int


def day_of(at: float) -> str:
    """The day of a time, as 2026-11-22."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def all_given(connection: Connection) -> list[Given]:
    """Every day that is kept."""
    return [Given(*row) for row in connection.execute(select(given))]


def given_to(connection: Connection, person: str, day: str) -> Given:
    """One person's day so far."""
    row = connection.execute(select(given).where(given.c.person == person, given.c.day == day)).first()
    return Given(person, day, 0, 0) if row is None else Given(*row)


def add(connection: Connection, person: str, day: str, *, topped: int = 0, won: int = 0) -> None:
    """So much more was given."""
    _add(
        connection,
        given,
        (given.c.person == person, given.c.day == day),
        {"person": person, "day": day},
        {"topped": topped, "won": won},
    )


def count_won(won: Mapping[str, int], day: str) -> Work:
    """These people won so much from the house's players, below zero: lost."""

    def run(connection: Connection) -> None:
        for person, amount in won.items():
            add(connection, person, day, won=amount)

    return Work(run)


def admit(connection: Connection, home: str, day: str, most: int) -> bool:
    """One more newcomer of a household: may they have their first chips today? Anybody may who has no household."""
    if not home:
        return True
    mine = (newcomer.c.home == home, newcomer.c.day == day)
    if (connection.scalar(select(newcomer.c.people).where(*mine)) or 0) >= most:
        return False
    _add(connection, newcomer, mine, {"home": home, "day": day}, {"people": 1})
    return True


def forget(before: str) -> Work:
    """Days before this one are of no use any more."""

    def run(connection: Connection) -> None:
        for table in (given, newcomer):
            connection.execute(delete(table).where(table.c.day < before))

    return Work(run)


def _add(
    connection: Connection,
    table: Table,
    row: tuple[ColumnElement[bool], ...],
    key: Mapping[str, str],
    more: Mapping[str, int],
) -> None:
    sums = {name: table.c[name] + amount for name, amount in more.items()}
    if not connection.execute(update(table).where(*row).values(sums)).rowcount:
        connection.execute(insert(table), {**key, **more})
