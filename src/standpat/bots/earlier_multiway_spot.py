"""The spots of strategy files of `multiway` of formats 1 to 5.

`rows(scheme, draws)` gives, for each public spot of `standpat.bots.multiway_spot`, the number of the public spot that
such a file has in its place. A `Scheme` is a kind of spots:

- `RAISED` (format 5) does not know who has the blinds where nobody has raised, nor whether the big blind called a
  single raise. After the second draw it does not know two reraises from one, and one who drew one card is one kind. It
  does not know whose the bet after the first draw was.
- `OPENED` (format 4) knows the opener, but not who else raised before the first draw. It knows the last draw of the
  player and of their opponent, whether that had been pat before, and three sizes of what each has put in.
- `PLAIN` (formats 1 to 3) does not know the opener after the first draw. Before it, it knows whether the opener had two
  players or fewer still to act, three, or more.

What each has put in is not part of a spot since `RAISED`. Its betting tells the size, except where there were more than
three wagers in a round: that counts as three.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from standpat.bots.multiway_spot import (
    BUCKETS,
    CROWDED,
    DRAW_MORE,
    ENTRIES,
    LEADS,
    LIMPED,
    MORE,
    ONCE,
    OPENERS,
    OPENINGS,
    PREDRAW,
    ROLES,
)


class Scheme(NamedTuple):
    """A kind of earlier spots.

    Attributes:
        lines: The kinds of betting before the first draw.
        openers: The kinds of openers after it.
        bets: Public spots of bets.
        draws: Public spots of draws.
    """

    lines: int
    openers: int
    bets: int
    draws: int

    @property
    def spots(self) -> list[int]:
        """The numbers of spots of bets and of draws, as the head of a file has them."""
        return [self.bets * BUCKETS, self.draws * BUCKETS]


_LINE: Final = PREDRAW // OPENINGS
_TWO: Final = 3 * 5 * 5 * 2 * 3 * 3
_MORE: Final = MORE // CROWDED
_DRAW_TWO: Final = 3 * 8 * LEADS
_DRAW_MORE: Final = DRAW_MORE // CROWDED


def _scheme(lines: int, openers: int) -> Scheme:
    """A kind of spots in which opponents, one or several, make no other difference than after each other opener."""
    bets, draws = 3 * openers * (_TWO + _MORE), 3 * openers * (_DRAW_TWO + _DRAW_MORE)
    return Scheme(lines, openers, lines * _LINE + bets, draws)


OPENED: Final = _scheme(1 + 3 * (OPENERS - 1), OPENERS)
PLAIN: Final = _scheme(1 + 3 * 3, 1)
_LAST: Final = (0, 0, 1, 2, 3)
"""The last draw of a player, by the class of their draws. Of their own they know only whether it was two or more."""

_ROLES: Final = 9
"""In `RAISED`, who raised last, the player, the opponent or one who has folded: once, or again from the blinds, or
again from elsewhere."""
_ENTRIES: Final = 1 + (OPENERS - 1) * _ROLES
_DREW: Final = 5
_SEEN: Final = 2 * _DREW
_DRAWS: Final = (0, 1, 2, 2, 3, 4)
"""The class of a player's last two draws in `RAISED`: one card is one kind."""
_FIRST: Final = (0, 1, 1, 2)
"""The wagers after the first draw in `RAISED`, by what is now known of them."""
_TWO_RAISED: Final = (_ENTRIES * 4 * 4 * 40, _ENTRIES * _DREW**2 * 50, _ENTRIES * _DREW**2 * 150)
_DRAW_RAISED: Final = (_ENTRIES * 5, _ENTRIES * _DREW * _SEEN * LEADS, _ENTRIES * _DREW * _SEEN * LEADS)
RAISED: Final = Scheme(OPENINGS, OPENERS, PREDRAW + sum(_TWO_RAISED) + 3 * MORE, sum(_DRAW_RAISED) + 3 * DRAW_MORE)


@cache
def rows(scheme: Scheme, draws: int) -> "tuple[array[int], array[int]]":
    """The earlier public spot of each public spot of bets, and of draws.

    Args:
        scheme: The kind of spots.
        draws: The draws of the game.
    """
    bets, rest = array("I", range(PREDRAW)), array("I")
    entries = [_entry(entry) for entry in range(ENTRIES)]
    for of, two, more, spots in (
        (bets, _TWO_RAISED, MORE, _bets_raised),
        (rest, _DRAW_RAISED, DRAW_MORE, _draws_raised),
    ):
        first = len(of)
        for street, many in enumerate(two, 1):
            of.extend(first + at for at in spots(street, entries))
            of.extend(range(first + many, first + many + more))
            first += many + more
    if scheme == RAISED:
        return bets, rest
    of_bets, of_rest = _rows(scheme, draws)
    return array("I", map(of_bets.__getitem__, bets)), array("I", map(of_rest.__getitem__, rest))


def _entry(entry: int) -> tuple[int, int]:
    """The entry of `RAISED`, and whether there were three raises. The opener of these is one of two or three."""
    if entry < LIMPED:
        return 0, 0
    opener, role = divmod(entry - LIMPED, ROLES)
    if opener < OPENERS - 1:
        return 1 + opener * _ROLES + (role // 2 if role < ONCE else role - ONCE + 3), 0
    early, role = divmod(entry - LIMPED - (OPENERS - 1) * ROLES, 3)
    return 1 + (1 + early) * _ROLES + 6 + role, 1


def _bets_raised(street: int, entries: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The spots of `RAISED` of bets against one opponent."""
    for entry, capped in entries:
        if street == 1:
            for spot in range(entry * 4 * 4 * 10, (entry + 1) * 4 * 4 * 10):
                yield from ((spot * 2 + capped) * 2 + dead for dead in range(2))
            continue
        for own, drew in product(_DRAWS, repeat=2):
            first = ((entry * _DREW + own) * _DREW + drew) * 10 * LEADS
            for spot in range(first, first + 10 * LEADS):
                if street == 2:
                    yield spot
                else:
                    yield from (spot * 3 + wagers for wagers in _FIRST)


def _draws_raised(street: int, entries: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The spots of `RAISED` of draws against one opponent."""
    for entry, _ in entries:
        if street == 1:
            yield from range(entry * 5, (entry + 1) * 5)
            continue
        for own, served, drew in product(_DRAWS, range(2), _DRAWS):
            first = ((entry * _DREW + own) * _SEEN + served * _DREW + drew) * LEADS
            for spot in range(first, first + LEADS):
                yield from [spot] * (1 if street == 2 else 3)


def _rows(scheme: Scheme, draws: int) -> tuple[list[int], list[int]]:
    """The public spot of `OPENED` or `PLAIN` of each of `RAISED`."""
    bets: list[int] = []
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
    rest: list[int] = []
    first = 0
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
    role = (entry - 1) % _ROLES
    return (1 if role < 3 else 2), (1 if role % 3 == 0 else 2)


def _two(scheme: Scheme, street: int, draws: int) -> Iterator[int]:
    """The earlier spots of bets against one opponent."""
    for entry in range(_ENTRIES):
        raises, led = _betting(entry)
        after = list(_after(street, draws, raises, led))
        for own, drew in product(range(4 if street == 1 else _DREW), repeat=2):
            mine = min(own if street == 1 else _LAST[own], 2)
            theirs = drew + (drew > 0) if street == 1 else drew
            first = ((_opener(scheme, entry, _ROLES) * 3 + mine) * 5 + theirs) * 10
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
    for entry in range(_ENTRIES):
        raises, led = _betting(entry)
        lead = led + (2 if raises > 1 else 0)
        for drew in range(5):
            yield (_opener(scheme, entry, _ROLES) * 3 * 8 + (3 + drew if drew else 3)) * LEADS + lead


def _draw(scheme: Scheme, draws: int) -> Iterator[int]:
    """The earlier spots of a later draw, or of the only one, against one opponent."""
    for entry, own, drew in product(range(_ENTRIES), range(_DREW), range(_SEEN)):
        seen = 4 + _LAST[drew - _DREW] if drew >= _DREW else 3 if draws == 1 else _LAST[drew]
        mine = 2 if draws == 1 else min(_LAST[own], 2)
        begin = ((_opener(scheme, entry, _ROLES) * 3 + mine) * 8 + seen) * LEADS
        yield from range(begin, begin + LEADS)
