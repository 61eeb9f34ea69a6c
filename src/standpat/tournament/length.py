"""How long a tournament is likely to last: an estimate for the structure editor.

All chips end in one stack, and the last hands are short of chips: a tournament ends about when all chips in play are
only so many times what is posted in one hand (both blinds and the ante of the big blind or of two players). `LAST` has
that number: 10 for limit games, in which a pot costs several bets, and 25 for no-limit and pot-limit games. In a mixed
tournament every game counts, and the middle of them is taken.

The estimate is the end of the level in which that is reached, breaks included. Between `earliest`, with twice as many
chips left, and `latest`, with half as many, is about three levels each way. It counts no pauses, and no hand-for-hand.
Blinds double in two and a half to three levels of the usual sequence, so twice as many entrants play that much longer.

The numbers are a model, not a measurement: nothing has been compared with them yet.
"""

from statistics import median
from typing import Final, NamedTuple

from standpat.engine.games import Stakes, game
from standpat.tournament.structure import Structure

LAST: Final = {"fixed-limit": 10, "pot-limit": 25, "no-limit": 25}
"""All chips in play at the end, in the forced bets of one hand, by betting structure."""
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
    chips = entries * structure.starting_stack + extra_chips
    levels = [_level(structure, amount) for amount in (chips, chips / 2, chips * 2)]
    if None in levels:
        return None
    level, earliest, latest = [level for level in levels if level is not None]
    return Length(level, _minutes(structure, level), _minutes(structure, earliest), _minutes(structure, latest))


def _level(structure: Structure, chips: float) -> int | None:
    """The first level in which so many chips are few."""
    for number in range(1, FARTHEST + 1):
        games = structure.level(number).games
        if chips <= median([LAST[game(id).betting] * _forced(stakes) for id, stakes in games.items()]):
            return number
    return None


def _forced(stakes: Stakes) -> int:
    """What two players post in a hand."""
    antes = stakes.ante if stakes.ante_by == "big-blind" else 2 * stakes.ante
    return stakes.small_blind + stakes.big_blind + antes


def _minutes(structure: Structure, last: int) -> int:
    """The time from the start to the end of a level, with the breaks before that."""
    levels = [structure.level(number) for number in range(1, last + 1)]
    return sum([level.minutes + level.break_after for level in levels]) - levels[-1].break_after
