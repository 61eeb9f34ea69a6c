"""The players at a table of the load test, who act at once or at a given pace, and the times until everybody has seen
an action.

The time of an action runs from the moment at which its bytes are handed to the kernel until the last viewer of the
table has read the `play` frame that it caused. All viewers of a table are in one process, so one clock measures it.

Players check and call, sometimes bet, raise or fold, and discard any number of cards. A hand takes about thirty
decisions. Frames are decoded only as far as a player needs.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final

import msgspec
from msgspec import Struct

from standpat.room.bench.socket import Socket

BOLD: Final = 0.08
"""The probability of a bet or raise where it is allowed, and of a fold to a bet."""


class _Wager(Struct, tag_field="kind", tag="wager"):
    check: bool
    call: int | None = None
    bet: dict[str, int] | None = None
    raise_: dict[str, int] | None = msgspec.field(default=None, name="raise")


class _Draw(Struct, tag_field="kind", tag="draw"):
    max_discards: int


class _Turn(Struct):
    seq: int
    decision: _Wager | _Draw | None = None


class _Event(Struct):
    event: str
    seat: int = -1
    cards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


class _Hand(Struct):
    hand_no: int
    events: list[_Event]
    turn: _Turn | None = None


class _Frame(Struct):
    t: str
    v: int = 0
    hand_no: int = 0
    turn: _Turn | None = None
    hand: _Hand | None = None
    events: msgspec.Raw = msgspec.Raw(b"[]")
    code: str = ""
    text: str = ""


_read: Final = msgspec.json.Decoder(_Frame).decode
_events: Final = msgspec.json.Decoder(list[_Event]).decode


class Player:
    """One seat with its socket and its cards."""

    def __init__(self, table: "Table", number: int) -> None:
        self.table = table
        self.number = number
        self.socket: Socket | None = None
        self.ready = asyncio.get_running_loop().create_future()
        self._cards: list[str] = []
        self._thrown: list[str] = []

    def take(self, data: bytes) -> None:
        """Read a frame."""
        frame = _read(data)
        kind = frame.t
        if kind == "play":
            if self._thrown:
                self._draw(_events(frame.events))
            self.table.seen(frame.v)
            self._turn(frame.hand_no, frame.turn)
        elif kind in ("deal", "snapshot"):
            if not self.ready.done():
                self.ready.set_result(None)
            hand = frame.hand
            if hand is not None:
                self._thrown = []
                for event in hand.events:
                    if event.event == "deal-hole" and event.cards:
                        self._cards = list(event.cards)
                    elif event.event == "draw-result" and event.drawn:
                        self._cards = []  # they are not known: the discards are in a field that is not decoded
                self._turn(hand.hand_no, hand.turn)
        elif kind == "error":
            self.table.refused(f"{frame.code}: {frame.text}")

    def _draw(self, events: Sequence[_Event]) -> None:
        for event in events:
            if event.event == "draw-result":
                self._cards = [card for card in self._cards if card not in self._thrown] + list(event.drawn)
                self._thrown = []
                return

    def _turn(self, hand_no: int, turn: _Turn | None) -> None:
        if turn is not None and turn.decision is not None:
            self.table.decide(self, hand_no, turn.seq, turn.decision)

    def choose(self, decision: _Wager | _Draw, chance: Random) -> bytes:
        """Choose an action, as JSON."""
        if isinstance(decision, _Draw):
            most = min(decision.max_discards, len(self._cards))
            self._thrown = thrown = chance.sample(self._cards, chance.randint(0, min(3, most)))
            cards = ",".join([f'"{card}"' for card in thrown])
            return f'{{"kind":"discard","cards":[{cards}]}}'.encode()
        bounds = decision.bet or decision.raise_
        if bounds and chance.random() < BOLD:
            kind = "bet" if decision.bet else "raise"
            return f'{{"kind":"{kind}","to":{bounds["min_to"]}}}'.encode()
        if decision.check:
            return b'{"kind":"check"}'
        if decision.call is None or chance.random() < BOLD:
            return b'{"kind":"fold"}'
        return b'{"kind":"call"}'


class Tally:
    """The measurements of a process: seconds from each action to the last viewer's frame, and refusals."""

    def __init__(self) -> None:
        self.counting = False
        self.times: list[float] = []
        self.errors: list[str] = []


class Table:
    """The players of one table, all in this process.

    Args:
        id: The table's id.
        tally: Where measurements go.
        chance: Random numbers for the players' choices.
        pause: The mean number of seconds from a turn to its answer; 0 for none.
    """

    def __init__(self, id: str, tally: Tally, chance: Random, pause: float) -> None:
        self.id = id
        self.players: list[Player] = []
        self._tally = tally
        self._chance = chance
        self._pause = pause
        self._sent_at = 0.0
        self._version = 0
        self._unseen: dict[int, tuple[float, int]] = {}
        """By version: when the action was sent, and how many viewers have not read the frame yet."""
        self._id = 0
        self._begun = self._stopped = False
        self._held: tuple[Player, int, int, _Wager | _Draw] | None = None

    def begin(self) -> None:
        """Let the players act."""
        self._begun = True
        if self._held:
            self.decide(*self._held)

    def stop(self) -> None:
        """Stop acting."""
        self._stopped = True

    def decide(self, player: Player, hand_no: int, seq: int, decision: _Wager | _Draw) -> None:
        """Act for the player whose turn it is, after the pause."""
        if self._stopped:
            return
        if not self._begun:
            self._held = (player, hand_no, seq, decision)
        elif self._pause:
            pause = self._pause * self._chance.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self._act, player, hand_no, seq, decision)
        else:
            self._act(player, hand_no, seq, decision)

    def _act(self, player: Player, hand_no: int, seq: int, decision: _Wager | _Draw) -> None:
        if self._stopped or player.socket is None:
            return
        action = player.choose(decision, self._chance)
        self._id += 1
        self._sent_at = perf_counter()
        player.socket.send(b'{"t":"act","id":%d,"hand_no":%d,"seq":%d,"action":%b}' % (self._id, hand_no, seq, action))

    def seen(self, v: int) -> None:
        """Count a viewer who has read the `play` frame of a version."""
        if v > self._version:
            self._version = v
            self._unseen[v] = self._sent_at, len(self.players)
        sent_at, unseen = self._unseen.get(v, (0.0, 0))
        if unseen > 1:
            self._unseen[v] = sent_at, unseen - 1
        elif unseen:
            del self._unseen[v]
            if self._tally.counting:
                self._tally.times.append(perf_counter() - sent_at)

    def refused(self, text: str) -> None:
        """Record that the server refused an action."""
        self._tally.errors.append(text)
