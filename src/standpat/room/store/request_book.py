"""Requests that were done, so that a repeated request is not done again.

A request is identified by the person, the place, and a key that the client chooses. `said` is a digest of the request,
so that a key which is used for another request is noticed. `remember` belongs into the commit of the request itself, so
that both are written or neither. Requests are kept for `KEPT_S`, and at most `MOST` for each person.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.schema import request

KEPT_S: Final = 86_400.0
MOST: Final = 256


class Done(NamedTuple):
    """A request that was done: its digest and its answer."""

    said: str
    answer: str


def find(connection: Connection, person: str, place: str, key: str) -> Done | None:
    """The request with this key, if it was done before; else None."""
    c = request.c
    query = select(c.said, c.answer).where(c.person == person, c.place == place, c.key == key)
    row = connection.execute(query).first()
    return None if row is None else Done(*row)


def remember(person: str, place: str, key: str, done: Done, at: float) -> Work:
    """Store that a request is done. Storing it twice is a database error, so nothing is done twice."""
    c = request.c
    row = {"person": person, "place": place, "key": key, **done._asdict(), "at": at}

    def run(connection: Connection) -> None:
        connection.execute(insert(request), row)
        oldest = connection.scalar(select(c.at).where(c.person == person).order_by(c.at.desc()).offset(MOST).limit(1))
        if oldest is not None:
            connection.execute(delete(request).where(c.person == person, c.at <= oldest))

    return Work(run)


def forget(before: float) -> Work:
    """Delete requests before a time."""
    return Work(lambda connection: connection.execute(delete(request).where(request.c.at < before)).close())
