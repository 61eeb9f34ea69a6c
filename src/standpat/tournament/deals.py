"""Deals: what each remaining player gets when all agree to divide the prizes (T8.3).

Every function takes the stacks of all remaining players and the remaining prizes from the best down, one for each
player, and returns amounts by player that sum to the prizes exactly. Amounts are whole numbers of the smallest unit.
A deal needs the consent of every remaining player, which is for the caller to get.

`by_icm` is the independent chip model of Malmuth and Harville: the chance of first place is one's part of the chips;
the next places are found in the same way among the others. The chances are exact fractions, so nothing is lost to
rounding before the end.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from standpat.tournament.payouts import divided

MOST_PLAYERS: Final = 10
"""The most players of a deal by ICM, whose work doubles with each player."""


def by_icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Divide by the independent chip model.

    Raises:
        ValueError: There are more than `MOST_PLAYERS`, or stacks and prizes are not those of a deal.

    >>> by_icm([100, 70, 50, 20], [20000, 12000, 8000, 5000])
    (14084, 12380, 10896, 7640)
    """
    _check(stacks, prizes)
    count = len(stacks)
    if count > MOST_PLAYERS:
        raise ValueError(f"a deal by ICM is possible for at most {MOST_PLAYERS} players, not {count}")
    worth = [Fraction()] * count
    reached = {0: Fraction(1)}  # the chance that a set of players, as bits, has the places so far
    for prize in prizes:
        following: dict[int, Fraction] = {}
        for placed, chance in reached.items():
            rest = [k for k in range(count) if not placed >> k & 1]
            chips = sum([stacks[k] for k in rest])
            for k in rest:
                part = chance * Fraction(stacks[k], chips)
                worth[k] += part * prize
                following[placed | 1 << k] = following.get(placed | 1 << k, Fraction()) + part
        reached = following
    return rounded(worth, sum(prizes), stacks)


def by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Everyone gets the lowest remaining prize, and the rest is divided by chips.

    >>> by_chips([100, 70, 50, 20], [20000, 12000, 8000, 5000])
    (15417, 12292, 10208, 7083)
    """
    _check(stacks, prizes)
    least, chips = prizes[-1], sum(stacks)
    rest = sum(prizes) - least * len(stacks)
    return rounded([least + Fraction(rest * stack, chips) for stack in stacks], sum(prizes), stacks)


def evenly(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Everyone gets the same; units that are left go to the largest stacks."""
    _check(stacks, prizes)
    order = sorted(range(len(stacks)), key=lambda k: -stacks[k])
    parts = divided(sum(prizes), [1] * len(stacks))
    return tuple([parts[order.index(k)] for k in range(len(stacks))])


def above_first(amounts: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """The players, as indices, whom a deal gives more than the first prize. A page must say so (T8.3)."""
    return tuple([k for k, amount in enumerate(amounts) if amount > prizes[0]])


def _check(stacks: Sequence[int], prizes: Sequence[int]) -> None:
    """Refuse what is not the stacks and prizes of a deal."""
    if len(stacks) < 2 or len(stacks) != len(prizes):
        raise ValueError("a deal needs two or more players, and a prize for each")
    if min(stacks) < 1 or min(prizes) < 0:
        raise ValueError("a deal needs stacks of 1 or more and prizes of 0 or more")
    if list(prizes) != sorted(prizes, reverse=True):
        raise ValueError("the prizes of a deal are given from the best down")


def rounded(worth: Sequence[Fraction], total: int, stacks: Sequence[int]) -> tuple[int, ...]:
    """Whole units that sum to the total: units that are left go to the largest parts of a unit, then to the larger
    stack, then to the first player."""
    parts = [value.numerator // value.denominator for value in worth]
    order = sorted(range(len(worth)), key=lambda k: (parts[k] - worth[k], -stacks[k], k))
    for k in order[: total - sum(parts)]:
        parts[k] += 1
    return tuple(parts)
