"""The game of a history that does not name it.

`guess` plays the hands as each candidate and takes the game that the fewest hands contradict. Of equals it takes the
one with the narrowest betting: if all hands end before the first draw they fit several games, and then the choice
hardly matters. `named_game` knows the id of a game and the arena's form of it, with ``-fl``, ``-nl`` or ``-pl`` for its
betting.
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
"""The number of hands that are tried."""

_SUFFIX: Final = {"fixed-limit": "fl", "pot-limit": "pl", "no-limit": "nl"}
"""By betting, the narrowest first: a bet that is legal in one is legal in those after it."""


def arena_id(record: Game) -> str:
    """The arena's id of a game: ``27td-fl``."""
    suffix = f"-{_SUFFIX[record.betting]}"
    return record.id if record.id.endswith(suffix) else record.id + suffix


_IDS: Final = {name: id for id in games.ids() for name in (arena_id(game(id)), id)}


def named_game(name: str, *, prefix: bool = False) -> str | None:
    """The id of a game from its id or the arena's.

    Args:
        name: The name.
        prefix: Whether the name may go on after the id, as the name of a file does.

    Returns:
        The id; None if there is no such game.

    >>> named_game("27td-fl"), named_game("27sd-nl.2026-08.jsonl", prefix=True), named_game("poker")
    ('27td', '27sd', None)
    """
    if name in _IDS or not prefix:
        return _IDS.get(name)
    prefixes = [known for known in _IDS if re.match(re.escape(known) + r"(?![a-z0-9-])", name)]
    return _IDS[max(prefixes, key=len)] if prefixes else None


def game_id(name: str) -> str:
    """The id of a game from its id or the arena's; a `ValueError` if there is no such game."""
    id = named_game(name)
    if id is None:
        raise ValueError(f"unknown game {name!r}: expected one of {', '.join(games.ids())}")
    return id


def fits(choice: Game, events: Iterable[Event]) -> bool:
    """Whether events have the streets and the number of cards of a game."""
    for event in events:
        if isinstance(event, StreetStart):
            if not 0 <= event.street <= choice.draw_rounds or event.label != choice.label(event.street):
                return False
        elif isinstance(event, DealHole) and event.count != choice.hand_size:
            return False
    return True


def guess(candidates: Sequence[Game], hands: Callable[[Game], Sequence[Record]]) -> Game | None:
    """The candidate that the fewest hands contradict.

    Args:
        candidates: The games to try.
        hands: Makes the records of the hands as hands of a game, or raises a `ValueError` where they cannot be.

    Returns:
        The game; None if the hands fit none.
    """
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
