"""Forced bets: what is due before the deal, and what is posted of it (R3.2-R3.6)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from standpat.event import Post, PostKind
from standpat.game import Stakes


class ForcedBet(NamedTuple):
    """One blind or ante due before the deal. A seat that cannot cover it posts what it has (R3.6)."""

    seat: int
    kind: PostKind
    amount: int


def forced_bets(stakes: Stakes, seats: int, button: int) -> tuple[ForcedBet, ...]:
    """Antes from the left of the button, then the blinds: heads-up the button has the small one (R3.2, R3.3)."""
    order = [(button + k) % seats for k in range(1, seats + 1)]
    small, big = (order[1], order[0]) if seats == 2 else (order[0], order[1])
    antes = [ForcedBet(seat, "ante", stakes.ante) for seat in order if stakes.ante]
    blinds = [ForcedBet(small, "small-blind", stakes.small_blind)] if stakes.small_blind else []
    return (*antes, *blinds, ForcedBet(big, "big-blind", stakes.big_blind))


def posted(due: Iterable[ForcedBet], stacks: Sequence[int]) -> list[Post]:
    """What is posted of the bets that are due: all of each, or what the seat has left."""
    left = list(stacks)
    made: list[Post] = []
    for seat, kind, amount in due:
        amount = min(amount, left[seat])
        left[seat] -= amount
        if amount:
            made.append(Post(seat, kind, amount, left[seat] == 0))
    return made
