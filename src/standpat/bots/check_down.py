"""What a hand is worth that still has draws to come: the check-down optimum, by dynamic programming.

`plan_of(game)` is how to draw if nobody bet any more, and what comes of it. It is computed on first use, in well
under a second, and kept for the process. See `standpat.bots.draw` for classes and keeps, and for what is left out.

With d draws left a hand stands pat or keeps the best of its subsets. What is maximised is the chance to beat, a
tie counting half, the final hand of an opponent who draws by this same plan from a random deal: a fixed point,
found by iteration from the distribution of dealt hands.

Final hands are put into `SPANS` spans of the plan's own final distribution, narrow ones at the top. A `Prospect`
gives the chance of ending in each span, best first, and sums to 1. What one hand is worth against others is then
a product of prospects, for any number of opponents (`share`).
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
"""In place of a keep: stand pat."""

LOOSE: Final = 0.75
TIGHT: Final = 0.35
"""Shares of all deals that an opponent may have begun with, the best ones."""

_ROUNDS: Final = 7  # of the iteration; from there on the chance of no class of hands moves by 0.001
_EDGES: Final = tuple([(k / SPANS) ** 1.4 for k in range(1, SPANS)])
_ENDS: Final[tuple[Prospect, ...]] = tuple([tuple([float(k == j) for j in range(SPANS)]) for k in range(SPANS)])
_SETS: Final = tuple(
    [(sum([1 << r for r in five]), tuple([1 << r for r in five])) for five in combinations(range(13), 5)]
)


class Plan:
    """Lists are indexed by the number of draws left, then by value."""

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
        """The chance of each value at the end of a hand dealt at random."""
        self.span = _spans(final)
        """The span each value lies in."""
        self.drawing: list[dict[int, Prospect]] = [{}]
        """By draws left: what comes of drawing to each keep in the first of them."""
        self.prospect: list[list[Prospect]] = [[_ENDS[span] for span in self.span]]
        """By draws left: what comes of a hand."""
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
        """Before the first draw: the share of all deals that are better, half of the equal ones included."""
        for value, total in zip(order, accumulate([self._classes.deal[v] for v in order]), strict=True):
            self.place[value] = total - self._classes.deal[value] / 2
        self._drew = {played: self._draws_of(played) for played in (LOOSE, TIGHT)}

    def drew(self, left: int, count: int | None, played: float = LOOSE) -> Prospect:
        """What comes of an opponent who has just drawn `count` cards and has `left` draws to come, or, with None,
        has not drawn yet. They began with one of the best `played` of all deals and draw by the plan."""
        known = self._drew[played]
        while count and (left, count) not in known:
            count -= 1  # the plan never draws so many
        return known[left, count]

    def keeps(self, value: int) -> list[int]:
        """Every keep that hands of this value contain."""
        mask = self._classes.ranks[value]
        found, keep = [], mask
        while keep:
            keep = (keep - 1) & mask
            found.append(keep)
        return found if mask.bit_count() == 5 else [mask, *found]

    def play(self) -> tuple[list[float], list[list[float]]]:
        """From a random deal: the chance of each final value, and in each draw of drawing 0 … 5 cards."""
        mass, counts = self._classes.deal, []
        for left in range(self.draws, 0, -1):
            count = [0.0] * 6
            for keep, p in zip(self.choice[left], mass, strict=True):
                count[_count(keep)] += p
            counts.append(count)
            mass = self.drawn(mass, left)
        return mass, counts

    def _optimise(self, utility: list[float]) -> None:
        """The best draws if a final value is worth this."""
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
        """The distribution of hands after the first of `left` draws."""
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
        """`drew`, for every count that happens."""
        mass = [p if place <= played else 0.0 for p, place in zip(self._classes.deal, self.place, strict=True)]
        found: dict[tuple[int, int | None], Prospect] = {
            (self.draws, None): mix(zip(mass, self.prospect[self.draws], strict=True))
        }
        for left in range(self.draws, 0, -1):
            parts: list[list[tuple[float, Prospect]]] = [[] for _ in range(6)]
            for keep, p, prospect in zip(self.choice[left], mass, self.prospect[left], strict=True):
                if p:
                    parts[_count(keep)].append((p, prospect))
            found.update({(left - 1, count): mix(some) for count, some in enumerate(parts) if some})
            mass = self.drawn(mass, left)
        return found


@cache
def _plan(ranking: str, draws: int) -> Plan:
    return Plan(RANKINGS[ranking], draws)


def plan_of(game: Game) -> Plan:
    """The plan of a game; games of one ranking and number of draws share it."""
    return _plan(game.ranking, game.draw_rounds)


def mix(parts: Iterable[tuple[float, Prospect]]) -> Prospect:
    """Prospects mixed by weight."""
    weights: dict[int, tuple[float, Prospect]] = {}  # by identity: many hands share one prospect
    for p, prospect in parts:
        key = id(prospect)
        weights[key] = (weights[key][0] + p if key in weights else p), prospect
    scale = sum([p for p, _ in weights.values()])
    columns = zip(*[prospect for _, prospect in weights.values()], strict=True)
    ps = [p / scale for p, _ in weights.values()]
    return tuple([sum(map(mul, ps, column)) for column in columns])


def wins(opponent: Prospect) -> list[float]:
    """By span: the chance that a final hand there beats the opponent's, a tie counting half."""
    return [1 - total + p / 2 for total, p in zip(accumulate(opponent), opponent, strict=True)]


def share(mine: Prospect, opponents: Iterable[Prospect]) -> float:
    """The chance to beat them all."""
    value = list(mine)
    for opponent in opponents:
        value = list(map(mul, value, wins(opponent)))
    return sum(value)


def _count(keep: int) -> int:
    return 0 if keep == PAT else 5 - keep.bit_count()


def _utility(final: list[float]) -> list[float]:
    """The chance to beat a final hand of this distribution, by value."""
    return [1 - total + p / 2 for total, p in zip(accumulate(final), final, strict=True)]


def _spans(final: list[float]) -> list[int]:
    spans, span = [], 0
    for total, p in zip(accumulate(final), final, strict=True):
        while span < SPANS - 1 and total - p / 2 > _EDGES[span]:
            span += 1
        spans.append(span)
    return spans
