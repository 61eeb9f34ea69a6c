"""Every message between a table and its viewers: the sealed protocol, version 2.

Each table page has one WebSocket (`/tables/ID/socket`). Each text frame is one JSON object, tagged by `t`. The server
sends `ServerMessage`s and the client sends `ClientMessage`s; there are no others. `docs/protocol.md` shows them all.

- A frame that changes what viewers see carries the table's version `v`. It grows by one with each such frame and is the
  same for all viewers: what a viewer may not see is left out of a frame, but no frame is left out. Versions begin with
  the server's start as milliseconds of Unix time, so that versions of an earlier run are never mistaken for these.
- Events are the engine's own (`standpat.engine.event`), as `standpat.engine.seen` lets this viewer see them, in JSON.
  They name engine seats 0 … n-1; `seat_map[k]` is the table seat of engine seat k. All other seats are table seats.
- Times are Unix seconds, amounts whole chips.
- Every message to the server has an `id` that the client chooses. The server answers it with one `ack`, `pong` or
  `error` with the same `id`.

`read` turns bytes into a `ClientMessage` or raises `BadFrame`; `write` turns a message into bytes.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from standpat.cards.card import TEXT
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Legal, Muck, Raise
from standpat.engine.action import Show as TurnUp
from standpat.engine.event import Event, encode
from standpat.engine.games import Game, Stakes
from standpat.protocol.whole import BIGGEST, exact
from standpat.table_view.public_state import PublicState

PROTOCOL: Final = 2
MAX_FRAME: Final = 4096
"""The largest size of a client's frame, in bytes."""
MAX_CHAT: Final = 300
"""The largest number of characters in a chat message."""

MAX_KEY: Final = 64
"""The largest number of characters in the key of a message."""

SeatState = Literal["playing", "waiting", "sitting-out", "broke", "disconnected"]
"""`playing`: dealt in now or in the next hand. `waiting`: waits for the big blind. `disconnected`: has no open page."""

Emote: TypeAlias = Literal[
    "nice-hand", "well-snowed", "thank-you", "good-luck", "ouch", "lucky-me", "wow", "good-night"
]
"""What a player can say at their plate without writing. Nothing that hurries or mocks others is among them."""

ErrorCode = Literal[
    "bad-frame",  # not JSON, an unknown message, a missing field, a field of the wrong type, or too long
    "too-fast",  # more messages than the limit allows
    "not-seated",  # only players at the table may do that
    "not-your-turn",  # the hand waits for another player, or for nobody
    "late",  # the decision or the hand it was for is over
    "illegal",  # the rules do not allow it now; `right` says what they allow
    "not-possible",  # it is not possible at this table: a taken seat, a wrong buy-in
    "not-allowed",  # the table's owner, or the room, does not allow it
    "no-chips",  # the wallet does not have that many chips
    "sign-in",  # nobody is signed in; the first visit to a page makes a guest
    "closed",  # the table is closing
    "trouble",  # the change could not be saved, so nothing has happened
]


# Messages of the server -----------------------------------------------------------------------------------


class Bounds(Struct, frozen=True):
    """The smallest and the largest total that a bet or raise may be to, in chips."""

    min_to: int
    max_to: int


class Wager(Struct, frozen=True, tag_field="kind", tag="wager"):
    """A betting decision in poker-arena's words. `call`, `bet` and `raise` are absent where they are not possible."""

    fold: bool
    check: bool
    call: int | UnsetType = UNSET
    bet: Bounds | UnsetType = UNSET
    raise_: Bounds | UnsetType = msgspec.field(default=UNSET, name="raise")


class Draw(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A draw: up to `max_discards` cards may be discarded."""

    max_discards: int


class Showdown(Struct, frozen=True, tag_field="kind", tag="showdown"):
    """Whether to show or muck at the showdown (R7.2). `default` is what happens when the time is over: a hand that can
    win as things stand is shown. Only clients that can answer (`?asks=1`) are asked."""

    default: Literal["show", "muck"]


class Turn(Struct, frozen=True):
    """Whose turn it is.

    Attributes:
        seq: The number of decisions of the hand so far; the answer repeats it.
        seat: The engine seat.
        time: The time to act, in seconds.
        deadline: When the time to act ends, in Unix seconds. Then the time bank runs, and then the table acts for them.
        bank: The time bank, in seconds.
        decision: What the player may do; for that player only.
        showdown: Whether it is a decision of the showdown; every viewer gets this.
    """

    seq: int
    seat: int  # engine seat
    time: float
    deadline: float
    bank: float
    decision: Wager | Draw | Showdown | None = None
    showdown: bool = False


class SeatView(Struct, frozen=True):
    """A taken seat. `stack` is the stack before the present hand, in chips; `owed` are the chips of missed blinds.
    `back_by` is there during a break: until when the seat is kept, in Unix seconds."""

    seat: int
    user: str
    name: str
    bot: bool
    stack: int
    state: SeatState
    owed: int = 0
    back_by: float | UnsetType = UNSET


class PotView(Struct, frozen=True):
    """A pot and the engine seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class Betting(Struct, frozen=True):
    """The state of the betting, so that clients need not compute it. During a draw it is that of the last round.

    Attributes:
        price: What a seat must have put in this round to stay, in chips.
        wagers: The full bets and raises of this round.
        cap: The number of full bets and raises that the round allows; None: any number.
        pots: The main pot, then the side pots, with this round's bets.
    """

    price: int
    wagers: int
    cap: int | None
    pots: tuple[PotView, ...]


class HandView(Struct, frozen=True):
    """A hand so far, as the viewer may see it. `betting` is None once the hand is over."""

    hand_no: int
    seat_map: tuple[int, ...]
    events: list[Raw]
    turn: Turn | None = None
    betting: Betting | None = None


class ChatLine(Struct, frozen=True):
    """A chat message. `user` is who wrote it, None for a message of the table itself."""

    at: float
    user: str | None
    name: str
    text: str


class LastHand(Struct, frozen=True):
    """A summary of a finished hand: names and nets by engine seat. `id` is its key, for `/api/hands/KEY`."""

    id: str
    hand_no: int
    ended: float
    names: tuple[str, ...]
    nets: tuple[int, ...]
    game: str = ""  # the id of its game; empty from a server of an earlier version


class Back(Struct, frozen=True):
    """A player who left this table with `chips` must return with as many until this time, if the wallet has them."""

    chips: int
    until: float


class You(Struct, frozen=True):
    """Who the viewer is. `chips` are those in the wallet, without chips at tables. `shows`: they always show their hand
    at the showdown. `back`: the chips that they must bring back to this table."""

    user: str
    name: str
    role: Literal["guest", "player", "host", "admin", "bot"]
    chips: int
    seat: int | None = None
    shows: bool = False
    back: Back | None = None


class ClockView(Struct, frozen=True):
    """A table's times to act, in seconds: for a bet, for a draw, for a draw in which three or more cards may be
    discarded, the full time bank, and for the choice at the showdown."""

    act: float
    draw: float
    long_draw: float
    bank: float
    showdown: float = 8.0


BotSpeed: TypeAlias = Literal["slow", "normal", "fast"]
"""How fast the bots of a table act."""


class BotsView(Struct, frozen=True):
    """The bots of a table: which, how many, whether one leaves when a person wants a seat, and how fast they act."""

    players: tuple[str, ...]
    keep: int
    make_room: bool
    speed: BotSpeed = "normal"


class RotationGame(Struct, frozen=True):
    """A game of a rotation. `changed` are the house rules that differ from the bundle."""

    game: Game
    changed: dict[str, Any]
    stakes: Stakes


class RotationPlace(Struct, frozen=True):
    """Where a table stands in its rotation.

    Attributes:
        number: How many games have begun, the present one included; 0 before the first.
        index: The game that is played, as an index of `games`.
        dealt: The hands of this game that were dealt.
        hands: How many hands it lasts; None if minutes count.
        ends: After when the next game begins, in Unix seconds; None if hands count.
        next: The game that follows; None while a player may still pick it.
        chooser: The user who may pick it now; None if nobody may.
        deadline: When their time to pick ends, in Unix seconds; None while a hand is being played.
        offered: The games that they may pick.
    """

    number: int
    index: int
    dealt: int
    hands: int | None = None
    ends: float | None = None
    next: int | None = None
    chooser: str | None = None
    deadline: float | None = None
    offered: tuple[int, ...] = ()


class RotationView(Struct, frozen=True):
    """The rotation of a table: a game lasts `every` orbits, hands or minutes, and the next one is picked by the order
    of the list or by the player who has the choice button."""

    games: tuple[RotationGame, ...]
    lasts: Literal["orbits", "hands", "minutes"]
    every: int
    picked_by: Literal["list", "button"]
    place: RotationPlace


class MustMoveView(Struct, frozen=True):
    """The link of a table with another one: the `role` of this one, and the id and the name of the other one. Players
    of the `must-move` table move to the `main` table, where newcomers do not begin."""

    role: Literal["main", "must-move"]
    table: str
    name: str


class TableView(Struct, frozen=True):
    """The settings of a table that a page shows. `game` is the engine's record with the house rules; its `bets` are in
    small bets, and a small bet is a big blind. `changed` are the house rules that differ from the bundle. At a table
    with a rotation, these and `stakes` are those of the present game."""

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
    rotation: RotationView | None = None
    locked: bool = False  # newcomers need its password
    straddle: bool = False  # the player left of the big blind may straddle
    chop: bool = False  # the blinds may be chopped
    link: MustMoveView | None = None
    tournament: str | None = None  # the tournament of which it is a table


class Person(Struct, frozen=True):
    """A user and their name."""

    user: str
    name: str


class PauseView(Struct, frozen=True):
    """A pause: who paused, since when, and until when at most, in Unix seconds. `left` are the seconds of the present
    turn's time that are left, negative where the time bank runs; None between hands."""

    by: str
    since: float
    until: float
    left: float | None = None


class NextView(Struct, frozen=True):
    """What changes with the next hand; None is no change. `act` is the new time for a bet, in seconds; `game` and
    `house` are the ids of the new game and its house rules, `games` the ids of the games of a new rotation, and
    `rotation` the rotation itself, which has not begun; `straddle` is whether there are straddles,
    `chop` whether the blinds may be chopped."""

    stakes: Stakes | None = None
    buy_in: tuple[int, int] | None = None
    act: float | None = None
    game: str | None = None
    house: str | None = None
    games: tuple[str, ...] | None = None
    rotation: RotationView | None = None
    straddle: bool | None = None
    chop: bool | None = None


class HostView(Struct, frozen=True):
    """What the host of the table has decided. `approval`: newcomers wait for the host's approval."""

    co_hosts: tuple[Person, ...] = ()
    approval: bool = False
    paused: PauseView | None = None
    coming: NextView | None = None


class Newcomer(Struct, frozen=True):
    """Somebody who waits for the host's approval: the chips that they bring, and until when they wait."""

    user: str
    name: str
    buy_in: int
    until: float


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """The first message: who you are, the table, and the server's time."""

    v: int
    protocol: int
    server_time: float
    you: You
    table: TableView


class Snapshot(Struct, frozen=True, tag_field="t", tag="snapshot"):
    """The complete state of the table. It replaces everything the client knew before. `hand` is the present hand, or
    the last one until the next begins."""

    v: int
    seats: list[SeatView]
    button: int | None
    hand: HandView | None
    last_hands: list[LastHand]
    chat: list[ChatLine]
    host: HostView = HostView()


class Deal(Struct, frozen=True, tag_field="t", tag="deal"):
    """A new hand begins."""

    v: int
    seats: list[SeatView]
    button: int | None
    hand: HandView


class Play(Struct, frozen=True, tag_field="t", tag="play"):
    """All that one decision caused, in order, then whose turn it is and the betting, both None once the hand is over.
    After the hand, cards that a player chooses to show."""

    v: int
    hand_no: int
    events: list[Raw]
    turn: Turn | None = None
    betting: Betting | None = None


class TurnMoved(Struct, frozen=True, tag_field="t", tag="turn"):
    """The same decision has a new deadline: the server was down, its clock was set, or the player lost the connection.
    `server_time` is the server's time, as in `Hello`."""

    v: int
    hand_no: int
    turn: Turn
    server_time: float | None = None  # None: a server of version 1


class Seats(Struct, frozen=True, tag_field="t", tag="seats"):
    """The seats have changed."""

    v: int
    seats: list[SeatView]
    button: int | None


class TableChanged(Struct, frozen=True, tag_field="t", tag="table"):
    """The owner has changed the table, or another game of its rotation begins. These are its new settings."""

    v: int
    table: TableView


class Hosted(Struct, frozen=True, tag_field="t", tag="host"):
    """The host has paused the table or let it go on, or has decided something else. During a pause nobody can act."""

    v: int
    host: HostView


class Waiting(Struct, frozen=True, tag_field="t", tag="waiting"):
    """Those who wait for approval. Hosts get all of them, a newcomer only themselves, and nobody else gets this, so it
    has no version."""

    newcomers: list[Newcomer]


class Offer(Struct, frozen=True, tag_field="t", tag="offer"):
    """The host offers you the table, until a time in Unix seconds; None: no longer. Only you get this."""

    by: str
    until: float | None


class Called(Struct, frozen=True, tag_field="t", tag="called"):
    """A seat of the main table is yours: you move there after this hand, or, where you have just paid the big blind,
    after the small blind and the button. None: no longer. Who leaves now may sit at neither table for an hour. Only you
    get this, so it has no version."""

    after: Literal["hand", "button"] | None


class Reserved(Struct, frozen=True, tag_field="t", tag="reserved"):
    """These free seats of a main table are promised to players of its must-move table. None are until the first of
    these messages. It follows from what happens at the other table, so it has no version."""

    seats: list[int]


class Moved(Struct, frozen=True, tag_field="t", tag="moved"):
    """You have moved to another table, with all your chips: go on there. Only you get this. It is repeated to a page
    that comes back (`?since=`). In a tournament, a hand there may have to end before you have your seat."""

    table: str


class RotationMoved(Struct, frozen=True, tag_field="t", tag="rotation"):
    """The place of the table in its rotation has changed. `server_time` is the server's time, as in `Hello`."""

    v: int
    place: RotationPlace
    server_time: float


class Timeout(Struct, frozen=True, tag_field="t", tag="timeout"):
    """A player's time ran out, and the table acted for them. A `play` frame with the action follows."""

    v: int
    hand_no: int
    seat: int  # table seat
    did: Literal["fold", "check", "stand-pat"]


class Chat(Struct, frozen=True, tag_field="t", tag="chat"):
    """A chat message of a person at the table."""

    v: int
    line: ChatLine


class Emoted(Struct, frozen=True, tag_field="t", tag="emote"):
    """A player has sent an emote. It is shown for a moment and kept nowhere, so a client leaves out what is older.

    Attributes:
        at: When, in Unix seconds.
        seat: Their table seat.
        user: Who it is.
        emote: What they say.
    """

    v: int
    at: float
    seat: int
    user: str
    emote: Emote


class Notice(Struct, frozen=True, tag_field="t", tag="notice"):
    """A message of the table: a key of the locale files and its values."""

    v: int
    key: str
    args: dict[str, Any]


class AutoBuy(Struct, frozen=True):
    """Buy chips between hands up to a stack of `to`, whenever it is less than `below`; 1 is when nothing is left."""

    to: int
    below: int


Stopped: TypeAlias = Literal["", "no-chips", "buy-in"]
"""Why chips are no longer bought by a rule: the wallet has too few, or the buy-in of the table has changed."""


class Plans(Struct, frozen=True, tag_field="t", tag="plans"):
    """What you have asked the table to do for you. Only you get this, so it has no version. Without a seat there are
    no plans.

    Attributes:
        out_at_big: You sit out when the big blind would reach you.
        auto_buy: The rule by which chips are bought for you.
        bought: The chips that were bought for you just now; 0 for none.
        stopped: Why the rule has ended just now.
        straddles: You straddle whenever you may.
        chops: You chop the blinds whenever you may.
    """

    out_at_big: bool = False
    auto_buy: AutoBuy | None = None
    bought: int = 0
    stopped: Stopped = ""
    straddles: bool = False
    chops: bool = False


class Wallet(Struct, frozen=True, tag_field="t", tag="wallet"):
    """The chips in your wallet have changed. Only you get this, so it has no version."""

    chips: int
    back: Back | None = None


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The request is done and saved."""

    id: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `Ping`."""

    id: int
    server_time: float


class Error(Struct, frozen=True, tag_field="t", tag="error"):
    """The request was refused; nothing has changed.

    Attributes:
        id: The `id` of the request; None where it could not be read.
        code: The kind of error.
        text: What was wrong, in English.
        right: What would be right, in English.
        key: The key of `text` in the locale files; empty where the client words the `code` itself.
        args: The values of the key.
    """

    id: int | None
    code: ErrorCode
    text: str
    right: str = ""
    key: str = ""
    args: dict[str, Any] = {}


class TableRow(Struct, frozen=True):
    """A table in the lobby. `taken` counts people and bots, `bots` only the bots."""

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
    rotation: tuple[str, ...] = ()  # the games of its rotation; `game` and the stakes are the present ones
    picked_by: str = "list"  # who picks the next of them: the list, or the player with the choice button
    link: MustMoveView | None = None


class Tables(Struct, frozen=True, tag_field="t", tag="tables"):
    """The only message of the lobby socket: all public tables, at first and after every change."""

    tables: list[TableRow]


ServerMessage: TypeAlias = (
    Hello
    | Snapshot
    | Deal
    | Play
    | TurnMoved
    | Seats
    | TableChanged
    | Hosted
    | Waiting
    | Offer
    | Called
    | Reserved
    | Moved
    | RotationMoved
    | Timeout
    | Chat
    | Emoted
    | Notice
    | Plans
    | Wallet
    | Ack
    | Pong
    | Error
    | Tables
)


# Messages of a client -------------------------------------------------------------------------------------


class Throw(Struct, frozen=True, tag_field="kind", tag="discard"):
    """A discard, with its cards as text; no cards means standing pat."""

    cards: tuple[str, ...] = ()


class Act(Struct, frozen=True, tag_field="t", tag="act"):
    """Your decision. `hand_no` and `seq` are those of the turn; for any other turn it is refused as `late`."""

    id: int
    hand_no: int
    seq: int
    action: Fold | Check | Call | Bet | Raise | Throw | TurnUp | Muck
    key: str | UnsetType = UNSET

    def chosen(self) -> Action:
        """The action as the engine's type; an `IllegalAction` where its cards are not cards."""
        return Discard(self.action.cards) if isinstance(self.action, Throw) else self.action


class Wish(Struct, frozen=True, tag_field="t", tag="wish"):
    """What to do at the showdown where the house rules leave you a choice."""

    id: int
    hand_no: int
    wish: Literal["show", "muck"]
    key: str | UnsetType = UNSET


class AlwaysShow(Struct, frozen=True, tag_field="t", tag="always-show"):
    """Show every hand that comes to the showdown, or only hands that must be shown."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class Show(Struct, frozen=True, tag_field="t", tag="show"):
    """Show the hand you had, or some of its cards, after a hand and before the next."""

    id: int
    hand_no: int
    cards: tuple[str, ...] | None = None
    key: str | UnsetType = UNSET


class Sit(Struct, frozen=True, tag_field="t", tag="sit"):
    """Take a seat; any free seat where `seat` is null."""

    id: int
    buy_in: int
    seat: int | None = None
    key: str | UnsetType = UNSET


class Leave(Struct, frozen=True, tag_field="t", tag="leave"):
    """Leave the seat; during a hand, when it is over. The chips go back to the wallet."""

    id: int
    key: str | UnsetType = UNSET


class SitOut(Struct, frozen=True, tag_field="t", tag="sit-out"):
    """Sit out from the next hand on, or play on until the big blind would reach you and sit out then. With `on` false
    you play on, or come back."""

    id: int
    on: bool
    when: Literal["next-hand", "big-blind"] = "next-hand"
    key: str | UnsetType = UNSET


class TakeBreak(Struct, frozen=True, tag_field="t", tag="break"):
    """Go away for so many minutes, and keep the seat: you sit out from the next hand on. `SitOut` comes back."""

    id: int
    minutes: Literal[15, 30, 60]
    key: str | UnsetType = UNSET


class TopUp(Struct, frozen=True, tag_field="t", tag="top-up"):
    """Buy chips, or buy in again; during a hand the chips come when it is over."""

    id: int
    amount: int
    key: str | UnsetType = UNSET


class SetAutoBuy(Struct, frozen=True, tag_field="t", tag="auto-buy"):
    """Have chips bought for you by a rule; null: no longer."""

    id: int
    rule: AutoBuy | None
    key: str | UnsetType = UNSET


class PostBlind(Struct, frozen=True, tag_field="t", tag="post-blind"):
    """Post a blind to play at once rather than wait for the big blind."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class Straddle(Struct, frozen=True, tag_field="t", tag="straddle"):
    """Straddle whenever you may, from the next hand on: under the gun, at a table with straddles."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class Chop(Struct, frozen=True, tag_field="t", tag="chop"):
    """Chop the blinds whenever you may, from the next hand on: all others fold, and the other blind chops too."""

    id: int
    on: bool
    key: str | UnsetType = UNSET


class ChooseGame(Struct, frozen=True, tag_field="t", tag="choose-game"):
    """Pick the next game, with the choice button. `number` is that of the present game (`RotationPlace`), `game` an
    index of the rotation's games."""

    id: int
    number: int
    game: int
    key: str | UnsetType = UNSET


class Skip(Struct, frozen=True, tag_field="t", tag="skip"):
    """Skip the rest of a hand after a fold, or the pause after it, where all others are bots of the house."""

    id: int
    hand_no: int
    key: str | UnsetType = UNSET


class ChooseSpeed(Struct, frozen=True, tag_field="t", tag="bot-speed"):
    """Choose how fast the bots act, as the only person at a table of the house."""

    id: int
    speed: BotSpeed
    key: str | UnsetType = UNSET


class Say(Struct, frozen=True, tag_field="t", tag="chat"):
    """Send a chat message."""

    id: int
    text: str
    key: str | UnsetType = UNSET


class SendEmote(Struct, frozen=True, tag_field="t", tag="emote"):
    """Send an emote, as a player at the table."""

    id: int
    emote: Emote
    key: str | UnsetType = UNSET


Spoken: TypeAlias = Say | SendEmote
"""What people say to each other: the limits, mutes and bars of the chat hold for all of it."""


class Since(Struct, frozen=True, tag_field="t", tag="since"):
    """Ask for everything after version `v`: the frames if the server still has them, else a snapshot."""

    id: int
    v: int


class Ping(Struct, frozen=True, tag_field="t", tag="ping"):
    """Ask for a `Pong`."""

    id: int


Keyed: TypeAlias = (
    Act
    | Wish
    | AlwaysShow
    | Show
    | Sit
    | Leave
    | SitOut
    | TakeBreak
    | TopUp
    | SetAutoBuy
    | PostBlind
    | Straddle
    | Chop
    | ChooseGame
    | Skip
    | ChooseSpeed
    | Say
    | SendEmote
)
"""The messages that change something. `key` is a random text of the client's. A message that is repeated with the same
key, on this or another connection, is done once."""
ClientMessage: TypeAlias = Keyed | Since | Ping


class BadFrame(ValueError):
    """A frame that is not a message. `id` is its id, None where it could not be read."""

    def __init__(self, reason: str, id: int | None = None) -> None:
        super().__init__(reason)
        self.id = id


class _Identified(Struct):
    id: int


_encoder: Final = msgspec.json.Encoder()
_from_client: Final = msgspec.json.Decoder(ClientMessage)
_from_server: Final = msgspec.json.Decoder(ServerMessage)
_identified: Final = msgspec.json.Decoder(_Identified)


def act(id: int, turn: Turn, hand_no: int, action: Action) -> Act:
    """The message that answers a turn with an action."""
    said = Throw(tuple([TEXT[c] for c in action.cards])) if isinstance(action, Discard) else action
    return Act(id, hand_no, turn.seq, said)


def write(message: ServerMessage | ClientMessage) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def read(frame: bytes | str) -> ClientMessage:
    """A client's frame as a message, or `BadFrame`."""
    data = frame.encode("utf-8", "replace") if isinstance(frame, str) else frame
    if len(data) > MAX_FRAME:
        raise BadFrame(f"a frame may have at most {MAX_FRAME} bytes, not {len(data)}")
    try:
        message: ClientMessage = _from_client.decode(data)
    except (ValueError, RecursionError) as error:
        raise BadFrame(f"not a message: {error}", _id_of(data)) from None
    if not -BIGGEST < message.id < BIGGEST:
        raise BadFrame("an id must be a whole number below 2**53")
    if not exact(message):
        raise BadFrame("whole numbers must be below 2**53", message.id)
    key = getattr(message, "key", UNSET)
    if key is not UNSET and not (key.isascii() and key.isprintable() and 0 < len(key) <= MAX_KEY):
        raise BadFrame(f"a key must have 1 to {MAX_KEY} printable ASCII characters", message.id)
    return message


def read_server(frame: bytes | str) -> ServerMessage:
    """A server's frame as a message, for clients. Events stay raw JSON; `standpat.engine.event.decode` reads them."""
    message: ServerMessage = _from_server.decode(frame)
    return message


def raw(event: Event) -> Raw:
    """An event as JSON for a frame. It must be an event as the viewer may see it (`standpat.engine.seen`)."""
    return Raw(encode(event))


def betting(state: PublicState) -> Betting | None:
    """The present betting of a hand; None before the deal and once the hand is over."""
    if state.over or not state.seats:
        return None
    pots = tuple([PotView(pot.amount, pot.claimants) for pot in state.pots])
    return Betting(state.price, state.wagers, state.cap, pots)


def betting_after_each(events: Iterable[Event], state: PublicState) -> list[Betting | None]:
    """The betting after each of a hand's events. `state` is the hand's before the first, and takes them all."""
    bets = []
    for event in events:
        state.apply(event)
        bets.append(betting(state))
    return bets


def decision(legal: Legal) -> Wager | Draw | Showdown:
    """What the player to act may do, in poker-arena's words. For the showdown, which it does not have, in ours."""
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
