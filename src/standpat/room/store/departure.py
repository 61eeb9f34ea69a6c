"""The chips with which players left tables. A player who comes back within `BACK_S` must bring as many."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.schema import departure

BACK_S: Final = 3600.0
"""How long the rule applies after a departure, in seconds."""


class Departure(NamedTuple):
    """The chips that a player took from a table, and when, in Unix seconds."""

    chips: int
    at: float


def left(table: str, person: str, gone: Departure) -> Work:
    """Store that a player has left a table."""
    c = departure.c

    def run(connection: Connection) -> None:
        known = update(departure).where(c.table_id == table, c.person == person).values(gone._asdict())
        if not connection.execute(known).rowcount:
            connection.execute(insert(departure), {"table_id": table, "person": person, **gone._asdict()})

    return Work(run)


def last(connection: Connection, table: str, person: str) -> Departure | None:
    """The last time that a player left a table; None if there is none."""
    c = departure.c
    row = connection.execute(select(c.chips, c.at).where(c.table_id == table, c.person == person)).first()
    return None if row is None else Departure(*row)


def forget(before: float) -> Work:
    """Delete departures before a time, in Unix seconds."""
    return Work(lambda connection: connection.execute(delete(departure).where(departure.c.at < before)).close())
