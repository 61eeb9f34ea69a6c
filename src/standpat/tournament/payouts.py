"""Prizes: the shares of the places, and exact sums (T8.1, T8.2).

Amounts are whole numbers of the smallest unit, so what is paid is the pool to the last unit. Shares are weights: only
their ratios matter. `shares` has the usual table of a field; `prizes` turns shares into amounts, and `tied` divides
what tied players share.

Source: small fields at vegaspoker247.com; sit-and-gos at wsop.com and PokerStars. Two or three players play for one
prize. Above 65 entrants the table is made: 15 % of the field are paid, rounded up, as in the World Series' main event
of 2025 (1,461 of 9,735), or as few as 10 %. Each of them gets one and a half entries, and the rest falls with the place
to the power of 9/8. The power is chosen to fit first prizes of five World Series events, 120 to 548 entrants; it is
within two parts in a hundred of the pool. From the 10th place on, places are paid in bands: three of 3 places, three
of 9, three of 27 and so on.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from math import isqrt
from typing import Final

from msgspec import Struct

from standpat.language.sentence import Sentence

SIT_AND_GO: Final = ((3, (1,)), (6, (65, 35)), (9, (50, 30, 20)))
"""The most players, and the shares from the first place down."""
FIELDS: Final = (
    (3, (1,)),
    (27, (50, 30, 20)),
    (45, (37, 22, 15, 11, 8, 7)),
    (65, (60, 40, 24, 20, 16, 13, 11, 9, 7)),
)
"""The most entrants, and the shares from the first place down."""
MOST_ENTRANTS: Final = 10_000
"""The most entrants that there are shares for."""
PERCENT: Final = (10, 15)
"""The smallest and the largest part of a large field that is paid, in percent."""
MOST_SHARE: Final = 1_000_000
"""The largest share in a table of one's own."""


class Payout(Struct, frozen=True, forbid_unknown_fields=True):
    """How the prizes of a tournament are shared.

    Attributes:
        percent: How many of a field of more than 65 are paid, in percent.
        table: Shares of one's own, from the first place down, instead of the usual ones.

    Raises:
        ValueError: The percentage is out of bounds, a share is not positive, or a lower place has a larger share.
    """

    percent: int = PERCENT[1]
    table: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        low, high = PERCENT
        if type(self.percent) is not int or not low <= self.percent <= high:
            raise ValueError(Sentence("structure-number", what="payout.percent", least=low, most=high))
        right = all([type(share) is int and 0 < share <= MOST_SHARE for share in self.table])
        if not right or len(self.table) > MOST_ENTRANTS or _rises(self.table):
            raise ValueError(Sentence("structure-payout"))

    def shares(self, entrants: int, *, sit_and_go: bool = False) -> tuple[int, ...]:
        """The shares of a field. A table of one's own is cut off where it pays more places than there are entrants.

        Args:
            entrants: How many entries there were.
            sit_and_go: Whether it is a sit-and-go.

        Raises:
            ValueError: There are no shares for so many entrants.
        """
        if self.table:
            return self.table[: max(1, entrants)]
        return shares(entrants, sit_and_go=sit_and_go and entrants <= SIT_AND_GO[-1][0], percent=self.percent)


def shares(entrants: int, *, sit_and_go: bool = False, percent: int = PERCENT[1]) -> tuple[int, ...]:
    """The usual shares of the pool, from the first place down (T8.1).

    Args:
        entrants: How many entries there were.
        sit_and_go: Whether it is a sit-and-go of one table.
        percent: How many of more than 65 entrants are paid, in percent.

    Raises:
        ValueError: There is no table for so many entrants.

    >>> shares(6, sit_and_go=True), shares(20)
    ((65, 35), (50, 30, 20))
    >>> len(shares(9735)), [round(100 * share / sum(shares(120)), 1) for share in shares(120)[:3]]
    (1461, [26.8, 13.0, 8.7])
    """
    table = SIT_AND_GO if sit_and_go else FIELDS
    most = table[-1][0] if sit_and_go else MOST_ENTRANTS
    if not 2 <= entrants <= most:
        raise ValueError(f"there are shares for 2 to {most} entrants, not {entrants}")
    if entrants > table[-1][0]:
        return _large(entrants, -(-entrants * percent // 100))
    return table[bisect_left([most for most, _ in table], entrants)][1]


def _large(entrants: int, paid: int) -> tuple[int, ...]:
    """The shares of a large field, in thousandths of an entry, rounded down. Whole numbers only, so that they are the
    same on every machine."""
    least = 1500
    falling = [10**24 // (place * isqrt(isqrt(isqrt(place * 10**48)))) for place in range(1, paid + 1)]
    spread = 1000 * entrants - least * paid
    whole = sum(falling)
    found: list[int] = []
    for first, last in _bands(paid):
        places = last - first
        found += [least + spread * sum(falling[first:last]) // (whole * places)] * places
    return tuple(found)


def _bands(paid: int) -> Iterator[tuple[int, int]]:
    """The places that are paid alike, as ranges from 0: nine single places, three bands of 3, three of 9 and so on."""
    first = 0
    for size in count():
        for _ in range(9 if size == 0 else 3):
            last = min(paid, first + 3**size)
            if first == last:
                return
            yield first, last
            first = last


def _rises(weights: Sequence[int]) -> bool:
    return any([worse > better for better, worse in pairwise(weights)])


def divided(amount: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Divide an amount by weights, exactly (T8.2).

    Each part is rounded down. What is left goes in single units to the first parts with a weight.

    Raises:
        ValueError: The amount or a weight is negative, or no weight is positive.

    >>> divided(10000, (1, 1, 1))
    (3334, 3333, 3333)
    """
    whole = sum(weights)
    if amount < 0 or whole <= 0 or min(weights) < 0:
        raise ValueError("an amount of 0 or more is divided by weights of 0 or more, of which one is positive")
    parts = [amount * weight // whole for weight in weights]
    takers = [k for k, weight in enumerate(weights) if weight]
    for k in takers[: amount - sum(parts)]:
        parts[k] += 1
    return tuple(parts)


def prizes(pool: int, weights: Sequence[int]) -> tuple[int, ...]:
    """The prizes from the first place down; they sum to the pool (T8.2).

    Raises:
        ValueError: The pool is negative, or the shares rise down the places.

    >>> prizes(1800, shares(6, sit_and_go=True))
    (1170, 630)
    """
    if _rises(weights):
        raise ValueError("a lower place has a larger share")
    return divided(pool, weights)


def tied(table: Sequence[int], place: int, players: int) -> tuple[int, ...]:
    """What players get who tie for a place, in the order of their registration (T6.3, T6.4, T8.2).

    They share the prizes of the places that they fill; places that are not paid count as 0.

    Args:
        table: The prizes from the first place down.
        place: The best place that they fill, from 1.
        players: How many they are.

    Raises:
        ValueError: The place or the number of players is less than 1.

    >>> tied([0] * 49 + [300], 50, 3)
    (100, 100, 100)
    """
    if place < 1 or players < 1:
        raise ValueError("a place and a number of players are at least 1")
    return divided(sum(table[place - 1 : place - 1 + players]), [1] * players)
