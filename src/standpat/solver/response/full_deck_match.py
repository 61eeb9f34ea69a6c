"""Limit single draw with real cards: two strategies of the solver against each other, the same deals in both seats.

Here nothing is left out: 52 cards, suits and flushes, discards gone, the hands blocking each other. A strategy
plays each hand as its class. `duplicate(one, other, deals)` gives what `one` wins a hand, with its interval.
"""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import NamedTuple

import numpy as np

from standpat.cards.ranking import RANKINGS
from standpat.solver.game.card_removal import merged
from standpat.solver.game.class_game import game_of
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.game.problem import Draws
from standpat.solver.game.strategy import Strategy
from standpat.solver.kernels.single_draw_hands import Field, Table, play


class Gain(NamedTuple):
    """In mSB a hand: what the first wins, half the width of its 95% interval, and what the button wins."""

    mean: float
    margin: float
    button: float


def duplicate(one: Strategy, other: Strategy, deals: int, *, seed: int = 1, workers: int = 1) -> Gain:
    """`deals` deals, each played twice. The same seed and workers give the same deals and the same play."""
    for strategy in (one, other):
        recipe = strategy.problem.recipe
        if recipe.get("kind") not in ("draw", "removal") or recipe["stack"] or len(strategy.problem.sizes) != 2:
            raise ValueError("only strategies of limit single draw over the classes are played out here")
        if recipe.get("keeps") or recipe["counts"] != [[0, 1, 2, 3, 4, 5]]:
            raise ValueError("a strategy that has not every draw meets draws it does not know: solve it with them")
    if game_of(one.problem.recipe) != game_of(other.problem.recipe):
        raise ValueError("the two strategies are of different games")
    field, tables = _field(one), (_table(one), _table(other))
    parts = [deals // workers + (k < deals % workers) for k in range(workers)]
    sums = np.zeros((workers, 3))
    with ThreadPoolExecutor(workers) as pool:
        tasks = [pool.submit(play, field, *tables, part, seed * 1000 + k, sums[k]) for k, part in enumerate(parts)]
        for task in tasks:
            task.result()
    total, squares, button = (sums.sum(axis=0) / deals).tolist()
    spread = sqrt(max(squares - total * total, 0) / deals)
    return Gain(1000 * total, 1960 * spread, 1000 * button)


def _table(strategy: Strategy) -> Table:
    problem = strategy.problem
    layout = problem.layout
    of = np.arange(problem.sizes[0], dtype=np.int32)
    if problem.recipe.get("merge"):
        of = merged(_classes(strategy))
    states = np.array(problem.sizes, np.int64)
    return Table(strategy.weights, layout.bets[0], layout.bets[1], layout.draws[0], layout.late[0], states, of)


def _classes(strategy: Strategy) -> HandClasses:
    recipe = strategy.problem.recipe
    return HandClasses(RANKINGS[game_of(recipe)[0].ranking], recipe["ranks"])


def _field(strategy: Strategy) -> Field:
    classes, (first, last) = _classes(strategy), strategy.problem.tree.streets
    link = strategy.problem.links[0]
    assert isinstance(link, Draws)
    plain, twin = np.full((2, 13**5), -1, np.int32)
    for index, hand in enumerate(classes.hands):
        number = 0
        for rank in hand:
            number = 13 * number + rank
        (twin if classes.flush[index] else plain)[number] = index
    return Field(first.nodes, last.nodes, first.contexts, last.contexts, link.menus[0], plain, twin, 4 * classes.ranks)
