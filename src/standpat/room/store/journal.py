"""The journal: tables, hands, and everything that happens in a hand, before anybody is told.

Functions that write return an operation for `Store.commit`; functions that read take a connection and go to
`Store.read`. Times are seconds since 1970. What a table's rules and seating look like is the caller's business:
`record` and `state` are his JSON.

A hand is one `begin`, any number of `append`, one `finish`. Its events are numbered from 0 and kept as the JSON
of `standpat.event`; an event or a decision written twice is refused, none can be changed or taken back. The events
here are the whole truth, hole cards included: what anyone may see of them is `standpat.seen`'s business. The
dealer's seed lies apart, and only `seed` reads it.

A decision is who is to act and until when. `clock` is the caller's JSON of what else the clock must remember
(time banks). Deadlines move by `move_deadline` (one) or `extend_deadlines` (all that are open) only.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection

from standpat.blind import ForcedBet
from standpat.event import Event
from standpat.game import Game, Stakes
from standpat.room.store.batch import Insert, Work


class TableRow(Struct, frozen=True):
    """A table as it was last saved. `next_hand_no` is one more than its last hand's number, 1 for the first."""

    id: str
    record: str
    state: str
    opened: float
    closed: float | None
    next_hand_no: int


class HandRecord(Struct, frozen=True):
    """A hand from its start. Engine seat k is table seat `places[k]`, held by `users[k]`, called `names[k]`."""

    id: int
    table: str
    hand_no: int
    began: float
    game: Game
    stakes: Stakes
    button: int
    stacks: tuple[int, ...]
    posts: tuple[ForcedBet, ...]
    places: tuple[int, ...]
    users: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    ended: float | None = None
    nets: tuple[int, ...] | None = None


class Decision(Struct, frozen=True):
    """Seat `seat` decides, as decision number `seq` of its hand, until `deadline`."""

    seq: int
    seat: int
    asked: float
    deadline: float
    clock: str = "{}"


class HandStory(Struct, frozen=True):
    """A hand and what has happened in it. `decision` is the last one asked for."""

    hand: HandRecord
    events: tuple[Event, ...]
    decision: Decision | None


# Tables ----------------------------------------------------------------------------------------------------


def open_table(table: str, record: str, state: str, at: float) -> Insert:
    """A new table."""
    raise NotImplementedError


def change_table(table: str, record: str) -> Work:
    """Its rules are these now."""
    raise NotImplementedError


def save_table(table: str, state: str) -> Work:
    """What it must remember between hands: seats, button, blinds owed."""
    raise NotImplementedError


def close_table(table: str, at: float) -> Work:
    """It is gone; its hands stay."""
    raise NotImplementedError


def tables(connection: Connection) -> list[TableRow]:
    """The tables that are open."""
    raise NotImplementedError


# Hands -----------------------------------------------------------------------------------------------------


def begin(hand: HandRecord, seed: str, events: Sequence[Event], decision: Decision | None) -> Insert:
    """A hand is dealt: its events so far, and the first decision."""
    raise NotImplementedError


def append(hand_id: int, first: int, events: Sequence[Event], decision: Decision | None = None) -> Insert:
    """What a decision caused: events from number `first` on, and the next decision if the hand goes on."""
    raise NotImplementedError


def finish(hand_id: int, nets: Sequence[int], at: float) -> Work:
    """The hand is over. Commit it together with its last events and `ledger.settle`."""
    raise NotImplementedError


def move_deadline(hand_id: int, seq: int, deadline: float, clock: str) -> Work:
    """This decision's deadline is another now (a time bank was opened, somebody lost his connection)."""
    raise NotImplementedError


def extend_deadlines(seconds: float) -> Work:
    """Every open decision's deadline is so much later: the room was away."""
    raise NotImplementedError


def last_hand_id(connection: Connection) -> int:
    """The highest hand id so far, 0 if there is none. The room numbers its hands from here."""
    raise NotImplementedError


def unfinished(connection: Connection) -> list[HandStory]:
    """The hands that were begun and not finished, with their last decision, which is the open one."""
    raise NotImplementedError


def hand(connection: Connection, hand_id: int) -> HandStory | None:
    """One hand."""
    raise NotImplementedError


def seed(connection: Connection, hand_id: int) -> str:
    """The dealer's seed of a hand: it tells every card. Never log or send it."""
    raise NotImplementedError


def hands_of_table(connection: Connection, table: str, limit: int = 50, before: int | None = None) -> list[HandRecord]:
    """A table's finished hands, newest first; `before` a hand id, to page on."""
    raise NotImplementedError


def hands_of_user(connection: Connection, user: str, limit: int = 50, before: int | None = None) -> list[HandRecord]:
    """The finished hands somebody was dealt into, newest first."""
    raise NotImplementedError


# The room's pulse ------------------------------------------------------------------------------------------


def heartbeat(at: float) -> Work:
    """The room is alive."""
    raise NotImplementedError


def last_heartbeat(connection: Connection) -> float | None:
    """When it last was; None for a new database."""
    raise NotImplementedError
