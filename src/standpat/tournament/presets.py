"""Structures to begin with, by game, speed and size. Everything in them may be changed before the tournament starts.

`preset(kind, speed, players)` makes one; `KINDS` and `SPEEDS` are the choices. `of_games` makes one of any games. With
`players` it is a sit-and-go that starts with so many. Without, it is a tournament of any size with late registration
and one re-entry.

The levels follow the usual sequence (`SEQUENCE`), about 29 % a level. Limit games: the numbers are the small bet, the
small blind is half of it; a stack is 50 big bets, 25 in the fast ones. No-limit and pot-limit games: the numbers are
the big blind; a stack is 150 big blinds, 75 in the fast ones. The big blind posts an ante from the first level on, one
and a half big blinds in single draw, as in the World Series, else one. In a mixed tournament the big blind of such a
game is half the small bet. What is no multiple of the unit is rounded down.

Levels last 10, 6 or 3 minutes. Breaks of five minutes come after about an hour, and none in a sit-and-go. Registration
closes with the 6th level, in fast ones with the 4th. Source: fact sheet of tournaments, section 8; the World Series'
real structures grow by 26 to 28 % a level.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from standpat.engine.games import Game, Stakes, game
from standpat.language.sentence import Sentence
from standpat.tournament.payouts import MOST_ENTRANTS
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import MOST_GAMES, Level, Structure

Kind = Literal["27td", "a5td", "27sd", "27td-pl", "mixed"]
KINDS: Final[dict[Kind, tuple[str, ...]]] = {
    "27td": ("27td",),
    "a5td": ("a5td",),
    "27sd": ("27sd",),
    "27td-pl": ("27td-pl",),
    "mixed": ("27td", "a5td", "27sd"),
}
"""The games of each kind of tournament."""
SEQUENCE: Final = (
    100,
    150,
    200,
    300,
    400,
    500,
    600,
    800,
    1000,
    1200,
    1500,
    2000,
    2500,
    3000,
    4000,
    5000,
    6000,
    8000,
    10000,
)
"""Small bets or big blinds, level by level. `Structure.level` goes on in the same way."""
UNIT: Final = 25
TURNS: Final = Turns("hands", 6)
"""How long each game of a mixed tournament lasts."""


class Speed(NamedTuple):
    """A speed.

    Attributes:
        minutes: How long a level lasts.
        deep: Whether stacks are full.
        closes: The level with which registration closes.
        break_every: After how many levels there is a break.
    """

    minutes: int
    deep: bool
    closes: int
    break_every: int


SPEEDS: Final = {"normal": Speed(10, True, 6, 6), "fast": Speed(6, False, 4, 10), "turbo": Speed(3, False, 4, 20)}
"""The speeds by name."""


def preset(kind: Kind, speed: str = "normal", players: int | None = None) -> Structure:
    """A structure to begin with.

    Args:
        kind: What is played, one of `KINDS`.
        speed: One of `SPEEDS`.
        players: The players of a sit-and-go; None for a tournament of any size.

    Raises:
        ValueError: There is no such kind or speed, or no table has so many seats.

    >>> preset("27sd").level(2).games
    {'27sd': Stakes(small_blind=75, big_blind=150, ante=225, ante_by='big-blind')}
    >>> preset("27td", "turbo", 6).starting_stack, preset("27td", "turbo", 6).seats
    (5000, 6)
    """
    if kind not in KINDS:
        raise ValueError(f"there are presets of {', '.join(KINDS)} in the speeds {', '.join(SPEEDS)}")
    return of_games(KINDS[kind], speed, players)


def of_games(
    ids: Sequence[str],
    speed: str = "normal",
    players: int | None = None,
    *,
    house: str = "online",
    turns: Turns = TURNS,
) -> Structure:
    """A structure of some games to begin with.

    Args:
        ids: The games.
        speed: One of `SPEEDS`.
        players: The players of a sit-and-go; None for a tournament of any size.
        house: The house rules.
        turns: How long each of several games lasts, and who picks the next.

    Raises:
        ValueError: There is no such speed, game or house, the same game is there twice, or no table has so many seats.
    """
    if speed not in SPEEDS:
        raise ValueError(f"there are presets of {', '.join(KINDS)} in the speeds {', '.join(SPEEDS)}")
    if not 1 <= len(ids) <= MOST_GAMES:
        raise ValueError(Sentence("structure-games", most=MOST_GAMES))
    pace, records = SPEEDS[speed], [game(id, house=house) for id in ids]
    mixed = len(records) > 1
    seats = min([record.max_seats for record in records]) if players is None else players
    levels = []
    for number, bet in enumerate(SEQUENCE, 1):
        rests = players is None and not number % pace.break_every
        games = {record.id: _stakes(record, bet, mixed=mixed) for record in records}
        levels.append(Level(pace.minutes, games, 5 if rests else 0))
    deep = 2 if pace.deep else 1
    limit = any([record.betting == "fixed-limit" for record in records])
    late = players is None
    return Structure(
        name="Mixed Lowball" if mixed else records[0].name,
        games=tuple(ids),
        levels=tuple(levels),
        house=house,
        turns=turns if mixed else Turns(),
        seats=seats,
        starting_stack=deep * (25 * 2 * SEQUENCE[0] if limit else 75 * SEQUENCE[0]),
        unit=UNIT,
        sit_and_go=not late,
        registration_closes=pace.closes if late else 0,
        re_entries=1 if late else 0,
        minimum=players or 2,
        most=players or MOST_ENTRANTS,
    )


def _stakes(record: Game, bet: int, *, mixed: bool) -> Stakes:
    """The stakes of a game in a level with this number of the sequence."""
    if record.betting == "fixed-limit":
        return Stakes(_whole(bet / 2), bet)
    big = _whole(bet / 2) if mixed else bet
    ante = _whole(big * 1.5) if record.draw_rounds == 1 else big
    return Stakes(_whole(big / 2), big, ante, "big-blind")


def _whole(amount: float) -> int:
    return int(amount) // UNIT * UNIT
