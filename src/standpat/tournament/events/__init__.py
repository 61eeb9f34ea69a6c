"""What happens in a tournament, as data: its events, which are journaled in order and never changed.

The state of a tournament is the fold of its events (`standpat.tournament.state`). An event has the result of every
draw and of every rule, so reading the journal again needs neither the seed nor the rules. `at` is the time in
milliseconds of the Unix clock. Players are ids, tables are numbers from 1, seats are numbers from 0.
"""

from typing import Final

import msgspec

from standpat.tournament.events.direction import (
    CalledOff,
    Clocked,
    Disqualified,
    Forfeited,
    Noted,
    Paused,
    Resumed,
    Undone,
)
from standpat.tournament.events.end import Agreed, Answered, Figured, Finished, Lapsed, Proposed
from standpat.tournament.events.entries import (
    AddedOn,
    Announced,
    Cancelled,
    Declined,
    Offered,
    Rebought,
    Reentered,
    Registered,
    RegistrationClosed,
    Seated,
    Started,
    Withdrawn,
)
from standpat.tournament.events.hands import Dealt, Out, Picked, Played, RoundBegan, RoundCalled, RoundsOver, Voided
from standpat.tournament.events.happened import Row
from standpat.tournament.events.seats import Arrived, Broken, Departed, Redrawn

__all__ = [
    "AddedOn",
    "Agreed",
    "Announced",
    "Answered",
    "Arrived",
    "Broken",
    "CalledOff",
    "Cancelled",
    "Clocked",
    "Dealt",
    "Declined",
    "Departed",
    "Disqualified",
    "Event",
    "Figured",
    "Finished",
    "Forfeited",
    "Lapsed",
    "Noted",
    "Offered",
    "Out",
    "Paused",
    "Picked",
    "Played",
    "Proposed",
    "Rebought",
    "Redrawn",
    "Reentered",
    "Registered",
    "RegistrationClosed",
    "Resumed",
    "RoundBegan",
    "RoundCalled",
    "RoundsOver",
    "Row",
    "Seated",
    "Started",
    "Undone",
    "Voided",
    "Withdrawn",
    "decode",
    "encode",
]

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
