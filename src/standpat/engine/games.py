"""A game is a record, and so are the house rules it is played under (RULES section 1).

`game("27td")` is the record of a game under the default house rules; `game("27sd", house="wsop", cap=None)`
takes a bundle of house rules and changes single options. `ids()` lists the games. The engine reads the record and has
no special case for any game: another draw game is another record in `GAMES`. House rules are in
`standpat.engine.house`.

Amounts in a record are in small bets; chips come in with `Stakes`.
"""

from collections.abc import Callable, Hashable
from typing import Final, Literal, TypeVar, get_args

from msgspec import Struct, structs

from standpat.engine.house import HOUSES, RESHUFFLES, Betting, House, Reshuffle, house_rules

__all__ = ["ANTE_BY", "GAMES", "HOUSES", "AnteBy", "Game", "House", "Stakes", "game", "house_rules", "ids", "ids_by"]

K = TypeVar("K", bound=Hashable)

AnteBy = Literal["everyone", "big-blind"]
"""Who posts the ante: every player posts one, or the big blind posts one for the table (R3.5)."""
ANTE_BY: Final[tuple[AnteBy, ...]] = get_args(AnteBy)


class Game(Struct, frozen=True):
    """One draw game with its house rules.

    Attributes:
        id: The short name, such as ``27td``.
        name: The full name in English.
        ranking: Which hands are low.
        betting: The betting structure.
        bets: The fixed-limit bet of each betting round, in small bets. There is one betting round more than there are
            draws. No-limit and pot-limit games read only the length.
        house: The house rules.
        hand_size: Cards in a hand.
        max_discards: The largest number of cards that may be discarded at once.
        min_seats: The smallest number of players.
        max_seats: The largest number of players.
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
        """The number of draws: one fewer than betting rounds."""
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
    """The forced bets of a table. In a fixed-limit game the big blind is one small bet (R3.2).

    Attributes:
        small_blind: The small blind, in chips.
        big_blind: The big blind, in chips.
        ante: The ante, in chips.
        ante_by: Who posts the ante: ``"everyone"``, or ``"big-blind"`` for the whole table after the blind (R3.5).

    Raises:
        ValueError: An amount is not a whole number of chips, the small blind is larger than the big blind, or `ante_by`
            is unknown.
    """

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
            raise ValueError(f"ante_by {self.ante_by!r}: expected one of {', '.join(ANTE_BY)}")

    @classmethod
    def limit(cls, small_bet: int, ante: int = 0, ante_by: AnteBy = "everyone") -> "Stakes":
        """The stakes of a fixed-limit game from its small bet; an odd half is rounded down (R3.2)."""
        return cls(small_blind=small_bet // 2, big_blind=small_bet, ante=ante, ante_by=ante_by)

    def plain(self) -> list[int | str]:
        """The stakes as a short list, the opposite of ``Stakes(*plain)``. `ante_by` is in it unless it is everyone.

        >>> Stakes(5, 10, 2).plain(), Stakes(5, 10, 15, "big-blind").plain()
        ([5, 10, 2], [5, 10, 15, 'big-blind'])
        """
        amounts: list[int | str] = [self.small_blind, self.big_blind, self.ante]
        return amounts if self.ante_by == "everyone" else [*amounts, self.ante_by]


_TRIPLE: Final = (1, 1, 2, 2)
_SINGLE: Final = (1, 2)


GAMES: Final = (
    Game("27td", "Deuce-to-Seven Triple Draw", "deuce-to-seven", "fixed-limit", _TRIPLE),
    Game("a5td", "Ace-to-Five Triple Draw", "ace-to-five", "fixed-limit", _TRIPLE),
    Game("27sd", "No-Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "no-limit", _SINGLE, max_seats=7),
    Game("27td-nl", "No-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "no-limit", _TRIPLE),
    Game("27td-pl", "Pot-Limit Deuce-to-Seven Triple Draw", "deuce-to-seven", "pot-limit", _TRIPLE),
    Game("27sd-fl", "Limit Deuce-to-Seven Single Draw", "deuce-to-seven", "fixed-limit", _SINGLE, max_seats=7),
    Game("a5sd", "Limit Ace-to-Five Single Draw", "ace-to-five", "fixed-limit", _SINGLE, max_seats=7),
)

_BY_ID: Final = {record.id: record for record in GAMES}


def ids() -> tuple[str, ...]:
    """The ids of all games, the three main ones first."""
    return tuple(_BY_ID)


def ids_by(key: Callable[[Game], K]) -> dict[K, str]:
    """The ids of the games by a property of their records; where several games share it, the first of them.

    >>> ids_by(lambda record: record.draw_rounds)
    {3: '27td', 1: '27sd'}
    """
    first: dict[K, str] = {}
    for record in GAMES:
        first.setdefault(key(record), record.id)
    return first


def game(id: str, house: str | House = "online", **options: object) -> Game:
    """The record of a game under a house's rules, single options set by name.

    Args:
        id: One of `ids`.
        house: The name of a bundle of house rules, or house rules.
        **options: House rules that differ from the bundle, by their names (`standpat.engine.house.House`).

    Returns:
        The record, which is all that the engine has to know about the game.

    Raises:
        ValueError: The game, the bundle, an option or its value is unknown. The message says what was expected.

    >>> game("27td", house="wsop").house.cap
    5
    """
    if id not in _BY_ID:
        raise ValueError(f"unknown game {id!r}: expected one of {', '.join(_BY_ID)}")
    return structs.replace(_BY_ID[id], house=house_rules(house, **options))
