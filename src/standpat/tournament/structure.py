"""The structure of a tournament: games, levels, entering, prizes. Data that is checked when it is made, with JSON.

A `Structure` is everything that is decided before the start. `Structure.level(number)` gives any level, numbered from
1; there is no last one (`after_last`). Amounts are whole chips, times whole minutes, money the smallest unit.

- A level has the stakes of every game of the tournament (`standpat.engine.games.Stakes`). In a fixed-limit game the big
  blind is the small bet, and the big bet is twice that; the level's own small blind may be more than half (R3.2).
- From level to level no blind and no ante falls, and in each game one of them rises.
- `unit` divides every amount of chips (T2.4).
- Sizes are bounded, so that a structure from a stranger is small, and no sum of chips leaves what JSON numbers hold.

`decode` reads JSON and `encode` writes it. A fault is a `ValueError`; its text is a `Sentence`, except where the JSON
has the wrong form. Source: fact sheet of tournaments, section 8.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from standpat.engine.games import Game, Stakes, game
from standpat.language.sentence import Sentence
from standpat.tournament.payouts import MOST_ENTRANTS, Payout
from standpat.tournament.rotation import Turns

MOST_LEVELS: Final = 100
MOST_GAMES: Final = 20
MOST_MINUTES: Final = 240
"""The longest level and the longest break."""
MOST_STACK: Final = 10_000_000
"""The largest starting stack."""
MOST_STAKE: Final = 10**12
"""The largest blind or ante that a level may have, or that a continued structure reaches."""
MOST_MONEY: Final = 10**9
"""The largest buy-in, fee, or cost of a rebuy or an add-on."""
MOST_TIMES: Final = 100
"""The most re-entries or rebuys of a player."""
MOST_NAME: Final = 60
MOST_BYTES: Final = 256 * 1024
"""The longest JSON text of a structure."""
LADDER: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
"""One decade of the usual sequence of levels, in tenths; the next decade is ten times this one."""


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """One level.

    Attributes:
        minutes: How long it lasts.
        games: The stakes of each game, by its id.
        break_after: The break after it, in minutes; 0 for none.
    """

    minutes: int
    games: dict[str, Stakes]
    break_after: int = 0


class Rebuys(Struct, frozen=True, forbid_unknown_fields=True):
    """Rebuys (T1.5).

    Attributes:
        closes: The last level in which one may rebuy; a break after it still counts.
        chips: What a rebuy gives.
        cost: What it costs.
        most: How often a player may rebuy, in each entry.
        at_most: The largest stack with which one may rebuy.
    """

    closes: int
    chips: int
    cost: int
    most: int
    at_most: int


class AddOn(Struct, frozen=True, forbid_unknown_fields=True):
    """An add-on, once for each entry, whatever the stack (T1.6).

    Attributes:
        opens: The first level in which one may take it.
        closes: The last one; a break after it still counts.
        chips: What it gives.
        cost: What it costs.
    """

    opens: int
    closes: int
    chips: int
    cost: int


class Structure(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is decided about a tournament before it starts.

    Attributes:
        name: Its name.
        games: The ids of the games, in the order in which they are played.
        turns: How long each of several games lasts, and who picks the next.
        house: The bundle of house rules.
        seats: The seats of a table.
        starting_stack: The chips of an entry.
        unit: The smallest chip.
        levels: The levels, from the first.
        after_last: Levels after the last one go on with the usual sequence, or stay as the last one is.
        sit_and_go: Whether it starts when it is full.
        minimum: The fewest entrants with which it takes place (T1.7).
        most: The most entries.
        buy_in: What an entry adds to the prizes.
        fee: What an entry costs beyond that.
        registration_closes: The last level in which one may enter; 0 for none after the start (T1.3).
        re_entries: How often a player may enter again (T1.4).
        give_up: Whether, when registration closes, a player may give up their stack to enter again (T1.4).
        rebuys: The rebuys, if there are any.
        add_on: The add-on, if there is one.
        payout: How the prizes are shared.
    """

    name: str
    games: tuple[str, ...]
    levels: tuple[Level, ...]
    turns: Turns = Turns()
    house: str = "online"
    seats: int = 6
    starting_stack: int = 5000
    unit: int = 1
    after_last: Literal["sequence", "stay"] = "sequence"
    sit_and_go: bool = False
    minimum: int = 2
    most: int = MOST_ENTRANTS
    buy_in: int = 0
    fee: int = 0
    registration_closes: int = 0
    re_entries: int = 0
    give_up: bool = False
    rebuys: Rebuys | None = None
    add_on: AddOn | None = None
    payout: Payout = field(default_factory=Payout)

    def __post_init__(self) -> None:
        _check_play(self)
        _check_levels(self)
        _check_entering(self)

    @property
    def free(self) -> bool:
        """Whether nothing can be bought in it, so that there are no prizes."""
        extras = [extra.cost for extra in (self.rebuys, self.add_on) if extra is not None]
        return not any([self.buy_in, self.fee, *extras])

    def records(self) -> tuple[Game, ...]:
        """The records of the games, under the bundle of house rules."""
        return tuple([game(id, house=self.house) for id in self.games])

    def level(self, number: int) -> Level:
        """A level by its number, from 1. After the last one there are no breaks.

        Raises:
            ValueError: The number is less than 1.
        """
        if number < 1:
            raise ValueError(f"levels are numbered from 1, not {number}")
        past = number - len(self.levels)
        if past <= 0:
            return self.levels[number - 1]
        last = self.levels[-1]
        if self.after_last == "stay":
            return Level(last.minutes, last.games)
        return Level(last.minutes, {id: _risen(stakes, past, self.unit) for id, stakes in last.games.items()})


def decode(text: str | bytes) -> Structure:
    """Read a structure from JSON.

    Raises:
        ValueError: The text is not JSON, or there cannot be such a structure.
    """
    if len(text) > MOST_BYTES:
        raise ValueError(Sentence("structure-large", most=MOST_BYTES // 1024))
    return msgspec.json.decode(text, type=Structure)


def encode(structure: Structure) -> bytes:
    """A structure as JSON, the opposite of `decode`."""
    return msgspec.json.encode(structure)


def _risen(stakes: Stakes, steps: int, unit: int) -> Stakes:
    """The stakes some steps of the usual sequence later, in whole units; they stop below `MOST_STAKE`."""
    decades, rung = divmod(min(steps, 12 * len(LADDER)), len(LADDER))
    tenths: int = LADDER[rung] * 10**decades

    def raised(amount: int) -> int:
        return amount * tenths // 10 // unit * unit

    top = max(raised(stakes.big_blind), raised(stakes.ante))
    if top > MOST_STAKE:
        return stakes if steps == 1 else _risen(stakes, min(steps, 12 * len(LADDER)) - 1, unit)
    return Stakes(raised(stakes.small_blind), raised(stakes.big_blind), raised(stakes.ante), stakes.ante_by)


# Checks ----------------------------------------------------------------------------------------------------


def _within(what: str, number: int, least: int, most: int) -> None:
    if type(number) is not int or not least <= number <= most:
        raise ValueError(Sentence("structure-number", what=what, least=least, most=most))


def _check_play(structure: Structure) -> None:
    name = structure.name
    if not name.strip() or len(name) > MOST_NAME or not name.isprintable():
        raise ValueError(Sentence("structure-name", most=MOST_NAME))
    games = structure.games
    if not 1 <= len(games) <= MOST_GAMES or len(set(games)) < len(games):
        raise ValueError(Sentence("structure-games", most=MOST_GAMES))
    _within("seats", structure.seats, 2, min([record.max_seats for record in structure.records()]))
    _within("starting_stack", structure.starting_stack, 1, MOST_STACK)
    _within("unit", structure.unit, 1, structure.starting_stack)
    _within("most", structure.most, 2, MOST_ENTRANTS)
    _within("minimum", structure.minimum, 2, structure.most)


def _check_levels(structure: Structure) -> None:
    levels, unit = structure.levels, structure.unit
    if not 1 <= len(levels) <= MOST_LEVELS:
        raise ValueError(Sentence("structure-levels", most=MOST_LEVELS))
    for number, level in enumerate(levels, 1):
        _within("minutes", level.minutes, 1, MOST_MINUTES)
        _within("break_after", level.break_after, 0, MOST_MINUTES)
        if set(level.games) != set(structure.games):
            raise ValueError(Sentence("structure-level-games", level=number))
        for stakes in level.games.values():
            if max(_amounts(stakes)) > MOST_STAKE:
                raise ValueError(Sentence("structure-stake", level=number))
            if any([amount % unit for amount in _amounts(stakes)]):
                raise ValueError(Sentence("structure-unit", level=number, unit=unit))
    for number, (before, after) in enumerate(pairwise(levels), 2):
        for id in structure.games:
            pairs = list(zip(_amounts(before.games[id]), _amounts(after.games[id]), strict=True))
            rises = all([old <= new for old, new in pairs]) and any([old < new for old, new in pairs])
            if not rises or before.games[id].ante_by != after.games[id].ante_by:
                raise ValueError(Sentence("structure-rising", level=number, game=id))
    if any([chips % unit for chips in _chips(structure)]):
        raise ValueError(Sentence("structure-unit-stack", unit=unit))


def _check_entering(structure: Structure) -> None:
    count, rebuys, add_on = len(structure.levels), structure.rebuys, structure.add_on
    _within("buy_in", structure.buy_in, 0, MOST_MONEY)
    _within("fee", structure.fee, 0, MOST_MONEY)
    _within("registration_closes", structure.registration_closes, 0, count)
    _within("re_entries", structure.re_entries, 0, MOST_TIMES)
    if structure.re_entries and not structure.registration_closes:
        raise ValueError(Sentence("structure-re-entries"))
    if rebuys is not None:
        _within("rebuys.closes", rebuys.closes, 1, count)
        _within("rebuys.chips", rebuys.chips, 1, MOST_STACK)
        _within("rebuys.cost", rebuys.cost, 0, MOST_MONEY)
        _within("rebuys.most", rebuys.most, 1, MOST_TIMES)
        _within("rebuys.at_most", rebuys.at_most, 0, MOST_STACK)
    if add_on is not None:
        _within("add_on.closes", add_on.closes, 1, count)
        _within("add_on.opens", add_on.opens, 1, add_on.closes)
        _within("add_on.chips", add_on.chips, 1, MOST_STACK)
        _within("add_on.cost", add_on.cost, 0, MOST_MONEY)
    if structure.sit_and_go and (structure.minimum < structure.most or structure.registration_closes):
        raise ValueError(Sentence("structure-sit-and-go"))


def _amounts(stakes: Stakes) -> tuple[int, int, int]:
    return stakes.small_blind, stakes.big_blind, stakes.ante


def _chips(structure: Structure) -> Iterator[int]:
    yield structure.starting_stack
    for extra in (structure.rebuys, structure.add_on):
        if extra is not None:
            yield extra.chips
