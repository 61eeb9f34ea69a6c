"""What a history format is to the rest of standpat: one record, `FORMAT`, in the format's own file or package.

`standpat.history.formats` finds it there; nothing else needs to be told. See docs/extending.md.
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
    """What is said of a file besides its text: its name without folder, and a game (an id) and a house (a bundle's
    name) that overrule what it says."""

    name: str = ""
    game: str | None = None
    house: str | None = None


@dataclass(frozen=True, kw_only=True)
class Format:
    """`title` is what messages call it. `sign` is found in the text of such a file, at the start of a line, and
    `endings` are those of its name. `write` gives one hand of a replay, a `ValueError` where the format cannot hold
    it; None where the format is only read. `join` makes one file of several hands."""

    name: str
    title: str
    sign: re.Pattern[str]
    read: Callable[[str, Asked], Iterator[Entry]]
    write: Callable[[Record, Replay], str] | None = None
    join: Callable[[Sequence[str]], str] = "".join
    endings: tuple[str, ...] = ()


def overruled(read: Callable[[str], Iterator[Entry]]) -> Callable[[str, Asked], Iterator[Entry]]:
    """For a reader that cannot be told the game and the house: its records with those that are asked for."""

    def read_as_asked(text: str, asked: Asked) -> Iterator[Entry]:
        for hand in read(text):
            if isinstance(hand, Record):
                rules = hand.game.house if asked.house is None else house_rules(asked.house)
                told = hand.game if asked.game is None else game_record(asked.game)
                hand.game = structs.replace(told, house=rules)
            yield hand

    return read_as_asked
