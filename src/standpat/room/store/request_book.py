"""Requests that were done and are not to be done again when they are asked for again.

A request is known by who made it, where, and a key of the client's choosing; `said` is a digest of what was asked, so
that a key used for something else is noticed. `remember` goes into the commit that does it: then both are there, or
neither is. Requests are kept for `KEPT_S`, and `MOST` of a person.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.schema import request

KEPT_S: Final = 86_400.0
MOST: Final = 256


class Done(NamedTuple):
    """What was asked, as a digest, and what was answered."""

    said: str
    answer: str


def find(connection: Connection, person: str, place: str, key: str) -> Done | None:
    """Was it done before?"""
    c = request.c
    query = select(c.said, c.answer).where(c.person == person, c.place == place, c.key == key)
    row = connection.execute(query).first()
    return None if row is None else Done(*row)


def remember(person: str, place: str, key: str, done: Done, at: float) -> Work:
    """It is done now. Twice is an error of the database's, so nothing is done twice."""
    c = request.c
    row = {"person": person, "place": place, "key": key, **done._asdict(), "at": at}

    def run(connection: Connection) -> None:
        connection.execute(insert(request), row)
        oldest = connection.scalar(select(c.at).where(c.person == person).order_by(c.at.desc()).offset(MOST).limit(1))
        if oldest is not None:
            connection.execute(delete(request).where(c.person == person, c.at <= oldest))

    return Work(run)


def forget(before: float) -> Work:
    """Those older than this."""
    return Work(lambda connection: connection.execute(delete(request).where(request.c.at < before)).close())
