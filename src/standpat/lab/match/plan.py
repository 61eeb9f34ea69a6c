"""What a match is: everything that its result depends on, and the dealing that follows from it.

Deck k (from 0) comes from `Dealer(f"{seed} {k}")` and is dealt once in every cyclic seating of an arrangement of the
players that is drawn for that deck: over many decks everybody has everybody on their left equally often. The button is
always seat 0. Player p plays the hand with the chance `Random(chance(seed, k, s, p))`.

Seating s of deck k is hand k * n + s + 1.
"""

from hashlib import sha256
from random import Random

from msgspec import Struct

from standpat.engine.games import Game, Stakes

SEEDS = 2**64


class Plan(Struct, frozen=True):
    """A match without its length. `entries` are what `standpat.lab.match.entrant.entry` reads; `stack` in chips;
    `timeout_ms` is the deadline of outside programs, None for none; with `aivat` luck is measured and taken off
    (`standpat.lab.match.aivat`)."""

    game: Game
    stakes: Stakes
    stack: int
    seed: int
    entries: tuple[str, ...]
    snow_class: str = "J"
    timeout_ms: int | None = 5000
    aivat: bool = False

    def __post_init__(self) -> None:
        seats, game = len(self.entries), self.game
        if not game.min_seats <= seats <= game.max_seats:
            raise ValueError(f"{game.id} is played by {game.min_seats} to {game.max_seats}, not {seats}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed {self.seed}: expected a number from 0 to {SEEDS - 1}")
        if self.stack < 1:
            raise ValueError(f"stack {self.stack}: expected 1 chip or more")
        if self.timeout_ms is not None and self.timeout_ms < 1:
            raise ValueError(f"timeout {self.timeout_ms}: expected 1 ms or more")

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.entries)

    @property
    def unit(self) -> int:
        """The chips that winnings are counted in: a big bet in fixed limit, else a big blind."""
        big = self.stakes.big_blind
        return big * max(self.game.bets) if self.game.betting == "fixed-limit" else big

    @property
    def unit_name(self) -> str:
        """What winnings are counted in: a big bet in fixed limit, else a big blind."""
        return "big bet" if self.game.betting == "fixed-limit" else "big blind"


def seatings(seed: int, deck: int, seats: int) -> list[tuple[int, ...]]:
    """For every hand of the deck the player at each seat.

    >>> seatings(1, 0, 2)
    [(0, 1), (1, 0)]
    """
    base = list(range(seats))
    if seats > 2:
        Random(f"standpat seating {seed} {deck}").shuffle(base)
    return [tuple([base[(seat - shift) % seats] for seat in range(seats)]) for shift in range(seats)]


def chance(seed: int, deck: int, shift: int, player: int) -> str:
    """The seed of a player's own chance in one hand; it does not betray the deck's."""
    return sha256(f"standpat chance {seed} {deck} {shift} {player}".encode()).hexdigest()
