"""A person who sits down."""

from typing import NamedTuple


class Sitter(NamedTuple):
    """A user who sits down.

    Attributes:
        user: The user's id.
        name: The user's name.
        person: The person whose wallet pays: the user, or the owner of a bot.
        home: The household (`standpat.room.tables.home`).
    """

    user: str
    name: str
    person: str
    home: str = ""
