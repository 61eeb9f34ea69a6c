"""The value of a hand with draws to come if there is no more betting, by dynamic programming.

`plan_of(game)` says how to draw if nobody bets any more, and what hands become. It is computed on first use, in well
under a second, and kept for the process. `standpat.bots.draw` describes classes and keeps, and what is left out.

With d draws left a hand stands pat or keeps the best of its subsets. The plan maximises the probability of beating (a
tie counts half) the final hand of an opponent who draws by the same plan from a random deal. It is a fixed point, found
by iteration from the distribution of dealt hands.

Final hands are grouped into `SPANS` spans of the plan's own final distribution, narrower at the top. A `Prospect` gives
the probability of ending in each span, best first, and sums to 1. The value of a hand against others is then a product
of prospects, for any number of opponents (`share`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, combinations
from operator import mul
from typing import Final, TypeAlias

from standpat.bots.draw import classes, replacements
from standpat.cards.ranking import RANKINGS, Ranking
from standpat.engine.games import Game

Prospect: TypeAlias = tuple[float, ...]

SPANS: Final = 24
PAT: Final = -1
"""The value in place of a keep for standing pat."""

LOOSE: Final = 0.75
TIGHT: Final = 0.35
"""The part of all deals, the best ones, that an opponent may have begun with."""

_ROUNDS: Final = 7  # iterations; after that no probability of a class of hands changes by 0.001
_EDGES: Final = tuple([(k / SPANS) ** 1.4 for k in range(1, SPANS)])
_ENDS: Final[tuple[Prospect, ...]] = tuple([tuple([float(k == j) for j in range(SPANS)]) for k in range(SPANS)])
_SETS: Final = tuple(
    [(sum([1 << r for r in five]), tuple([1 << r for r in five])) for five in combinations(range(13), 5)]
)


class Plan:
    """The drawing plan of a game (see the module). Lists are indexed by the number of draws left, then by value.

    Args:
        ranking: The ranking.
        draws: The number of draws.
    """

    def __init__(self, ranking: Ranking, draws: int) -> None:
        self.ranking = ranking
        self.draws = draws
        self._classes = classes(ranking.id)
        self._replacements = replacements(ranking.id)
        final = self._classes.deal
        for _ in range(_ROUNDS):
            self._optimise(_utility(final))
            final = self.play()[0]
        self.final: list[float] = final
        """The probability of each value at the end of a hand dealt at random."""
        self.span = _spans(final)
        """The span of each value."""
        self.drawing: list[dict[int, Prospect]] = [{}]
        """By draws left: the prospect of each keep that draws in the first of them."""
        self.prospect: list[list[Prospect]] = [[_ENDS[span] for span in self.span]]
        """By draws left: the prospect of a hand."""
        for left in range(1, draws + 1):
            before = self.prospect[-1]
            drawing = {
                keep: mix(zip(chances, pick(before), strict=True))
                for keep, (_, chances, pick) in self._replacements.items()
            }
            self.drawing.append(drawing)
            self.prospect.append(
                [before[v] if keep == PAT else drawing[keep] for v, keep in enumerate(self.choice[left])]
            )
        order = sorted(range(1, ranking.count + 1), key=self.worth[-1].__getitem__, reverse=True)
        self.place: list[float] = [1.0] * (ranking.count + 1)
        """Before the first draw: the part of all deals that are better, plus half of the equal ones."""
        for value, total in zip(order, accumulate([self._classes.deal[v] for v in order]), strict=True):
            self.place[value] = total - self._classes.deal[value] / 2
        self._drew = {played: self._draws_of(played) for played in (LOOSE, TIGHT)}

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

    def play(self) -> tuple[list[float], list[list[float]]]:
        """From a random deal: the probability of each final value, and for each draw that of drawing 0 … 5 cards."""
        mass, counts = self._classes.deal, []
        for left in range(self.draws, 0, -1):
            count = [0.0] * 6
            for keep, p in zip(self.choice[left], mass, strict=True):
                count[_count(keep)] += p
            counts.append(count)
            mass = self.drawn(mass, left)
        return mass, counts

    def _optimise(self, utility: list[float]) -> None:
        """Find the best draws, given the utility of each final value."""
        self.worth = [utility]
        self.choice = [[PAT] * len(utility)]
        for _ in range(self.draws):
            worth = self.worth[-1]
            best: dict[int, tuple[float, int]] = {}
            for keep, (_, chances, pick) in self._replacements.items():  # smaller keeps come first
                value = (sum(map(mul, chances, pick(worth))), keep)
                rest = keep
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    value = max(value, best[keep ^ bit])
                best[keep] = value
            for mask, bits in _SETS:
                best[mask] = max([best[mask ^ bit] for bit in bits])
            now, choice = worth.copy(), self.choice[0].copy()
            for value_, mask in enumerate(self._classes.ranks):
                if best[mask][0] > worth[value_]:
                    now[value_], choice[value_] = best[mask]
            self.worth.append(now)
            self.choice.append(choice)

    def drawn(self, mass: Sequence[float], left: int) -> list[float]:
        """The distribution of hands after a draw by the plan.

        Args:
            mass: The probability of each value before the draw.
            left: The number of draws to come, this one included.
        """
        after = [0.0] * len(mass)
        kept: dict[int, float] = {}
        for value, (keep, p) in enumerate(zip(self.choice[left], mass, strict=True)):
            if keep == PAT:
                after[value] = p
            elif p:
                kept[keep] = kept.get(keep, 0.0) + p
        for keep, p in kept.items():
            values, chances, _ = self._replacements[keep]
            for value, chance in zip(values, chances, strict=True):
                after[value] += p * chance
        return after

    def _draws_of(self, played: float) -> dict[tuple[int, int | None], Prospect]:
        """The results of `drew` for every count that occurs."""
        mass = [p if place <= played else 0.0 for p, place in zip(self._classes.deal, self.place, strict=True)]
        known: dict[tuple[int, int | None], Prospect] = {
            (self.draws, None): mix(zip(mass, self.prospect[self.draws], strict=True))
        }
        for left in range(self.draws, 0, -1):
            parts: list[list[tuple[float, Prospect]]] = [[] for _ in range(6)]
            for keep, p, prospect in zip(self.choice[left], mass, self.prospect[left], strict=True):
                if p:
                    parts[_count(keep)].append((p, prospect))
            known.update({(left - 1, count): mix(some) for count, some in enumerate(parts) if some})
            mass = self.drawn(mass, left)
        return known


@cache
def _plan(ranking: str, draws: int) -> Plan:
    return Plan(RANKINGS[ranking], draws)


def plan_of(game: Game) -> Plan:
    """The plan of a game. Games with the same ranking and number of draws share it."""
    return _plan(game.ranking, game.draw_rounds)


def mix(parts: Iterable[tuple[float, Prospect]]) -> Prospect:
    """The weighted mean of prospects, given as (weight, prospect)."""
    weights: dict[int, tuple[float, Prospect]] = {}  # by identity: many hands share one prospect
    for p, prospect in parts:
        key = id(prospect)
        weights[key] = (weights[key][0] + p if key in weights else p), prospect
    scale = sum([p for p, _ in weights.values()])
    columns = zip(*[prospect for _, prospect in weights.values()], strict=True)
    ps = [p / scale for p, _ in weights.values()]
    return tuple([sum(map(mul, ps, column)) for column in columns])


def wins(opponent: Prospect) -> list[float]:
    """By span: the probability that a final hand in it beats the opponent's; a tie counts half."""
    return [1 - total + p / 2 for total, p in zip(accumulate(opponent), opponent, strict=True)]


def share(mine: Prospect, opponents: Iterable[Prospect]) -> float:
    """The probability of beating all opponents."""
    value = list(mine)
    for opponent in opponents:
        value = list(map(mul, value, wins(opponent)))
    return sum(value)


def _count(keep: int) -> int:
    return 0 if keep == PAT else 5 - keep.bit_count()


def _utility(final: list[float]) -> list[float]:
    """By value: the probability of beating a final hand of this distribution; a tie counts half."""
    return [1 - total + p / 2 for total, p in zip(accumulate(final), final, strict=True)]


def _spans(final: list[float]) -> list[int]:
    spans, span = [], 0
    for total, p in zip(accumulate(final), final, strict=True):
        while span < SPANS - 1 and total - p / 2 > _EDGES[span]:
            span += 1
        spans.append(span)
    return spans
