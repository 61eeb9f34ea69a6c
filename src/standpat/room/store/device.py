"""Devices from which somebody has signed in to a name before: a flood of tries at that name does not touch them.

A device holds a token of 256 random bits; the database has its SHA-256. It opens nothing: it only says that this is
not a stranger, to those names alone that were signed in to from it. `remember` gives the device a new token each time,
the old one being worth nothing from then on. A name keeps its last `MOST` devices; `forget` has it keep none.
"""

from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.name import key
from standpat.room.store.schema import device, person

MOST: Final = 10


def known(connection: Connection, digest: bytes, name: str) -> bool:
    """Whether somebody has signed in to this name from the device with this token."""
    if not name.isprintable():
        return False
    query = select(device.c.person).join(person, person.c.id == device.c.person)
    return connection.execute(query.where(device.c.hash == digest, person.c.name_key == key(name))).first() is not None


def remember(digest: bytes, user: str, at: float, before: bytes | None = None) -> Work:
    """Store a sign-in from a device, which has a new token now; `before` is its old one."""
    c = device.c

    def run(connection: Connection) -> None:
        if before is not None:
            connection.execute(delete(device).where(c.hash == before, c.person == user))
            connection.execute(update(device).where(c.hash == before).values(hash=digest))
        connection.execute(insert(device), {"hash": digest, "person": user, "at": at})
        last = select(c.hash).where(c.person == user).order_by(c.at.desc(), c.hash).offset(MOST).limit(MOST)
        for old in connection.scalars(last).all():
            connection.execute(delete(device).where(c.hash == old, c.person == user))

    return Work(run)


def forget(user: str) -> Work:
    """Delete all devices of a user."""
    return Work(lambda connection: connection.execute(delete(device).where(device.c.person == user)).close())
