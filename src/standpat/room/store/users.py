"""Users, people and bots, as the database has them: read by id, name or part of a name.

`standpat.room.store.account` creates and changes them.
"""

from collections.abc import Collection
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, select

from standpat.room.store.name import key
from standpat.room.store.schema import person

Kind = Literal["guest", "registered", "bot"]
Role = Literal["player", "host", "admin"]


class User(Struct, frozen=True):
    """A user. `owner` is the user to whom a bot belongs."""

    id: str
    name: str
    kind: Kind
    role: Role
    created: float
    barred: bool = False
    owner: str | None = None

    @property
    def person(self) -> str:
        """The user whose chips they play with. A bot plays with its owner's chips."""
        return self.owner or self.id


USER: Final = select(*[person.c[field] for field in User.__struct_fields__])
"""Selects the columns of a `User`, in its order."""


def by_id(connection: Connection, user_id: str) -> User | None:
    """The user with an id; None if there is none."""
    if not user_id.isprintable():  # PostgreSQL refuses a text with a null character
        return None
    return _one(connection.execute(USER.where(person.c.id == user_id)).first())


def by_name(connection: Connection, name: str) -> User | None:
    """The user with a name, in any case; None if there is none."""
    if not name.isprintable():
        return None
    return _one(connection.execute(USER.where(person.c.name_key == key(name))).first())


def search(connection: Connection, text: str = "", limit: int = 100) -> list[User]:
    """Users whose name contains a text, newest first."""
    if not text.isprintable():
        return []
    query = USER.where(person.c.name_key.contains(key(text), autoescape=True)).order_by(
        person.c.created.desc(), person.c.id
    )
    return [User(*row) for row in connection.execute(query.limit(limit))]


def barred(connection: Connection) -> dict[str, str]:
    """The names of the users who are banned from the room, by id."""
    rows = connection.execute(select(person.c.id, person.c.name).where(person.c.barred))
    return {row.id: row.name for row in rows}


def names(connection: Connection, user_ids: Collection[str]) -> dict[str, str]:
    """The names of users, by id. Those who do not exist are left out."""
    wanted = [id for id in user_ids if id.isprintable()]
    rows = connection.execute(select(person.c.id, person.c.name).where(person.c.id.in_(wanted)))
    return {row.id: row.name for row in rows}


def _one(row: Row[*tuple[Any, ...]] | None) -> User | None:
    return None if row is None else User(*row)
