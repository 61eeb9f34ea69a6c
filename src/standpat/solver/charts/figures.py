"""The figures of the pages of a strategy file, from its probabilities and the tally of its lines.

`Numbers(strategy, tally)` holds both. Shares are between 0 and 1. A share of something that never happens is `nan`. In
the first betting round hands are grouped by the low cards that they hold (`holding`), since players decide by these
before the first draw.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import RANKS
from standpat.solver.advice.advise import kind
from standpat.solver.charts.lines import Tally
from standpat.solver.charts.watched import Watched, made
from standpat.solver.game.hand_classes import HAND, HandClasses
from standpat.solver.game.spot import find
from standpat.solver.strategy_file.file_strategy import FileStrategy

Vector = NDArray[np.float64]
BUTTON, BLIND = 0, 1
LOWEST_HIGH = "8"
"""Cards up to this one count as low."""
FAINT = 2e-4
"""Figures of what happens less often than this, a hand, are left out."""
TRASH = ("pair", "two pair or worse", "straight", "flush")
BEATS = 0.05
"""A bet with a hand that beats less than this fraction of the hands that continue is a bluff."""


class Numbers:
    """The figures of a strategy file.

    Args:
        strategy: The strategy.
        tally: What happens on its lines.
        table: What was watched at a table with more players, if anything.

    Attributes:
        classes: The hand classes.
        names: By class, its name.
        kinds: By class, its kind (`advise.kind`).
        holdings: By class, its low cards (`holding`).
    """

    def __init__(self, strategy: FileStrategy, tally: Tally, table: Watched | None = None) -> None:
        self.strategy, self.tally = strategy, tally
        self.table = table or Watched(0, 0)
        self.classes = strategy.classes
        self.names = self.classes.names
        self.kinds = [kind(name, not self.classes.ranking.aces_low) for name in self.names]
        self.holdings = [holding(self.classes, i) for i in range(len(self.classes))]
        self._play: dict[str, Vector] = {}

    # Before the first draw

    def play(self, path: str) -> Vector:
        """What is done at a bet before the first draw: shape (actions, classes), weighted by how often each hand comes
        there.
        """
        if path not in self._play:
            seat = len(path) % 2
            reach = self.strategy.reach(path, seat)
            self._play[path] = self.strategy.at(path) * reach / reach.sum()
        return self._play[path]

    def first(self, path: str, chosen: Sequence[bool] | None = None) -> list[float]:
        """The shares of the actions at a bet before the first draw, over all hands or the chosen classes."""
        play = self.play(path)
        if chosen is not None:
            play = play[:, np.array(chosen)]
        return _shares(play.sum(axis=1))

    def by_holding(self, path: str) -> dict[str, tuple[float, list[float]]]:
        """By holding: its share of the hands at a bet before the first draw, and the shares of the actions."""
        masses: dict[str, Vector] = {}
        for name, column in zip(self.holdings, self.play(path).T, strict=True):
            masses[name] = masses.get(name, np.zeros(len(column))) + column
        ordered = sorted(masses, key=order)
        return {name: (float(masses[name].sum()), _shares(masses[name])) for name in ordered if masses[name].sum() > 0}

    def held(self, *names: str) -> list[bool]:
        """By class, whether its holding is one of these."""
        return [holding in names for holding in self.holdings]

    # Draws

    def drawn(self, number: int, seat: int, known: int) -> tuple[float, list[float]]:
        """How often a draw comes up, and the shares of the counts; `known` as in `Tally.draws`."""
        done = self.tally.draws.get((number, seat, known))
        if done is None:
            return 0.0, [float("nan")] * len(self.strategy.counts[number])
        return float(done.sum()), _shares(done.sum(axis=1))

    def drawn_at(self, path: str) -> dict[int, float]:
        """By number of cards, the share of the hands on one line that draw so many.

        Args:
            path: The path of a draw, such as ``rrc/`` for that of the big blind after their reraise and a call.
        """
        spot = find(self.strategy.problem, path)
        menu = spot.menu
        if menu is None:
            raise ValueError(f"{path}: not a draw")
        reach = np.repeat(self.strategy.reach(path, spot.seat), np.diff(menu.first))
        drawn: Vector = np.bincount(menu.option_count(), self.strategy.at(path) * reach, len(menu.counts)).astype(float)
        return dict(zip(menu.counts.tolist(), _shares(drawn), strict=True))

    def all_drawn(self, number: int) -> list[float]:
        """The shares of the counts at a draw, over all hands of both seats."""
        total = np.zeros(len(self.strategy.counts[number]))
        for key, done in self.tally.draws.items():
            if key[0] == number:
                total += done.sum(axis=1)
        return _shares(total)

    def pat(self, number: int, seat: int, known: int, chosen: Sequence[bool]) -> float:
        """The share of the chosen classes that stands pat."""
        done = self.tally.draws.get((number, seat, known))
        if done is None:
            return float("nan")
        part = done[:, np.array(chosen)].sum(axis=1)
        return float(part[0] / part.sum()) if part.sum() >= FAINT / 100 else float("nan")

    def pat_hand(self, number: int, seat: int, known: int, name: str) -> float:
        """How often the hand of this name stands pat."""
        return self.pat(number, seat, known, [n == name for n in self.names])

    def pat_made(self, number: int, top: str, seat: int | None = None, known: int | None = None) -> float:
        """How often made hands that begin with these ranks stand pat at a draw; for every seat, or after every draw of
        the opponent, if these are left out.
        """
        chosen = np.array([made(name, top) for name in self.names])
        pat = all_ = 0.0
        for (at, drawer, seen), done in self.tally.draws.items():
            if at == number and seat in (None, drawer) and known in (None, seen):
                pat, all_ = pat + float(done[0, chosen].sum()), all_ + float(done[:, chosen].sum())
        return pat / all_ if all_ >= FAINT / 100 else float("nan")

    def pat_pairs(self, number: int) -> float:
        """How often a pair (one pair alone) stands pat at a draw."""
        chosen = [k == "pair" for k in self.kinds]
        many = len(self.strategy.counts[number])
        drew = sum([done for (at, _, _), done in self.tally.draws.items() if at == number], np.zeros((many, 1)))
        pat, all_ = drew[0, chosen].sum(), drew[:, chosen].sum()
        return float(pat / all_) if all_ > 0 else float("nan")

    def kept_from(self, number: int, rank: str) -> float:
        """Of the one-card draws, the share whose highest kept card is of this rank or higher."""
        menu, counts = self.strategy.menus[number], self.strategy.counts[number]
        one = np.flatnonzero(menu.option_count() == counts.index(1))
        state = np.repeat(np.arange(menu.states), np.diff(menu.first))[one]
        high = menu.kept[menu.row[one]] >= 5 ** RANKS.index(rank)
        drew = np.zeros(menu.states)
        for (at, _, _), done in self.tally.draws.items():
            if at == number:
                drew += done[counts.index(1)]
        return float(drew[state[high]].sum() / drew.sum()) if drew.sum() > 0 else float("nan")

    def pat_range(self, number: int, seat: int, known: int) -> dict[str, float]:
        """The hands that stand pat: shares by kind, empty if that hardly happens."""
        done = self.tally.draws.get((number, seat, known))
        if done is None or done[0].sum() < FAINT:
            return {}
        return self._by_kind(done[0])

    def snows(self, number: int, seat: int, known: int) -> float:
        """The share of pairs and worse hands among those that stand pat."""
        kinds = self.pat_range(number, seat, known)
        return sum([share for name, share in kinds.items() if name in TRASH]) if kinds else float("nan")

    # Bets

    def bets(self, street: int, seat: int, own: int, other: int, so_far: str) -> tuple[float, list[float]]:
        """How often a decision comes up, and the shares of its actions."""
        done = self.tally.bets.get((street, seat, own, other, so_far))
        if done is None or done.sum() < FAINT:
            return 0.0, [float("nan")] * 3
        return float(done.sum()), _shares(done.sum(axis=1))

    def betting(self, street: int, seat: int, own: int, other: int) -> float:
        """How often a seat bets if nobody has bet."""
        return self.bets(street, seat, own, other, "" if seat == BLIND else "x")[1][1]

    def by_kind(self, street: int, seat: int, own: int, other: int, so_far: str) -> dict[str, list[float]]:
        """The shares of the actions by kind of hand."""
        done = self.tally.bets.get((street, seat, own, other, so_far))
        if done is None or done.sum() < FAINT:
            return {}
        by_kind = {}
        for name in dict.fromkeys(self.kinds):
            part = done[:, [k == name for k in self.kinds]].sum(axis=1)
            if part.sum() > FAINT / 20:
                by_kind[name] = _shares(part)
        return by_kind

    def bluffs(self, seat: int, own: int, other: int) -> float:
        """Of the last bets if nobody has bet, the share that beats hardly a hand that continues."""
        so_far = "" if seat == BLIND else "x"
        done = self.tally.bets.get((3, seat, own, other, so_far))
        answer = self.tally.bets.get((3, 1 - seat, other, own, so_far + "b"))
        if done is None or answer is None or done.sum() < FAINT:
            return float("nan")
        on = answer[1:].sum(axis=0)
        worse = (on.sum() - np.cumsum(on)) / on.sum()
        return float(done[1][worse < BEATS].sum() / done[1].sum())

    def ahead(self, street: int) -> float:
        """How often the player who drew fewer cards bets if nobody has bet."""
        return self._where(street, lambda own, other: own < other)

    def behind(self, street: int) -> float:
        """How often the player who drew more cards bets if nobody has bet."""
        return self._where(street, lambda own, other: own > other)

    def _where(self, street: int, fits: Callable[[int, int], bool]) -> float:
        total = np.zeros(2)
        for (at, seat, own, other, so_far), done in self.tally.bets.items():
            if at == street and so_far == ("" if seat == BLIND else "x") and fits(own, other):
                total += done.sum(axis=1)
        return float(total[1] / total.sum())

    def _by_kind(self, masses: Vector) -> dict[str, float]:
        by_kind: dict[str, float] = {}
        for name, mass in zip(self.kinds, masses.tolist(), strict=True):
            by_kind[name] = by_kind.get(name, 0.0) + mass
        return {name: mass / masses.sum() for name, mass in by_kind.items() if mass > 0}

    # Of the whole

    @property
    def showdowns(self) -> float:
        """Of the hands in which both players draw, the share that reaches a showdown."""
        both = sum([done.sum() for (number, seat, _), done in self.tally.draws.items() if (number, seat) == (0, BLIND)])
        return self.tally.showdown / self.tally.covered / float(both)

    def won(self, top: str) -> float:
        """How often made hands that begin with these ranks win at the showdown."""
        chosen = [made(name, top) for name in self.names]
        shown, won = self.tally.shown[:, chosen].sum(axis=1)
        return float(won / shown) if shown >= FAINT / 100 else float("nan")

    def pots_won(self, lowest: str) -> float:
        """The share of showdowns won by a made hand whose highest card is of this rank or lower."""
        tops = RANKS[: RANKS.index(lowest) + 1]
        chosen = [any(made(name, top) for top in tops) for name in self.names]
        won = self.tally.shown[1]
        return float(won[chosen].sum() / won.sum()) if won.sum() > 0 else float("nan")

    @property
    def aggression(self) -> float:
        """Bets and raises divided by calls."""
        did = self.tally.actions
        return (did["b"] + did["r"]) / did["c"]

    def tops(self) -> list[tuple[str, str, str]]:
        """By high card from 8 to king: the smoothest and the roughest hand without a pair, as ranks."""
        hands = []
        for high in "89TJQK":
            names = [n for n, k in zip(self.names, self.kinds, strict=True) if k == f"{high}-low"]
            if names:
                hands.append((high, names[0], names[-1]))
        return hands


def holding(classes: HandClasses, index: int) -> str:
    """What a hand is before the first draw: pat, or the low cards that it holds.

    Args:
        classes: The hand classes.
        index: The number of the class.

    Returns:
        The name of the group.
    """
    hand, low = classes.hands[index], classes.ranking.aces_low
    place = {rank: (rank + 1) % 13 if low else rank for rank in range(13)}
    limit = place[RANKS.index(LOWEST_HIGH)]
    name = classes.name(index)
    what = kind(name, not low)
    if what in ("7-low", "8-low", "6-low", "5-low"):
        return "pat 8 or better"
    if what in ("9-low", "T-low"):
        return "pat 9 or T"
    ranks = sorted({rank for rank in hand if place[rank] <= limit}, key=lambda r: place[r])
    best = 12 if low else 0
    if len(ranks) >= HAND - 1:
        return _drawing(1, ranks[: HAND - 1], best)
    if len(ranks) == 2 and best in ranks:
        return "".join([RANKS[r] for r in ranks])
    return _drawing(HAND - len(ranks), ranks, best)


def _drawing(count: int, ranks: list[int], best: int) -> str:
    if not ranks:
        return "no low card"
    top = RANKS[ranks[-1]]
    if len(ranks) == 1:
        return f"only {RANKS[best]}" if ranks[0] == best else "one low card"
    many = {1: "four", 2: "three", 3: "two"}[count]
    to = "8" if top == "8" else "7"
    return f"{many} to {to}" + ("" if best in ranks else f", no {RANKS[best]}")


def order(name: str) -> tuple[int, str]:
    """A sort key that puts holdings in order of strength."""
    kinds = ("pat 8", "pat 9", "four to 7", "four to 8", "three to 7", "three to 8")
    for place, start in enumerate(kinds):
        if name.startswith(start):
            return 2 * place + ("no" in name), name
    if len(name) == 2:
        return 20, f"{max(RANKS.index(name[0]) % 12, RANKS.index(name[1]) % 12):02d}"
    rest = ("two to 7", "two to 8", "only", "one", "no low")
    return next(30 + place for place, start in enumerate(rest) if name.startswith(start)), name


def _shares(masses: Vector) -> list[float]:
    total = float(masses.sum())
    return [float(mass) / total if total > 0 else float("nan") for mass in masses]
