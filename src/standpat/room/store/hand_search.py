"""A search in the hands that a user was dealt into: by game, result, showdown, and an opponent.

`Search` says what is wanted; None leaves a property open. `found` reads the hands, newest first. It looks through the
user's own results, by an index that has all that is asked for. A search that finds little reads no hands between.
Hands that were voided have no result and are not found.
"""

from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.store import schema
from standpat.room.store.journal import HandRecord, record
from standpat.room.store.name import key


class Search(Struct, frozen=True):
    """What is searched for.

    Attributes:
        game: The game's id.
        least: The lowest result in chips.
        most: The highest result in chips.
        showdown: Whether the user was at the showdown.
        opponent: The present name of a person who was dealt in too, in any case.
    """

    game: str | None = None
    least: int | None = None
    most: int | None = None
    showdown: bool | None = None
    opponent: str | None = None


def found(
    connection: Connection, user: str, search: Search, limit: int = 50, before: int | None = None
) -> list[HandRecord]:
    """The finished hands of a user that a search finds, newest first.

    Args:
        connection: A connection.
        user: The user.
        search: What is searched for.
        limit: The largest number of hands.
        before: Only hands with a lower id, for paging.
    """
    c, other = schema.result.c, schema.player.alias()
    query = select(c.hand_id).where(c.person == user).order_by(c.hand_id.desc())
    if before is not None:
        query = query.where(c.hand_id < before)
    if search.game is not None:
        query = query.where(c.game == search.game)
    if search.least is not None:
        query = query.where(c.net >= search.least)
    if search.most is not None:
        query = query.where(c.net <= search.most)
    if search.showdown is not None:
        query = query.where(c.showdown.is_(search.showdown))
    if search.opponent is not None:
        who = select(schema.person.c.id).where(schema.person.c.name_key == key(search.opponent))
        person = connection.scalar(who)
        if person is None or person == user:
            return []
        query = query.join(other, other.c.hand_id == c.hand_id).where(other.c.person == person)
    ids = connection.scalars(query.limit(limit)).all()
    rows = connection.execute(select(schema.hand).where(schema.hand.c.id.in_(ids)).order_by(schema.hand.c.id.desc()))
    return [record(row) for row in rows if row.ended is not None]
