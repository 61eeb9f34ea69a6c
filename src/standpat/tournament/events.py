"""What happens in a tournament, as data: its events, which are journaled in order and never changed.

The state of a tournament is the fold of its events (`standpat.tournament.state`). An event has the result of every
draw and of every rule, so reading the journal again needs neither the seed nor the rules. `at` is the time in
milliseconds of the Unix clock. Players are ids, tables are numbers from 1, seats are numbers from 0.
"""

from typing import Final

import msgspec
from msgspec import Struct

from standpat.tournament.clock import Break, Outage, Put, Shift
from standpat.tournament.options import Options
from standpat.tournament.rotation import Place
from standpat.tournament.structure import Structure

Row = tuple[str | None, ...]
"""The players of a table by seat; None is an empty seat."""


class _Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """What all events have: when it happened."""

    at: int


# Before the first hand ---------------------------------------------------------------------------------------


class Announced(_Event, frozen=True, tag="announced"):
    """The tournament exists. A sit-and-go begins when its table is full.

    Attributes:
        id: Its id.
        name: Its name.
        structure: Levels, stacks, seats, entries, prizes.
        options: The edition of the rules, and what differs from it.
        starts: When it begins; 0 for a sit-and-go.
    """

    id: str
    name: str
    structure: Structure
    options: Options
    starts: int = 0


class Registered(_Event, frozen=True, tag="registered"):
    """A player entered; once play has begun, `Seated` follows.

    `person` is whose entry it is, if it is not the player's: the owner of a program, or who pays for a bot.
    """

    player: str
    name: str
    bot: bool = False
    person: str = ""


class Withdrawn(_Event, frozen=True, tag="withdrawn"):
    """A player took their entry back before the start."""

    player: str


class Cancelled(_Event, frozen=True, tag="cancelled"):
    """The tournament is over without a winner; everybody gets these amounts (T1.7, T9.2)."""

    why: str
    refunds: dict[str, int]


class Started(_Event, frozen=True, tag="started"):
    """The draw of the first seats, by table (T1.1)."""

    tables: tuple[Row, ...]


# Entries and chips -------------------------------------------------------------------------------------------


class Seated(_Event, frozen=True, tag="seated"):
    """A late entrant, or a player who entered again, has a seat with a full stack (T1.3, T1.4).

    With `opens` the table is a new one, which has that many seats.
    """

    player: str
    table: int
    seat: int
    opens: int = 0


class Reentered(_Event, frozen=True, tag="reentered"):
    """A player without chips entered again (T1.4). A `Seated` follows."""

    player: str


class Rebought(_Event, frozen=True, tag="rebought"):
    """A player bought chips and keeps their seat (T1.5)."""

    player: str
    chips: int


class AddedOn(_Event, frozen=True, tag="added-on"):
    """A player took the add-on (T1.6)."""

    player: str
    chips: int


class Offered(_Event, frozen=True, tag="offered"):
    """Players who lost their last chips may buy more until a time; their table waits (T1.5)."""

    players: tuple[str, ...]
    until: int


class Declined(_Event, frozen=True, tag="declined"):
    """A player does not buy more chips."""

    player: str


class RegistrationClosed(_Event, frozen=True, tag="registration-closed"):
    """Entries and rebuys are over: the prizes are final, from the first place down, and so is the order in which
    tables break (T1.3, T5.5).
    """

    prizes: tuple[int, ...]
    breaking: tuple[int, ...]


# Hands -------------------------------------------------------------------------------------------------------


class Dealt(_Event, frozen=True, tag="dealt"):
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


class Picked(_Event, frozen=True, tag="picked"):
    """The player with the choice button picked the next game of their table, by its place in the list (T2.2)."""

    table: int
    player: str
    game: int


class Played(_Event, frozen=True, tag="played"):
    """A hand is over, with these stacks in the order of its `Dealt`; `spent` is what was used of time banks, in ms by
    player, and `took` who decided something themselves for the first time (T3.5)."""

    table: int
    hand: int
    stacks: tuple[int, ...]
    spent: dict[str, int] = {}
    took: tuple[str, ...] = ()


class Voided(_Event, frozen=True, tag="voided"):
    """A hand does not count (T9.1): everybody has the chips with which it began."""

    table: int
    hand: int
    why: str


class Out(_Event, frozen=True, tag="out"):
    """Players are out. They share one place, or are alone on it (T6.3-T6.5)."""

    players: tuple[str, ...]


class RoundCalled(_Event, frozen=True, tag="round-called"):
    """Hand-for-hand is announced: tables finish their hands and wait (T6.1)."""


class RoundBegan(_Event, frozen=True, tag="round-began"):
    """All tables wait; each deals one hand (T6.1)."""

    number: int


class RoundsOver(_Event, frozen=True, tag="rounds-over"):
    """Hand-for-hand is over."""


# Seats -------------------------------------------------------------------------------------------------------


class Departed(_Event, frozen=True, tag="departed"):
    """A player leaves a table for another: the first side of move number `move` (T5.1-T5.5).

    They have no seat until `Arrived`, which has the same number. Their new seat is kept for them. `by` is the director
    who moves them, with the reason `why`; both are empty where the rules do.
    """

    move: int
    player: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    by: str = ""
    why: str = ""


class Arrived(_Event, frozen=True, tag="arrived"):
    """A player who moves takes their new seat: the second side of a move."""

    move: int
    player: str
    table: int
    seat: int


class Broken(_Event, frozen=True, tag="broken"):
    """A table has no players any more (T5.5)."""

    table: int


class Redrawn(_Event, frozen=True, tag="redrawn"):
    """All seats are drawn anew. The tables are new ones: the numbers go on (T2.5, T5.6, R3.7)."""

    tables: tuple[Row, ...]


# The director ------------------------------------------------------------------------------------------------


class Paused(_Event, frozen=True, tag="paused"):
    """No hand begins and the clock stands still until `Resumed`."""

    by: str
    why: str = ""


class Resumed(_Event, frozen=True, tag="resumed"):
    """Play goes on.

    With `redraw`, all seats are drawn anew before the next hand (T2.5). It is None in journals from before that was
    decided, where seats stayed.
    """

    by: str
    why: str = ""
    redraw: bool | None = None


class Clocked(_Event, frozen=True, tag="clocked"):
    """The clock was changed: time added or taken off, a break, another level, or an outage (T9.1)."""

    by: str
    change: Break | Shift | Put | Outage
    why: str = ""


class Disqualified(_Event, frozen=True, tag="disqualified"):
    """A player is out and their chips leave play (T3.6); a no-show may get their entry back (T3.5)."""

    player: str
    by: str
    why: str
    refund: int = 0


class Forfeited(_Event, frozen=True, tag="forfeited"):
    """A player gave up their stack to enter again (T1.4); the chips leave play."""

    player: str
    chips: int


class Noted(_Event, frozen=True, tag="noted"):
    """The director tells everybody something."""

    by: str
    text: str


class CalledOff(_Event, frozen=True, tag="called-off"):
    """No hand begins any more; when the present ones are over, `Cancelled` follows (T9.2)."""

    by: str
    why: str


class Undone(_Event, frozen=True, tag="undone"):
    """An act of the director does not count any more; what makes up for it came before this.

    Attributes:
        act: Its number, from 1 (`standpat.tournament.acts`).
        by: Who undid it.
        why: Why.
    """

    act: int
    by: str
    why: str


# The end -----------------------------------------------------------------------------------------------------


class Proposed(_Event, frozen=True, tag="proposed"):
    """A player proposes to divide the remaining prizes; tables finish their hands and wait (T8.3).

    Attributes:
        by: Who proposes it.
        form: How the amounts are worked out; ``custom`` has its own.
        amounts: What each player who is left would get; empty unless it is ``custom``. They may sum to less than the
            prizes that are left: the winner gets the rest.
    """

    by: str
    form: str
    amounts: dict[str, int]


class Figured(_Event, frozen=True, tag="figured"):
    """All tables wait, and this is what each player who is left would get. They may answer until a time."""

    amounts: dict[str, int]
    until: int


class Answered(_Event, frozen=True, tag="answered"):
    """A player's answer to a proposal."""

    player: str
    yes: bool


class Lapsed(_Event, frozen=True, tag="lapsed"):
    """The proposal is refused, or not everybody answered in time; play goes on."""


class Agreed(_Event, frozen=True, tag="agreed"):
    """Everybody agreed: those who were left get these prizes, and the winner what remains. Without that, it is over."""

    amounts: dict[str, int]
    remains: int = 0


class Finished(_Event, frozen=True, tag="finished"):
    """The tournament is over. `prizes` has what each player won; they sum to the pool."""

    winner: str
    prizes: dict[str, int]


Event = (
    Announced | Registered | Withdrawn | Cancelled | Started
    | Seated | Reentered | Rebought | AddedOn | Offered | Declined | RegistrationClosed
    | Picked | Dealt | Played | Voided | Out | RoundCalled | RoundBegan | RoundsOver
    | Departed | Arrived | Broken | Redrawn
    | Paused | Resumed | Clocked | Disqualified | Forfeited | Noted | CalledOff | Undone
    | Proposed | Figured | Answered | Lapsed | Agreed | Finished
)  # fmt: skip

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """The JSON of an event."""
    return _ENCODER.encode(event)


def decode(text: bytes | str) -> Event:
    """The event of a JSON text.

    Raises:
        msgspec.DecodeError: It is none.
    """
    return _DECODER.decode(text)
