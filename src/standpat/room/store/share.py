"""Links by which a player shares a hand: at most one for each hand and player, valid until it is withdrawn.

The token of a link is 96 random bits, like the key of a hand, and opens only this hand. `share` and `unshare` return an
operation for `Store.commit`.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from standpat.room.store.batch import Work
from standpat.room.store.journal import new_key
from standpat.room.store.schema import share as shares


class Shared(NamedTuple):
    """A shared hand, and who shares it."""

    hand_id: int
    person: str


def share(hand_id: int, person: str, at: float) -> Work:
    """Share a hand. The result is the token; a hand that is already shared keeps its token."""

    def run(connection: Connection) -> str:
        token = token_of(connection, hand_id, person)
        if token is None:
            token = new_key()
            connection.execute(insert(shares), {"token": token, "hand_id": hand_id, "person": person, "made": at})
        return token

    return Work(run)


def unshare(hand_id: int, person: str) -> Work:
    """Stop sharing a hand: its link no longer works."""
    mine = (shares.c.hand_id == hand_id, shares.c.person == person)
    return Work(lambda connection: connection.execute(delete(shares).where(*mine)).close())


def token_of(connection: Connection, hand_id: int, person: str) -> str | None:
    """A player's token for a hand; None if it is not shared."""
    token: str | None = connection.scalar(
        select(shares.c.token).where(shares.c.hand_id == hand_id, shares.c.person == person)
    )
    return token


def shared(connection: Connection, token: str) -> Shared | None:
    """The hand that a token opens; None if the token is unknown."""
    row = connection.execute(select(shares.c.hand_id, shares.c.person).where(shares.c.token == token)).first()
    return None if row is None else Shared(*row)
