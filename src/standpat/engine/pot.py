"""The main pot and the side pots (R5.6), and how they are split (R7.3)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """A pot: its chips, and the seats that can win it."""

    amount: int
    claimants: tuple[int, ...]


def build_pots(paid: Sequence[int], live: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot, then the side pots. Each chip is in exactly one pot.

    Args:
        paid: By seat, the chips put in over the hand, without uncalled chips that went back. The chips of folded seats
            are in the pots that they reach.
        live: By seat, whether it has not folded.
        dead: Chips that go into the main pot only, such as dead blinds.
    """
    able = [seat for seat, alive in enumerate(live) if alive]
    levels = {paid[seat] for seat in able}
    if len(levels) == 1 and 0 not in levels:
        return [Pot(sum(paid) + dead, tuple(able))]
    pots: list[Pot] = []
    below = -dead
    top = max(levels)
    for level in sorted(levels):
        # chips of all seats up to this level; the last pot has those above it too
        reached = sum(paid) if level == top else sum([chips if chips < level else level for chips in paid])
        if reached != below:
            pots.append(Pot(reached - below, tuple([seat for seat in able if paid[seat] >= level])))
            below = reached
    return pots


def split(amount: int, winners: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Split a pot: (seat, chips) for each winner. Odd chips go to the first winners, one each.

    >>> split(11, (4, 0, 2))
    ((4, 4), (0, 4), (2, 3))
    """
    if len(winners) == 1:
        return ((winners[0], amount),)
    share, odd = divmod(amount, len(winners))
    return tuple([(seat, share + (place < odd)) for place, seat in enumerate(winners)])
