"""Limit single draw with real cards: a duplicate match of two strategies of the solver, each deal played in both seats.

Nothing is simplified: 52 cards, suits and flushes, discards that stay out of the deck, hands that block each other. A
strategy plays each hand as its class. `duplicate(one, other, deals)` gives what `one` wins a hand, with its confidence
interval.
"""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import NamedTuple

import numpy as np

from standpat.solver.game.card_removal import merged
from standpat.solver.game.class_game import game_of
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.game.problem import Draws
from standpat.solver.game.strategy import Strategy
from standpat.solver.kernels.single_draw_hands import GameArrays, StrategySlots, play


class Gain(NamedTuple):
    """The result of a duplicate match, in mSB a hand.

    Attributes:
        mean: What the first strategy wins.
        margin: Half the width of its 95% confidence interval.
        button: What the button wins.
    """

    mean: float
    margin: float
    button: float


def duplicate(one: Strategy, other: Strategy, deals: int, *, seed: int = 1, workers: int = 1) -> Gain:
    """Play a duplicate match: `deals` deals, each played twice with the seats changed.

    Args:
        one: The first strategy.
        other: The second strategy, of the same game.
        deals: The number of deals.
        seed: The seed. The same seed and workers give the same deals and the same play.
        workers: Threads.

    Returns:
        What the first strategy wins.

    Raises:
        ValueError: The strategies are of different games, not of limit single draw over the classes, or without some
            draws.
    """
    for strategy in (one, other):
        recipe = strategy.problem.recipe
        if recipe.get("kind") not in ("draw", "removal") or recipe["stack"] or len(strategy.problem.sizes) != 2:
            raise ValueError("only strategies of limit single draw over the classes can be played")
        if recipe.get("keeps") or recipe["counts"] != [[0, 1, 2, 3, 4, 5]]:
            raise ValueError(
                "a strategy without some draws would meet draws that it does not know: solve it with all of them"
            )
    if game_of(one.problem.recipe) != game_of(other.problem.recipe):
        raise ValueError("the two strategies are of different games")
    game, strategies = _game_arrays(one), (_strategy_slots(one), _strategy_slots(other))
    parts = [deals // workers + (k < deals % workers) for k in range(workers)]
    sums = np.zeros((workers, 3))
    with ThreadPoolExecutor(workers) as pool:
        tasks = [pool.submit(play, game, *strategies, part, seed * 1000 + k, sums[k]) for k, part in enumerate(parts)]
        for task in tasks:
            task.result()
    total, squares, button = (sums.sum(axis=0) / deals).tolist()
    spread = sqrt(max(squares - total * total, 0) / deals)
    return Gain(1000 * total, 1960 * spread, 1000 * button)


def _strategy_slots(strategy: Strategy) -> StrategySlots:
    problem = strategy.problem
    layout = problem.layout
    of = np.arange(problem.sizes[0], dtype=np.int32)
    if problem.recipe.get("merge"):
        of = merged(_classes(strategy))
    states = np.array(problem.sizes, np.int64)
    return StrategySlots(
        strategy.weights, layout.bets[0], layout.bets[1], layout.draws[0], layout.second_draw[0], states, of
    )


def _classes(strategy: Strategy) -> HandClasses:
    recipe = strategy.problem.recipe
    return hand_classes(game_of(recipe)[0].ranking, recipe["ranks"])


def _game_arrays(strategy: Strategy) -> GameArrays:
    classes, (first, last) = _classes(strategy), strategy.problem.tree.streets
    link = strategy.problem.links[0]
    assert isinstance(link, Draws)
    plain, twin = np.full((2, 13**5), -1, np.int32)
    for index, hand in enumerate(classes.hands):
        number = 0
        for rank in hand:
            number = 13 * number + rank
        (twin if classes.flush[index] else plain)[number] = index
    return GameArrays(
        first.nodes, last.nodes, first.contexts, last.contexts, link.menus[0], plain, twin, 4 * classes.ranks
    )
