"""Forced bets: what is due before the deal, what is posted, and which ante every player owes (R3.2-R3.8, T10.5).

`forced_bets` gives what is due at a table with regular blinds. A table with irregular blinds makes its own list of
`ForcedBet`s and adds the antes with `with_antes`. `posted` gives what is posted of such a list. `shared_ante` is the
part of the antes that every player owes: only that part counts for side pots, the rest belongs to the main pot (R3.5).

A viewer of a hand and the reader of a history have the posts only. `told_bets` works out what was due, as far as the
posts show it: a post of a player's last chips shows what was paid, not what was due.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from standpat.engine.event import Post, PostKind
from standpat.engine.games import Stakes


class ForcedBet(NamedTuple):
    """One blind or ante that is due before the deal, in chips. A seat that cannot cover it posts what it has (R3.6)."""

    seat: int
    kind: PostKind
    amount: int


@lru_cache(maxsize=512)
def forced_bets(stakes: Stakes, seats: int, button: int) -> tuple[ForcedBet, ...]:
    """The regular antes and blinds of all seats. Heads-up the button has the small blind (R3.2, R3.3)."""
    order = [(button + k) % seats for k in range(1, seats + 1)]
    small, big = (order[1], order[0]) if seats == 2 else (order[0], order[1])
    blinds = [ForcedBet(small, "small-blind", stakes.small_blind)] if stakes.small_blind else []
    return with_antes(stakes, order, big, [*blinds, ForcedBet(big, "big-blind", stakes.big_blind)])


def with_antes(stakes: Stakes, order: Iterable[int], big: int, blinds: Iterable[ForcedBet]) -> tuple[ForcedBet, ...]:
    """The blinds, with the antes added.

    Antes of everyone come before the blinds. The ante that the big blind posts for the table comes after the blinds, so
    that a short stack covers the blind first (R3.5).

    Args:
        stakes: The stakes, which say how large the ante is and who posts it.
        order: The seats from the left of the button.
        big: The seat of the big blind.
        blinds: The blinds that are due.
    """
    if not stakes.ante:
        return tuple(blinds)
    if stakes.ante_by == "big-blind":
        return (*blinds, ForcedBet(big, "ante", stakes.ante))
    return (*[ForcedBet(seat, "ante", stakes.ante) for seat in order], *blinds)


def straddle_of(stakes: Stakes) -> int:
    """A straddle, in chips: twice the big blind (T10.5)."""
    return 2 * stakes.big_blind


def posted(due: Iterable[ForcedBet], stacks: Sequence[int]) -> list[Post]:
    """What is posted: all of each bet that is due, or what the seat has left."""
    left = list(stacks)
    made: list[Post] = []
    for seat, kind, amount in due:
        amount = min(amount, left[seat])
        left[seat] -= amount
        if amount:
            made.append(Post(seat, kind, amount, left[seat] == 0))
    return made


def shared_ante(due: Iterable[ForcedBet], seats: int) -> int:
    """The ante that every seat owes, in chips; 0 where a seat owes none (R3.5).

    >>> shared_ante([ForcedBet(0, "ante", 2), ForcedBet(1, "ante", 5)], 2)
    2
    """
    owed = [0] * seats
    for seat, kind, amount in due:
        if kind == "ante":
            owed[seat] += amount
    return min(owed)


def main_pot_antes(due: Sequence[ForcedBet], posts: Iterable[Post], seats: int) -> list[int]:
    """By seat, the part of the antes that belongs to the main pot and is not a bet of the seat (R3.5)."""
    paid = [0] * seats
    if not any([bet.kind == "ante" for bet in due]):
        return paid
    shared = shared_ante(due, seats)
    for post in posts:
        if post.kind == "ante":
            paid[post.seat] += post.amount
    return [max(0, chips - shared) for chips in paid]


def told_bets(stakes: Stakes, posts: Sequence[Post], seats: int, button: int | None = None) -> list[ForcedBet]:
    """The forced bets that were due, as far as the posts show them.

    A player who went all-in with a post owed at least what the stakes say. A player without chips for an ante of
    everyone owed it all the same. With the `button`, a big blind that nobody posted was owed by the first player
    without chips to the left of the small blind.
    """
    ante = max([stakes.ante, *[post.amount for post in posts if post.kind == "ante"]])
    whole = {
        "ante": ante,
        "small-blind": stakes.small_blind,
        "big-blind": stakes.big_blind,
        "extra-blind": stakes.big_blind,
        "dead-blind": stakes.small_blind,
        "straddle": straddle_of(stakes),
    }
    due = [ForcedBet(p.seat, p.kind, max(p.amount, whole[p.kind]) if p.all_in else p.amount) for p in posts]
    broke = {post.seat for post in posts if post.all_in}
    if button is not None and not any([bet.kind == "big-blind" for bet in due]):
        small = next((bet.seat for bet in due if bet.kind == "small-blind"), button)
        big = next((seat for k in range(1, seats) if (seat := (small + k) % seats) in broke), None)
        due += [] if big is None else [ForcedBet(big, "big-blind", stakes.big_blind)]
    if stakes.ante and stakes.ante_by == "everyone":
        anted = {bet.seat for bet in due if bet.kind == "ante"}
        if anted | broke == set(range(seats)):
            due += [ForcedBet(seat, "ante", ante) for seat in sorted(broke - anted)]
    return due
