"""From which devices and addresses people have come.

An address is that of a client (`standpat.room.limits.address`): an IPv4 address, or 64 bits of an IPv6 address. A
device is a cookie of the browser, as a digest. Sightings are information for the room's operator. They are forgotten
`KEPT_S` seconds after the last one.
"""

from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.schema import person as people
from standpat.room.store.schema import sighting

Kind = Literal["device", "address"]
KEPT_S: Final = 90 * 86_400.0
"""How long a sighting is kept after the last one, in seconds."""


class Sighting(Struct, frozen=True):
    """A person was seen with a device or at an address, first and last at these times."""

    person: str
    kind: Kind
    value: str
    first: float
    last: float


def seen(person: str, places: dict[Kind, str], *, at: float) -> Work:
    """Note that a person has come from a device and an address."""
    c = sighting.c

    def run(connection: Connection) -> None:
        if connection.execute(select(people.c.id).where(people.c.id == person)).first() is None:
            return  # forgotten meanwhile
        for kind, value in places.items():
            this = (c.person == person) & (c.kind == kind) & (c.value == value)
            if not connection.execute(update(sighting).where(this).values(last=at)).rowcount:
                row = {"person": person, "kind": kind, "value": value, "first": at, "last": at}
                connection.execute(insert(sighting), row)

    return Work(run)


def forget(before: float) -> Work:
    """Delete sightings that were last repeated before a time."""
    return Work(lambda connection: connection.execute(delete(sighting).where(sighting.c.last < before)).close())


def of_person(connection: Connection, person: str) -> list[Sighting]:
    """The devices and addresses of a person, the last first."""
    c = sighting.c
    query = select(sighting).where(c.person == person).order_by(c.last.desc())
    return [Sighting(*[getattr(row, name) for name in Sighting.__struct_fields__]) for row in connection.execute(query)]
