"""Private tournaments: a password or none, and who has opened them.

A private tournament is in nobody's list who has not opened it. Its id is its join code, as a table's is: whoever has
its link may see it, and with a password only who gave it. `admit` notes that somebody did; it stays when the tournament
is over. Functions that write return an operation for `Store.commit`.
"""

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.schema import tournament, tournament_guest

_T, _G = tournament.c, tournament_guest.c


class Door(Struct, frozen=True):
    """Who gets in: everybody, or those with the link of a private tournament, who give the password if there is one.

    `password` is its hash; a tournament with one is private.
    """

    private: bool = False
    password: str | None = None


EVERYBODY: Final = Door()
"""The door of a tournament that is for everybody."""


def of(connection: Connection, id: str) -> Door | None:
    """The door of a tournament; None if there is no such tournament."""
    row = connection.execute(select(_T.private, _T.password).where(_T.id == id)).one_or_none()
    return None if row is None else Door(row.private, row.password)


def closed_to(connection: Connection, tournaments: Collection[str], person: str) -> set[str]:
    """Those of some tournaments that are private, and that a person has neither made nor opened. "" is nobody."""
    query = (
        select(_T.id)
        .outerjoin(tournament_guest, (_G.tournament_id == _T.id) & (_G.person == person))
        .where(_T.id.in_(list(tournaments)), _T.private, _G.person.is_(None))
        .where(_T.owner.is_distinct_from(person))
    )
    return set(connection.scalars(query))


def guests(connection: Connection, id: str) -> set[str]:
    """Who has opened a tournament."""
    return set(connection.scalars(select(_G.person).where(_G.tournament_id == id)))


def admit(id: str, person: str) -> Work:
    """Note that a person has opened a private tournament. Twice is once."""

    def run(connection: Connection) -> None:
        known = select(_G.person).where(_G.tournament_id == id, _G.person == person)
        if connection.execute(known).first() is None:
            connection.execute(insert(tournament_guest), {"tournament_id": id, "person": person})

    return Work(run)
