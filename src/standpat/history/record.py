"""One hand as a history tells it, in the one event vocabulary.

Every format reads into a `Record` and is written from one, so any two convert into each other. A history may be
one-sided: a card the file does not show is `card.UNKNOWN`, and an event it does not mention (a burn, a
street start, a mucked hand) is simply not told. `standpat.history.replay` plays a record through the engine and
says where the two disagree.

Chips are whole. Money is counted in its smallest unit, cents: `Money("USD", 100)` says that 100 chips are a dollar.

A `Record` whose parts do not fit together (a button or a post of no seat, a post made twice, names for other seats than
there are stacks, money of no scale) cannot be made: it is a `ValueError`, which readers report as `Damaged`. What is
*told* may be anything that a file can tell; `writable` is asked by every writer before it writes, and raises a
`ValueError` for an event that no format could hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, TypeAlias

from standpat.cards.card import DECK, UNKNOWN
from standpat.engine.blind import ForcedBet
from standpat.engine.event import CARD_FIELDS, Event, HandEnd, HandStart, PotAwarded
from standpat.engine.games import Game, Stakes

MOST_CHIPS = 10**15
"""No amount in a file is larger: beyond that it is damage, and figures of a million digits would stop a reader."""


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

    def __post_init__(self) -> None:
        seats = len(self.stacks)
        if seats < 2:
            raise ValueError(f"a hand has two players or more, not {seats}")
        if (seats + 1) * self.game.hand_size > len(DECK):  # while one draws, the others hold theirs
            raise ValueError(f"{seats} players: the deck is enough for {len(DECK) // self.game.hand_size - 1}")
        for seat, chips in enumerate(self.stacks):
            _check_chips(chips, f"the stack of seat {seat}")
        if type(self.button) is not int or self.button not in range(seats):
            raise ValueError(f"button {self.button!r} is not a seat: expected 0..{seats - 1}")
        if len(self.players) != seats:
            raise ValueError(f"{len(self.players)} names for {seats} seats")
        if self.seat_numbers and len(self.seat_numbers) != seats:
            raise ValueError(f"{len(self.seat_numbers)} seat numbers for {seats} seats")
        for seat, kind, amount in self.posts or ():
            if seat not in range(seats):
                raise ValueError(f"a post ({kind}) of seat {seat}, which does not exist: expected 0..{seats - 1}")
            _check_chips(amount, f"the {kind} of seat {seat}")
        kinds = [(seat, kind) for seat, kind, _ in self.posts or ()]
        for seat, kind in kinds:
            if kinds.count((seat, kind)) > 1:
                raise ValueError(f"seat {seat} posts the {kind} twice")
        for name, amount in (("big blind", self.stakes.big_blind), ("ante", self.stakes.ante), ("rake", self.rake)):
            _check_chips(amount, f"the {name}")
        if type(self.money.scale) is not int or not 1 <= self.money.scale <= MOST_CHIPS:
            raise ValueError(f"{self.money.scale!r} chips to a unit of money: expected 1 or more")

    def who(self, seat: int) -> str:
        """How messages call a seat."""
        named = 0 <= seat < len(self.players) and self.players[seat]
        return f"seat {seat} ({self.players[seat]})" if named else f"seat {seat}"


@dataclass
class Damaged:
    """A part of a file that is no readable hand: the line, and what was wrong with it."""

    line: int
    reason: str


@dataclass
class Skipped:
    """A hand that is left out although nothing is wrong with its text: its line, and why. It is of a game not known
    here, was cancelled, or the site told a part of it only."""

    line: int
    reason: str


Entry: TypeAlias = Record | Damaged | Skipped
"""What a reader finds in a file."""


class NotForUs(ValueError):
    """Why a hand is `Skipped`, and its line where that is not the hand's first."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def writable(record: Record, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events, where a format can hold them. A `ValueError` names the first one of a seat that is none, of cards
    that are none, or of more of them than a deck has."""
    seats = len(record.stacks)
    checked = tuple(events)
    for event in checked:
        tag = event.__struct_config__.tag
        for seat in _seats(event):
            if seat not in range(seats):
                raise ValueError(f"{tag} of seat {seat}, which does not exist: expected 0..{seats - 1}")
        for name in CARD_FIELDS:
            for card in getattr(event, name, ()):
                if not 0 <= card <= UNKNOWN:
                    raise ValueError(f"{tag}: {card} is not a card")
        most = max([getattr(event, "count", 0), *[len(getattr(event, name, ())) for name in CARD_FIELDS]])
        if not 0 <= getattr(event, "count", 0) <= most <= len(DECK):
            raise ValueError(f"{tag}: {getattr(event, 'count', most)} cards, of a deck of {len(DECK)}")
        each = event.stacks if isinstance(event, HandStart) else event.nets if isinstance(event, HandEnd) else None
        if each is not None and len(each) != seats:
            raise ValueError(f"{tag}: {len(each)} amounts for {seats} seats")
    return checked


def _seats(event: Event) -> list[int]:
    if isinstance(event, PotAwarded):
        return [seat for seat, _ in event.winners]
    if isinstance(event, HandStart):
        return [event.button]
    return [event.seat] if hasattr(event, "seat") else []


def _check_chips(chips: object, what: str) -> None:
    if type(chips) is not int or not 0 <= chips <= MOST_CHIPS:
        raise ValueError(f"{what} is whole chips from 0 to {MOST_CHIPS}, not {str(chips)[:30]}")
