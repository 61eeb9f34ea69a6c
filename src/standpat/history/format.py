"""A history format: one record, `FORMAT`, in the format's own file or package.

`standpat.history.formats` finds it there. The commands, the room's downloads and the replay page are derived from it.
docs/extending.md adds one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from standpat.engine.games import game as game_record
from standpat.engine.house import house_rules
from standpat.history.record import Entry, Record
from standpat.history.replay import Replay


class Asked(NamedTuple):
    """What a user says about a file.

    Attributes:
        name: The name of the file, without its folder.
        game: The id of a game, which overrules what the file says.
        house: The name of a bundle of house rules, which overrules what the file says.
    """

    name: str = ""
    game: str | None = None
    house: str | None = None


@dataclass(frozen=True, kw_only=True)
class Format:
    """A history format.

    Attributes:
        name: The name in commands and addresses.
        title: The name in messages. The replay page shows it where the locale files have no ``replay.formats.NAME``.
        sign: A pattern that is found in a file of this format, at the start of a line.
        read: Reads the hands of a file's text.
        write: Writes one hand, given its record and its replay; a `ValueError` where the format cannot hold it. None:
            the format can only be read.
        write_seen: Writes a record as it is, with the cards that nobody told left out. None: `write` gets a replay
            in which these cards are unknown.
        join: Makes one file of several written hands.
        endings: The endings of file names, the usual one first; ``.txt`` where there is none.
        media_type: The media type of a file.
        tournaments: Whether it can hold hands of tournaments.
    """

    name: str
    title: str
    sign: re.Pattern[str]
    read: Callable[[str, Asked], Iterator[Entry]]
    write: Callable[[Record, Replay], str] | None = None
    write_seen: Callable[[Record], str] | None = None
    join: Callable[[Sequence[str]], str] = "".join
    endings: tuple[str, ...] = ()
    media_type: str = "text/plain; charset=utf-8"
    tournaments: bool = True


def overruled(read: Callable[[str], Iterator[Entry]]) -> Callable[[str, Asked], Iterator[Entry]]:
    """The reader of a format that does not ask for the game and the house rules.

    Args:
        read: Reads the hands of a text.

    Returns:
        A reader that replaces the game and the house rules of each record by those that the user named.
    """

    def read_as_asked(text: str, asked: Asked) -> Iterator[Entry]:
        for hand in read(text):
            if isinstance(hand, Record):
                rules = hand.game.house if asked.house is None else house_rules(asked.house)
                game = hand.game if asked.game is None else game_record(asked.game)
                hand.game = structs.replace(game, house=rules)
            yield hand

    return read_as_asked
