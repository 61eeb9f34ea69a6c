"""A program that speaks the poker-arena wire protocol, given a seat at a table here.

`sit_down(table, command)` starts the program and carries its JSON lines to and from the table's socket until the table
or the program ends. To the program it is an arena: `hello`, `joined`, then `hand-start`, `event`, `act`, `hand-end`.
In that protocol the button is always seat 0, so seats are turned hand by hand. Forced bets it does not know are told as
those they are most like.

Nothing the program does can hurt the table: an answer that is late, illegal or no answer at all is dropped, and the
clock plays for it, as for anybody. It is a client like any other (`standpat.room.client`), and sees what its seat sees.
"""

import asyncio
import contextlib
import shlex
import time
from typing import Any, Final

import msgspec

from standpat.action import Action, Bet, Call, Check, Discard, Fold, IllegalAction, Raise
from standpat.event import Event, HandEnd, HandStart, Post, PotAwarded, decode, to_builtins
from standpat.history.guess import arena_id
from standpat.room import wire
from standpat.room.client import RoomError, Table

PROTOCOL: Final = 1
MAX_LINE: Final = 65_536
_POSTS: Final = {"extra-blind": "big-blind", "dead-blind": "ante"}


class _Answer(msgspec.Struct):
    t: str
    action: Fold | Check | Call | Bet | Raise | wire.Throw | None = None


class ArenaPlayer:
    """See the module. Use `sit_down`."""

    def __init__(self, table: Table, process: asyncio.subprocess.Process) -> None:
        self._table = table
        self._process = process
        self._messages: asyncio.Queue[wire.ServerMessage] = asyncio.Queue()
        self._seats = 0
        self._button = 0
        self._hand_no: int | None = None

    async def run(self) -> None:
        """Play until one of the two ends."""
        table = self._table
        table.on_message = self._messages.put_nowait
        assert table.hello
        self._say(_hello(table.hello.table))
        await self._answer(60.0)
        self._say({"t": "joined", "name": table.lobby.name})
        while table.closed is None and self._process.returncode is None:
            message = await self._messages.get()
            match message:
                case wire.Deal(hand=hand):
                    self._begin([decode(bytes(event)) for event in hand.events])
                    await self._turn(hand.hand_no, hand.turn)
                case wire.Play() if message.hand_no == self._hand_no:
                    for event in message.events:
                        self._tell(decode(bytes(event)))
                    await self._turn(message.hand_no, message.turn)
                case wire.Snapshot():
                    self._hand_no = None  # something was missed: it goes on with the next hand

    def _begin(self, events: list[Event]) -> None:
        start = events[0]
        seat = self._table.my_seat
        if seat is None or not isinstance(start, HandStart):
            self._hand_no = None
            return
        self._hand_no, self._button, self._seats = start.hand_no, start.button, len(start.stacks)
        self._say({"t": "hand-start", "hand_no": start.hand_no, "seat": self._turned(seat)})
        for event in events:
            self._tell(event)

    async def _turn(self, hand_no: int, turn: wire.Turn | None) -> None:
        """Ask the program, and pass on what it says if that is anything."""
        if turn is None or turn.decision is None or hand_no != self._hand_no:
            return
        left = turn.deadline + turn.bank - time.time()
        asked = {"t": "act", "hand_no": hand_no, "seat": self._turned(turn.seat)}
        self._say({**asked, "decision": msgspec.to_builtins(turn.decision), "deadline_ms": max(0, int(left * 1000))})
        action = await self._answer(left)
        if action is not None:
            with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
                await self._table.answer(turn, hand_no, action)

    async def _answer(self, seconds: float) -> Action | None:
        """The program's next line as an action, None where it is none."""
        assert self._process.stdout
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), max(0.0, seconds))
            said = msgspec.json.decode(line, type=_Answer).action
            return Discard(said.cards) if isinstance(said, wire.Throw) else said
        except (ValueError, TimeoutError, IllegalAction):
            return None

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")

    def _turned(self, seat: int) -> int:
        """An engine seat as the arena counts, from the button on."""
        return (seat - self._button) % self._seats

    def _tell(self, event: Event) -> None:
        told = to_builtins(event)
        match event:
            case HandStart(stacks=stacks):
                told |= {"button": 0, "stacks": self._by_seat(stacks)}
            case PotAwarded(winners=winners):
                told["winners"] = [[self._turned(seat), chips] for seat, chips in winners]
            case HandEnd(nets=nets):
                told["nets"] = self._by_seat(nets)
            case Post(kind=kind):
                told["kind"] = _POSTS.get(kind, kind)
        if "seat" in told:
            told["seat"] = self._turned(told["seat"])
        self._say({"t": "event", "hand_no": self._hand_no, "ev": told})
        if isinstance(event, HandEnd):
            self._say({"t": "hand-end", "hand_no": self._hand_no, "nets": told["nets"]})

    def _by_seat(self, values: tuple[int, ...]) -> list[int]:
        return [values[(self._button + seat) % self._seats] for seat in range(self._seats)]


async def sit_down(table: Table, command: str, buy_in: int) -> None:
    """Start the program, take a seat for it, and play until the table or the program ends."""
    process = await asyncio.create_subprocess_exec(
        *shlex.split(command), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MAX_LINE
    )
    player = asyncio.create_task(ArenaPlayer(table, process).run())
    ended = asyncio.create_task(process.wait())
    try:
        if table.place is None:
            await table.sit(buy_in, timeout=600)
            await table.post_blind(True)
        await asyncio.wait((player, ended), return_when=asyncio.FIRST_COMPLETED)
        if player.done():
            player.result()
    finally:
        player.cancel()
        ended.cancel()
        if process.returncode is None:
            process.kill()
            await process.wait()
        with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
            await table.leave()


def _hello(table: wire.TableView) -> dict[str, Any]:
    game, stakes = table.game, table.stakes
    betting: dict[str, Any] = {"kind": game.betting}
    if game.betting == "fixed-limit":
        betting["raise_cap"] = game.house.cap
    return {
        "t": "hello",
        "proto": PROTOCOL,
        "game_id": arena_id(game),
        "stakes": {"kind": "blinds", **msgspec.to_builtins(stakes)},
        "betting": betting,
        "seat_count": table.seats,
        "starting_stack": table.buy_in[1],
        "timeout_ms": int(table.clock.act * 1000),
    }
