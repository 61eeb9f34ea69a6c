"""Advice on a decision of a solved game: what is played how often, what it is worth, who holds what.

    advice = advise_at(strategy, "rc/1", "Jd7c4h3s2c")     # a spot by its path, with a hand or (None) the whole range
    advice = advise(seen, strategy)                        # a decision at the table, from what its seat has seen
    advice.value                                           # in small bets: what the whole hand wins from here on
    advice.choices                                         # the most frequent first: name, frequency, value, loss
    advice.loss("b"), advice.loss("Jd")                    # what a choice gives away against the best one
    advice.own, advice.other                               # what either side holds, hand by hand and in groups
    advice.notes                                           # where this is not the game that was solved
    advice.bluffs                                          # of a range's last bets, those that beat no caller

Values count the whole hand, so that a fold is worth minus what was paid; they are expectations over the hands that
the other holds by the strategy, and both go on by it: the frequencies times the values are the value. Draws are told
by the ranks thrown, "" for pat.

`advise` reads any two-player hand of the same game into the tree: chips in units of the big blind, sizes and numbers
of cards that the strategy does not know as the nearest that it knows. Each reading is told in `notes`, and so is a hand
that the strategy would not have brought here. Before the draw with more than two players there is no such reading;
after it, where two are left, the betting before is read as the same number of raises between two. What cannot be read
is a `ValueError`.

`Solved` is what it needs of a strategy: one of single draw over the classes has it, and the table of a blueprint
(`standpat.solver.strategy_file.file_strategy`), whose own remarks stand among the notes: decisions that the table has
left out, draws of more cards than it knows. Everything is of the class game: what the own cards take from the other is
not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Bet
from standpat.engine.event import Event
from standpat.solver.advice.line import read
from standpat.solver.game.action_values import choices
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.hand_classes import HAND, HandClasses
from standpat.solver.game.problem import Independent, Problem
from standpat.solver.game.spot import Spot, find
from standpat.solver.game.strategy import Strategy

RUNS = frozenset([RANKS[i : i + HAND][::-1] for i in range(len(RANKS) - HAND + 1)])
BEATEN = 1e-3
"""A hand that beats less than this part of the hands that go on beats none."""
RARE = 1e-6
"""A reach below which a hand or a line counts as never played."""


class Solved(Protocol):
    """A strategy that advice can stand on."""

    @property
    def problem(self) -> Problem: ...

    def at(self, path: str) -> NDArray[np.float64]: ...

    def reach(self, path: str, seat: int) -> NDArray[np.float64]: ...

    def worth(self, path: str) -> NDArray[np.float64]: ...

    def remarks(self, path: str) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Single:
    """A strategy of the class game: every value is worked out when asked for."""

    strategy: Strategy

    @property
    def problem(self) -> Problem:
        return self.strategy.problem

    def at(self, path: str) -> NDArray[np.float64]:
        return self.strategy.at(path)

    def reach(self, path: str, seat: int) -> NDArray[np.float64]:
        return self.strategy.reach(path, seat)

    def worth(self, path: str) -> NDArray[np.float64]:
        return choices(self.strategy, path)

    def remarks(self, path: str) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Choice:
    """`name` is the letter in paths, with the amount where there is no limit, or the ranks thrown.

    `loss` is the best choice's value less this one's. A draw of the range is named by its number of cards.
    """

    name: str
    frequency: float
    value: float
    loss: float


@dataclass(frozen=True)
class Range:
    """The hands of a seat and their shares, which sum to 1 (0 where the strategy never comes).

    `straights` says whether the game counts them.
    """

    names: tuple[str, ...]
    shares: NDArray[np.float64]
    straights: bool = True

    def groups(self) -> dict[str, float]:
        """Shares by kind: each low by its highest card, then pairs and worse; those held only."""
        found: dict[str, float] = {}
        for name, share in zip(self.names, self.shares.tolist(), strict=True):
            if share > 0:
                group = kind(name, self.straights)
                found[group] = found.get(group, 0.0) + share
        return found

    def best(self, number: int) -> list[tuple[str, float]]:
        """The commonest hands."""
        order = np.argsort(-self.shares, kind="stable")[:number]
        return [(self.names[i], float(self.shares[i])) for i in order if self.shares[i] > 0]


@dataclass(frozen=True)
class Advice:
    """What each choice at a decision is worth, and how often the strategy takes it."""

    path: str
    seat: int
    pot: float
    hand: str | None
    value: float
    choices: tuple[Choice, ...]
    own: Range
    other: Range
    notes: tuple[str, ...]
    bluffs: float | None = None

    def loss(self, name: str) -> float:
        """What a choice gives away, in small bets a hand; "pat" is throwing nothing."""
        for choice in self.choices:
            if (choice.name or "pat") == (name or "pat"):
                return choice.loss
        names = ", ".join([c.name or "pat" for c in self.choices])
        raise ValueError(f"{name!r} is not a choice at this spot: expected one of {names}")


def kind(name: str, straights: bool = True) -> str:
    """``8-low``, ``straight``, ``flush``, ``pair``, ``two pair or worse``; what is no hand of five is its own kind."""
    ranks = name.removesuffix("s")
    if len(ranks) != HAND:
        return name
    if straights and ranks == name and ranks in RUNS:
        return "straight"
    if len(set(ranks)) < HAND:
        return "pair" if len(set(ranks)) == HAND - 1 else "two pair or worse"
    return f"{ranks[0]}-low" if ranks == name else "flush"


def advise_at(strategy: Strategy | Solved, path: str, cards: str | Sequence[int] | None = None) -> Advice:
    """Advice at a spot, for five cards or for all that come there."""
    solved = Single(strategy) if isinstance(strategy, Strategy) else strategy
    problem = solved.problem
    spot = find(problem, path)
    classes = _classes(problem)
    names = classes.names if isinstance(classes, _Named) else tuple([classes.name(i) for i in range(len(classes))])
    if len(names) != spot.states:
        raise ValueError("this strategy is over coarse states: it has no single hands to advise on")
    reach = [solved.reach(path, seat) for seat in (spot.seat, 1 - spot.seat)]
    straights = not (isinstance(classes, HandClasses) and classes.ranking.aces_low)
    own, other = (Range(names, r / r.sum() if r.sum() > 0 else r, straights) for r in reach)
    notes = list(solved.remarks(path))
    if reach[1].sum() < RARE:
        notes.append("the other never comes here by this strategy: its answers here are hardly trained")
    worth, play = solved.worth(path), solved.at(path)
    index = None if cards is None else classes.of(cards)
    if index is not None and reach[0][index] < RARE * problem.prior[spot.seat][index]:
        notes.append("this hand never comes here by this strategy: its play here is hardly trained")
    if spot.menu is None:
        limit = problem.tree.wagering.betting == "fixed-limit"
        labels = [letter(action, limit) for action in spot.actions]
        found = _bets(labels, play, worth, own.shares, index)
    elif index is None:
        found = _counts(spot.menu, play, worth, own.shares)
    else:
        found = _keeps(spot.menu, play, worth, classes, index)
    value = sum([c.frequency * c.value for c in found if c.frequency])
    order = tuple(sorted(found, key=lambda c: (-c.frequency, c.loss)))
    pot = spot.pot / problem.tree.unit
    hand = None if index is None else names[index]
    bluffs = _bluffs(solved, spot, play, own, other) if index is None else None
    return Advice(path, spot.seat, pot, hand, value, order, own, other, tuple(notes), bluffs)


def _bluffs(solved: Solved, spot: Spot, play: NDArray[np.float64], own: Range, other: Range) -> float | None:
    """Of the hands that bet first in the last round of a limit game, the share that beats no hand that goes on."""
    problem = solved.problem
    last = spot.street == len(problem.sizes) - 1 and isinstance(problem.meeting, Independent)
    if not last or not spot.actions or not isinstance(spot.actions[-1], Bet):
        return None
    if problem.tree.wagering.betting != "fixed-limit":
        return None
    bets, on = play[-1] * own.shares, other.shares * (1 - solved.at(spot.path + "b")[0])
    if not bets.sum() or not on.sum():
        return None
    worse = on.sum() - np.cumsum(on)
    return float(bets[worse < BEATEN * on.sum()].sum() / bets.sum())


def advise(seen: Sequence[Event], strategy: Strategy | Solved) -> Advice:
    """Advice on the decision that a seat faces, from the events it has seen (`Hand.seen_by`, `Situation.seen`)."""
    reading = read(seen, strategy.problem)
    advice = advise_at(strategy, reading.path, reading.cards)
    if advice.seat != reading.seat:
        raise ValueError("the seat whose cards are seen is not to act: there is nothing to advise on")
    return Advice(**{**advice.__dict__, "notes": (*reading.notes, *advice.notes)})


class _Named:
    """The three cards of Kuhn's game and the six of Leduc's have no classes: names only."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def of(self, cards: str | Sequence[int]) -> int:
        if cards not in self.names:
            raise ValueError(f"{cards!r}: expected one of {', '.join(self.names)}")
        return self.names.index(str(cards))


@cache
def _hands(ranking: str, ranks: int) -> HandClasses:
    return HandClasses(RANKINGS[ranking], ranks)


def _classes(problem: Problem) -> "HandClasses | _Named":
    match problem.recipe.get("kind"):
        case "kuhn":
            return _Named(("J", "Q", "K"))
        case "leduc":
            return _Named(("J1", "J2", "Q1", "Q2", "K1", "K2"))
        case "draw" | "table":
            game, _ = game_of(problem.recipe)
            return _hands(game.ranking, problem.recipe["ranks"])
    raise ValueError("advice is from a strategy of the class game over all classes, solved without removal")


def _bets(
    names: list[str],
    play: NDArray[np.float64],
    worth: NDArray[np.float64],
    shares: NDArray[np.float64],
    index: int | None,
) -> list[Choice]:
    if index is None:
        # Of the range: how often, what it is worth to those who do it, what it would lose on average.
        frequency = play @ shares
        gained = np.nansum(play * worth * shares, axis=1)
        value = np.where(frequency > 0, gained / np.where(frequency > 0, frequency, 1), np.nan)
        loss = np.nansum((worth.max(axis=0) - worth) * shares, axis=1)
    else:
        frequency, value = play[:, index], worth[:, index]
        loss = value.max() - value
    return _listed(names, frequency, value, loss)


def _counts(
    menu: Draw, play: NDArray[np.float64], worth: NDArray[np.float64], shares: NDArray[np.float64]
) -> list[Choice]:
    state, count = np.repeat(np.arange(menu.states), np.diff(menu.first)), menu.option_count()
    best = np.maximum.reduceat(worth, menu.first[:-1])
    many = len(menu.counts)
    frequency = np.bincount(count, play * shares[state], many).astype(np.float64)
    gained = np.bincount(count, np.nan_to_num(play * worth * shares[state]), many)
    value = np.where(frequency > 0, gained / np.where(frequency > 0, frequency, 1), np.nan)
    top = np.full((many, menu.states), -np.inf)
    np.maximum.at(top, (count, state), worth)
    loss = [float(np.nansum(((best - row) * shares)[np.isfinite(row)])) for row in top]
    return _listed([str(c) for c in menu.counts.tolist()], frequency, value, np.array(loss))


def _keeps(
    menu: Draw, play: NDArray[np.float64], worth: NDArray[np.float64], classes: "HandClasses | _Named", index: int
) -> list[Choice]:
    assert isinstance(classes, HandClasses)
    low, high = int(menu.first[index]), int(menu.first[index + 1])
    names = [thrown(classes, index, int(kept)) for kept in menu.kept[menu.row[low:high]]]
    value = worth[low:high]
    return _listed(names, play[low:high], value, value.max() - value)


def thrown(classes: HandClasses, index: int, kept: int) -> str:
    """The ranks that a keep throws from a class, the highest first."""
    hand = classes.hands[index]
    gone = [rank for rank in range(13) for _ in range(hand.count(rank) - kept // 5**rank % 5)]
    return "".join([RANKS[rank] for rank in reversed(gone)])


def _listed(
    names: list[str], frequency: NDArray[np.float64], value: NDArray[np.float64], loss: NDArray[np.float64]
) -> list[Choice]:
    rows = zip(names, frequency.tolist(), value.tolist(), loss.tolist(), strict=True)
    return [Choice(*row) for row in rows]
