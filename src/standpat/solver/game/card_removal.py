"""Card removal between the players in limit single draw: the class game with two hands from one deck.

In the class game the hands are independent. Here every pair of hands has a weight: how much likelier the pair is than
with independent hands. Payoffs, regrets and best responses use these weights. What is exact and what is not:

- **The deal is exact.** `together(classes)[i, j]` is P(i, j) / (P(i) P(j)) for two hands of one deck, summed over
  suits: rank by rank, with flush twins by inclusion and exclusion. A fold before the draw is paid with that weight.
- **After the draw** the weight is that of the two final hands, `together` again: two hands that end with three sevens
  each are impossible. The draw itself is weighted on average: row K of a draw (the ranks kept) has its probabilities
  divided by m(K), the mean weight of the hands coming from K over the final hands of an opponent who plays for the
  showdown. So cards that the opponent holds are drawn less often, and no draw gains just by being compatible: over that
  opponent, as much weight leaves each draw as came to it.
- **Left out**: discards are not dead (they come back to the deck, as in the class game), and m(K) is a mean over all
  hands of the opponent, not over those of one line of betting.

All weights are symmetric, so it is a zero-sum game with an exact best response. A player knows their hand and what it
blocks.

After the draw, hands that win little are merged into states of a few classes: pairs by their rank and their two highest
other cards, worse hands by kind and rank, flushes by the three highest cards. Hands of one state tie. `merge=False`
keeps all classes apart. `unmerged(strategy)` carries a strategy over, and its exploitability is then exact over all
classes.
"""

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.engine.games import Game, Stakes
from standpat.solver.game.class_game import COUNTS, draw_problem, game_of, recipe_of
from standpat.solver.game.draw_transitions import Draw, showdown_worth
from standpat.solver.game.hand_classes import HAND, HandClasses, hand_classes
from standpat.solver.game.problem import Draws, Problem, Removal
from standpat.solver.game.strategy import Strategy

Matrix = NDArray[np.float64]
ROUNDS = 8
"""Rounds of the fixed-point iteration for m(K); it settles in fewer."""


def removal_problem(game: Game, stakes: Stakes, *, ranks: int = 13, merge: bool = True) -> Problem:
    """Build a limit single-draw game with card removal, draws of 0 to 5 and every keep.

    Args:
        game: The game.
        stakes: The stakes.
        ranks: Ranks of the deck, deuce first.
        merge: Whether weak final hands are merged.

    Returns:
        The problem.

    Raises:
        ValueError: The game is not limit single draw.
    """
    if game.draw_rounds != 1 or game.betting != "fixed-limit":
        raise ValueError(f"{game.id}: card removal is implemented for limit single draw only")
    plain = draw_problem(game, stakes, ranks=ranks)
    classes = hand_classes(game.ranking, ranks)
    deal = together(classes)
    link = plain.links[0]
    assert isinstance(link, Draws)
    menu = link.every[0]
    menu = menu._replace(chance=_weighed(menu, classes, deal))
    of = merged(classes) if merge else np.arange(len(classes), dtype=np.int32)
    size = int(of[-1]) + 1
    menu = relabelled(menu, of, size)
    end = _between(deal, of, classes.chance) if merge else deal
    wins = end * np.sign(np.arange(size) - np.arange(size)[:, None])
    meeting = Removal((deal[None], end[None]), (np.zeros((1, 0, 0)), wins[None]))
    recipe = recipe_of(game, stakes, ranks) | {
        "kind": "removal",
        "merge": merge,
        "stack": None,
        "counts": [list(COUNTS)],
    }
    links = (Draws(link.order, (menu, menu), (menu, menu)),)
    return Problem(plain.tree, (len(classes), size), plain.prior, links, meeting, recipe)


def from_recipe(recipe: Mapping[str, Any]) -> Problem:
    """The problem of a recipe of the kind ``removal``."""
    game, stakes = game_of(recipe)
    return removal_problem(game, stakes, ranks=recipe["ranks"], merge=recipe["merge"])


def unmerged(strategy: Strategy) -> Strategy:
    """Carry a strategy over to all classes: each final hand plays as its state does.

    Args:
        strategy: A strategy of a problem with `merge`.

    Returns:
        The strategy of the problem without it.
    """
    problem = strategy.problem
    game, stakes = game_of(problem.recipe)
    wide = removal_problem(game, stakes, ranks=problem.recipe["ranks"], merge=False)
    of = merged(hand_classes(game.ranking, problem.recipe["ranks"]))
    begin = int(problem.layout.bets[1][0])
    rows = strategy.weights[begin:].reshape(-1, problem.sizes[1])
    weights = np.concatenate([strategy.weights[:begin], rows[:, of].reshape(-1)])
    return Strategy(wide, weights, strategy.iterations)


def blind(strategy: Strategy, problem: Problem) -> Strategy:
    """A strategy of the class game as one of a problem with card removal.

    Args:
        strategy: The strategy of the class game.
        problem: The same game with card removal, over all classes.

    Returns:
        The same weights as a strategy of `problem`.

    Raises:
        ValueError: The classes of `problem` are merged.
    """
    if problem.recipe.get("merge"):
        raise ValueError("merged classes differ from those of the strategy: expected the problem with merge=False")
    return Strategy(problem, strategy.weights, strategy.iterations)


def together(classes: HandClasses) -> Matrix:
    """How much likelier two hands of one deck are to be of classes i and j than two hands of two decks.

    Args:
        classes: The hand classes.

    Returns:
        Shape (classes, classes).
    """
    counts = np.array([[hand.count(r) for r in range(classes.ranks)] for hand in classes.hands])
    free = np.array([[comb(4 - a, b) / comb(4, b) if a + b <= 4 else 0 for b in range(5)] for a in range(5)])
    any_suits = np.prod(np.array([comb(4, k) for k in range(5)], np.float64)[counts], axis=1)
    # Given one hand with the ranks of i: the number of hands with the ranks of j that share no card with it.
    beside = np.repeat(any_suits[None], len(classes), axis=0)
    for column in counts.T:
        for number_held in range(1, int(column.max()) + 1):
            beside[column == number_held] *= free[number_held][column]
    twin = np.array([4.0 if flush or _has_twin(classes, i) else 0.0 for i, flush in enumerate(classes.flush)])
    shared = (counts @ counts.T) > 0
    pairs = any_suits[:, None] * beside
    both = np.where(shared, 12.0, 16.0) * (twin[:, None] > 0) * (twin > 0)
    one, other = twin[:, None] * beside, twin * beside.T
    flush = classes.flush
    mixed = pairs - one - other + both
    number = np.where(flush[:, None], np.where(flush, both, one - both), np.where(flush, other - both, mixed))
    cards = 4 * classes.ranks
    deals = comb(cards, HAND) * comb(cards - HAND, HAND)
    together: Matrix = number / deals / (classes.chance[:, None] * classes.chance)
    return together


def _has_twin(classes: HandClasses, index: int) -> bool:
    """Whether there is a flush of the same ranks."""
    hand = classes.hands[index]
    return len(set(hand)) == HAND and bool(classes.ranking.suited)


def _weighed(menu: Draw, classes: HandClasses, weight: Matrix) -> NDArray[np.float32]:
    """The probabilities of the draw's rows, each divided by the mean weight that it meets."""
    plain = menu.chance.astype(np.float64)
    worth = showdown_worth(menu, classes.chance)[0]
    value = menu.expected(worth)[menu.row]
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    best = menu.row[np.lexsort((-value, state))[menu.first[:-1]]]
    coming = np.bincount(best, classes.chance, minlength=len(menu.kept))
    lengths = np.diff(menu.entry)
    mean_weight = np.ones(len(menu.kept))
    for _ in range(ROUNDS):
        flow = np.repeat(coming / mean_weight, lengths) * plain
        final = np.bincount(menu.target, flow, minlength=menu.states)
        mean = weight @ (final / final.sum())
        mean_weight = np.add.reduceat(plain * mean[menu.target], menu.entry[:-1])
    return (plain / np.repeat(mean_weight, lengths)).astype(np.float32)


def merged(classes: HandClasses) -> NDArray[np.int32]:
    """The final state of each class: neighbours in strength that differ in small cards only.

    Args:
        classes: The hand classes.

    Returns:
        By class, the number of its state.
    """
    of = np.zeros(len(classes), np.int32)
    previous: object = None
    state = -1
    for index, hand in enumerate(classes.hands):
        name = classes.name(index).removesuffix("s")
        groups = sorted({rank: name.count(rank) for rank in name}.items(), key=lambda item: -item[1])
        pattern = tuple([times for _, times in groups])
        order = "".join([rank for rank, _ in groups])
        ranks_that_count = 5 if pattern == (1,) * HAND else 3 if pattern == (2, 1, 1, 1) else 1
        ranks_that_count = 3 if classes.flush[index] else ranks_that_count
        run = pattern == (1,) * HAND and max(hand) - min(hand) == HAND - 1
        state_name = (pattern, order[:ranks_that_count], bool(classes.flush[index]), run)
        state += state_name != previous
        previous = state_name
        of[index] = state
    return of


def _between(weight: Matrix, of: NDArray[np.int32], chance: NDArray[np.float64]) -> Matrix:
    """Weights between merged states: the mean over their classes."""
    starts = np.searchsorted(of, np.arange(int(of[-1]) + 1))
    mass = np.add.reduceat(chance, starts)
    rows = np.add.reduceat(weight * chance[:, None] * chance, starts, axis=0)
    between: Matrix = np.add.reduceat(rows, starts, axis=1) / (mass[:, None] * mass)
    return between


def relabelled(draw: Draw, after: NDArray[np.int32], to: int) -> Draw:
    """The draw into merged states: the same rows, with the entries of one state added up.

    Args:
        draw: The draw into classes.
        after: By class, its state.
        to: The number of states.

    Returns:
        The draw into states.
    """
    row = np.repeat(np.arange(len(draw.kept)), np.diff(draw.entry))
    pairs, place = np.unique(row.astype(np.int64) * to + after[draw.target], return_inverse=True)
    chance = np.bincount(place, draw.chance)
    entry = np.searchsorted(pairs, np.arange(len(draw.kept) + 1, dtype=np.int64) * to)
    return draw._replace(
        entry=entry.astype(np.int32), target=(pairs % to).astype(np.int32), chance=chance.astype(np.float32)
    )
