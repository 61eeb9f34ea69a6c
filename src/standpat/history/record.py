"""One hand as a history tells it, in the one event vocabulary.

Every format reads into a `Record` and is written from one, so any two convert into each other. A history may be
one-sided: a card the file does not show is `card.UNKNOWN`, and an event it does not mention (a burn, a
street start, a mucked hand) is simply not told. `standpat.history.replay` plays a record through the engine and
says where the two disagree.

Chips are whole. Money is counted in its smallest unit, cents: `Money("USD", 100)` says that 100 chips are a dollar.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from standpat.blind import ForcedBet
from standpat.event import Event
from standpat.game import Game, Stakes


class Told(NamedTuple):
    """Something the file says, and the line where it says so (1 is the file's first line)."""

    line: int
    event: Event


class Disagreement(NamedTuple):
    """Where the engine and the file differ: the file's line, and how."""

    line: int
    reason: str


class Money(NamedTuple):
    """What a chip is worth: `scale` chips make one unit of `currency`; play chips have currency None."""

    currency: str | None = None
    scale: int = 1


PLAY_CHIPS = Money()


@dataclass(kw_only=True)
class Record:
    """A hand. Seats are 0 … n-1 clockwise, as in the engine; `seat_numbers` are the file's own names for them."""

    game: Game
    stakes: Stakes
    stacks: tuple[int, ...]
    button: int
    players: tuple[str, ...]
    told: list[Told]
    line: int
    posts: tuple[ForcedBet, ...] | None = None
    hand_id: str = ""
    hand_no: int = 1
    table: str = ""
    when: datetime | None = None
    money: Money = PLAY_CHIPS
    rake: int = 0
    hero: int | None = None
    seat_numbers: tuple[int, ...] = ()
    extra: dict[str, str] = field(default_factory=dict)

    def who(self, seat: int) -> str:
        """How messages call a seat."""
        named = 0 <= seat < len(self.players) and self.players[seat]
        return f"seat {seat} ({self.players[seat]})" if named else f"seat {seat}"


@dataclass
class Damaged:
    """A part of a file that is no readable hand: the line, and what was wrong with it."""

    line: int
    reason: str
