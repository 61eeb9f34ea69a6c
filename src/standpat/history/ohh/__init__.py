"""Open Hand History (hh-specs.handhistory.org, version 1.4.7): JSON objects ``{"ohh": {…}}`` with a blank line between
them, in files ``.ohh``. In and out, as far as draw games go.

The standard knows draw games by name only (``game_type`` "Draw"). It has no word for which of them is played, none for
a discard or for standing pat, none for a card nobody saw, and its rounds are called as hold'em's. So:

- `write` calls the betting rounds Preflop, Flop, Turn and River, in order, and then Showdown; tells every post, action,
  shown hand and pot in the standard's words; and tells cards that are known as ``Dealt Cards``, at first the hand and
  in later rounds the cards drawn. What has no word stands in one more property, ``_standpat``: the keys of
  `standpat.history.setting`, and ``between``, events with the round they are of and the number of its actions before
  them. Other programs skip it; with it the hand reads back as it was.
- `write` refuses, with a `ValueError`, what the engine disagrees with, tournament hands (``tournament_info`` asks for a
  buy-in, a speed and a start that no history here tells), and money whose parts are no decimals.
- `read` takes files of ours. Of others it takes hands that ended before the first draw, under the game that is asked
  for (``--game``); one that went on is `Skipped`, for nothing in it says what was thrown, and so is every other
  ``game_type``.
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
)

__all__ = ["FORMAT", "read", "write"]
