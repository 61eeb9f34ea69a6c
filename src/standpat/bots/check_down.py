"""The value of a hand with draws to come if there is no more betting.

`plan_of(game)` says how to draw if nobody bets any more, and what hands become. `standpat.bots.draw` describes classes
and keeps, and what is left out; `standpat.bots.check_down_values` how the plan is computed. The plans of the games of
this package are files in it (`standpat.bots.check_down_file`), so that no player waits; that of another game is
computed on first use, in about a second, and kept for the process.

Final hands are grouped into `SPANS` spans of the plan's own final distribution, narrower at the top. A `Prospect` gives
the probability of ending in each span, best first, and sums to 1. The value of a hand against others is then a product
of prospects, for any number of opponents (`share`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from operator import mul

from standpat.bots import check_down_file
from standpat.bots.check_down_values import LOOSE, Prospect, Values, computed, drawn, places, prospects, spans
from standpat.bots.draw import classes
from standpat.cards.ranking import RANKINGS, Ranking
from standpat.engine.games import Game


class Plan:
    """The drawing plan of a game (see the module). Lists are indexed by the number of draws left, then by value.

    Args:
        ranking: The ranking.
        draws: The number of draws.
        values: What was computed for them.
    """

    def __init__(self, ranking: Ranking, draws: int, values: Values) -> None:
        self.ranking = ranking
        self.draws = draws
        self._classes = classes(ranking.id)
        self.choice = values.choice
        """By draws left: the keep of each value, or `PAT`."""
        self.worth = values.worth
        """By draws left: the probability of beating one opponent who was dealt at random, a tie counting half."""
        self.final = values.final
        """The probability of each value at the end of a hand dealt at random."""
        self.span = spans(values.final)
        """The span of each value."""
        self.drawing = values.drawing
        """By draws left: the prospect of each keep that draws in the first of them."""
        self.prospect = prospects(values.choice, values.drawing, self.span)
        """By draws left: the prospect of a hand."""
        self.place = places(self._classes.deal, values.worth[-1])
        """Before the first draw: the part of all deals that are better, plus half of the equal ones."""
        self._drew = values.drew

    def drew(self, left: int, count: int | None, played: float = LOOSE) -> Prospect:
        """The prospect of an opponent who draws by the plan.

        Args:
            left: The number of draws to come.
            count: The cards they have just drawn; None if they have not drawn yet.
            played: The part of all deals, the best ones, that they began with.
        """
        known = self._drew[played]
        while count and (left, count) not in known:
            count -= 1  # the plan never draws that many
        return known[left, count]

    def keeps(self, value: int) -> list[int]:
        """Every keep that hands of this value contain."""
        mask = self._classes.ranks[value]
        keeps, keep = [], mask
        while keep:
            keep = (keep - 1) & mask
            keeps.append(keep)
        return keeps if mask.bit_count() == 5 else [mask, *keeps]

    def drawn(self, mass: Sequence[float], left: int) -> list[float]:
        """The distribution of hands after a draw by the plan.

        Args:
            mass: The probability of each value before the draw.
            left: The number of draws to come, this one included.
        """
        return drawn(self.ranking, self.choice[left], mass)


@cache
def _plan(ranking: str, draws: int) -> Plan:
    order = RANKINGS[ranking]
    return Plan(order, draws, check_down_file.stored(order, draws) or computed(order, draws))


def plan_of(game: Game) -> Plan:
    """The plan of a game. Games with the same ranking and number of draws share it."""
    return _plan(game.ranking, game.draw_rounds)


def wins(opponent: Prospect) -> list[float]:
    """By span: the probability that a final hand in it beats the opponent's; a tie counts half."""
    return [1 - total + p / 2 for total, p in zip(accumulate(opponent), opponent, strict=True)]


def share(mine: Prospect, opponents: Iterable[Prospect]) -> float:
    """The probability of beating all opponents."""
    value = list(mine)
    for opponent in opponents:
        value = list(map(mul, value, wins(opponent)))
    return sum(value)
