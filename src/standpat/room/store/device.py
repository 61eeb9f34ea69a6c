"""Devices from which somebody has signed in to a name before. Many failed sign-ins at that name do not lock these
devices out.

A device has a token of 256 random bits; the database has its SHA-256. The token opens nothing. It only shows that the
device is known, to the names that were signed in to from it. `remember` gives the device a new token each time, and the
old one becomes worthless. A name keeps its last `MOST` devices. `forget` deletes all devices of a user.
"""

from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.name import key
from standpat.room.store.schema import device, person

MOST: Final = 10
"""Devices that a user keeps."""


def known(connection: Connection, digest: bytes, name: str) -> bool:
    """Whether somebody has signed in to this name from the device with this token."""
    if not name.isprintable():
        return False
    query = select(device.c.person).join(person, person.c.id == device.c.person)
    return connection.execute(query.where(device.c.hash == digest, person.c.name_key == key(name))).first() is not None


def remember(digest: bytes, user: str, at: float, before: bytes | None = None) -> Work:
    """Store a sign-in from a device.

    Args:
        digest: The digest of the device's new token.
        user: The user who signed in.
        at: The time, in Unix seconds.
        before: The digest of the device's old token; None for a new device.
    """
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
