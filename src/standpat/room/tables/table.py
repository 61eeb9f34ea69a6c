"""A table's record: everything its owner chose, as plain data that the store keeps and a page shows.

`make(wish, id, owner)` turns the wish of a person (`NewTable`, the JSON of ``POST /api/tables``) into `TableRules`, or
says with a `ValueError` what is wrong and what would be right. `TableRules.game()` is the record the engine plays.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from msgspec import Struct, field, structs

from standpat.bots import players
from standpat.bots.registry import current
from standpat.engine.games import AnteBy, Game, Stakes, game
from standpat.engine.house import changed
from standpat.language.sentence import Sentence
from standpat.protocol.room import BotsView, ClockView, TableRow, TableView

MAX_CHIPS: Final = 10_000_000
MAX_NAME: Final = 40
MAX_PASSWORD: Final = 128


class ClockRules(Struct, frozen=True):
    """Seconds: for a bet, a draw, a draw with three or more cards to choose; the full time bank, what it gains a hand;
    how much longer a player without connection has, the full protection and what it gains a hand; and to show or muck
    at the showdown."""

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


class BotRules(Struct, frozen=True):
    """Which players of the house sit there, how many are kept, and whether one goes for a person who wants a seat. A
    name of an earlier version, as stored tables have it, becomes the one that the bot has now."""

    players: tuple[str, ...] = ("rule",)
    keep: int = 0
    make_room: bool = True

    def __post_init__(self) -> None:
        structs.force_setattr(self, "players", tuple([current(name) for name in self.players]))


class TableRules(Struct, frozen=True):
    """A table. `password` is a hash, None for a table without; one that is not public is found by its link alone. Those
    `barred` (user and name) may not sit or speak there. A person's table that has not been in use for `abandoned_after`
    seconds is closed, and so is one of the house's that was opened for somebody to play at (`spare`).
    `staked_by` is whose wallet the bots' chips come from, the owner's where it is None; a table without an owner is the
    house's. `same_address`: several people of one household may sit here. `bring_back`: who comes back within an hour
    brings the chips they left with."""

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

    @property
    def shares_addresses(self) -> bool:
        """May several people of one address sit here? Where nothing is said, at tables that are not everybody's."""
        return self.private if self.same_address is None else self.same_address

    @property
    def private(self) -> bool:
        """Is it not for everybody?"""
        return not self.public or self.password is not None

    def game(self) -> Game:
        """What the engine plays."""
        return game(self.game_id, house=self.house, **self.options)

    def view(self) -> TableView:
        """What a page shows of it."""
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
            BotsView(self.bots.players, self.bots.keep, self.bots.make_room),
        )

    def row(self, *, taken: int, bots: int, watching: int, hands: int) -> TableRow:
        """Its line in the lobby."""
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
        )


class NewTable(Struct, forbid_unknown_fields=True):
    """A wish for a table. What is left out has a sensible value: limit blinds 5/10, others 5/10 too."""

    game: str
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


def make(
    wish: NewTable,
    id: str,
    owner: str | None = None,
    password: str | None = None,
    *,
    staked_by: str | None = None,
    programs: Collection[str] = (),
) -> TableRules:
    """The table a wish describes; `password` is the hash of the one wished for, `programs` are those of the room."""
    record = game(wish.game, house=wish.house, **wish.options)
    small = wish.big_blind // 2 if wish.small_blind is None else wish.small_blind
    _require(0 <= small <= wish.big_blind and wish.big_blind > 0 <= wish.ante, Sentence("blinds"))
    stakes = Stakes(small, wish.big_blind, wish.ante, wish.ante_by)
    big_blinds = (10, 100) if record.betting == "fixed-limit" else (40, 200)
    buy_in = wish.buy_in or (stakes.big_blind * big_blinds[0], stakes.big_blind * big_blinds[1])
    least, most = buy_in
    name = " ".join(wish.name.split()) or record.name
    _require(len(name) <= MAX_NAME and name.isprintable(), Sentence("table-name", most=MAX_NAME))
    _require(record.min_seats <= wish.seats <= record.max_seats, Sentence("table-seats", most=record.max_seats))
    _require(stakes.big_blind + stakes.ante <= least <= most <= MAX_CHIPS, _buy_in_text(stakes, buy_in))
    _require(len(wish.password) <= MAX_PASSWORD, Sentence("table-password", most=MAX_PASSWORD))
    _require(wish.speed in SPEEDS, f"speed {wish.speed!r}: expected one of {', '.join(SPEEDS)}")
    check_bots(wish.bots, wish.seats, programs)
    return TableRules(
        id=id,
        name=name,
        game_id=record.id,
        house=wish.house,
        options=changed(record.house),
        stakes=stakes,
        buy_in=(least, most),
        seats=wish.seats,
        clock=SPEEDS[wish.speed],
        bots=wish.bots,
        owner=owner,
        staked_by=staked_by,
        public=wish.public,
        password=password,
        same_address=wish.same_address,
        bring_back=wish.bring_back,
    )


def check_bots(bots: BotRules, seats: int, programs: Collection[str]) -> None:
    """A `ValueError` where these cannot be had."""
    known = (*players(), *programs)
    _require(0 <= bots.keep < seats, Sentence("bots-seat"))
    _require(0 < len(bots.players) <= 6, Sentence("bots-count"))
    for player in bots.players:
        _require(player in known, Sentence("bots-kind", player=player[:40], known=", ".join(known)))


def _buy_in_text(stakes: Stakes, buy_in: tuple[int, int]) -> Sentence:
    low, high = buy_in
    return Sentence("table-buy-in", low=low, high=high, least=stakes.big_blind + stakes.ante, most=MAX_CHIPS)


def _require(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise ValueError(otherwise)
