"""Which game a history is of, where it does not say.

`guess` plays the hands as each candidate and takes the one that most of them agree with, of equals the one with the
narrowest betting: hands that all end before the first draw are those of several games, and then it hardly matters.
`named_game` knows a game's id and the arena's form of it, the id with ``-fl``, ``-nl`` or ``-pl`` for its betting.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from standpat.engine import games
from standpat.engine.event import DealHole, Event, StreetStart
from standpat.engine.games import Game, game
from standpat.history.record import Record
from standpat.history.replay import replay

HANDS_TRIED: Final = 40
"""So many hands decide."""

_SUFFIX: Final = {"fixed-limit": "fl", "pot-limit": "pl", "no-limit": "nl"}
"""By betting, the narrowest first: what goes in one goes in those after it."""


def arena_id(record: Game) -> str:
    """The arena's name of a game: ``27td-fl``."""
    suffix = f"-{_SUFFIX[record.betting]}"
    return record.id if record.id.endswith(suffix) else record.id + suffix


_IDS: Final = {name: id for id in games.ids() for name in (arena_id(game(id)), id)}


def named_game(name: str, *, prefix: bool = False) -> str | None:
    """The game's id from a name, or with `prefix` from the beginning of a file's name; None if it is none.

    >>> named_game("27td-fl"), named_game("27sd-nl.2026-08.jsonl", prefix=True), named_game("poker")
    ('27td', '27sd', None)
    """
    if name in _IDS or not prefix:
        return _IDS.get(name)
    found = [known for known in _IDS if re.match(re.escape(known) + r"(?![a-z0-9-])", name)]
    return _IDS[max(found, key=len)] if found else None


def game_id(name: str) -> str:
    """The game's id from it or the arena's name, or a `ValueError`."""
    found = named_game(name)
    if found is None:
        raise ValueError(f"unknown game {name!r}: expected one of {', '.join(games.ids())}")
    return found


def fits(choice: Game, events: Iterable[Event]) -> bool:
    """Are the streets and the number of cards told those of this game?"""
    for event in events:
        if isinstance(event, StreetStart):
            if not 0 <= event.street <= choice.draw_rounds or event.label != choice.label(event.street):
                return False
        elif isinstance(event, DealHole) and event.count != choice.hand_size:
            return False
    return True


def guess(candidates: Sequence[Game], hands: Callable[[Game], Sequence[Record]]) -> Game | None:
    """The candidate that the fewest hands disagree with. `hands` makes their records under one, or raises `ValueError`
    where it cannot be that one."""
    best: tuple[int, Game] | None = None
    for choice in sorted(candidates, key=lambda record: list(_SUFFIX).index(record.betting)):
        try:
            records = hands(choice)
        except ValueError:
            continue
        count = sum(bool(replay(record).disagreements) for record in records[:HANDS_TRIED])
        if best is None or count < best[0]:
            best = (count, choice)
        if not count:
            break
    return best[1] if best else None
