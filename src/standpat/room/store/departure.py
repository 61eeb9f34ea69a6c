"""With how many chips somebody left a table last, and when: who comes back within `BACK_S` brings them back."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.schema import departure

BACK_S: Final = 3600.0


class Departure(NamedTuple):
    """`at` is in seconds since 1970."""

    chips: int
    at: float


def left(table: str, person: str, gone: Departure) -> Work:
    """Somebody has left, with these chips."""
    c = departure.c

    def run(connection: Connection) -> None:
        known = update(departure).where(c.table_id == table, c.person == person).values(gone._asdict())
        if not connection.execute(known).rowcount:
            connection.execute(insert(departure), {"table_id": table, "person": person, **gone._asdict()})

    return Work(run)


def last(connection: Connection, table: str, person: str) -> Departure | None:
    """The last time somebody left."""
    c = departure.c
    row = connection.execute(select(c.chips, c.at).where(c.table_id == table, c.person == person)).first()
    return None if row is None else Departure(*row)


def forget(before: float) -> Work:
    """Those before this."""
    return Work(lambda connection: connection.execute(delete(departure).where(departure.c.at < before)).close())
