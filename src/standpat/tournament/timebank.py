"""The time to decide in a tournament: time bank, and extra time for players who are cut off (T3.2, T3.3). Pure.

`Pace` has the times of an ordinary table's clock (`standpat.room.tables.table.ClockRules`), in seconds. In a tournament
the time bank is not refilled with each hand, but at stated moments: when the last table begins. It goes with the player
from table to table, so what counts is what they have spent (`bank`).

A player without a connection who has used up time and bank gets extra time for a few decisions, each shorter than the
one before, and then none: they check or fold at once, and stand pat at a draw. Coming back gives them all of it again.
`extra_times` says who has extra time at all; `CutOff` counts. The extra time of a decision is for the clock's
`protections`: set the player's protection to `CutOff.extra` before a decision, and take the `CutOff` that it returns.

Sources: TDA 2024 29, ACR (faq.acrpoker.eu), PokerGO (pgt.com), Full Tilt's and PokerStars' disconnection rules.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from standpat.tournament.structure import Structure

LONG: Final = (240, 120, 60)
"""Extra time at the last table of several, in seconds, decision by decision."""
SHORT: Final = (120, 60)
"""Extra time in sit-and-gos near the prizes, and in tournaments for two."""
FEW: Final = 45
"""Sit-and-gos with fewer entrants than this have extra time."""


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """The times of a table, in seconds.

    Attributes:
        act: For a bet.
        draw: For a draw of at most one or two cards.
        long_draw: For a draw in which three or more cards may be discarded.
        showdown: To show or muck.
        bank: The time bank at the start.
        refill: What the bank gains with a hand.
        last_table: What the bank gains, once, when the last table begins.
    """

    act: float = 20
    draw: float = 20
    long_draw: float = 30
    showdown: float = 8
    bank: float = 90
    refill: float = 0
    last_table: float = 90


PACES: Final = {
    "normal": Pace(),
    "fast": Pace(12, 12, 20, 6, 60, 0, 60),
    "turbo": Pace(10, 10, 15, 5, 30, 0, 30),
    "shot-clock": Pace(30, 30, 30, 8, 180, 0, 180),
}
"""Paces by name. The bank of ``normal`` is ACR's; the shot clock is PokerGO's: 30 seconds, and six extensions of 30."""


def pace_of(structure: Structure) -> Pace:
    """The pace of a tournament's tables: it follows from how long a level lasts."""
    minutes = structure.levels[0].minutes
    return PACES["normal" if minutes >= 10 else "fast" if minutes >= 6 else "turbo"]


def bank(pace: Pace, spent: int, *, last_table: bool) -> float:
    """What is left of a player's time bank, in seconds, after the milliseconds that they have spent."""
    return max(0.0, pace.bank + (pace.last_table if last_table else 0) - spent / 1000)


def extra_times(entrants: int, tables: int, left: int, paid: int, *, sit_and_go: bool) -> tuple[int, ...]:
    """The extra times of players who are cut off now, in seconds, decision by decision (T3.3).

    Args:
        entrants: How many entered.
        tables: How many tables are left.
        left: How many players are left.
        paid: How many places are paid.
        sit_and_go: Whether it is a sit-and-go.

    >>> extra_times(90, 1, 6, 14, sit_and_go=False), extra_times(6, 1, 4, 2, sit_and_go=True)
    ((240, 120, 60), ())
    """
    if entrants == 2:
        return SHORT
    if sit_and_go and entrants < FEW:
        return SHORT if left <= paid + 1 else ()
    return LONG if tables == 1 else ()


class CutOff(Struct, frozen=True):
    """A player without a connection: how many decisions had extra time. `CutOff()` is one who is back."""

    decisions: int = 0

    def extra(self, times: tuple[int, ...]) -> "Extra":
        """The extra time of their next decision."""
        seconds = times[self.decisions] if self.decisions < len(times) else 0
        return Extra(seconds, CutOff(self.decisions + 1))


class Extra(NamedTuple):
    """The extra time of a decision, in seconds, and the player after it."""

    seconds: int
    after: CutOff
