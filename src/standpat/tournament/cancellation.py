"""What players get when a tournament is cancelled (T9.2).

Who is out already gets nothing back, except where nobody was out: then everything is refunded as it was paid, and no
function is needed. Amounts are whole numbers of the smallest unit. Source: PokerStars; Bovada and others do the same.
"""

from collections.abc import Sequence
from fractions import Fraction

from standpat.tournament.deals import by_chips, rounded


def before_the_money(pool: int, stacks: Sequence[int]) -> tuple[int, ...]:
    """Half of the pool evenly and half by chips, by player. The fees of those left are refunded besides.

    Args:
        pool: The prize pool, without fees.
        stacks: The chips of those left, at the start of the current hand.

    Raises:
        ValueError: Nobody is left, a stack is empty, or the pool is negative.
    """
    if pool < 0 or not stacks or min(stacks) < 1:
        raise ValueError("a pool of 0 or more is divided between one or more players with 1 or more chips")
    even, chips = Fraction(pool, 2 * len(stacks)), sum(stacks)
    return rounded([even + Fraction(pool * stack, 2 * chips) for stack in stacks], pool, stacks)


def in_the_money(prizes: Sequence[int], stacks: Sequence[int]) -> tuple[int, ...]:
    """Each gets the lowest prize not yet won, and the rest goes by chips.

    Args:
        prizes: The prizes not yet won, from the best down, one for each player left.
        stacks: The chips of those left, at the start of the current hand.
    """
    return by_chips(stacks, prizes)
