"""A table's record: everything that its owner chose, as plain data that is stored and shown.

`make(wish, id, owner)` turns a request (`NewTable`, the JSON of ``POST /api/tables``) into `TableRules`.
`TableRules.game()` is the record that the engine plays. At a table with a rotation, the game, the house rules and the
stakes of the record are those of the present game (`with_entry`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field, structs

from standpat.bots import players
from standpat.bots.registry import current
from standpat.engine.games import AnteBy, Game, Stakes, game
from standpat.engine.house import changed
from standpat.language.sentence import Sentence
from standpat.protocol.room import BotSpeed, BotsView, ClockView, MustMoveView, TableRow, TableView
from standpat.room.tables import rotation as rotations
from standpat.room.tables.rotation import NewRotation, Rotation
from standpat.tournament.rotation import Entry

MAX_CHIPS: Final = 10_000_000
"""The largest buy-in."""
MAX_NAME: Final = 40
"""The longest name of a table, in characters."""
MAX_PASSWORD: Final = 128
"""The longest password of a table, in characters."""

_MIXED: Final = {"list": "Mixed Lowball", "button": "Dealer's Choice"}
"""Names of tables with a rotation whose owner gives none, by who picks the next game."""


class ClockRules(Struct, frozen=True):
    """Times in seconds.

    Attributes:
        act: For a bet.
        draw: For a draw of at most one or two cards.
        long_draw: For a draw in which three or more cards may be discarded.
        bank: The full time bank.
        refill: What the bank gains with a hand.
        protection: The full protection: further time for a player without a connection.
        protection_refill: What the protection gains with a hand.
        showdown: To show or muck at the showdown.
    """

    act: float = 20
    draw: float = 20
    long_draw: float = 30
    bank: float = 30
    refill: float = 2
    protection: float = 60
    protection_refill: float = 5
    showdown: float = 8


SPEEDS: Final[Mapping[str, ClockRules]] = {
    "slow": ClockRules(40, 40, 60, 60, 4, showdown=12),
    "normal": ClockRules(),
    "fast": ClockRules(10, 10, 15, 20, 1, 30, 3, showdown=5),
}
"""The clocks that a table can have, by name."""


class BotRules(Struct, frozen=True):
    """The house players of a table.

    A name from an earlier version, which stored tables may have, is replaced by the bot's present name.

    Attributes:
        players: The bots that may sit there.
        keep: How many there are.
        make_room: Whether one leaves for a person who wants a seat.
        speed: How fast they act (`standpat.room.tables.tempo`).
    """

    players: tuple[str, ...] = ("rule",)
    keep: int = 0
    make_room: bool = True
    speed: BotSpeed = "normal"

    def __post_init__(self) -> None:
        structs.force_setattr(self, "players", tuple([current(name) for name in self.players]))


class Link(Struct, frozen=True):
    """Two linked tables (`standpat.room.tables.must_move`), each by id and name: `feeder` is the must-move table of
    `main`. Both tables have the same link in their records; while they do not, it is not in effect.
    """

    main: tuple[str, str]
    feeder: tuple[str, str]

    def view(self, table: str) -> MustMoveView:
        """The link as the pages of one of the two tables show it."""
        return MustMoveView("main", *self.feeder) if table == self.main[0] else MustMoveView("must-move", *self.main)


class TableRules(Struct, frozen=True):
    """A table's record. A table without an owner belongs to the house.

    Attributes:
        options: House rules that differ from those of `house`.
        staked_by: The person whose wallet pays for house players; None for the owner.
        public: Whether it is in the lobby's list; otherwise it is found only by its link.
        password: The hash of its password; None for no password.
        barred: Names by user of those who may not sit or chat there.
        abandoned_after: Seconds without use after which a table of a person, or a spare one, is closed.
        spare: Whether it is a table of the house that was opened on demand.
        same_address: Whether several people of one household may sit there; None for the default.
        bring_back: Whether a player who comes back within an hour must bring the chips that they left with.
        rotation: The games that are played in turn; None for one game.
        straddle: Whether the player left of the big blind may straddle (T10.5).
        chop: Whether the blinds may be chopped (T10.6).
        tournament: The id of its tournament; "" for a cash game.
        number: Its number in the tournament, from 1.
        link: The link with another table; None if there is none.
    """

    id: str
    name: str
    game_id: str
    house: str
    options: dict[str, Any]
    stakes: Stakes
    buy_in: tuple[int, int]
    seats: int
    clock: ClockRules = ClockRules()
    bots: BotRules = BotRules()
    owner: str | None = None
    staked_by: str | None = None
    public: bool = True
    password: str | None = None
    barred: dict[str, str] = field(default_factory=dict)
    abandoned_after: float = 300.0
    spare: bool = False
    same_address: bool | None = None
    bring_back: bool = True
    rotation: Rotation | None = None
    straddle: bool = False
    chop: bool = False
    tournament: str = ""
    number: int = 0
    link: Link | None = None

    @property
    def shares_addresses(self) -> bool:
        """Whether several people of one household may sit there. The default is yes at private tables only."""
        return self.private if self.same_address is None else self.same_address

    @property
    def private(self) -> bool:
        """Whether the table is unlisted or has a password."""
        return not self.public or self.password is not None

    def game(self) -> Game:
        """The game that the engine plays."""
        return game(self.game_id, house=self.house, **self.options)

    def with_entry(self, entry: Entry) -> "TableRules":
        """The record when this game of the rotation is played."""
        return structs.replace(
            self, game_id=entry.game_id, house=entry.house, options=entry.options, stakes=entry.stakes
        )

    def announced(self) -> dict[str, str | int]:
        """What a notice of another game says: the game and, in chips, its two bets in fixed limit, else its blinds."""
        played, big = self.game(), self.stakes.big_blind
        limit = played.betting == "fixed-limit"
        small, large = (big, max(played.bets) * big) if limit else (self.stakes.small_blind, big)
        return {"game": self.game_id, "small": small, "big": large}

    @property
    def unmatched(self) -> int:
        """The most that a player posts in a hand without that others have to match it, over all games, in chips."""
        stakes = [self.stakes, *[entry.stakes for entry in (self.rotation.entries if self.rotation else ())]]
        return max([one.ante + one.small_blind for one in stakes])

    def view(self) -> TableView:
        """The record as pages show it, without the place in a rotation."""
        rules = self.clock
        clock = ClockView(rules.act, rules.draw, rules.long_draw, rules.bank, rules.showdown)
        return TableView(
            self.id,
            self.name,
            self.game(),
            self.options,
            self.stakes,
            self.seats,
            self.buy_in,
            clock,
            self.public,
            self.owner,
            BotsView(self.bots.players, self.bots.keep, self.bots.make_room, self.bots.speed),
            locked=self.password is not None,
            straddle=self.straddle,
            chop=self.chop,
            link=self.link.view(self.id) if self.link else None,
            tournament=self.tournament or None,
        )

    def row(self, *, taken: int, bots: int, watching: int, hands: int) -> TableRow:
        """The table's row in the lobby."""
        stakes = self.stakes
        return TableRow(
            id=self.id,
            name=self.name,
            game=self.game_id,
            house=self.house,
            changed=self.options,
            betting=self.game().betting,
            small_blind=stakes.small_blind,
            big_blind=stakes.big_blind,
            ante=stakes.ante,
            ante_by=stakes.ante_by,
            buy_in=self.buy_in,
            seats=self.seats,
            taken=taken,
            bots=bots,
            watching=watching,
            hands=hands,
            locked=self.password is not None,
            rotation=tuple([entry.game_id for entry in self.rotation.entries]) if self.rotation else (),
            picked_by=self.rotation.picked_by if self.rotation else "list",
            link=self.link.view(self.id) if self.link else None,
        )


class NewTable(Struct, forbid_unknown_fields=True):
    """A request for a table. Blinds are 5/10 by default. A table has a `game` or a `rotation`."""

    game: str = ""
    name: str = ""
    house: str = "online"
    options: dict[str, Any] = field(default_factory=dict)
    small_blind: int | None = None
    big_blind: int = 10
    ante: int = 0
    buy_in: tuple[int, int] | None = None
    seats: int = 6
    speed: str = "normal"
    bots: BotRules = BotRules()
    public: bool = True
    password: str = ""
    ante_by: AnteBy = "everyone"
    same_address: bool | None = None
    bring_back: bool = True
    approval: bool = False
    rotation: NewRotation | None = None
    straddle: bool = False
    chop: bool = False


def make(
    wish: NewTable,
    id: str,
    owner: str | None = None,
    password: str | None = None,
    *,
    staked_by: str | None = None,
    programs: Collection[str] = (),
) -> TableRules:
    """Make the record of a requested table.

    Args:
        wish: The request.
        id: The table's id.
        owner: The owner's id; None for a table of the house.
        password: The hash of the requested password.
        staked_by: The person whose wallet pays for house players; None for the owner.
        programs: The programs of the room.

    Raises:
        ValueError: There cannot be such a table. The message says what would be right.
    """
    small = wish.big_blind // 2 if wish.small_blind is None else wish.small_blind
    stakes = stakes_of(small, wish.big_blind, wish.ante, wish.ante_by)
    rotation: Rotation | None = None
    if wish.rotation is None:
        played = game(wish.game, house=wish.house, **wish.options)
        entries: tuple[Entry, ...] = (Entry(played.id, wish.house, changed(played.house), stakes),)
    else:
        _require(not wish.game, Sentence("rotation-or-game"))
        rotation = rotations.make(wish.rotation, stakes, wish.house, wish.options)
        entries = rotation.entries
    games = [entry.game() for entry in entries]
    limit = any([one.betting == "fixed-limit" for one in games])
    big_blinds = (10, 100) if limit else (40, 200)
    buy_in = wish.buy_in or (stakes.big_blind * big_blinds[0], stakes.big_blind * big_blinds[1])
    name = " ".join(wish.name.split()) or usual_name(rotation, games[0])
    _require(len(name) <= MAX_NAME and name.isprintable(), Sentence("table-name", most=MAX_NAME))
    check_seats(wish.seats, games)
    check_buy_in(buy_in, [entry.stakes for entry in entries])
    _require(len(wish.password) <= MAX_PASSWORD, Sentence("table-password", most=MAX_PASSWORD))
    _require(wish.speed in SPEEDS, f"speed {wish.speed!r}: expected one of {', '.join(SPEEDS)}")
    check_bots(wish.bots, wish.seats, programs)
    return TableRules(
        id=id,
        name=name,
        game_id=entries[0].game_id,
        house=entries[0].house,
        options=entries[0].options,
        stakes=entries[0].stakes,
        buy_in=buy_in,
        seats=wish.seats,
        clock=SPEEDS[wish.speed],
        bots=wish.bots,
        owner=owner,
        staked_by=staked_by,
        public=wish.public,
        password=password,
        same_address=wish.same_address,
        bring_back=wish.bring_back,
        rotation=rotation,
        straddle=wish.straddle,
        chop=wish.chop,
    )


def usual_name(rotation: Rotation | None, played: Game) -> str:
    """The name of a table whose owner gives none."""
    return _MIXED[rotation.picked_by] if rotation else played.name


def stakes_of(small_blind: int, big_blind: int, ante: int, ante_by: AnteBy) -> Stakes:
    """The stakes with these blinds and this ante.

    Raises:
        ValueError: There cannot be such stakes.
    """
    _require(0 <= small_blind <= big_blind > 0 <= ante, Sentence("blinds"))
    return Stakes(small_blind, big_blind, ante, ante_by)


def check_seats(seats: int, games: Sequence[Game]) -> None:
    """Check the number of seats of a table where these games are played.

    Raises:
        ValueError: None of the games has so many seats, or there are too few.
    """
    most = max([one.max_seats for one in games])
    _require(2 <= seats <= most, Sentence("table-seats", most=most))


def check_buy_in(buy_in: tuple[int, int], stakes: Sequence[Stakes]) -> None:
    """Check the smallest and the largest buy-in of a table with these stakes, one for each game.

    Raises:
        ValueError: The smallest does not cover the big blind and the ante of every game, or the largest is too large.
    """
    least, most = buy_in
    posted = max([one.big_blind + one.ante for one in stakes])
    text = Sentence("table-buy-in", low=least, high=most, least=posted, most=MAX_CHIPS)
    _require(posted <= least <= most <= MAX_CHIPS, text)


def check_bots(bots: BotRules, seats: int, programs: Collection[str]) -> None:
    """Check the house players of a table.

    Raises:
        ValueError: There cannot be such house players.
    """
    known = (*players(), *programs)
    _require(0 <= bots.keep < seats, Sentence("bots-seat"))
    _require(0 < len(bots.players) <= 6, Sentence("bots-count"))
    for player in bots.players:
        _require(player in known, Sentence("bots-kind", player=player[:40], known=", ".join(known)))


def _require(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise ValueError(otherwise)
