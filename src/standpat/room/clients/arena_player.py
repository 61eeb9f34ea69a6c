"""A program that speaks the poker-arena wire protocol, as a player at a table of the room.

An `ArenaPlayer` gets the messages that the table sends to its seat (`messages`). It passes them on to the program in
the arena's protocol (`hello`, `joined`, then `hand-start`, `event`, `act`, `hand-end`) and sends the program's answers
to `act` to the table. In that protocol the button is always seat 0, so seats are renumbered in each hand. Forced bets
that the protocol does not have are sent as the most similar ones that it has.

A program cannot harm the table. A missing, late or illegal answer is dropped, and the clock acts for the program as for
any player. A late answer is not taken for the answer to a later question, because as many answers are skipped as are
owed.

`sit_down` gives a program a seat in another room, as an ordinary client (`standpat.room.clients.client`);
`play_tournament` takes it through a tournament, with one connection for all of its tables.
`standpat.room.tables.program_seat` seats programs in its own room.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import msgspec

from standpat.engine.action import Action
from standpat.engine.event import Event, HandEnd, HandStart, Post, PotAwarded, decode, to_builtins
from standpat.protocol import arena
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.clients.program import PATIENCE, Line, Program
from standpat.room.clients.tournament import Standing, enter, standing

_POSTS: Final = {"extra-blind": "big-blind", "straddle": "big-blind", "dead-blind": "ante"}
BEHIND: Final = 3
"""Deadlines in a row at which the program has only sent owed answers. After that, no answers count as owed."""

Answer: TypeAlias = Callable[[int, wire.Turn, Action], Awaitable[None]]
"""Called with a decision: the number of the hand, the turn, and the action."""


class Gone(Exception):
    """The program has ended, or has broken the protocol so that it cannot continue."""


class ArenaPlayer:
    """A program at a seat, as the module says.

    Args:
        line: The connection to the program.
        user: The user who has the seat.
        name: The name that the program is told for itself.
        table: The table.
        answer: Called with each decision of the program.
    """

    def __init__(self, line: Line, user: str, name: str, table: wire.TableView, answer: Answer) -> None:
        self.messages: asyncio.Queue[wire.ServerMessage] = asyncio.Queue()
        self._line = line
        self._user = user
        self._name = name
        self._table = table
        self._give = answer
        self._seat = 0
        self._seats = 0
        self._button = 0
        self._hand_no: int | None = None
        self._owed = self._behind = 0
        self._ahead = time.time() - time.monotonic()
        """The server's time minus our monotonic clock, in seconds."""

    async def join(self) -> None:
        """Send `hello` and wait for the program's `join`.

        Raises:
            Gone: The program has not joined in time.
        """
        self._line.say(_hello(self._table))
        try:
            async with asyncio.timeout(PATIENCE):
                while (await self._hear()).get("t") != "join":
                    pass
        except (ValueError, TimeoutError):
            raise Gone("it did not join") from None
        self._line.say({"t": "joined", "name": self._name})

    async def run(self) -> None:
        """Play until the program ends.

        Raises:
            Gone: The program has ended.
        """
        while True:
            match await self.messages.get():
                case wire.Hello(server_time=now) | wire.TurnMoved(server_time=float(now)):
                    self._ahead = now - time.monotonic()
                case wire.TableChanged(table=table):
                    self._follow(table)
                case wire.Deal(hand=hand, seats=seats):
                    self._begin(seats, hand)
                    await self._turn(hand.hand_no, hand.turn)
                case wire.Snapshot(hand=hand, seats=seats) if hand and hand.turn and hand.hand_no != self._hand_no:
                    self._begin(seats, hand)  # the program joins a hand in progress
                    await self._turn(hand.hand_no, hand.turn)
                case wire.Snapshot():
                    self._hand_no = None  # frames were missed, so the program continues with the next hand
                case wire.Play() as play if play.hand_no == self._hand_no:
                    for event in play.events:
                        self._tell(decode(bytes(event)))
                    await self._turn(play.hand_no, play.turn)

    def _follow(self, table: wire.TableView) -> None:
        """Tell the program of another game, with a new `hello`, before the first hand of it."""
        before, self._table = self._table, table
        if (table.game, table.stakes) != (before.game, before.stakes):
            self._line.say(_hello(table))

    def _begin(self, seats: list[wire.SeatView], hand: wire.HandView) -> None:
        events = [decode(bytes(event)) for event in hand.events]
        place = next((seat.seat for seat in seats if seat.user == self._user), None)
        start = events[0]
        if place not in hand.seat_map or not isinstance(start, HandStart):
            self._hand_no = None
            return
        self._seat = hand.seat_map.index(place)
        self._hand_no, self._button, self._seats = start.hand_no, start.button, len(start.stacks)
        self._line.say({"t": "hand-start", "hand_no": start.hand_no, "seat": self._turned(self._seat)})
        for event in events:
            self._tell(event)

    async def _turn(self, hand_no: int, turn: wire.Turn | None) -> None:
        """Ask the program for a decision and pass it on if there is one."""
        if turn is None or turn.decision is None or hand_no != self._hand_no:
            return
        if isinstance(turn.decision, wire.Showdown):
            return  # the arena's protocol has no such question, so the clock answers it
        left = turn.deadline + turn.bank - self._ahead - time.monotonic()
        question = {
            "t": "act",
            "hand_no": hand_no,
            "seat": self._turned(turn.seat),
            "decision": msgspec.to_builtins(turn.decision),
            "deadline_ms": max(0, int(left * 1000)),
        }
        self._line.say(question)
        action = await self._answer(left)
        if action is not None:
            await self._give(hand_no, turn, action)

    async def _answer(self, seconds: float) -> Action | None:
        """The program's answer to the last question; None if it is late or not an action."""
        passed_over = False
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                while True:
                    message = await self._hear()
                    if self._owed:
                        self._owed -= 1
                        passed_over = True
                    elif message.get("t") == "action":
                        self._behind = 0
                        return arena.read_action(message)
        except ValueError:
            return None
        except asyncio.CancelledError:
            self._owed += 1
            raise
        except TimeoutError:
            self._owed += 1
            self._behind = self._behind + 1 if passed_over else 0
            if self._behind >= BEHIND:
                self._owed = self._behind = 0
            return None

    async def _hear(self) -> dict[str, Any]:
        """The program's next message.

        Raises:
            ValueError: The line is not a message.
            Gone: The program has ended.
        """
        while line := await self._line.hear():
            if line.strip():
                return arena.message(line)
        raise Gone("it has gone")

    def _turned(self, seat: int) -> int:
        """An engine seat in the arena's numbering, which begins at the button."""
        return (seat - self._button) % self._seats

    def _tell(self, event: Event) -> None:
        fields = to_builtins(event)
        match event:
            case HandStart(stacks=stacks):
                fields |= {"button": 0, "stacks": self._by_seat(stacks)}
                fields.pop("asks", None)
            case PotAwarded(winners=winners):
                fields["winners"] = [[self._turned(seat), chips] for seat, chips in winners]
            case HandEnd(nets=nets):
                fields["nets"] = self._by_seat(nets)
            case Post(kind=kind):
                fields["kind"] = _POSTS.get(kind, kind)
        if "seat" in fields:
            fields["seat"] = self._turned(fields["seat"])
        self._line.say({"t": "event", "hand_no": self._hand_no, "ev": fields})
        if isinstance(event, HandEnd):
            self._line.say({"t": "hand-end", "hand_no": self._hand_no, "nets": fields["nets"]})
            self._hand_no = None

    def _by_seat(self, values: tuple[int, ...]) -> list[int]:
        return [values[(self._button + seat) % self._seats] for seat in range(self._seats)]


async def sit_down(table: Table, program: Program, buy_in: int) -> None:
    """Give a program a seat at a table, and play until the table or the program ends.

    Args:
        table: A connected table.
        program: The program, which is started or connected to.
        buy_in: The chips to sit down with.

    Raises:
        OSError: The program could not be started or connected to.
        RoomError: The table refused the seat.
    """
    assert table.hello

    async def answer(hand_no: int, turn: wire.Turn, action: Action) -> None:
        with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
            await table.answer(turn, hand_no, action)

    line = await Line.open(program)
    player = ArenaPlayer(line, table.lobby.user, table.lobby.name, table.hello.table, answer)
    table.on_message = player.messages.put_nowait
    player.messages.put_nowait(table.hello)
    playing: asyncio.Task[None] | None = None
    try:
        await player.join()
        if table.place is None:
            await table.sit(buy_in, timeout=600)
            await table.post_blind(True)
        playing = asyncio.create_task(player.run())
        closed = asyncio.create_task(table.over())
        await asyncio.wait((playing, closed), return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
        if playing.done():
            playing.result()
    except Gone:
        pass
    finally:
        if playing:
            playing.cancel()
        await line.close()
        with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
            await table.leave()


async def play_tournament(lobby: Lobby, tournament: str, program: Program, *, rebuys: bool = False) -> Standing:
    """Register a program for a tournament, and play it to the program's end, or to the end of the program.

    Args:
        lobby: The program's account.
        tournament: The tournament.
        program: The program, which is started or connected to.
        rebuys: Whether to buy chips where they are offered.

    Returns:
        How it stands.

    Raises:
        OSError: The program could not be started or connected to.
        RoomError: The room refused to register it.
    """
    line = await Line.open(program)
    tables: list[Table] = []
    players: list[ArenaPlayer] = []
    waiting: list[wire.ServerMessage] = []

    async def answer(hand_no: int, turn: wire.Turn, action: Action) -> None:
        with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
            await tables[-1].answer(turn, hand_no, action)

    def listen(message: wire.ServerMessage) -> None:
        if not players:
            waiting.append(message)
            return
        if isinstance(message, wire.Hello):  # perhaps of another table
            players[0].messages.put_nowait(wire.TableChanged(message.v, message.table))
        players[0].messages.put_nowait(message)

    async def play(table: Table) -> None:
        assert table.hello
        tables.append(table)
        if not players:
            player = ArenaPlayer(line, lobby.user, lobby.name, table.hello.table, answer)
            await player.join()
            players.append(player)
            for message in waiting:
                player.messages.put_nowait(message)
        await players[0].run()

    try:
        return await enter(lobby, tournament, play, listen=listen, rebuys=rebuys)
    except Gone:
        mine = await standing(lobby, tournament)
        assert mine is not None
        return mine
    finally:
        await line.close()


def _hello(table: wire.TableView) -> dict[str, Any]:
    timeout_ms = int(table.clock.act * 1000)
    return arena.hello_plain(arena.Hello(table.game, table.stakes, table.seats, table.buy_in[1], timeout_ms))
