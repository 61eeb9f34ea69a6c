"""Requests that were done, so that a repeated request is not done again.

A request is identified by the person, the place, and a key that the client chooses. `said` is a digest of the request.
It shows if a key is used again for another request. Commit `remember` together with the changes of the request, so that
both are written or neither. Requests are kept for `KEPT_S`, and at most `MOST` for each person.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.schema import request

KEPT_S: Final = 86_400.0
"""How long a request is kept, in seconds."""
MOST: Final = 256
"""The largest number of requests kept for one person."""


class Done(NamedTuple):
    """A request that was done: its digest and its answer."""

    said: str
    answer: str


def find(connection: Connection, person: str, place: str, key: str) -> Done | None:
    """The request with this key; None if it was not done."""
    c = request.c
    query = select(c.said, c.answer).where(c.person == person, c.place == place, c.key == key)
    row = connection.execute(query).first()
    return None if row is None else Done(*row)


def remember(person: str, place: str, key: str, done: Done, at: float) -> Work:
    """Store that a request is done. Storing a key twice is a database error, so the changes of the second batch are not
    written.
    """
    c = request.c
    row = {"person": person, "place": place, "key": key, **done._asdict(), "at": at}

    def run(connection: Connection) -> None:
        connection.execute(insert(request), row)
        oldest = connection.scalar(select(c.at).where(c.person == person).order_by(c.at.desc()).offset(MOST).limit(1))
        if oldest is not None:
            connection.execute(delete(request).where(c.person == person, c.at <= oldest))

    return Work(run)


def forget(before: float) -> Work:
    """Delete requests before a time, in Unix seconds."""
    return Work(lambda connection: connection.execute(delete(request).where(request.c.at < before)).close())
