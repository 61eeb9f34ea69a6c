"""Events of a tournament: hands, who is out after them, and hand-for-hand."""

from standpat.tournament.events.happened import Happened
from standpat.tournament.rotation import Place


class Dealt(Happened, frozen=True, tag="dealt"):
    """A hand began (T2.1). `seats`, `players` and `stacks` are those of the players who are dealt in, by seat.

    Attributes:
        table: The table.
        hand: The number of the hand at this table.
        level: The level, from 1.
        game: The game.
        button: The seat of the button, which may be empty.
        small: The seat that posts the small blind; None if nobody does.
        big: The seat of the big blind.
        marker: The seat at which the small blind is due.
        round: The number of the hand-for-hand round; 0 outside of one.
        place: Where the table stands in its rotation.
    """

    table: int
    hand: int
    level: int
    game: str
    seats: tuple[int, ...]
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    button: int
    small: int | None
    big: int
    marker: int
    round: int = 0
    place: Place = Place()


class Picked(Happened, frozen=True, tag="picked"):
    """The player with the choice button picked the next game of their table, by its place in the list (T2.2)."""

    table: int
    player: str
    game: int


class Played(Happened, frozen=True, tag="played"):
    """A hand is over, with these stacks in the order of its `Dealt`; `spent` is what was used of time banks, in ms by
    player, and `took` who decided something themselves for the first time (T3.5)."""

    table: int
    hand: int
    stacks: tuple[int, ...]
    spent: dict[str, int] = {}
    took: tuple[str, ...] = ()


class Voided(Happened, frozen=True, tag="voided"):
    """A hand does not count (T9.1): everybody has the chips with which it began."""

    table: int
    hand: int
    why: str


class Out(Happened, frozen=True, tag="out"):
    """Players are out. They share one place, or are alone on it (T6.3-T6.5)."""

    players: tuple[str, ...]


class RoundCalled(Happened, frozen=True, tag="round-called"):
    """Hand-for-hand is announced: tables finish their hands and wait (T6.1)."""


class RoundBegan(Happened, frozen=True, tag="round-began"):
    """All tables wait; each deals one hand (T6.1)."""

    number: int


class RoundsOver(Happened, frozen=True, tag="rounds-over"):
    """Hand-for-hand is over."""
