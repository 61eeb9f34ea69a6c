"""Who sits down: a user, whose chips they play with, and from where."""

from typing import NamedTuple


class Sitter(NamedTuple):
    """`person` is whose wallet pays: the user's own or, for a bot that belongs to somebody, its owner's. `home` is the
    household (`standpat.room.tables.home`)."""

    user: str
    name: str
    person: str
    home: str = ""
