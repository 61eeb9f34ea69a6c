"""Open Hand History (hh-specs.handhistory.org, version 1.4.7): `read` and `write` hands of draw games.

A file ``.ohh`` has JSON objects ``{"ohh": {…}}`` with a blank line between them. The standard has only one word for
draw games (``game_type`` "Draw"), which does not say which draw game it is. It has no words for discards, for standing
pat and for cards that nobody saw, and its rounds have the names of hold'em. Therefore:

- `write` calls the betting rounds Preflop, Flop, Turn and River, in order, and then Showdown. It writes every post,
  action, shown hand and pot in the standard's words. Known cards are ``Dealt Cards``: first the hand, in later rounds
  the cards drawn. Everything else is in an additional property, ``_standpat``: the keys of `standpat.history.setting`,
  and ``between``, which lists events with their round and the number of its actions before them. Other programs skip
  this property. With it, a file reads back to the identical hand.
- `write` raises a `ValueError` for hands that the engine disagrees with, for tournament hands (``tournament_info``
  needs a buy-in, a speed and a start, which records do not have), and for money without decimal parts.
- `read` reads our files. From other files it reads hands that ended before the first draw, as hands of the game that
  the user names (``--game``). Longer hands are `Skipped`, because the file does not say what was discarded. Hands with
  another ``game_type`` are `Skipped` too.
"""

import re
from collections.abc import Iterator
from typing import Final

from standpat.history.format import Asked, Format
from standpat.history.ohh.reading import read
from standpat.history.ohh.writing import write
from standpat.history.record import Entry


def _as_asked(text: str, asked: Asked) -> Iterator[Entry]:
    return read(text, game_id=asked.game, house=asked.house)


FORMAT: Final = Format(
    name="ohh",
    title="Open Hand History",
    sign=re.compile(r"""^\s*\{\s*"ohh"\s*:""", re.MULTILINE),
    endings=(".ohh",),
    read=_as_asked,
    write=write,
    media_type="application/json",
    join="\n".join,
    tournaments=False,
)

__all__ = ["FORMAT", "read", "write"]
