"""Prizes: the shares of the places, and exact sums (T8.1, T8.2).

Amounts are whole numbers of the smallest unit, so what is paid is the pool to the last unit. Shares are weights: only
their ratios matter. `shares` has the usual table of a field; `prizes` turns shares into amounts, and `tied` divides
what tied players share.

Source: small fields at vegaspoker247.com; sit-and-gos at wsop.com and PokerStars. Two or three players play for one
prize, and there is no table for more than 65 entrants.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

SIT_AND_GO: Final = ((3, (1,)), (6, (65, 35)), (9, (50, 30, 20)))
"""The most players, and the shares from the first place down."""
FIELDS: Final = (
    (3, (1,)),
    (27, (50, 30, 20)),
    (45, (37, 22, 15, 11, 8, 7)),
    (65, (60, 40, 24, 20, 16, 13, 11, 9, 7)),
)
"""The most entrants, and the shares from the first place down."""


def shares(entrants: int, *, sit_and_go: bool = False) -> tuple[int, ...]:
    """The usual shares of the pool, from the first place down (T8.1).

    Args:
        entrants: How many entries there were.
        sit_and_go: Whether it is a sit-and-go of one table.

    Raises:
        ValueError: There is no table for so many entrants.

    >>> shares(6, sit_and_go=True), shares(20)
    ((65, 35), (50, 30, 20))
    """
    table = SIT_AND_GO if sit_and_go else FIELDS
    if not 2 <= entrants <= table[-1][0]:
        raise ValueError(f"there are shares for 2 to {table[-1][0]} entrants, not {entrants}")
    return table[bisect_left([most for most, _ in table], entrants)][1]


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
    if any([worse > better for better, worse in pairwise(weights)]):
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
