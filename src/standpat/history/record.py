"""One hand of a history, in the engine's event vocabulary.

Every format reads into a `Record` and is written from one, so any format converts into any other. A history may be
one-sided: a card that the file does not show is `card.UNKNOWN`, and an event that it does not mention (a burn, a street
start, a mucked hand) is missing. `standpat.history.replay` plays a record through the engine and finds where they
disagree.

Chips are whole. Money is counted in its smallest unit, cents: `Money("USD", 100)` means that 100 chips are a dollar.

A `Record` whose parts do not fit together (a button or a post without a seat, a post made twice, a wrong number of
names, money without a scale) cannot be made: it is a `ValueError`, which readers report as `Damaged`. The *events* may
be anything that a file can say. Every writer calls `writable` first, which raises a `ValueError` for an event that no
format could hold.
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
"""The largest amount in a file. Larger ones are damage, and numbers of a million digits would stop a reader."""


class Told(NamedTuple):
    """An event in a file, and its line (1 is the file's first line)."""

    line: int
    event: Event


class Disagreement(NamedTuple):
    """A difference between the engine and the file: the line of the file, and what differs."""

    line: int
    reason: str


class Money(NamedTuple):
    """The worth of a chip: `scale` chips are one unit of `currency`. Play chips have the currency None."""

    currency: str | None = None
    scale: int = 1


PLAY_CHIPS = Money()


@dataclass(kw_only=True)
class Record:
    """A recorded hand. Seats are 0 … n-1 clockwise, as in the engine.

    Attributes:
        game: The game with its house rules.
        stakes: The blinds and the ante, in chips.
        stacks: By seat, the chips before the forced bets.
        button: The seat with the button.
        players: By seat, the names; empty where unknown.
        told: The recorded events with their lines, in the order of the file.
        line: The line on which the hand begins.
        posts: The forced bets that were due; None for the regular ones.
        hand_id: The id of the hand.
        hand_no: The number of the hand.
        table: The name of the table.
        when: When the hand began.
        money: The worth of a chip.
        rake: The rake, in chips.
        hero: The seat whose cards the file shows; None where it shows all or none.
        seat_numbers: By seat, the number of the seat in the file.
        extra: What else a format keeps, as text.
    """

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
        if (seats + 1) * self.game.hand_size > len(DECK):  # while one player draws, the others hold their cards
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
        """A seat with its player's name, for messages."""
        named = 0 <= seat < len(self.players) and self.players[seat]
        return f"seat {seat} ({self.players[seat]})" if named else f"seat {seat}"


@dataclass
class Damaged:
    """A part of a file that cannot be read as a hand: its line, and what is wrong."""

    line: int
    reason: str


@dataclass
class Skipped:
    """A hand that is left out although its text is intact: its line, and why. Its game is unknown, it was cancelled, or
    the site wrote only a part of it."""

    line: int
    reason: str


Entry: TypeAlias = Record | Damaged | Skipped
"""An entry of a file, as readers return it."""


class NotForUs(ValueError):
    """A hand that must be `Skipped`: the reason, and the line if it is not the hand's first."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def writable(record: Record, events: Iterable[Event]) -> tuple[Event, ...]:
    """Check that a format can hold some events.

    Args:
        record: The record.
        events: The events to write.

    Returns:
        The events.

    Raises:
        ValueError: An event has a seat or a card that does not exist, or more cards than a deck.
    """
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
