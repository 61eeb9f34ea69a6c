"""A game is a record, and so are the house rules it is played under (RULES section 1).

`game("27td")` is the record of a game under the default house rules; `game("27sd", house="wsop", cap=None)`
takes a bundle and sets single options by hand. `ids()` lists the games. The engine reads the record and has no case
for any one game: a further draw game is a further record in `GAMES`. House rules are in `standpat.engine.house`.

Amounts in a record are in small bets; chips come in with `Stakes`.
"""

from collections.abc import Callable, Hashable
from typing import Final, Literal, TypeVar, get_args

from msgspec import Struct, structs

from standpat.engine.house import HOUSES, RESHUFFLES, Betting, House, Reshuffle, house_rules

__all__ = ["ANTE_BY", "GAMES", "HOUSES", "AnteBy", "Game", "House", "Stakes", "game", "house_rules", "ids", "ids_by"]

K = TypeVar("K", bound=Hashable)

AnteBy = Literal["everyone", "big-blind"]
"""Who posts the ante: every player one, or the big blind one for the table (R3.5)."""
ANTE_BY: Final[tuple[AnteBy, ...]] = get_args(AnteBy)


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
    house: House = HOUSES["online"]
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
        """Which cards come back when the stub runs out (R6.3)."""
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


_TRIPLE: Final = (1, 1, 2, 2)
_SINGLE: Final = (1, 2)


GAMES: Final = (
    Game("27td", "Deuce-to-Seven Triple Draw", "deuce-to-seven", "fixed-limit", _TRIPLE),
    Game("a5td", "Ace-to-Five Triple Draw", "ace-to-five", "fixed-limit", _TRIPLE),
    Game("27sd", "No-Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "no-limit", _SINGLE),
    Game("27td-nl", "No-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "no-limit", _TRIPLE),
    Game("27td-pl", "Pot-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "pot-limit", _TRIPLE),
    Game("27sd-fl", "Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "fixed-limit", _SINGLE),
    Game("a5sd", "Limit Ace-to-Five Single Draw", "ace-to-five", "fixed-limit", _SINGLE),
)

_BY_ID: Final = {record.id: record for record in GAMES}


def ids() -> tuple[str, ...]:
    """The ids of all games, the three main ones first."""
    return tuple(_BY_ID)


def ids_by(key: Callable[[Game], K]) -> dict[K, str]:
    """The games' ids by what `key` says of each record; of games that are alike in it, the first.

    >>> ids_by(lambda record: record.draw_rounds)
    {3: '27td', 1: '27sd'}
    """
    found: dict[K, str] = {}
    for record in GAMES:
        found.setdefault(key(record), record.id)
    return found


def game(id: str, house: str | House = "online", **options: object) -> Game:
    """The record of a game under a house's rules, single options set by name.

    Args:
        id: One of `ids`.
        house: The name of a bundle of house rules, or house rules.
        **options: House rules that differ from the bundle, by their names (`standpat.engine.house.House`).

    Returns:
        The record, which says all that the engine has to know of the game.

    Raises:
        ValueError: The game, the bundle, an option or its value is unknown. The text says what would be right.

    >>> game("27td", house="wsop").house.cap
    5
    """
    if id not in _BY_ID:
        raise ValueError(f"{id!r} is no game here: want one of {', '.join(_BY_ID)}")
    return structs.replace(_BY_ID[id], house=house_rules(house, **options))
