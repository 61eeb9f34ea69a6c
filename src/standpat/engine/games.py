"""A game is a record, and so are the house rules it is played under (RULES section 1).

`game("27td")` is the record of a game under the default house rules; `game("27sd", house="wsop", cap=None)`
takes a bundle and sets single options by hand. The engine reads the record and has no case for any one game:
a new draw game is a new line in `_GAMES`, a new room's rules a new line in `_HOUSES`.

Amounts in a record are in small bets; chips come in with `Stakes`.
"""

from typing import Final, Literal, get_args

from msgspec import Struct, structs

Betting = Literal["fixed-limit", "pot-limit", "no-limit"]
Draws = Literal["immediate", "announced"]
LimitRaise = Literal["full_bets", "additive"]
Showdown = Literal["muck_losers", "show_all", "optional"]
AnteBy = Literal["everyone", "big-blind"]
"""Who posts the ante: every player one, or the big blind one for the table (R3.5)."""
Pile = Literal["folded", "burned", "earlier", "served", "unserved", "own"]
"""A part of the muck: hands folded, cards burned, discards of earlier rounds, this round's discards of those
already served, of those not yet served, and of the player being served."""


ANTE_BY: Final[tuple[AnteBy, ...]] = get_args(AnteBy)


class Reshuffle(Struct, frozen=True):
    """What is shuffled when the stub runs out, and when (R6.3).

    `piles` opens group by group, the next only when the one before is used up; the last ones are the fallback
    for when a house's own cards do not suffice. `stub` says what becomes of the cards still in the stub:
    dealt first; all but the last dealt, which is shuffled in unless it completes the draw round; or shuffled in
    at once. `never_back` bars a player from cards they threw earlier in the hand, not only in this round.
    """

    name: str
    piles: tuple[tuple[Pile, ...], ...]
    stub: Literal["dealt", "last_card_in", "shuffled_in"] = "dealt"
    never_back: bool = False


class House(Struct, frozen=True):
    """House rules: one value for each option of RULES."""

    name: str
    draws: Draws = "immediate"  # R6.2
    reshuffle: str = "served"  # R6.3, a name in RESHUFFLES
    cap: int | None = 4  # R5.3: wagers a fixed-limit round allows, the big blind the first of them
    cap_heads_up: bool = True  # R5.3: does the cap hold in a round that begins heads-up?
    limit_raise: LimitRaise = "full_bets"  # R5.5
    showdown: Showdown = "muck_losers"  # R7.2
    burn: int = 0  # R6.6: cards burned before each draw round


class Game(Struct, frozen=True):
    """One draw game, its house rules included.

    `bets` is the fixed-limit bet of each betting round in small bets, so it has one entry more than there are
    draws; no-limit and pot-limit games read only its length.
    """

    id: str
    name: str
    ranking: Literal["deuce-to-seven", "ace-to-five"]
    betting: Betting
    bets: tuple[int, ...]
    house: House
    hand_size: int = 5
    max_discards: int = 5
    min_seats: int = 2
    max_seats: int = 6

    @property
    def draw_rounds(self) -> int:
        """How many draws there are: one fewer than betting rounds."""
        return len(self.bets) - 1

    @property
    def reshuffle(self) -> Reshuffle:
        return RESHUFFLES[self.house.reshuffle]

    def label(self, street: int) -> str:
        """The vocabulary's name of a street: ``predraw``, then ``draw1`` …, or ``draw`` where there is one."""
        if street == 0:
            return "predraw"
        return f"draw{street}" if self.draw_rounds > 1 else "draw"


class Stakes(Struct, frozen=True):
    """Forced bets in chips. In a fixed-limit game the big blind is one small bet (R3.2). Where `ante_by` is
    ``"big-blind"`` the ante is the whole table's and the big blind posts it, after the blind (R3.5)."""

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_by: AnteBy = "everyone"

    def __post_init__(self) -> None:
        for name in ("small_blind", "big_blind", "ante"):
            amount = getattr(self, name)
            if type(amount) is not int or amount < 0:
                raise ValueError(f"{name} is whole chips, 0 or more, not {amount!r}")
        if self.big_blind < 1:
            raise ValueError("big_blind is at least 1 chip")
        if self.small_blind > self.big_blind:
            raise ValueError(f"small_blind {self.small_blind} is more than big_blind {self.big_blind}")
        if self.ante_by not in ANTE_BY:
            raise ValueError(f"ante_by {self.ante_by!r}: want one of {', '.join(ANTE_BY)}")

    @classmethod
    def limit(cls, small_bet: int, ante: int = 0, ante_by: AnteBy = "everyone") -> "Stakes":
        """The stakes of a fixed-limit game from its small bet; an odd half is rounded down (R3.2)."""
        return cls(small_blind=small_bet // 2, big_blind=small_bet, ante=ante, ante_by=ante_by)

    def plain(self) -> list[int | str]:
        """As a short list, the opposite of ``Stakes(*plain)``; who posts the ante stands there if not everyone does.

        >>> Stakes(5, 10, 2).plain(), Stakes(5, 10, 15, "big-blind").plain()
        ([5, 10, 2], [5, 10, 15, 'big-blind'])
        """
        told: list[int | str] = [self.small_blind, self.big_blind, self.ante]
        return told if self.ante_by == "everyone" else [*told, self.ante_by]


_RESHUFFLES: Final = (
    Reshuffle("served", (("folded", "burned", "earlier", "served"), ("unserved",), ("own",))),
    Reshuffle("previous_rounds", (("folded", "burned", "earlier"), ("served",), ("unserved",), ("own",))),
    Reshuffle(
        "pokerstars",
        (("folded", "burned", "earlier", "served"), ("unserved",), ("own",)),
        stub="shuffled_in",
        never_back=True,
    ),
    Reshuffle("full_tilt", (("folded", "burned"), ("earlier",), ("served",), ("unserved",), ("own",))),
    Reshuffle(
        "wsop",
        (("folded", "burned", "earlier"), ("served",), ("unserved",), ("own",)),
        stub="last_card_in",
    ),
)
RESHUFFLES: Final = {reshuffle.name: reshuffle for reshuffle in _RESHUFFLES}

_HOUSES: Final = (
    House("online"),
    House("ultimate", draws="announced"),
    House("classic", reshuffle="previous_rounds"),
    House("cardroom", draws="announced", showdown="optional"),
    House("wsop", draws="announced", reshuffle="wsop", cap=5, cap_heads_up=False, burn=1),
    House("pokerstars", reshuffle="pokerstars"),
    House("full_tilt", draws="announced", reshuffle="full_tilt"),
    House("arena", limit_raise="additive", showdown="show_all"),
)
HOUSES: Final = {house.name: house for house in _HOUSES}

_TRIPLE: Final = (1, 1, 2, 2)
_SINGLE: Final = (1, 2)


def _record(
    id: str, name: str, ranking: Literal["deuce-to-seven", "ace-to-five"], betting: Betting, bets: tuple[int, ...]
) -> Game:
    return Game(id, name, ranking, betting, bets, HOUSES["online"])


_GAMES: Final = (
    _record("27td", "Deuce-to-Seven Triple Draw", "deuce-to-seven", "fixed-limit", _TRIPLE),
    _record("a5td", "Ace-to-Five Triple Draw", "ace-to-five", "fixed-limit", _TRIPLE),
    _record("27sd", "No-Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "no-limit", _SINGLE),
    _record("27td-nl", "No-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "no-limit", _TRIPLE),
    _record("27td-pl", "Pot-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "pot-limit", _TRIPLE),
    _record("27sd-fl", "Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "fixed-limit", _SINGLE),
    _record("a5sd", "Limit Ace-to-Five Single Draw", "ace-to-five", "fixed-limit", _SINGLE),
)

_OPTIONS: Final = {
    "draws": ("immediate", "announced"),
    "reshuffle": tuple(RESHUFFLES),
    "limit_raise": ("full_bets", "additive"),
    "showdown": ("muck_losers", "show_all", "optional"),
    "cap_heads_up": (True, False),
}


class Catalogue:
    """The games there are. `game` is the one instance: ``game("27td")``, ``game.ids()``."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        self._games = {game.id: game for game in games}

    def ids(self) -> tuple[str, ...]:
        """Every id `game` knows, the three main games first."""
        return tuple(self._games)

    def __call__(self, id: str, house: str | House = "online", **options: object) -> Game:
        """The record of a game under a house's rules, single options set by name.

        >>> game("27td", house="wsop").house.cap
        5
        """
        if id not in self._games:
            raise ValueError(f"{id!r} is no game here: want one of {', '.join(self._games)}")
        return structs.replace(self._games[id], house=house_rules(house, **options))


def house_rules(house: str | House = "online", **options: object) -> House:
    """A bundle, with single options set by hand; an unknown bundle, option or value is a `ValueError`."""
    if isinstance(house, str):
        if house not in HOUSES:
            raise ValueError(f"{house!r} is no house here: want one of {', '.join(HOUSES)}")
        house = HOUSES[house]
    for name, value in options.items():
        if name in _OPTIONS:
            allowed = _OPTIONS[name]
            if value not in allowed:
                raise ValueError(f"{name}={value!r}: want one of {', '.join(map(str, allowed))}")
        elif name == "cap":
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"cap={value!r}: want a number of wagers from 1, or None")
        elif name == "burn":
            if type(value) is not int or not 0 <= value <= 3:
                raise ValueError(f"burn={value!r}: want 0 to 3 cards")
        else:
            raise ValueError(f"{name!r} is no house rule: want one of {', '.join([*_OPTIONS, 'cap', 'burn'])}")
    return structs.replace(house, **options)


game: Final = Catalogue(_GAMES)
