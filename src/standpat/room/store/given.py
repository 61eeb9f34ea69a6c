"""Chips that the bank has given, by person and day (UTC): by topping up a wallet, and by losing to players of the
house. Also the number of newcomers of each household who got chips on a day.

Functions that write return an operation for `Store.commit`. `admit` and `add` are called inside operations of others.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.sql import ColumnElement

from standpat.room.store.batch import Work
from standpat.room.store.schema import given, newcomer


class Given(NamedTuple):
    """The chips of one person on one day. `won` is negative if they lost to the house's players."""

    person: str
    day: str
    topped: int
    won: int


def day_of(at: float) -> str:
    """The day (UTC) of a time in Unix seconds, as ``2026-11-22``."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def all_given(connection: Connection) -> list[Given]:
    """All stored days of all persons."""
    return [Given(*row) for row in connection.execute(select(given))]


def given_to(connection: Connection, person: str, day: str) -> Given:
    """The chips of one person on a day so far."""
    row = connection.execute(select(given).where(given.c.person == person, given.c.day == day)).first()
    return Given(person, day, 0, 0) if row is None else Given(*row)


def add(connection: Connection, person: str, day: str, *, topped: int = 0, won: int = 0) -> None:
    """Add to the chips of a person on a day."""
    _add(
        connection,
        given,
        (given.c.person == person, given.c.day == day),
        {"person": person, "day": day},
        {"topped": topped, "won": won},
    )


def count_won(won: Mapping[str, int], day: str) -> Work:
    """Add chips that people won from the house's players; negative for lost chips."""

    def run(connection: Connection) -> None:
        for person, amount in won.items():
            add(connection, person, day, won=amount)

    return Work(run)


def admit(connection: Connection, home: str, day: str, most: int) -> bool:
    """Count a newcomer of a household, if it may have another on this day.

    Args:
        connection: The writing connection.
        home: The household; "" for none, which has no limit.
        day: The day.
        most: The largest number of newcomers of a household in a day.

    Returns:
        Whether the newcomer may have chips.
    """
    if not home:
        return True
    mine = (newcomer.c.home == home, newcomer.c.day == day)
    if (connection.scalar(select(newcomer.c.people).where(*mine)) or 0) >= most:
        return False
    _add(connection, newcomer, mine, {"home": home, "day": day}, {"people": 1})
    return True


def forget(before: str) -> Work:
    """Delete the days before this one."""

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
