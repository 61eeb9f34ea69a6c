"""Pots from what each seat put in (R5.6), and how they are split (R7.3)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the seats that can win them."""

    amount: int
    claimants: tuple[int, ...]


def build_pots(paid: Sequence[int], live: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot first, then the side pots.

    `paid[seat]` is what the seat put in over the hand, uncalled chips gone back; `live[seat]` whether it is
    still in. Folded chips fall into the pots they reach; `dead` chips (dead blinds) into the main pot. Each
    chip paid is in exactly one pot.
    """
    levels = sorted({paid[seat] for seat, alive in enumerate(live) if alive})
    if len(levels) == 1 and levels[0]:
        return [Pot(sum(paid) + dead, tuple([seat for seat, alive in enumerate(live) if alive]))]
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(paid) if level == levels[-1] else level
        amount = sum([min(chips, top) - min(chips, below) for chips in paid])
        if not pots:
            amount += dead
        if amount:
            claimants = [seat for seat, alive in enumerate(live) if alive and paid[seat] >= level]
            pots.append(Pot(amount, tuple(claimants)))
        below = level
    return pots


def split(amount: int, winners: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(seat, chips) for each winner; the odd chips go one each to the first of them.

    >>> split(11, (4, 0, 2))
    ((4, 4), (0, 4), (2, 3))
    """
    share, odd = divmod(amount, len(winners))
    return tuple([(seat, share + (place < odd)) for place, seat in enumerate(winners)])
