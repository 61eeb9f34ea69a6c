"""The spots of strategy files of `multiway` of formats 1 to 4.

`rows(scheme, draws)` gives, for each public spot of `standpat.bots.multiway_spot`, the number of the public spot that
such a file has in its place. A `Scheme` is a kind of spots:

- `OPENED` (format 4) knows the opener, but not who else raised before the first draw. It knows the last draw of the
  player and of their opponent, whether that had been pat before, and three sizes of what each has put in.
- `PLAIN` (formats 1 to 3) does not know the opener after the first draw. Before it, it knows whether the opener had two
  players or fewer still to act, three, or more.

What each has put in is not part of a present spot. Its betting tells the size, except where there were more than three
wagers in a round: that counts as three.
"""

from array import array
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from standpat.bots import multiway_spot
from standpat.bots.multiway_spot import BUCKETS, CROWDED, DREW, ENTRIES, LEADS, OPENERS, OPENINGS, ROLES, SEEN


class Scheme(NamedTuple):
    """A kind of earlier spots.

    Attributes:
        lines: The kinds of betting before the first draw.
        openers: The kinds of openers after it.
    """

    lines: int
    openers: int

    @property
    def bets(self) -> int:
        """Public spots of bets."""
        return self.lines * _LINE + 3 * self.openers * (_TWO + _MORE)

    @property
    def draws(self) -> int:
        """Public spots of draws."""
        return 3 * self.openers * (_DRAW_TWO + _DRAW_MORE)

    @property
    def spots(self) -> list[int]:
        """The numbers of spots of bets and of draws, as the head of a file has them."""
        return [self.bets * BUCKETS, self.draws * BUCKETS]


_LINE: Final = multiway_spot.PREDRAW // OPENINGS
_TWO: Final = 3 * 5 * 5 * 2 * 3 * 3
_MORE: Final = multiway_spot.MORE // CROWDED
_DRAW_TWO: Final = 3 * 8 * LEADS
_DRAW_MORE: Final = multiway_spot.DRAW_MORE // CROWDED
OPENED: Final = Scheme(1 + 3 * (OPENERS - 1), OPENERS)
PLAIN: Final = Scheme(1 + 3 * 3, 1)
_LAST: Final = (0, 0, 1, 2, 3)
"""The last draw of a player, by the class of their draws. Of their own they know only whether it was two or more."""


@cache
def rows(scheme: Scheme, draws: int) -> "tuple[array[int], array[int]]":
    """The earlier public spot of each public spot of bets, and of draws.

    Args:
        scheme: The kind of spots.
        draws: The draws of the game.
    """
    bets = array("H")
    for line in range(OPENINGS):
        begin = _line(scheme, line) * _LINE
        bets.extend(range(begin, begin + _LINE))
    first = scheme.lines * _LINE
    for street in (1, 2, 3):
        bets.extend(first + at for at in _two(scheme, street, draws))
        first += scheme.openers * _TWO
        for entry in range(CROWDED):
            begin = first + _opener(scheme, entry, 2) * _MORE
            bets.extend(range(begin, begin + _MORE))
        first += scheme.openers * _MORE
    rest, first = array("H"), 0
    for street in (1, 2, 3):
        rest.extend(first + at for at in (_first_draw(scheme) if street == 1 else _draw(scheme, draws)))
        first += scheme.openers * _DRAW_TWO
        for entry in range(CROWDED):
            begin = first + _opener(scheme, entry, 2) * _DRAW_MORE
            rest.extend(range(begin, begin + _DRAW_MORE))
        first += scheme.openers * _DRAW_MORE
    return bets, rest


def _line(scheme: Scheme, line: int) -> int:
    """The betting before the first draw."""
    opener, raises = line, 1
    if line >= OPENERS:
        opener, raises = 1 + (line - OPENERS) % (OPENERS - 1), 2 + (line - OPENERS) // ((OPENERS - 1) * 3 * 2)
    if not opener:
        return 0
    kinds = (scheme.lines - 1) // 3
    return 1 + kinds * (raises - 1) + (opener - 1 if scheme == OPENED else min(max(opener - 2, 0), kinds - 1))


def _opener(scheme: Scheme, entry: int, kinds: int) -> int:
    """The opener of an entry, where there are so many kinds of entries with each."""
    return 0 if scheme == PLAIN or not entry else 1 + (entry - 1) // kinds


def _betting(entry: int) -> tuple[int, int]:
    """The raises before the first draw, 2 for more, and who raised last: 0 nobody, 1 the player, 2 another."""
    if not entry:
        return 0, 0
    role = (entry - 1) % ROLES
    return (1 if role < 3 else 2), (1 if role % 3 == 0 else 2)


def _two(scheme: Scheme, street: int, draws: int) -> Iterator[int]:
    """The earlier spots of bets against one opponent."""
    for entry in range(ENTRIES):
        raises, led = _betting(entry)
        after = list(_after(street, draws, raises, led))
        for own, drew in product(range(4 if street == 1 else DREW), repeat=2):
            mine = min(own if street == 1 else _LAST[own], 2)
            theirs = drew + (drew > 0) if street == 1 else drew
            first = ((_opener(scheme, entry, ROLES) * 3 + mine) * 5 + theirs) * 10
            for wager in range(10):
                for lead, size in after:
                    yield ((first + wager) * 3 + lead) * 3 + size


def _after(street: int, draws: int, raises: int, led: int) -> Iterator[tuple[int, int]]:
    """Who bet last in the round before, and the size of what each has put in, for all that comes last in a spot."""
    if street == 1:
        yield from [(led, raises)] * 4
        return
    for lead, first in product(range(LEADS), range(1 if street == 2 else 3)):
        wagers = (lead + 1) // 2
        if draws == 1:
            size = raises
        elif street == 2:
            paid = 2 + 2 * raises + 2 * wagers
            size = 0 if paid <= 5 else 1 if paid <= 7 else 2
        else:
            paid = 2 + 2 * raises + 2 * first + 4 * wagers
            size = 0 if paid <= 8 else 1 if paid <= 12 else 2
        yield lead and 2 - lead % 2, size


def _first_draw(scheme: Scheme) -> Iterator[int]:
    """The earlier spots of the first of three draws against one opponent."""
    for entry in range(ENTRIES):
        raises, led = _betting(entry)
        lead = led + (2 if raises > 1 else 0)
        for drew in range(5):
            yield (_opener(scheme, entry, ROLES) * 3 * 8 + (3 + drew if drew else 3)) * LEADS + lead


def _draw(scheme: Scheme, draws: int) -> Iterator[int]:
    """The earlier spots of a later draw, or of the only one, against one opponent."""
    for entry, own, drew in product(range(ENTRIES), range(DREW), range(SEEN)):
        seen = 4 + _LAST[drew - DREW] if drew >= DREW else 3 if draws == 1 else _LAST[drew]
        mine = 2 if draws == 1 else min(_LAST[own], 2)
        begin = ((_opener(scheme, entry, ROLES) * 3 + mine) * 8 + seen) * LEADS
        yield from range(begin, begin + LEADS)
