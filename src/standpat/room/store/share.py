"""Links by which a player shares a hand: one for each hand and player, until it is taken back.

A link's token is 96 random bits, as a hand's key is, and opens nothing but this hand. `share` and `unshare` return an
operation for `Store.commit`.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.journal import new_key
from standpat.room.store.schema import share as shares


class Shared(NamedTuple):
    """A hand, and by whom it is shared."""

    hand_id: int
    person: str


def share(hand_id: int, person: str, at: float) -> Work:
    """Share it; gives the token, the one there is if it is shared already."""

    def run(connection: Connection) -> str:
        token = token_of(connection, hand_id, person)
        if token is None:
            token = new_key()
            connection.execute(insert(shares), {"token": token, "hand_id": hand_id, "person": person, "made": at})
        return token

    return Work(run)


def unshare(hand_id: int, person: str) -> Work:
    """Take it back: the link opens nothing from now on."""
    mine = (shares.c.hand_id == hand_id, shares.c.person == person)
    return Work(lambda connection: connection.execute(delete(shares).where(*mine)).close())


def token_of(connection: Connection, hand_id: int, person: str) -> str | None:
    """This player's token for this hand, None where it is not shared."""
    token: str | None = connection.scalar(
        select(shares.c.token).where(shares.c.hand_id == hand_id, shares.c.person == person)
    )
    return token


def shared(connection: Connection, token: str) -> Shared | None:
    """What a token opens."""
    row = connection.execute(select(shares.c.hand_id, shares.c.person).where(shares.c.token == token)).first()
    return None if row is None else Shared(*row)
