"""Every message between a table and those who look at it: the sealed protocol, version 2.

One WebSocket a table page (`/tables/ID/socket`), one JSON object a text frame, tagged by `t`. What goes out is one of
`ServerMessage`, what comes in one of `ClientMessage`; nothing else is said. `docs/protocol.md` shows each of them.

- A frame that changes what is seen carries the table's version `v`, one more for each such frame, the same for all
  viewers: what a viewer may not see is left out of a frame, never a frame of the count. Versions begin at the
  server's start as milliseconds of Unix time, so that those of an earlier run are never mistaken for ours.
- Events are the engine's own (`standpat.engine.event`), as `standpat.engine.seen` lets this viewer see them, in JSON.
  They name engine seats 0 … n-1; `seat_map[k]` is the table seat of engine seat k. All other seats are table seats.
- Times are Unix seconds, amounts whole chips.
- Every message to the server has an `id` of the client's choosing, answered by one `ack`, `pong` or `error` with it.

`read` turns bytes into a `ClientMessage` or raises `BadFrame`; `write` is the way back.
"""

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from standpat.cards.card import TEXT
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Legal, Muck, Raise
from standpat.engine.action import Show as TurnUp
from standpat.engine.event import Event, encode
from standpat.engine.games import Game, Stakes
from standpat.table_view.public_state import PublicState

PROTOCOL: Final = 2
MAX_FRAME: Final = 4096
"""Bytes a client's frame may have."""
MAX_CHAT: Final = 300
"""Characters a line of chat may have."""

MAX_KEY: Final = 64
"""Characters the key of a message may have."""

SeatState = Literal["playing", "waiting", "sitting-out", "broke", "disconnected"]
"""`playing`: dealt in now or in the next hand. `waiting`: for the big blind. `disconnected`: has no page open."""

ErrorCode = Literal[
    "bad-frame",  # no JSON, no known message, a field missing or of the wrong kind, too long
    "too-fast",  # more messages than the limit allows
    "not-seated",  # only who sits at the table may do that
    "not-your-turn",  # the hand waits for somebody else, or for nobody
    "late",  # meant for a decision or a hand that is over
    "illegal",  # the rules do not allow it now; `right` says what they do
    "not-possible",  # the table does not grant it: a taken seat, a wrong buy-in
    "not-allowed",  # the table's owner, or the room, does not let you
    "no-chips",  # the wallet does not hold so many
    "sign-in",  # nobody is signed in: a guest is made by the first visit to a page
    "closed",  # the table is closing
    "trouble",  # it could not be written down, so it has not happened; the table is as it was
]


# What the server says -------------------------------------------------------------------------------------


class Bounds(Struct, frozen=True):
    """The least and the most a bet or raise may be to."""

    min_to: int
    max_to: int


class Wager(Struct, frozen=True, tag_field="kind", tag="wager"):
    """A betting decision, as poker-arena words it: `call`, `bet` and `raise` are absent where they are not possible."""

    fold: bool
    check: bool
    call: int | UnsetType = UNSET
    bet: Bounds | UnsetType = UNSET
    raise_: Bounds | UnsetType = msgspec.field(default=UNSET, name="raise")


class Draw(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A draw: up to so many cards may be thrown."""

    max_discards: int


class Showdown(Struct, frozen=True, tag_field="kind", tag="showdown"):
    """Whether to show or muck at the showdown (R7.2). `default` is what is done when the time is over: a hand that can
    win as it stands is shown. Only clients that said they can be asked (`?asks=1`) are."""

    default: Literal["show", "muck"]


class Turn(Struct, frozen=True):
    """Whose turn it is. `seq` counts the decisions of the hand so far and goes into the answer. Until `deadline` the
    time to act runs, `time` seconds in all; then the time bank of `bank` seconds; then they are played for. `decision`
    is for them alone; that it is one of the `showdown`, everybody is told."""

    seq: int
    seat: int  # engine seat
    time: float
    deadline: float
    bank: float
    decision: Wager | Draw | Showdown | None = None
    showdown: bool = False


class SeatView(Struct, frozen=True):
    """A taken seat. `stack` is what was there before the present hand; `owed` are blinds they owe."""

    seat: int
    user: str
    name: str
    bot: bool
    stack: int
    state: SeatState
    owed: int = 0


class PotView(Struct, frozen=True):
    """A pot and the engine seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class Betting(Struct, frozen=True):
    """What the rules count, so that nobody who shows the table has to count it again. `price`: what a seat must have in
    this round to stay; `wagers`: the round's full bets and raises, of which `cap` are allowed, None being any number.
    During a draw these are the last round's. `pots`: the main pot first, this round's bets included."""

    price: int
    wagers: int
    cap: int | None
    pots: tuple[PotView, ...]


class HandView(Struct, frozen=True):
    """A hand so far, as the viewer may see it. `betting` is None once it is over."""

    hand_no: int
    seat_map: tuple[int, ...]
    events: list[Raw]
    turn: Turn | None = None
    betting: Betting | None = None


class ChatLine(Struct, frozen=True):
    """Said at the table; `user` is who, None where the table itself speaks."""

    at: float
    user: str | None
    name: str
    text: str


class LastHand(Struct, frozen=True):
    """A hand that is over, in short: names and nets by engine seat. `id` is its key, for `/api/hands/KEY`."""

    id: str
    hand_no: int
    ended: float
    names: tuple[str, ...]
    nets: tuple[int, ...]


class Back(Struct, frozen=True):
    """Who left this table with so many `chips` sits down with as many until this time, as far as the wallet goes."""

    chips: int
    until: float


class You(Struct, frozen=True):
    """Who the viewer is. `chips` are those in the wallet, not on tables; `shows`: their hand at every showdown; `back`:
    what they have to bring to this table."""

    user: str
    name: str
    role: Literal["guest", "player", "host", "admin", "bot"]
    chips: int
    seat: int | None = None
    shows: bool = False
    back: Back | None = None


class ClockView(Struct, frozen=True):
    """A table's clock, in seconds: for a bet, a draw, a draw with three or more cards to choose, the full bank, and to
    show or muck at the showdown."""

    act: float
    draw: float
    long_draw: float
    bank: float
    showdown: float = 8.0


class BotsView(Struct, frozen=True):
    """The bots a table keeps: which, how many, and whether one goes for a person who wants a seat."""

    players: tuple[str, ...]
    keep: int
    make_room: bool


class TableView(Struct, frozen=True):
    """All of a table's record that a page shows: the game with its house rules, as the engine has it; `changed` are the
    single rules that differ from the house's bundle. A game's `bets` are in small bets, a small bet is a big blind."""

    id: str
    name: str
    game: Game
    changed: dict[str, Any]
    stakes: Stakes
    seats: int
    buy_in: tuple[int, int]
    clock: ClockView
    public: bool
    owner: str | None = None
    bots: BotsView | None = None


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """First of all: who you are, what table this is, what time it is here."""

    v: int
    protocol: int
    server_time: float
    you: You
    table: TableView


class Snapshot(Struct, frozen=True, tag_field="t", tag="snapshot"):
    """Everything needed to draw the table from nothing; what was known before is to be forgotten. `hand` is the present
    hand, or the last one until the next begins."""

    v: int
    seats: list[SeatView]
    button: int | None
    hand: HandView | None
    last_hands: list[LastHand]
    chat: list[ChatLine]


class Deal(Struct, frozen=True, tag_field="t", tag="deal"):
    """A new hand begins."""

    v: int
    seats: list[SeatView]
    button: int | None
    hand: HandView


class Play(Struct, frozen=True, tag_field="t", tag="play"):
    """All that one decision caused, in order, whose turn it is then, and the betting: None once the hand is over. After
    that, a hand or some of its cards that somebody shows of their own will."""

    v: int
    hand_no: int
    events: list[Raw]
    turn: Turn | None = None
    betting: Betting | None = None


class TurnMoved(Struct, frozen=True, tag_field="t", tag="turn"):
    """The same decision has another deadline: the server was away, its clock was set, or the player has lost their
    connection. `server_time` is what time it is there, as in `Hello`."""

    v: int
    hand_no: int
    turn: Turn
    server_time: float | None = None  # None: a server of version 1


class Seats(Struct, frozen=True, tag_field="t", tag="seats"):
    """Who sits where has changed."""

    v: int
    seats: list[SeatView]
    button: int | None


class TableChanged(Struct, frozen=True, tag_field="t", tag="table"):
    """The owner has changed the table; it is this now."""

    v: int
    table: TableView


class Timeout(Struct, frozen=True, tag_field="t", tag="timeout"):
    """Somebody's time ran out and this was done for them; a `play` frame with it follows."""

    v: int
    hand_no: int
    seat: int  # table seat
    did: Literal["fold", "check", "stand-pat"]


class Chat(Struct, frozen=True, tag_field="t", tag="chat"):
    """A line of a person at the table."""

    v: int
    line: ChatLine


class Notice(Struct, frozen=True, tag_field="t", tag="notice"):
    """The table says something: a key of the locale file and its values."""

    v: int
    key: str
    args: dict[str, Any]


class Wallet(Struct, frozen=True, tag_field="t", tag="wallet"):
    """Your chips outside of tables have changed. Yours alone, so without a version."""

    chips: int
    back: Back | None = None


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """Done, and written down."""

    id: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `Ping`."""

    id: int
    server_time: float


class Error(Struct, frozen=True, tag_field="t", tag="error"):
    """Not done; nothing has changed. `text` says what was wrong, `right` what would be right, in English. `key` and its
    `args` say the same in the words of a locale file; where there is none a page words `code` itself."""

    id: int | None
    code: ErrorCode
    text: str
    right: str = ""
    key: str = ""
    args: dict[str, Any] = {}


class TableRow(Struct, frozen=True):
    """A table in the lobby. `taken` counts people and bots, `bots` the bots."""

    id: str
    name: str
    game: str
    house: str
    changed: dict[str, Any]
    betting: str
    small_blind: int
    big_blind: int
    ante: int
    buy_in: tuple[int, int]
    seats: int
    taken: int
    bots: int
    watching: int
    hands: int
    locked: bool = False
    repair: bool = False  # it cannot be played at present
    ante_by: str = "everyone"


class Tables(Struct, frozen=True, tag_field="t", tag="tables"):
    """The lobby socket's only message: all public tables, at first and whenever something changed."""

    tables: list[TableRow]


ServerMessage: TypeAlias = (
    Hello
    | Snapshot
    | Deal
    | Play
    | TurnMoved
    | Seats
    | TableChanged
    | Timeout
    | Chat
    | Notice
    | Wallet
    | Ack
    | Pong
    | Error
    | Tables
)


# What a client says ---------------------------------------------------------------------------------------


class Throw(Struct, frozen=True, tag_field="kind", tag="discard"):
    """A discard with its cards as text; none is standing pat."""

    cards: tuple[str, ...] = ()


class Act(Struct, frozen=True, tag_field="t", tag="act"):
    """Your decision. `hand_no` and `seq` are the turn's: meant for another one it is refused as `late`."""

    id: int
    hand_no: int
    seq: int
    action: Fold | Check | Call | Bet | Raise | Throw | TurnUp | Muck
    key: str | UnsetType = UNSET

    def chosen(self) -> Action:
        """The action in the engine's words; cards that are none are an `IllegalAction`."""
        return Discard(self.action.cards) if isinstance(self.action, Throw) else self.action


class Wish(Struct, frozen=True, tag_field="t", tag="wish"):
    """What to do at the showdown where the house leaves it to you."""

    id: int
    hand_no: int
    wish: Literal["show", "muck"]
    key: str | UnsetType = UNSET


class AlwaysShow(Struct, frozen=True, tag_field="t", tag="always-show"):
    """Show every hand that comes to the showdown, or only those that must be."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class Show(Struct, frozen=True, tag_field="t", tag="show"):
    """The hand is over, the next one not dealt: show what you had, all of it or these cards."""

    id: int
    hand_no: int
    cards: tuple[str, ...] | None = None
    key: str | UnsetType = UNSET


class Sit(Struct, frozen=True, tag_field="t", tag="sit"):
    """Take a seat, any free one where `seat` is null."""

    id: int
    buy_in: int
    seat: int | None = None
    key: str | UnsetType = UNSET


class Leave(Struct, frozen=True, tag_field="t", tag="leave"):
    """Stand up; in mid-hand, when it is over. Chips go back to the wallet."""

    id: int
    key: str | UnsetType = UNSET


class SitOut(Struct, frozen=True, tag_field="t", tag="sit-out"):
    """Sit out from the next hand on, or come back."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class TopUp(Struct, frozen=True, tag_field="t", tag="top-up"):
    """Buy chips, or buy in again; in mid-hand they come when it is over."""

    id: int
    amount: int
    key: str | UnsetType = UNSET


class PostBlind(Struct, frozen=True, tag_field="t", tag="post-blind"):
    """Post to come in at once rather than wait for the big blind."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class Say(Struct, frozen=True, tag_field="t", tag="chat"):
    """Say something at the table."""

    id: int
    text: str
    key: str | UnsetType = UNSET


class Since(Struct, frozen=True, tag_field="t", tag="since"):
    """Send what came after version `v` again: the frames if they are still kept, else a snapshot."""

    id: int
    v: int


class Ping(Struct, frozen=True, tag_field="t", tag="ping"):
    """Ask for a `Pong`."""

    id: int


Keyed: TypeAlias = Act | Wish | AlwaysShow | Show | Sit | Leave | SitOut | TopUp | PostBlind | Say
"""What changes something. Its `key`, the client's own random text, is the same when it is said again on another
connection: it is then done once."""
ClientMessage: TypeAlias = (
    Act | Wish | AlwaysShow | Show | Sit | Leave | SitOut | TopUp | PostBlind | Say | Since | Ping
)


class BadFrame(ValueError):
    """A frame that is no message; `id` is its id as far as one could be read."""

    def __init__(self, reason: str, id: int | None = None) -> None:
        super().__init__(reason)
        self.id = id


class _Identified(Struct):
    id: int


_BIGGEST: Final = 2**53
_encoder: Final = msgspec.json.Encoder()
_from_client: Final = msgspec.json.Decoder(ClientMessage)
_from_server: Final = msgspec.json.Decoder(ServerMessage)
_identified: Final = msgspec.json.Decoder(_Identified)


def act(id: int, turn: Turn, hand_no: int, action: Action) -> Act:
    """The answer to a turn."""
    said = Throw(tuple([TEXT[c] for c in action.cards])) if isinstance(action, Discard) else action
    return Act(id, hand_no, turn.seq, said)


def write(message: ServerMessage | ClientMessage) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def read(frame: bytes | str) -> ClientMessage:
    """A client's frame as a message, or `BadFrame`."""
    data = frame.encode("utf-8", "replace") if isinstance(frame, str) else frame
    if len(data) > MAX_FRAME:
        raise BadFrame(f"a frame has at most {MAX_FRAME} bytes, not {len(data)}")
    try:
        message: ClientMessage = _from_client.decode(data)
    except (ValueError, RecursionError) as error:
        raise BadFrame(f"no message: {error}", _id_of(data)) from None
    if not -_BIGGEST < message.id < _BIGGEST:
        raise BadFrame("an id is a whole number below 2**53")
    key = getattr(message, "key", UNSET)
    if key is not UNSET and not (key.isascii() and key.isprintable() and 0 < len(key) <= MAX_KEY):
        raise BadFrame(f"a key is 1 to {MAX_KEY} printable ASCII characters", message.id)
    return message


def read_server(frame: bytes | str) -> ServerMessage:
    """A server's frame as a message: for clients. Events stay raw; `standpat.engine.event.decode` reads them."""
    message: ServerMessage = _from_server.decode(frame)
    return message


def raw(event: Event) -> Raw:
    """An event as it goes into a frame: one that `seen` has let through."""
    return Raw(encode(event))


def betting(state: PublicState) -> Betting | None:
    """The betting of a hand as it stands; None before the deal and once the hand is over."""
    if state.over or not state.seats:
        return None
    pots = tuple([PotView(pot.amount, pot.claimants) for pot in state.pots])
    return Betting(state.price, state.wagers, state.cap, pots)


def decision(legal: Legal) -> Wager | Draw | Showdown:
    """What the player to act may do, in poker-arena's words, which has none for the showdown."""
    if legal.showdown is not None:
        return Showdown(legal.showdown)
    if legal.draw is not None:
        return Draw(legal.draw)
    return Wager(
        fold=legal.fold,
        check=legal.check,
        call=UNSET if legal.call is None else legal.call,
        bet=UNSET if legal.bet is None else Bounds(*legal.bet),
        raise_=UNSET if legal.raise_ is None else Bounds(*legal.raise_),
    )


def _id_of(data: bytes) -> int | None:
    try:
        return _identified.decode(data).id
    except (ValueError, RecursionError):
        return None
