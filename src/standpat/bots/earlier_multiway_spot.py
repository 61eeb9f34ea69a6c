"""The spots of strategy files of `multiway` that do not know the opener (formats 1 to 3).

`rows()` gives, for each public spot of `standpat.bots.multiway_spot`, the number of the public spot that such a file
has in its place. Before the first draw these know only whether the opener had two players or fewer still to act, three,
or more. Afterwards they do not know the opener at all.
"""

from array import array
from functools import cache
from typing import Final

from standpat.bots import multiway_spot
from standpat.bots.multiway_spot import BUCKETS, OPENERS, OPENINGS

_OPENERS: Final = 3
_PREDRAW: Final = multiway_spot.PREDRAW // OPENINGS * (1 + 3 * _OPENERS)
_BET_PARTS: Final = (multiway_spot.TWO, multiway_spot.MORE) * 3
_DRAW_PARTS: Final = (multiway_spot.DRAW_TWO, multiway_spot.DRAW_MORE) * 3
BET_SPOTS: Final = (_PREDRAW + sum(_BET_PARTS) // OPENERS) * BUCKETS
DRAW_SPOTS: Final = sum(_DRAW_PARTS) // OPENERS * BUCKETS
SPOTS: Final = BET_SPOTS + DRAW_SPOTS


@cache
def rows() -> "tuple[array[int], array[int]]":
    """The earlier public spot of each public spot of bets, and of draws."""
    bets = array("H")
    lines = multiway_spot.PREDRAW // OPENINGS
    for line in range(OPENINGS):
        wagers, opener = divmod(line - 1, OPENERS - 1)
        earlier = 1 + _OPENERS * wagers + min(max(opener - 1, 0), _OPENERS - 1) if line else 0
        bets.extend(range(earlier * lines, (earlier + 1) * lines))
    _extend(bets, _BET_PARTS, _PREDRAW)
    draws = array("H")
    _extend(draws, _DRAW_PARTS, 0)
    return bets, draws


def _extend(rows: "array[int]", parts: tuple[int, ...], begin: int) -> None:
    """Add parts whose spots have an opener first, in place of parts without one."""
    for part in parts:
        end = begin + part // OPENERS
        for _ in range(OPENERS):
            rows.extend(range(begin, end))
        begin = end
