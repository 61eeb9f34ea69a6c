"""Advice on a decision of a solved game: action probabilities, values, and the ranges of both players.

    advice = advise_at(strategy, "rc/1", "Jd7c4h3s2c")     # a spot by its path, with a hand or (None) the whole range
    advice = advise(situation, strategy)                   # a decision at the table, from what its seat has seen
    advice.value                                           # in small bets: what the whole hand wins from here on
    advice.choices                                         # the most frequent first: name, frequency, value, loss
    advice.loss("b"), advice.loss("Jd")                    # what a choice loses compared with the best one
    advice.own, advice.other                               # the ranges of both players, by hand and in groups
    advice.notes                                           # where the hand differs from the solved game
    advice.bluffs                                          # of a range's last bets, those that beat no caller

Values count the whole hand, so a fold is worth minus what was paid. They are expectations over the opponent's range,
with both players following the strategy: the value is the sum of frequency times value over the choices. Draws are
named by the ranks discarded, "" for pat.

`advise` maps any hand of the same game with two players left onto the tree: chips in units of the big blind, and bet
sizes and numbers of cards that the strategy does not know as the nearest that it knows. Each difference is described in
`notes`, and so is a hand that the strategy would not have brought here. If more than two players were dealt in, there
is no advice before the draw; after it, with two players left, the earlier betting is read as the same number of raises
between two. A hand that cannot be mapped raises `ValueError`.

`Solved` is the interface that a strategy needs. `Single` provides it for a strategy of single draw over the classes,
and `standpat.solver.strategy_file.file_strategy.FileStrategy` for the strategy file of a blueprint. The remarks of a
strategy file are part of the notes: decisions that it left out, draws of more cards than it knows. All values are those
of the class game; the cards that the own hand takes from the opponent's range are not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from standpat.bots.player import Situation
from standpat.cards.card import RANKS
from standpat.engine.action import Bet
from standpat.engine.event import Event
from standpat.engine.games import Game
from standpat.solver.advice.line import map_decision
from standpat.solver.game.action_values import choices
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.hand_classes import HAND, HandClasses, hand_classes
from standpat.solver.game.problem import Independent, Problem
from standpat.solver.game.spot import Spot, find, path_of
from standpat.solver.game.strategy import Strategy

RUNS = frozenset([RANKS[i : i + HAND][::-1] for i in range(len(RANKS) - HAND + 1)])
BEATEN = 1e-3
"""A hand that beats less than this fraction of the hands that continue beats none."""
RARE = 1e-6
"""A hand or a line with a smaller reach probability counts as never played."""


class Solved(Protocol):
    """A strategy that advice can be based on."""

    @property
    def problem(self) -> Problem:
        """The problem that the strategy solves."""

    def at(self, path: str) -> NDArray[np.float64]:
        """The probabilities at a spot: shape (actions, classes) for a bet, (options,) for a draw."""

    def reach(self, path: str, seat: int) -> NDArray[np.float64]:
        """By class, the reach probability of a seat's own choices at a spot, times the chance of the deal."""

    def worth(self, path: str) -> NDArray[np.float64]:
        """The expectation of each choice at a spot in small bets, in the shape of `at`; NaN where the opponent never
        comes.
        """

    def remarks(self, path: str) -> tuple[str, ...]:
        """Sentences about the spot for the notes of the advice."""


@dataclass(frozen=True)
class Single:
    """A strategy of the class game; every value is computed when it is asked for."""

    strategy: Strategy

    @property
    def problem(self) -> Problem:
        """The problem that the strategy solves."""
        return self.strategy.problem

    def at(self, path: str) -> NDArray[np.float64]:
        """The probabilities at a spot, as in `Strategy.at`."""
        return self.strategy.at(path)

    def reach(self, path: str, seat: int) -> NDArray[np.float64]:
        """The reach probabilities of a seat at a spot, as in `Strategy.reach`."""
        return self.strategy.reach(path, seat)

    def worth(self, path: str) -> NDArray[np.float64]:
        """The expectation of each choice at a spot, as in `action_values.choices`."""
        return choices(self.strategy, path)

    def remarks(self, path: str) -> tuple[str, ...]:
        """No remarks: every decision was trained."""
        return ()


@dataclass(frozen=True)
class Choice:
    """A choice at a decision.

    Attributes:
        name: The letter of the action in paths, with the amount in games without a limit; the ranks discarded in a
            draw; or the number of cards in the draw of a whole range.
        frequency: The probability of the choice.
        value: The expectation of the choice in small bets.
        loss: The value of the best choice minus that of this one.
    """

    name: str
    frequency: float
    value: float
    loss: float


@dataclass(frozen=True)
class Range:
    """The hands of a seat.

    Attributes:
        names: The names of the hands.
        shares: Their probabilities, which sum to 1, or are all 0 where the strategy never comes.
        straights: Whether straights count in the game.
    """

    names: tuple[str, ...]
    shares: NDArray[np.float64]
    straights: bool = True

    def groups(self) -> dict[str, float]:
        """Probabilities by kind of hand: each low by its highest card, then pairs and worse.

        Returns:
            The kinds of positive probability, best hand first.
        """
        by_kind: dict[str, float] = {}
        for name, share in zip(self.names, self.shares.tolist(), strict=True):
            if share > 0:
                group = kind(name, self.straights)
                by_kind[group] = by_kind.get(group, 0.0) + share
        return by_kind

    def best(self, number: int) -> list[tuple[str, float]]:
        """The most frequent hands.

        Args:
            number: The most hands to list.

        Returns:
            Names and probabilities, the most frequent first.
        """
        order = np.argsort(-self.shares, kind="stable")[:number]
        return [(self.names[i], float(self.shares[i])) for i in order if self.shares[i] > 0]


@dataclass(frozen=True)
class Advice:
    """What each choice at a decision is worth, and how often the strategy takes it.

    Attributes:
        path: The path of the spot.
        seat: The seat to act, 0 for the button.
        pot: Chips in the middle, in small bets.
        hand: The name of the hand; None for the whole range.
        value: The expectation of the decision in small bets.
        choices: The choices, the most frequent first. Where the hand never comes here by the strategy, the best first.
        own: The range of the seat to act.
        other: The opponent's range.
        notes: Where the hand differs from the solved game.
        bluffs: For a range that may bet first in the last round of a limit game, the share of its bets that beat no
            hand that continues; else None.
    """

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
        """What a choice loses compared with the best one, in small bets a hand.

        Args:
            name: The name of the choice; "pat" or "" for discarding nothing.

        Returns:
            The loss, 0 or more.

        Raises:
            ValueError: The decision has no such choice.
        """
        for choice in self.choices:
            if (choice.name or "pat") == (name or "pat"):
                return choice.loss
        names = ", ".join([c.name or "pat" for c in self.choices])
        raise ValueError(f"{name!r} is not a choice at this spot: expected one of {names}")


def kind(name: str, straights: bool = True) -> str:
    """The kind of a hand: ``8-low``, ``straight``, ``flush``, ``pair``, ``two pair or worse``.

    Args:
        name: The name of a hand (`HandClasses.name`). A name that is not five cards is its own kind.
        straights: Whether straights count in the game.

    Returns:
        The kind.
    """
    ranks = name.removesuffix("s")
    if len(ranks) != HAND:
        return name
    if straights and ranks == name and ranks in RUNS:
        return "straight"
    if len(set(ranks)) < HAND:
        return "pair" if len(set(ranks)) == HAND - 1 else "two pair or worse"
    return f"{ranks[0]}-low" if ranks == name else "flush"


def advise_at(strategy: Strategy | Solved, path: str, cards: str | Sequence[int] | None = None) -> Advice:
    """Give advice at a spot.

    Args:
        strategy: The strategy.
        path: The path of the spot, such as ``rc/1`` (`path_of`).
        cards: Five cards; None for the whole range.

    Returns:
        The advice.

    Raises:
        ValueError: There is no such spot, or the strategy is not over all classes of the class game.
    """
    solved = Single(strategy) if isinstance(strategy, Strategy) else strategy
    problem = solved.problem
    path = path_of(problem, path)
    spot = find(problem, path)
    classes = _classes(problem)
    names = classes.names
    if len(names) != spot.states:
        raise ValueError("this strategy is over coarse states: it has no single hands to advise on")
    reach = [solved.reach(path, seat) for seat in (spot.seat, 1 - spot.seat)]
    straights = not (isinstance(classes, HandClasses) and classes.ranking.aces_low)
    own, other = (Range(names, r / r.sum() if r.sum() > 0 else r, straights) for r in reach)
    notes = list(solved.remarks(path))
    if reach[1].sum() < RARE:
        notes.append("the opponent never comes here by this strategy: its play here is hardly trained")
    worth, play = solved.worth(path), solved.at(path)
    index = None if cards is None else classes.of(cards)
    untrained = index is not None and reach[0][index] < RARE * problem.prior[spot.seat][index]
    if untrained:
        notes.append(
            "this hand never comes here by this strategy: its play here is hardly trained, "
            "and its choices are in the order of their values"
        )
    if spot.menu is None:
        limit = problem.tree.wagering.betting == "fixed-limit"
        labels = [letter(action, limit) for action in spot.actions]
        listed = _bets(labels, play, worth, own.shares, index)
    elif index is None:
        listed = _counts(spot.menu, play, worth, own.shares)
    else:
        listed = _keeps(spot.menu, play, worth, classes, index)
    value = sum([c.frequency * c.value for c in listed if c.frequency])
    order = tuple(sorted(listed, key=lambda c: (0.0 if untrained else -c.frequency, c.loss)))
    pot = spot.pot / problem.tree.unit
    hand = None if index is None else names[index]
    bluffs = _bluffs(solved, spot, play, own, other) if index is None else None
    return Advice(path, spot.seat, pot, hand, value, order, own, other, tuple(notes), bluffs)


def _bluffs(solved: Solved, spot: Spot, play: NDArray[np.float64], own: Range, other: Range) -> float | None:
    """Of the hands that bet first in the last round of a limit game, the share that beats no hand that continues."""
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


def advise(seen: Situation | Sequence[Event], strategy: Strategy | Solved, played: Game | None = None) -> Advice:
    """Give advice on the decision that a seat faces.

    Args:
        seen: The situation, or the events that the seat has seen (`Hand.seen_by`).
        strategy: A strategy of the same game.
        played: The game of the events, which do not tell it. Without it they are read as the strategy's game.

    Returns:
        The advice.

    Raises:
        ValueError: The hand is of another game, it cannot be mapped onto the solved game, or the seat is not to act.
    """
    if isinstance(seen, Situation):
        return advise(seen.seen, strategy, seen.game)
    solved = strategy.problem.recipe.get("game")
    if played is not None and played.id != solved:
        raise ValueError(f"the hand is of {played.id}, the strategy of {solved}: expected a strategy of {played.id}")
    notes = () if played is not None else (f"the game of the hand was not told: it is read as {solved}",)
    mapped = map_decision(seen, strategy.problem)
    advice = advise_at(strategy, mapped.path, mapped.cards)
    if advice.seat != mapped.seat:
        raise ValueError("the seat whose cards are seen is not to act: there is nothing to advise on")
    return Advice(**{**advice.__dict__, "notes": (*notes, *mapped.notes, *advice.notes)})


class _Named:
    """The cards of Kuhn's and Leduc's games, which have names but no classes."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def of(self, cards: str | Sequence[int]) -> int:
        if cards not in self.names:
            raise ValueError(f"{cards!r}: expected one of {', '.join(self.names)}")
        return self.names.index(str(cards))


@cache
def _hands(ranking: str, ranks: int) -> HandClasses:
    return hand_classes(ranking, ranks)


def _classes(problem: Problem) -> "HandClasses | _Named":
    match problem.recipe.get("kind"):
        case "kuhn":
            return _Named(("J", "Q", "K"))
        case "leduc":
            return _Named(("J1", "J2", "Q1", "Q2", "K1", "K2"))
        case "draw" | "strategy-file":
            game, _ = game_of(problem.recipe)
            return _hands(game.ranking, problem.recipe["ranks"])
    raise ValueError("advice needs a strategy of the class game over all classes, solved without card removal")


def _bets(
    names: list[str],
    play: NDArray[np.float64],
    worth: NDArray[np.float64],
    shares: NDArray[np.float64],
    index: int | None,
) -> list[Choice]:
    if index is None:
        # For the range: the frequency, the mean value for the hands that choose it, and the mean loss over all hands.
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
    """The ranks that a keep discards from a class, highest first.

    Args:
        classes: The hand classes.
        index: The number of the class.
        kept: The name of the keep (`Draw.kept`).

    Returns:
        The ranks as text; "" for standing pat.
    """
    hand = classes.hands[index]
    gone = [rank for rank in range(13) for _ in range(hand.count(rank) - kept // 5**rank % 5)]
    return "".join([RANKS[rank] for rank in reversed(gone)])


def _listed(
    names: list[str], frequency: NDArray[np.float64], value: NDArray[np.float64], loss: NDArray[np.float64]
) -> list[Choice]:
    rows = zip(names, frequency.tolist(), value.tolist(), loss.tolist(), strict=True)
    return [Choice(*row) for row in rows]
