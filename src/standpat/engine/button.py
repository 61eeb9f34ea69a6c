"""Where the button and the blinds are: seats in a circle, and the dead button (R3.2, R3.3, R3.7).

Seats are 0 … n-1 clockwise. The big blind moves to the next player who is dealt in. The small blind is due at the seat
of the last big blind, and the button is at the seat of the last small blind, whether anybody sits there or not.
Heads-up, the player who is not the big blind has the button and the small blind.

These functions know nothing about who is dealt in, who owes what, or about chips: a table's own rules say that.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Markers(NamedTuple):
    """The seats of the button and of the two blinds. The seats of the button and of the small blind may be empty."""

    button: int
    small: int
    big: int


def after(at: int, among: Sequence[int], seats: int) -> int:
    """The first of these seats clockwise after `at`; `at` itself comes last."""
    return min(among, key=lambda seat: (seat - at - 1) % seats)


def before(at: int, among: Sequence[int], seats: int) -> int:
    """The last of these seats clockwise before `at`; `at` itself comes last."""
    return min(among, key=lambda seat: (at - seat - 1) % seats)


def passed(start: int, at: int, end: int, seats: int) -> bool:
    """Whether `at` lies between `start` and `end`, clockwise, and is neither."""
    return 0 < (at - start) % seats < (end - start) % seats


def first(players: Sequence[int], button: int, seats: int) -> Markers:
    """The first hand: the button is at the first player from the seat `button` on."""
    at = after(button - 1, players, seats)
    small = at if len(players) == 2 else after(at, players, seats)
    return Markers(at, small, after(small, players, seats))


def again(players: Sequence[int], was_big: int, seats: int) -> Markers:
    """The next hand if at most one player of the last one is left.

    The big blind moves on; the small blind and the button are the players before it, so neither is dead.
    """
    big = after(was_big, players, seats)
    small = before(big, players, seats)
    return Markers(small if len(players) == 2 else before(small, players, seats), small, big)


def moved(players: Sequence[int], was_small: int, was_big: int, seats: int) -> Markers:
    """The next hand, with a dead button. `players` are those who are dealt in."""
    big = after(was_big, players, seats)
    if len(players) == 2:
        other = next(at for at in players if at != big)
        return Markers(other, other, big)
    if was_small in (was_big, big) or passed(was_big, was_small, big, seats):
        # From heads-up to more players: the button goes to the last player before the small blind.
        return Markers(before(was_big, players, seats), was_big, big)
    return Markers(was_small, was_big, big)
