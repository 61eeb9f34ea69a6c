"""What a match is: everything that its result depends on, and the dealing that follows from it.

Deck k (from 0) comes from `Dealer(f"{seed} {k}")`. It is dealt once in every cyclic seating of an arrangement of the
players that is drawn for that deck, so over many decks everybody sits to the left of everybody else equally often. The
button is always seat 0. In seating s player p has the randomness `Random(chance(seed, k, s, p))`.

Seating s of deck k is hand k * n + s + 1.
"""

from hashlib import sha256
from random import Random
from typing import Final

from msgspec import Struct

from standpat.engine.games import Game, Stakes

SEEDS = 2**64
IMAGINED: Final = 256
"""The usual number of imagined histories."""


class Plan(Struct, frozen=True):
    """A match without its length.

    Attributes:
        game: The game.
        stakes: The stakes.
        stack: Chips of each player at the beginning of a hand.
        seed: The seed, 0 to 2**64 - 1.
        entries: The players, as `standpat.lab.match.entrant.entry` reads them.
        snow_class: The high card above which a pat hand is a snow (`standpat.lab.match.style`).
        timeout_ms: The deadline of outside programs; None for none.
        aivat: Whether luck is measured and subtracted (`standpat.lab.match.aivat`).
        imagined: With `aivat` in fixed-limit games, how many histories of the cards of known players a hand is averaged
            over (`standpat.lab.match.averaged`), those that happened included; 0 for no average.

    Raises:
        ValueError: A number is out of its range, or the game does not seat so many players.
    """

    game: Game
    stakes: Stakes
    stack: int
    seed: int
    entries: tuple[str, ...]
    snow_class: str = "J"
    timeout_ms: int | None = 5000
    aivat: bool = False
    imagined: int = IMAGINED

    def __post_init__(self) -> None:
        seats, game = len(self.entries), self.game
        if not game.min_seats <= seats <= game.max_seats:
            raise ValueError(f"{game.id} is played by {game.min_seats} to {game.max_seats}, not {seats}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed {self.seed}: expected a number from 0 to {SEEDS - 1}")
        if self.stack < 1:
            raise ValueError(f"stack {self.stack}: expected 1 chip or more")
        if self.imagined < 0:
            raise ValueError(f"{self.imagined} imagined histories: expected 0 or more")
        if self.timeout_ms is not None and self.timeout_ms < 1:
            raise ValueError(f"timeout {self.timeout_ms}: expected 1 ms or more")

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.entries)

    @property
    def unit(self) -> int:
        """The chips of the unit of winnings: a big bet in fixed limit, otherwise a big blind."""
        big = self.stakes.big_blind
        return big * max(self.game.bets) if self.game.betting == "fixed-limit" else big

    @property
    def unit_name(self) -> str:
        """The name of the unit of winnings: big bet in fixed limit, otherwise big blind."""
        return "big bet" if self.game.betting == "fixed-limit" else "big blind"


def seatings(seed: int, deck: int, seats: int) -> list[tuple[int, ...]]:
    """The player at each seat, for every hand of a deck.

    >>> seatings(1, 0, 2)
    [(0, 1), (1, 0)]
    """
    base = list(range(seats))
    if seats > 2:
        Random(f"standpat seating {seed} {deck}").shuffle(base)
    return [tuple([base[(seat - shift) % seats] for seat in range(seats)]) for shift in range(seats)]


def chance(seed: int, deck: int, shift: int, player: int) -> str:
    """The seed of a player's own randomness in one hand. It does not reveal the seed of the deck."""
    return sha256(f"standpat chance {seed} {deck} {shift} {player}".encode()).hexdigest()
