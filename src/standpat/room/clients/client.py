"""A client of the room, for bots, tests and measurements.

    async with Lobby("http://127.0.0.1:8027") as lobby:     # a guest, or a bot with its token
        seat = await lobby.play_now()
        async with lobby.table(seat.table) as table:
            while True:
                turn = await table.my_turn()
                await table.act(choose(table))

`Table` keeps the state that its frames give: `seats`, `hand_no`, `events` of the hand as this viewer sees them (engine
structs), `turn`, `my_seat` (engine seat) and `cards`. It follows the protocol's rules: it notices a missing version and
asks for it, and after a broken connection it connects again and gets everything that it missed. A refusal is a
`RoomError`.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlencode

import msgspec
from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from standpat.engine.action import Action, Legal
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Event, decode
from standpat.protocol import room as wire
from standpat.protocol.room import ServerMessage
from standpat.room.clients.decision import legal_of
from standpat.room.clients.http import request

PATIENCE: Final = 10.0
"""How long to wait for an answer, in seconds."""
FINAL: Final = (1008, 4401, 4403, 4404, 4405, 4406)
"""Close codes after which it is useless to connect again."""


class RoomError(Exception):
    """A refusal of the room.

    Args:
        code: The code of the refusal, which stands in `code`.
        text: What was wrong, in words.
        right: What would be right.
    """

    def __init__(self, code: str, text: str, right: str = "") -> None:
        super().__init__(f"{code}: {text}" + (f" ({right})" if right else ""))
        self.code = code


class _Versioned(msgspec.Struct):
    v: int | None = None


_versioned: Final = msgspec.json.Decoder(_Versioned)


class Place(NamedTuple):
    """A seat at a table."""

    table: str
    seat: int


class Lobby:
    """A visitor of a room.

    Args:
        url: The room's address, such as ``http://127.0.0.1:8027``.
        cookie: The session of a user; None for a new guest.
        token: The token of a bot.

    Attributes:
        user: The visitor's id, once entered.
        name: The visitor's name, once entered.
    """

    def __init__(self, url: str, *, cookie: str | None = None, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.token = token
        self.device: str | None = None
        self.user = ""
        self.name = ""

    async def __aenter__(self) -> "Lobby":
        me = await self.get("/api/me")
        self.user, self.name = me["user"], me["name"]
        return self

    async def __aexit__(self, *_error: object) -> None: ...

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers that identify the visitor."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        kept = {"standpat": self.cookie, "standpat-device": self.device}
        cookies = [f"{name}={value}" for name, value in kept.items() if value]
        return {"Cookie": "; ".join(cookies)} if cookies else {}

    async def get(self, path: str) -> Any:
        """Send a GET request.

        Args:
            path: The path, such as ``/api/me``.

        Returns:
            The answer: decoded JSON, or text if it is not JSON.

        Raises:
            RoomError: The room refused.
        """
        return await asyncio.to_thread(self._request, "GET", path, None)

    async def post(self, path: str, **body: Any) -> Any:
        """Send a POST request with a JSON body.

        Args:
            path: The path, such as ``/api/play-now``.
            **body: The fields of the body.

        Returns:
            The answer: decoded JSON, or text if it is not JSON.

        Raises:
            RoomError: The room refused.
        """
        return await asyncio.to_thread(self._request, "POST", path, body)

    async def play_now(self, game: str = "27td") -> Place:
        """Take a seat at a table where the next hand can be played.

        Args:
            game: The game's id.

        Returns:
            The seat.

        Raises:
            RoomError: The room refused.
        """
        got = await self.post("/api/play-now", game=game)
        return Place(got["table"], got["seat"])

    async def create(self, **wish: Any) -> str:
        """Open a new table.

        Args:
            **wish: The fields of `POST /api/tables`.

        Returns:
            The table's id.

        Raises:
            RoomError: The room refused.
        """
        return str((await self.post("/api/tables", **wish))["table"])

    def table(self, id: str, *, asks: bool = False) -> "Table":
        """Make a connection to a table, to be used with ``async with``.

        Args:
            id: The table's id.
            asks: Whether to be asked at the showdown when there is a choice (`legal.showdown`). The answer is `Show` or
                `Muck`.

        Returns:
            The table.
        """
        return Table(self, id, asks=asks)

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        answer = request(self.url, method, path, body, self.headers, PATIENCE)
        if not self.token:
            self.cookie = answer.cookies.get("standpat", self.cookie)
        self.device = answer.cookies.get("standpat-device", self.device)
        if answer.status < 400:
            return answer.value
        if isinstance(answer.value, dict):
            raise RoomError(answer.value["code"], answer.value["text"], answer.value.get("right", ""))
        raise RoomError(str(answer.status), answer.value[:200])


class Table:
    """A connection to a table, and the state that its frames give.

    Args:
        lobby: The visitor.
        id: The table's id.
        asks: Whether to be asked at the showdown.

    Attributes:
        on_frame: Called with the text of every frame.
        on_message: Called with every message.
        hello: The first message of the server.
        info: The table's settings; at a table with a rotation, those of the present game.
        v: The version of the state.
        seats: The seats.
        button: The table seat of the button.
        hand_no: The number of the present hand; 0 if there is none.
        seat_map: The table seat of each engine seat.
        events: The events of the present hand, as this viewer sees them.
        turn: The turn; None if nobody is to act.
        paused: Whether the host has paused the table. Then nobody can act.
        chat: The chat.
        closed: The code and the reason with which the room ended the connection for good; None if it did not.
    """

    def __init__(self, lobby: Lobby, id: str, *, asks: bool = False) -> None:
        self.lobby = lobby
        self.id = id
        self.asks = asks
        self.on_frame: Callable[[str], None] | None = None
        self.on_message: Callable[[ServerMessage], None] | None = None
        self.hello: wire.Hello | None = None
        self.info: wire.TableView | None = None
        self.v = 0
        self.seats: list[wire.SeatView] = []
        self.button: int | None = None
        self.hand_no = 0
        self.seat_map: tuple[int, ...] = ()
        self.events: list[Event] = []
        self.turn: wire.Turn | None = None
        self.paused = False
        self.chat: list[wire.ChatLine] = []
        self.emotes: list[wire.Emoted] = []
        self.closed: tuple[int, str] | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[None]] = {}
        self._unanswered: dict[int, wire.Keyed] = {}
        self._changed = asyncio.Condition()
        self._ready = asyncio.Event()

    async def __aenter__(self) -> "Table":
        self._task = asyncio.create_task(self._run())
        await asyncio.wait_for(self._ready.wait(), PATIENCE)
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    # State -----------------------------------------------------------------------------------------------

    @property
    def place(self) -> int | None:
        """The visitor's table seat; None if they do not sit here."""
        return next((seat.seat for seat in self.seats if seat.user == self.lobby.user), None)

    @property
    def my_seat(self) -> int | None:
        """The visitor's engine seat in the present hand; None if they were not dealt in."""
        place = self.place
        return self.seat_map.index(place) if place in self.seat_map else None

    @property
    def cards(self) -> tuple[int, ...]:
        """The visitor's cards now."""
        seat, cards = self.my_seat, list[int]()
        for event in self.events:
            match event:
                case DealHole(seat=at) if at == seat:
                    cards = list(event.cards)
                case DiscardAnnounced(seat=at) if at == seat:
                    cards = [card for card in cards if card not in event.discarded]
                case DrawResult(seat=at) if at == seat:
                    cards = [card for card in cards if card not in event.discarded] + list(event.drawn)
        return tuple(cards)

    @property
    def legal(self) -> Legal | None:
        """What the visitor may do now; None if it is not their turn, or the table is paused."""
        return None if self.paused else legal_of(self.turn)

    async def until(self, condition: Callable[[], bool], timeout: float | None = PATIENCE) -> None:
        """Wait until the state fulfils a condition.

        Args:
            condition: Checked after each message.
            timeout: Seconds to wait; None for no limit.

        Raises:
            TimeoutError: The time is over.
            ConnectionError: The room ended the connection.
        """
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: condition() or self.closed is not None)
        if not condition():
            raise ConnectionError(f"the table is closed: {self.closed}")

    async def over(self) -> None:
        """Wait until the room ends the connection for good."""
        await self.until(lambda: self.closed is not None, None)

    async def my_turn(self, timeout: float = PATIENCE) -> wire.Turn:
        """Wait for the visitor's turn.

        Args:
            timeout: Seconds to wait.

        Returns:
            The turn.

        Raises:
            TimeoutError: The time is over.
            ConnectionError: The room ended the connection.
        """
        await self.until(lambda: self.legal is not None, timeout)
        assert self.turn is not None
        return self.turn

    # Messages --------------------------------------------------------------------------------------------

    async def act(self, action: Action) -> None:
        """Act in the present turn, and wait until the state shows it.

        Args:
            action: The action.

        Raises:
            RoomError: The action was refused.
        """
        assert self.turn is not None
        turn, hand_no = self.turn, self.hand_no
        await self.answer(turn, hand_no, action)
        await self.until(lambda: self.turn is not turn or self.hand_no != hand_no)

    async def answer(self, turn: wire.Turn, hand_no: int, action: Action) -> None:
        """Act in a certain turn.

        Args:
            turn: The turn.
            hand_no: The number of its hand.
            action: The action.

        Raises:
            RoomError: The action was refused.
        """
        await self.say(wire.act(next(self._ids), turn, hand_no, action))

    async def sit(self, buy_in: int, seat: int | None = None, timeout: float = PATIENCE) -> None:
        """Take a seat; any free one if `seat` is None."""
        await self.say(wire.Sit(next(self._ids), buy_in, seat), timeout)

    async def leave(self) -> None:
        """Leave the seat, after the present hand if there is one."""
        await self.say(wire.Leave(next(self._ids)))

    async def sit_out(self, on: bool, when: Literal["next-hand", "big-blind"] = "next-hand") -> None:
        """Sit out from the next hand on, or when the big blind would reach the visitor; or come back."""
        await self.say(wire.SitOut(next(self._ids), on, when))

    async def take_break(self, minutes: Literal[15, 30, 60]) -> None:
        """Go away for so many minutes, and keep the seat."""
        await self.say(wire.TakeBreak(next(self._ids), minutes))

    async def top_up(self, amount: int) -> None:
        """Buy chips, for the next hand if one is being played."""
        await self.say(wire.TopUp(next(self._ids), amount))

    async def auto_buy(self, rule: wire.AutoBuy | None) -> None:
        """Have chips bought by a rule between hands, or no longer."""
        await self.say(wire.SetAutoBuy(next(self._ids), rule))

    async def post_blind(self, on: bool) -> None:
        """Post a blind to play at once, or wait for the big blind."""
        await self.say(wire.PostBlind(next(self._ids), on))

    async def wish(self, wish: Any) -> None:
        """Choose in advance to show or to muck at the showdown of the present hand."""
        await self.say(wire.Wish(next(self._ids), self.hand_no, wish))

    async def straddle(self, on: bool) -> None:
        """Straddle whenever you may, or not."""
        await self.say(wire.Straddle(next(self._ids), on))

    async def chop(self, on: bool) -> None:
        """Chop the blinds whenever you may, or not."""
        await self.say(wire.Chop(next(self._ids), on))

    async def always_show(self, on: bool) -> None:
        """Show every hand at the showdown, or only hands that must be shown."""
        await self.say(wire.AlwaysShow(next(self._ids), on))

    async def show(self, cards: tuple[str, ...] | None = None) -> None:
        """Show cards after the hand is over; all of them if `cards` is None."""
        await self.say(wire.Show(next(self._ids), self.hand_no, cards))

    async def choose_game(self, game: int) -> None:
        """Pick the next game with the choice button, as an index of the rotation's games."""
        number = self.info.rotation.place.number if self.info and self.info.rotation else 0
        await self.say(wire.ChooseGame(next(self._ids), number, game))

    async def talk(self, text: str) -> None:
        """Send a chat message."""
        await self.say(wire.Say(next(self._ids), text))

    async def emote(self, emote: wire.Emote) -> None:
        """Send an emote, as a player at the table."""
        await self.say(wire.SendEmote(next(self._ids), emote))

    async def ping(self) -> None:
        """Ask the server to answer, which shows that all earlier messages have been handled."""
        await self.say(wire.Ping(next(self._ids)))

    async def since(self, v: int) -> None:
        """Ask for all frames after version `v` again."""
        await self.say(wire.Since(next(self._ids), v))

    async def say(self, message: wire.ClientMessage, timeout: float = PATIENCE) -> None:
        """Send a message and wait for the answer.

        A message that changes something has a key. If the connection breaks, it is sent again on the next connection.

        Args:
            message: The message.
            timeout: Seconds to wait.

        Raises:
            RoomError: The room refused.
            ConnectionError: The connection broke, and the message is not sent again.
            TimeoutError: No answer came in time.
        """
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers[message.id] = answer
        if isinstance(message, wire.Keyed):
            message = structs.replace(message, key=message.key or secrets.token_hex(16))
            self._unanswered[message.id] = message
        try:
            try:
                await self.send(wire.write(message).decode())
            except ConnectionError:
                if self.closed or message.id not in self._unanswered:
                    raise
            await asyncio.wait_for(answer, timeout)
        finally:
            self._answers.pop(message.id, None)
            self._unanswered.pop(message.id, None)

    async def send(self, frame: str) -> None:
        """Send the text of a frame as it is.

        Raises:
            ConnectionError: There is no connection.
        """
        if self._socket is None:
            raise ConnectionError("not connected")
        try:
            await self._socket.send(frame)
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from None

    # The connection --------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Connect, and connect again when the connection breaks, until the room ends it for good."""
        wait = 0.05
        while self.closed is None:
            try:
                wanted = {"asks": "1"} if self.asks else {}
                if self.v:
                    wanted["since"] = str(self.v)
                url = f"{self.lobby.url.replace('http', 'ws', 1)}/tables/{self.id}/socket?{urlencode(wanted)}"
                async with connect(
                    url, additional_headers=self.lobby.headers, max_size=2**24, compression=None
                ) as socket:
                    self._socket, wait = socket, 0.05
                    for message in list(self._unanswered.values()):
                        await socket.send(wire.write(message).decode())
                    async for frame in socket:
                        await self._take(frame)
                    if socket.close_code in FINAL:
                        self.closed = (socket.close_code, socket.close_reason or "")
            except InvalidStatus as error:
                self.closed = (error.response.status_code, "refused")
            except (ConnectionClosed, OSError, TimeoutError, EOFError) as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
                if code in FINAL:
                    self.closed = (code, str(error))
            finally:
                self._socket = None
                for id, answer in self._answers.items():
                    if not answer.done() and (self.closed or id not in self._unanswered):
                        answer.set_exception(ConnectionError("the connection broke"))
            await asyncio.sleep(wait)
            wait = min(2.0, wait * 1.5)
        self._ready.set()
        async with self._changed:
            self._changed.notify_all()

    async def _take(self, frame: str | bytes) -> None:
        if self.on_frame:
            self.on_frame(frame if isinstance(frame, str) else frame.decode())
        try:
            message = wire.read_server(frame)
        except msgspec.ValidationError:
            self._skip(frame)
            return
        await self._know(message)
        if self.on_message:
            self.on_message(message)
        async with self._changed:
            self._changed.notify_all()

    def _skip(self, frame: str | bytes) -> None:
        """Skip a message of a later protocol version. Its `v` counts as seen, because asking for it would bring it
        again.
        """
        with contextlib.suppress(msgspec.ValidationError):
            if _versioned.decode(frame).v == self.v + 1:
                self.v += 1

    async def _know(self, message: ServerMessage) -> None:
        v = getattr(message, "v", None)
        match message:
            case wire.Hello():
                self.hello, self.info = message, message.table
                if message.v == self.v:  # nothing was missed
                    self._ready.set()
                return
            case wire.Snapshot():
                self.v, self.seats, self.button = message.v, message.seats, message.button
                self.chat, self.paused = list(message.chat), message.host.paused is not None
                self._hand(message.hand)
                self._ready.set()
                return
            case wire.Ack(id=id) | wire.Pong(id=id):
                answer = self._answers.get(id)
                if answer and not answer.done():
                    answer.set_result(None)
                return
            case wire.Error(id=id):
                answer = self._answers.get(id) if id is not None else None
                if answer and not answer.done():
                    answer.set_exception(RoomError(message.code, message.text, message.right))
                return
        if v is None or v <= self.v:
            return
        if v != self.v + 1:
            await self.send(wire.write(wire.Since(0, self.v)).decode())
            return
        self.v = v
        self._ready.set()
        match message:
            case wire.Deal():
                self.seats, self.button = message.seats, message.button
                self._hand(message.hand)
            case wire.Play():
                self.events += [decode(bytes(event)) for event in message.events]
                self.turn = message.turn
            case wire.TurnMoved():
                self.turn = message.turn
            case wire.Hosted(host=host):
                self.paused = host.paused is not None
            case wire.Seats():
                self.seats, self.button = message.seats, message.button
            case wire.TableChanged():
                self.info = message.table
            case wire.RotationMoved() if self.info and self.info.rotation:
                self.info = structs.replace(
                    self.info, rotation=structs.replace(self.info.rotation, place=message.place)
                )
            case wire.Chat():
                self.chat.append(message.line)
            case wire.Emoted():
                self.emotes.append(message)

    def _hand(self, hand: wire.HandView | None) -> None:
        if hand is None:
            self.hand_no, self.seat_map, self.events, self.turn = 0, (), [], None
            return
        self.hand_no, self.seat_map, self.turn = hand.hand_no, hand.seat_map, hand.turn
        self.events = [decode(bytes(event)) for event in hand.events]


@contextlib.asynccontextmanager
async def at_table(url: str, table: str, *, token: str | None = None) -> AsyncIterator[Table]:
    """Connect to a table as a new visitor.

    Args:
        url: The room's address.
        table: The table's id.
        token: The token of a bot; None for a new guest.

    Yields:
        The connected table.
    """
    async with Lobby(url, token=token) as lobby, lobby.table(table) as socket:
        yield socket
