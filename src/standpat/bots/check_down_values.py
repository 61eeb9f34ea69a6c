"""How a check-down plan is computed: by dynamic programming, once for a ranking and a number of draws.

With d draws left a hand stands pat or keeps the best of its subsets. The plan maximises the probability of beating (a
tie counts half) the final hand of an opponent who draws by the same plan from a random deal. It is a fixed point, found
by iteration from the distribution of dealt hands: `Iteration`. `computed` gives what a player needs of it.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from standpat.bots.draw import classes, replacements
from standpat.cards.ranking import Ranking

Prospect: TypeAlias = tuple[float, ...]
Drew: TypeAlias = dict[tuple[int, int | None], Prospect]
"""By draws to come and cards just drawn (None before the first draw): the prospect of who drew them by the plan."""

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


class Values(NamedTuple):
    """What a plan is made of. Lists are indexed by the number of draws left, then by value.

    Attributes:
        choice: The keep of each value, or `PAT`.
        worth: The probability of beating one opponent who was dealt at random.
        final: The probability of each value at the end of a hand dealt at random.
        drawing: The prospect of each keep that draws in the first of the draws left.
        drew: By the part of all deals that an opponent began with, their prospects.
    """

    choice: list[list[int]]
    worth: list[list[float]]
    final: list[float]
    drawing: list[dict[int, Prospect]]
    drew: dict[float, Drew]


def computed(ranking: Ranking, draws: int) -> Values:
    """The values of a plan, computed in about a second.

    Args:
        ranking: The ranking.
        draws: The number of draws.
    """
    iteration = Iteration(ranking, draws)
    final = classes(ranking.id).deal
    for _ in range(_ROUNDS):
        iteration.optimise(utility(final))
        final = iteration.play()[0]
    span = spans(final)
    drawing: list[dict[int, Prospect]] = [{}]
    for left in range(1, draws + 1):
        before = prospects(iteration.choice[:left], drawing, span)[-1]
        drawing.append(
            {
                keep: mix(zip(chances, pick(before), strict=True))
                for keep, (_, chances, pick) in replacements(ranking.id).items()
            }
        )
    prospect = prospects(iteration.choice, drawing, span)
    drew = {played: _drew(iteration, prospect, played) for played in (LOOSE, TIGHT)}
    return Values(iteration.choice, iteration.worth, final, drawing, drew)


def prospects(choice: list[list[int]], drawing: list[dict[int, Prospect]], span: list[int]) -> list[list[Prospect]]:
    """By draws left: the prospect of a hand. Hands that keep the same cards share one object."""
    of: list[list[Prospect]] = [[_ENDS[one] for one in span]]
    for keeps, drawn_to in zip(choice[1:], drawing[1:], strict=True):
        before = of[-1]
        of.append([before[v] if keep == PAT else drawn_to[keep] for v, keep in enumerate(keeps)])
    return of


class Iteration:
    """A plan while it is being found.

    Args:
        ranking: The ranking.
        draws: The number of draws.
    """

    def __init__(self, ranking: Ranking, draws: int) -> None:
        self.ranking = ranking
        self.draws = draws
        self.choice: list[list[int]] = []
        """By draws left, by value: the keep, or `PAT`."""
        self.worth: list[list[float]] = []
        """By draws left, by value: the utility that is expected."""

    def optimise(self, utility: list[float]) -> None:
        """Find the best draws, given the utility of each final value."""
        self.worth = [utility]
        self.choice = [[PAT] * len(utility)]
        for _ in range(self.draws):
            worth = self.worth[-1]
            best: dict[int, tuple[float, int]] = {}
            for keep, (_, chances, pick) in replacements(self.ranking.id).items():  # smaller keeps come first
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
            for value_, mask in enumerate(classes(self.ranking.id).ranks):
                if best[mask][0] > worth[value_]:
                    now[value_], choice[value_] = best[mask]
            self.worth.append(now)
            self.choice.append(choice)

    def play(self) -> tuple[list[float], list[list[float]]]:
        """From a random deal: the probability of each final value, and for each draw that of drawing 0 … 5 cards."""
        mass, counts = classes(self.ranking.id).deal, []
        for left in range(self.draws, 0, -1):
            count = [0.0] * 6
            for keep, p in zip(self.choice[left], mass, strict=True):
                count[_count(keep)] += p
            counts.append(count)
            mass = drawn(self.ranking, self.choice[left], mass)
        return mass, counts


def drawn(ranking: Ranking, choice: Sequence[int], mass: Sequence[float]) -> list[float]:
    """The distribution of hands after a draw.

    Args:
        ranking: The ranking.
        choice: By value, the keep or `PAT`.
        mass: By value, its probability before the draw.
    """
    after = [0.0] * len(mass)
    kept: dict[int, float] = {}
    for value, (keep, p) in enumerate(zip(choice, mass, strict=True)):
        if keep == PAT:
            after[value] = p
        elif p:
            kept[keep] = kept.get(keep, 0.0) + p
    for keep, p in kept.items():
        values, chances, _ = replacements(ranking.id)[keep]
        for value, chance in zip(values, chances, strict=True):
            after[value] += p * chance
    return after


def places(deal: Sequence[float], worth: Sequence[float]) -> list[float]:
    """By value, before the first draw: the part of all deals that are better, plus half of the equal ones."""
    of = [1.0] * len(deal)
    better = 0.0
    for value in sorted(range(1, len(deal)), key=worth.__getitem__, reverse=True):
        of[value] = better + deal[value] / 2
        better += deal[value]
    return of


def _drew(iteration: Iteration, prospect: list[list[Prospect]], played: float) -> Drew:
    """The prospects of an opponent who began with this part of all deals, for every count that occurs."""
    deal, draws = classes(iteration.ranking.id).deal, iteration.draws
    mass = [p if place <= played else 0.0 for p, place in zip(deal, places(deal, iteration.worth[-1]), strict=True)]
    known: Drew = {(draws, None): mix(zip(mass, prospect[draws], strict=True))}
    for left in range(draws, 0, -1):
        parts: list[list[tuple[float, Prospect]]] = [[] for _ in range(6)]
        for keep, p, one in zip(iteration.choice[left], mass, prospect[left], strict=True):
            if p:
                parts[_count(keep)].append((p, one))
        known.update({(left - 1, count): mix(some) for count, some in enumerate(parts) if some})
        mass = drawn(iteration.ranking, iteration.choice[left], mass)
    return known


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


def _count(keep: int) -> int:
    return 0 if keep == PAT else 5 - keep.bit_count()


def utility(final: list[float]) -> list[float]:
    """By value: the probability of beating a final hand of this distribution; a tie counts half."""
    return [1 - total + p / 2 for total, p in zip(accumulate(final), final, strict=True)]


def spans(final: list[float]) -> list[int]:
    """The span of each value, in a game that ends with these probabilities."""
    spans, span = [], 0
    for total, p in zip(accumulate(final), final, strict=True):
        while span < SPANS - 1 and total - p / 2 > _EDGES[span]:
            span += 1
        spans.append(span)
    return spans
