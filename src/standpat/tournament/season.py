"""Points of a league's tournaments (T9.3).

A `Formula` is data, so that a club stores its own. Its points are
``factor * entrants**entrants_power / place**place_power``, times ``1 + log10(buy_in + 0.25)`` if the buy-in counts.
Players who tie get the mean of the points of the places that they fill. The source of `POKERSTARS` is its leaderboard;
how ties are divided is ours.
"""

from math import log10, pow
from typing import Final

from msgspec import Struct


class Formula(Struct, frozen=True):
    """How a place becomes points.

    Attributes:
        factor: The points of the winner among one entrant.
        entrants_power: How points grow with the number of entrants.
        place_power: How points fall with the place.
        counts_buy_in: Whether a larger buy-in gives more points.
        least_entrants: The fewest entrants of a tournament that counts.
    """

    factor: float
    entrants_power: float
    place_power: float
    counts_buy_in: bool = False
    least_entrants: int = 4


POKERSTARS: Final = Formula(10, 0.5, 0.5, counts_buy_in=True)


def points(formula: Formula, entrants: int, place: int, *, tied: int = 1, buy_in: float = 0) -> float:
    """The points of a place.

    Args:
        formula: The formula.
        entrants: How many entries there were.
        place: The best place that the player fills, from 1.
        tied: How many players share it. Each gets the mean of the points of the places that they fill.
        buy_in: The buy-in, in whole units of the currency.

    Raises:
        ValueError: There is no such place, or the buy-in is negative.

    >>> round(points(POKERSTARS, 150, 3, buy_in=20), 2)
    163.09
    """
    if place < 1 or tied < 1 or place + tied - 1 > entrants or buy_in < 0:
        raise ValueError("a place is one of those of the entrants, and a buy-in is 0 or more")
    if entrants < formula.least_entrants:
        return 0.0
    money = 1 + log10(buy_in + 0.25) if formula.counts_buy_in else 1.0
    places = range(place, place + tied)
    earned = [formula.factor * pow(entrants, formula.entrants_power) / pow(k, formula.place_power) for k in places]
    return money * sum(earned) / tied
