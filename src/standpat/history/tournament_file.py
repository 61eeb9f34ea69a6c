"""A whole tournament as one file: JSON Lines, version 2.

The first line says what the file is (`Head`). Then follow the tournament's events in order, each as the journal has it
(`standpat.tournament.events`): the structure, entries, seats, moves, levels, places, prizes. After the event that ends
a hand (``played``, or ``voided``) follows the hand itself: who was dealt in with what, and the events of the engine
(`standpat.engine.event`), so also every decision.

    {"standpat":"tournament","version":2,"id":"5f…","name":"Friday","cards":"seen","viewer":"8908ef57d7a8e93d","events":214}
    {"event":"announced","at":1764000000000,"id":"5f…","name":"Friday","structure":{…},"options":{…},"starts":0}
    …
    {"event":"played","at":1764000060000,"table":1,"hand":1,"stacks":[9800,10200]}
    {"hand":{"table":1,"number":1,"id":"28…","began":1764000001.5,"game":{…},"seats":[0,1],"players":[…],"events":[…]}}

A file never has a hand that is being played. `cards` is ``all`` in the operator's file; ``seen`` in a player's, which
has of each hand what `viewer` saw: their own cards, and those that were shown.

`entries` reads a file line by line, and checks each event against those before it and each hand against the event that
began it and the one that ended it. `read_tournament` reads all of it. `PlayedHand.record` is a hand as a `Record`,
which `standpat.history.replay.replay` plays again and `standpat.history.file.convert` writes in another format. So
``standpat replay`` and ``standpat convert`` read such a file, too.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from standpat.engine.blind import ForcedBet
from standpat.engine.event import Event as HandEvent
from standpat.engine.games import Game, Stakes
from standpat.history.format import Asked, Format, overruled
from standpat.history.record import Damaged, Entry, Record, Skipped, Told
from standpat.tournament import events as tournament_events
from standpat.tournament.events import Announced, Dealt, Event, Played, Voided
from standpat.tournament.fold.apply import apply
from standpat.tournament.fold.parts import Impossible
from standpat.tournament.state import Tournament

VERSION: Final = 2
"""The version of the format. Version 1 was one JSON object with the events alone."""


class Head(Struct, frozen=True, tag_field="standpat", tag="tournament"):
    """The first line.

    Attributes:
        version: The version of the format.
        id: The tournament.
        name: Its name.
        cards: Whether the file has all cards, or those that `viewer` saw.
        viewer: Who saw them; None for somebody without an account, and where it has all.
        events: How many events the file has.
    """

    version: int
    id: str
    name: str
    cards: Literal["all", "seen"]
    viewer: str | None
    events: int


class PlayedHand(Struct, frozen=True, omit_defaults=True):
    """A hand that is over. Seat k of its events is seat `seats[k]` of the table.

    Attributes:
        table: The number of the table.
        number: The number of the hand at this table.
        id: The number that names the hand in other formats.
        began: When it began, in Unix seconds.
        game: The game with its house rules.
        stakes: The stakes.
        button: The seat of the engine that has the button.
        stacks: The stacks at the beginning.
        posts: The forced bets that were due.
        seats: The seats.
        players: The ids of the players.
        names: Their names, all different.
        events: The events.
        shown: Cards that players showed after the end.
    """

    table: int
    number: int
    id: str
    began: float
    game: Game
    stakes: Stakes
    button: int
    stacks: tuple[int, ...]
    posts: tuple[ForcedBet, ...]
    seats: tuple[int, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    events: tuple[HandEvent, ...]
    shown: tuple[HandEvent, ...] = ()

    def record(self, announced: Announced, level: int, viewer: str | None = None, line: int = 1) -> Record:
        """The hand as a record.

        Args:
            announced: The tournament.
            level: The level of the hand.
            viewer: The player whose cards are shown; None where nobody's or everybody's are.
            line: The line of the file.

        Raises:
            ValueError: Its parts do not fit together.
        """
        return Record(
            game=self.game,
            stakes=self.stakes,
            stacks=self.stacks,
            button=self.button,
            players=self.names,
            told=[Told(line, event) for event in self.events],
            line=line,
            posts=self.posts,
            hand_id=self.id,
            hand_no=self.number,
            table=f"{announced.name} {self.table}",
            when=datetime.fromtimestamp(self.began, UTC),
            hero=self.players.index(viewer) if viewer in self.players else None,
            seat_numbers=tuple([seat + 1 for seat in self.seats]),
            extra=named(announced, level),
        )


class TournamentFile(NamedTuple):
    """A file that was read.

    Attributes:
        head: Its first line.
        events: The events of the tournament.
        hands: The hands that are over, in the order in which they ended.
        records: The same hands as records; without those that do not count.
        state: The tournament after the last event: places, prizes, stacks.
    """

    head: Head
    events: tuple[Event, ...]
    hands: tuple[PlayedHand, ...]
    records: tuple[Record, ...]
    state: Tournament


def named(announced: Announced, level: int) -> dict[str, str]:
    """What the record of a hand says of its tournament (`Record.extra`): number, buy-in and level."""
    structure = announced.structure
    cost = f"{structure.buy_in}+{structure.fee}" if structure.buy_in + structure.fee else "Freeroll"
    return {"tournament": str(number(announced.id)), "buy_in": cost, "level": f"Level {roman(level)}"}


def number(id: str) -> int:
    """The number of a tournament in files, which some programs need. It is the same each time."""
    return int.from_bytes(hashlib.sha256(f"standpat tournament {id}".encode()).digest()[:4]) | 1 << 32


def roman(level: int) -> str:
    """A level as sites write it."""
    digits = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"))
    text = ""
    for value, letters in (*digits, (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        text += letters * (level // value)
        level %= value
    return text


# Writing ---------------------------------------------------------------------------------------------------


def head_line(head: Head) -> bytes:
    """The first line."""
    return msgspec.json.encode(head) + b"\n"


def event_line(body: bytes) -> bytes:
    """The line of an event that is encoded already (`standpat.tournament.events.encode`)."""
    return body + b"\n"


def hand_line(hand: PlayedHand) -> bytes:
    """The line of a hand."""
    return msgspec.json.encode(_HandLine(hand)) + b"\n"


# Reading ---------------------------------------------------------------------------------------------------


def read_tournament(text: str) -> TournamentFile:
    """Read a file.

    Args:
        text: Its text.

    Raises:
        ValueError: It is not whole and sound. The message names the line.
    """
    head, state = None, Tournament()
    events: list[Event] = []
    hands: list[PlayedHand] = []
    records: list[Record] = []
    for line, entry in entries(text.split("\n"), state):
        match entry:
            case Damaged():
                raise ValueError(f"line {line}: {entry.reason}")
            case Head():
                head = entry
            case _Ended():
                hands.append(entry.hand)
                if isinstance(entry.end, Played):
                    records.append(entry.record)
            case _:
                events.append(entry)
    assert head is not None
    return TournamentFile(head, tuple(events), tuple(hands), tuple(records), state)


class _HandLine(Struct, frozen=True):
    """The line of a hand."""

    hand: PlayedHand


class _Ended(NamedTuple):
    """A hand, the event that ended it, and its record."""

    hand: PlayedHand
    end: Played | Voided
    record: Record


_HEAD: Final = msgspec.json.Decoder(Head)
_HAND: Final = msgspec.json.Decoder(_HandLine)


def entries(lines: Iterable[str], state: Tournament) -> Iterator[tuple[int, Head | Event | _Ended | Damaged]]:
    """The lines of a file, with their numbers.

    A line that cannot be read, or that cannot follow those before it, is `Damaged`. After an event that is damaged the
    events are not checked any more, and hands are left out.

    Args:
        lines: The lines.
        state: An empty tournament; it is brought up to date with each event.
    """
    reader = _Reader(state)
    last = 0
    for last, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            yield last, reader.read(text, last)
        except (Impossible, LookupError, ValueError) as error:
            reader.damage()
            yield last, Damaged(last, f"{error}" or "it cannot follow")
    if missing := reader.missing():
        yield max(last, 1), Damaged(max(last, 1), missing)


class _Reader:
    """Reads one line after the other."""

    def __init__(self, state: Tournament) -> None:
        self._state = state
        self._head: Head | None = None
        self._events = 0
        self._begun: dict[tuple[int, int], Dealt] = {}
        self._ended: Played | Voided | None = None
        self._sound = True

    def read(self, text: str, line: int) -> Head | Event | _Ended:
        """The content of a line.

        Raises:
            ValueError: It cannot be read, or cannot follow.
        """
        if self._head is None:
            head = _HEAD.decode(text)
            if head.version != VERSION:
                raise ValueError(f"version {head.version} of the format: expected {VERSION}")
            self._head = head
            return head
        if text.startswith('{"hand":'):
            return self._hand(_HAND.decode(text).hand, line)
        return self._event(tournament_events.decode(text))

    def damage(self) -> None:
        """Note that a line is damaged: what follows cannot be checked."""
        self._sound, self._ended = False, None

    def missing(self) -> str:
        """What is missing at the end; "" if nothing is."""
        if self._head is None:
            return "the file has no first line"
        if self._sound and self._ended is not None:
            return f"hand {self._ended.hand} of table {self._ended.table} is missing"
        if self._sound and self._events != self._head.events:
            return f"the file has {self._events} events of {self._head.events}"
        return ""

    def _event(self, event: Event) -> Event:
        if not self._sound:
            raise ValueError("not checked: a line before it is damaged")
        if self._ended is not None:
            raise ValueError(f"hand {self._ended.hand} of table {self._ended.table} is missing before this line")
        apply(self._state, event)
        self._events += 1
        if isinstance(event, Dealt):
            self._begun[event.table, event.hand] = event
        elif isinstance(event, Played | Voided):
            self._ended = event
        return event

    def _hand(self, hand: PlayedHand, line: int) -> _Ended:
        end, self._ended = self._ended, None
        if end is None or (end.table, end.hand) != (hand.table, hand.number):
            raise ValueError(f"hand {hand.number} of table {hand.table} does not end here")
        begun = self._begun.pop((hand.table, hand.number))
        if (begun.seats, begun.players, begun.stacks) != (hand.seats, hand.players, hand.stacks):
            raise ValueError(f"hand {hand.number} of table {hand.table} began with other players or stacks")
        if hand.game.id != begun.game:
            raise ValueError(f"hand {hand.number} of table {hand.table} is another game than {begun.game}")
        assert self._head is not None
        record = hand.record(self._state.announced, begun.level, self._head.viewer, line)
        last: Any = hand.events[-1] if hand.events else None
        nets = getattr(last, "nets", None)
        if isinstance(end, Played) and (
            nets is None
            or len(nets) != len(end.stacks)
            or tuple([stack + net for stack, net in zip(hand.stacks, nets, strict=True)]) != end.stacks
        ):
            raise ValueError(f"hand {hand.number} of table {hand.table} ended with other stacks")
        return _Ended(hand, end, record)


# As a history format ---------------------------------------------------------------------------------------


def read(text: str) -> Iterator[Entry]:
    """The hands of a file, and what is damaged in it."""
    for line, entry in entries(text.split("\n"), Tournament()):
        if isinstance(entry, Damaged):
            yield entry
        elif isinstance(entry, _Ended):
            yield entry.record if isinstance(entry.end, Played) else Skipped(line, "the hand does not count")


def _read(text: str, asked: Asked) -> Iterator[Entry]:
    return overruled(read)(text, asked)


FORMAT: Final = Format(
    name="tournament",
    title="standpat's tournament",
    sign=re.compile(r'^\s*\{\s*"standpat"\s*:\s*"tournament"', re.MULTILINE),
    read=_read,
    media_type="application/x-ndjson; charset=utf-8",
)
