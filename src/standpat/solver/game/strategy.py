"""A strategy: the action probabilities at every spot of a problem with every hand.

`Strategy(problem, weights)` has the solver's average. `tabulate(problem, policy)` asks a function `policy(spot) ->
probabilities` at every spot instead, so that any player made of rules can be scored by the same best response. For a
bet the function returns an array of shape (actions, states), or (actions,) for the same with every hand. For a draw it
returns one of shape (options,), or the number of cards drawn as an int; then each state draws with the first keep of
that count. Rows need not sum to 1; all zeros means that all actions are equally likely.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.betting_tree import letter
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Deal, Problem
from standpat.solver.game.spot import Spot, find, spots

Policy = Callable[[Spot], "NDArray[np.floating] | list[float] | int"]
"""A function from a spot to the probabilities there; the module describes their shapes."""


@dataclass(frozen=True)
class Strategy:
    """A strategy of a problem.

    Attributes:
        problem: The problem.
        weights: The weights of both seats, float32, shape (slots,).
        iterations: Iterations of training; 0 for none.

    Raises:
        ValueError: The weights are not of the problem's size.
    """

    problem: Problem
    weights: NDArray[np.float32]
    iterations: int = 0

    def __post_init__(self) -> None:
        if self.weights.shape != (self.problem.size,):
            raise ValueError(f"a strategy of this problem has {self.problem.size} weights, not {self.weights.shape}")

    def at(self, path: str) -> NDArray[np.float64]:
        """The probabilities at a spot.

        Args:
            path: The path of the spot, such as ``rc/1``.

        Returns:
            Shape (actions, states) for a bet, (options,) for a draw.

        Raises:
            ValueError: The path leaves the tree.
        """
        return self._probabilities(find(self.problem, path))

    def counts(self, path: str) -> NDArray[np.float64]:
        """The probability of each number of cards at a draw.

        Args:
            path: The path of the spot.

        Returns:
            Shape (counts, states).

        Raises:
            ValueError: The path leaves the tree, or it is a bet.
        """
        spot = find(self.problem, path)
        if spot.menu is None:
            raise ValueError(f"{path!r} is a bet, not a draw")
        return _by_count(spot.menu, self._probabilities(spot))

    def reach(self, path: str, seat: int) -> NDArray[np.float64]:
        """The reach probabilities of a seat's states at a spot.

        Args:
            path: The path of the spot.
            seat: 0 for the button, 1 for the big blind.

        Returns:
            By state, the chance of the deal times the probabilities of the seat's own choices on the way.
        """
        reach: NDArray[np.float64] = self.problem.prior[seat].astype(np.float64)
        done = ""
        for move in _moves(path):
            strokes = done.count("/")
            if done.endswith("/") and strokes % 2 and isinstance(self.problem.links[strokes // 2], Deal):
                done += move  # a public card, which nobody chooses
                continue
            spot = find(self.problem, done)
            done += move
            mine = spot.seat == seat
            if spot.menu is None:
                if mine:
                    names = [letter(a, self.problem.tree.wagering.betting == "fixed-limit") for a in spot.actions]
                    reach = reach * self._probabilities(spot)[names.index(move.rstrip("/"))]
            elif mine:
                reach = _drawn(spot.menu, self._probabilities(spot), reach, int(move.rstrip("/")))
        return reach

    def frequencies(self, path: str) -> dict[str, float]:
        """How often each choice is made at a spot, over all hands that come there.

        Args:
            path: The path of the spot.

        Returns:
            By action or number of cards as in paths, its share; 0 for all if the seat never comes there.
        """
        spot = find(self.problem, path)
        reach = self.reach(path, spot.seat)
        total = reach.sum()
        if spot.menu is None:
            limit = self.problem.tree.wagering.betting == "fixed-limit"
            names, play = [letter(a, limit) for a in spot.actions], self._probabilities(spot)
        else:
            names, play = [str(c) for c in spot.menu.counts], _by_count(spot.menu, self._probabilities(spot))
        return {name: float(row @ reach / total) if total else 0.0 for name, row in zip(names, play, strict=True)}

    def _probabilities(self, spot: Spot) -> NDArray[np.float64]:
        weights = self.weights[spot.slot : spot.slot + spot.length].astype(np.float64)
        if spot.menu is None:
            rows = weights.reshape(len(spot.actions), spot.states)
            total = rows.sum(axis=0)
            return np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / len(rows))
        first = spot.menu.first
        total = np.repeat(np.add.reduceat(weights, first[:-1]), np.diff(first))
        alike = np.repeat(1 / np.diff(first), np.diff(first))
        return np.where(total > 0, weights / np.where(total > 0, total, 1), alike)


def _moves(path: str) -> list[str]:
    """A path divided into decisions; the stroke that ends a street stands with its last decision."""
    moves: list[str] = []
    for letter_ in path:
        if letter_ == "/" or (letter_.isdigit() and moves and moves[-1][0] in "br"):
            moves[-1] += letter_
        else:
            moves.append(letter_)
    return moves


def _by_count(menu: Draw, play: NDArray[np.float64]) -> NDArray[np.float64]:
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    count = menu.option_count()
    out = np.zeros((len(menu.counts), menu.states))
    np.add.at(out, (count, state), play)
    return out


def _drawn(menu: Draw, play: NDArray[np.float64], reach: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The reach probabilities after drawing `count` cards."""
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    place = int(np.flatnonzero(menu.counts == count)[0])
    mass = np.bincount(menu.row, play * reach[state], minlength=len(menu.kept))
    low, high = menu.entry[menu.of_count[place]], menu.entry[menu.of_count[place + 1]]
    flow = (np.repeat(mass, np.diff(menu.entry)) * menu.chance)[low:high]
    return np.bincount(menu.target[low:high], flow, minlength=menu.states).astype(np.float64)


def tabulate(problem: Problem, policy: Policy) -> Strategy:
    """The strategy of a function of the spot.

    Args:
        problem: The problem.
        policy: Returns the probabilities at a spot; the module describes their shapes.

    Returns:
        The strategy.

    Raises:
        ValueError: The function returned another shape, a negative number, or a count that cannot be drawn.
    """
    weights = np.zeros(problem.size, np.float32)
    for spot in spots(problem):
        given = policy(spot)
        part = weights[spot.slot : spot.slot + spot.length]
        if isinstance(given, int):
            part[:] = _drawing(spot, given)
            continue
        play = np.asarray(given, np.float32)
        shape = (len(spot.actions), spot.states) if spot.menu is None else (spot.menu.options,)
        if spot.menu is None and play.shape == shape[:1]:
            play = np.broadcast_to(play[:, None], shape)
        if play.shape != shape or not (play >= 0).all():
            raise ValueError(f"at {spot.path!r} expected probabilities of shape {shape}, not {play.shape} or below 0")
        part[:] = play.ravel()
    return Strategy(problem, weights)


def _drawing(spot: Spot, count: int) -> NDArray[np.float32]:
    menu = spot.menu
    if menu is None or count not in menu.counts:
        raise ValueError(f"at {spot.path!r} no draw of {count} is possible")
    fits = menu.counts[menu.option_count()] == count
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    options = np.flatnonzero(fits)
    _, first = np.unique(state[options], return_index=True)
    out = np.zeros(menu.options, np.float32)
    out[options[first]] = 1
    return out
