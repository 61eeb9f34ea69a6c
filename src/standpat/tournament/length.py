"""How long a tournament is likely to last: an estimate for the structure editor.

What a player wins and loses in a fair game is a random walk. So in a tournament of n entries the squares of all wins
and losses, over all hands and players, sum on average to C² (1 - 1/n), where C is all chips in play. The estimate is
the time in which they sum to a part of that (`ENDS`). One table's sum in a minute grows with the square of what is
posted in a hand: both blinds, and the ante of the big blind or of two players. It stops growing where stacks are short,
because nobody loses more than their stack (`Swings`). In a mixed tournament the mean of the games counts.

Blinds rise so fast that only the last levels count, in which one table is left; so the sum needs no number of tables.
Twice as many entrants play two and a half to three levels longer. Eight of ten tournaments end between `earliest` and
`latest`. The estimate counts breaks, and no pauses.

The constants were measured in a thousand simulated tournaments of the bot `rule` (`bench/tournament_length.py`; the
table is in docs/tournaments.md): of 2 to 300 entrants, in seven games and a mixed one, with levels of 3, 6 and 10
minutes. A decision took four seconds on average, and so did the pause between hands: in triple draw 45 hands an hour at
a table of six, and 71 where two are left. With three entrants or more the median of each size, game and speed is within
a tenth of the estimate, or three minutes; with two it may be a third away. People who play faster, or for larger pots,
are done sooner.
"""

from math import ceil
from statistics import mean
from typing import Final, NamedTuple

from standpat.engine.games import Stakes, game
from standpat.tournament.structure import Level, Structure


class Swings(NamedTuple):
    """What a table's players win and lose, as a sum of squares.

    Attributes:
        bets: In a minute, in squares of what is posted in a hand, while stacks are large.
        most: The most that it is in a minute, as a part of the square of all chips.
    """

    bets: float
    most: float


LIMIT: Final = Swings(48, 0.05)
SINGLE_DRAW: Final = Swings(75, 0.035)
"""Without a limit, with one draw."""
TRIPLE_DRAW: Final = Swings(310, 0.035)
"""Without a limit, with more draws."""
ENDS: Final = (0.5, 0.8, 1.2)
"""The sums with which a tenth, half and nine tenths of all tournaments are over, as parts of their mean."""
DUELS: Final = (0.2, 0.55, 1.1)
"""The same for two players."""
FARTHEST: Final = 300
"""Where the search ends: the blinds of a structure whose last level stays may never be large enough."""


class Length(NamedTuple):
    """An estimate.

    Attributes:
        level: The level in which it ends.
        minutes: How long it lasts.
        earliest: How long it lasts if it ends early, in minutes.
        latest: How long it lasts if it ends late, in minutes.
    """

    level: int
    minutes: int
    earliest: int
    latest: int


def estimate(structure: Structure, entries: int, *, extra_chips: int = 0) -> Length | None:
    """The likely length of a tournament.

    Args:
        structure: The structure.
        entries: How many entries there are, with re-entries.
        extra_chips: Chips of rebuys and add-ons.

    Returns:
        The estimate. None if the blinds stop rising too early to say.

    Raises:
        ValueError: There are fewer than two entries, or negative chips.
    """
    if entries < 2 or extra_chips < 0:
        raise ValueError("an estimate needs two or more entries, and no chips below 0")
    chips = float(entries * structure.starting_stack + extra_chips)
    whole = chips**2 * (1 - 1 / entries)
    ends = [_end(structure, chips, part * whole) for part in (DUELS if entries == 2 else ENDS)]
    if None in ends:
        return None
    earliest, (level, minutes), latest = [end for end in ends if end is not None]
    return Length(level, minutes, earliest[1], latest[1])


def _end(structure: Structure, chips: float, needed: float) -> tuple[int, int] | None:
    """The level in which the sum is reached, and the minutes from the start, with the breaks before."""
    before = 0
    for number in range(1, FARTHEST + 1):
        level = structure.level(number)
        each = _in_a_minute(level, chips)
        if needed <= level.minutes * each:
            return number, before + ceil(needed / each)
        needed -= level.minutes * each
        before += level.minutes + level.break_after
    return None


def _in_a_minute(level: Level, chips: float) -> float:
    """The squares of what a table's players win and lose in a minute."""
    sums = []
    for id, stakes in level.games.items():
        swings = _swings(id)
        free, most = swings.bets * _forced(stakes) ** 2, swings.most * chips**2
        sums.append(free * most / (free + most))
    return mean(sums)


def _swings(id: str) -> Swings:
    record = game(id)
    if record.betting == "fixed-limit":
        return LIMIT
    return SINGLE_DRAW if record.draw_rounds == 1 else TRIPLE_DRAW


def _forced(stakes: Stakes) -> int:
    """What two players post in a hand."""
    antes = stakes.ante if stakes.ante_by == "big-blind" else 2 * stakes.ante
    return stakes.small_blind + stakes.big_blind + antes
