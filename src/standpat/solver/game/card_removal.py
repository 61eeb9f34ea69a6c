"""Card removal between the players in limit single draw: the class game where two hands come from one deck.

In the class game the hands are independent. Here every pair of hands has a weight, how much likelier it is
than if they were, and so have payoffs, regrets and best responses. What is exact and what is not:

- **The deal is exact.** `together(classes)[i, j]` is P(i, j) / (P(i) P(j)) for two hands of one deck, suits counted
  out: rank by rank, with flush twins by inclusion and exclusion. A fold before the draw is paid with that weight.
- **After the draw** the weight is that of the two final hands, `together` again: two hands that end with three
  sevens each cannot be. The way there is weighed on average: row K of a draw (the ranks kept) has its chances
  divided by m(K), the mean weight that hands coming from K meet, over what an opponent ends with who plays their hand
  for the showdown. So drawing makes hands that hold what the other holds rarer, and no draw is
  worth more for being compatible: over that opponent, as much weight leaves each draw as came to it.
- **Left out**: what was thrown is not dead (as in the class game it comes back to the deck), and m(K) is a mean over
  all opponents' hands, not over those of one line of betting.

All weights are symmetric, so it is a zero-sum game with an exact best response: a player of it knows their hand, and
what it blocks.

After the draw hands that win little are one state each few: pairs by their rank and two highest other cards, worse
ones by kind and rank, flushes by the three highest. They tie among themselves there. `merge=False` keeps all classes
apart: `unmerged(strategy)` carries a strategy over, and its exploitability is then exact over all classes.
"""

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Game, Stakes
from standpat.solver.game.class_game import COUNTS, draw_problem, game_of, recipe_of
from standpat.solver.game.draw_transitions import Draw, showdown_worth
from standpat.solver.game.hand_classes import HAND, HandClasses
from standpat.solver.game.problem import Draws, Problem, Removal
from standpat.solver.game.strategy import Strategy

Matrix = NDArray[np.float64]
ROUNDS = 8
"""Of making the weight that leaves each draw what came to it; it settles in fewer."""


def removal_problem(game: Game, stakes: Stakes, *, ranks: int = 13, merge: bool = True) -> Problem:
    """A limit single-draw game with card removal, draws of 0 to 5, every keep."""
    if game.draw_rounds != 1 or game.betting != "fixed-limit":
        raise ValueError(f"{game.id}: card removal is worked out for limit single draw")
    plain = draw_problem(game, stakes, ranks=ranks)
    classes = HandClasses(RANKINGS[game.ranking], ranks)
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
    """The problem that a file was made for."""
    game, stakes = game_of(recipe)
    return removal_problem(game, stakes, ranks=recipe["ranks"], merge=recipe["merge"])


def unmerged(strategy: Strategy) -> Strategy:
    """The same strategy over all classes: each final hand plays as its state does."""
    problem = strategy.problem
    game, stakes = game_of(problem.recipe)
    wide = removal_problem(game, stakes, ranks=problem.recipe["ranks"], merge=False)
    of = merged(HandClasses(RANKINGS[game.ranking], problem.recipe["ranks"]))
    begin = int(problem.layout.bets[1][0])
    rows = strategy.weights[begin:].reshape(-1, problem.sizes[1])
    weights = np.concatenate([strategy.weights[:begin], rows[:, of].reshape(-1)])
    return Strategy(wide, weights, strategy.iterations)


def blind(strategy: Strategy, problem: Problem) -> Strategy:
    """A strategy of the class game as one of `problem`, the same game with removal over all classes."""
    if problem.recipe.get("merge"):
        raise ValueError("classes that are merged here play differently there: expected the problem with merge=False")
    return Strategy(problem, strategy.weights, strategy.iterations)


def together(classes: HandClasses) -> Matrix:
    """How much likelier two hands of one deck are to be of classes i and j than two of two decks."""
    counts = np.array([[hand.count(r) for r in range(classes.ranks)] for hand in classes.hands])
    free = np.array([[comb(4 - a, b) / comb(4, b) if a + b <= 4 else 0 for b in range(5)] for a in range(5)])
    any_suits = np.prod(np.array([comb(4, k) for k in range(5)], np.float64)[counts], axis=1)
    # Beside one certain hand with the ranks of i: how many hands with the ranks of j hold none of its cards.
    beside = np.repeat(any_suits[None], len(classes), axis=0)
    for column in counts.T:
        for held in range(1, int(column.max()) + 1):
            beside[column == held] *= free[held][column]
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
    """Is there a flush of the same ranks?"""
    hand = classes.hands[index]
    return len(set(hand)) == HAND and bool(classes.ranking.suited)


def _weighed(menu: Draw, classes: HandClasses, weight: Matrix) -> NDArray[np.float32]:
    """The chances of the draw's rows, each divided by the mean weight it meets."""
    plain = menu.chance.astype(np.float64)
    worth = showdown_worth(menu, classes.chance)[0]
    value = menu.expected(worth)[menu.row]
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    best = menu.row[np.lexsort((-value, state))[menu.first[:-1]]]
    coming = np.bincount(best, classes.chance, minlength=len(menu.kept))
    lengths = np.diff(menu.entry)
    met = np.ones(len(menu.kept))
    for _ in range(ROUNDS):
        flow = np.repeat(coming / met, lengths) * plain
        final = np.bincount(menu.target, flow, minlength=menu.states)
        mean = weight @ (final / final.sum())
        met = np.add.reduceat(plain * mean[menu.target], menu.entry[:-1])
    return (plain / np.repeat(met, lengths)).astype(np.float32)


def merged(classes: HandClasses) -> NDArray[np.int32]:
    """The final state of each class: neighbours in strength that differ in small cards only."""
    of = np.zeros(len(classes), np.int32)
    before: object = None
    state = -1
    for index, hand in enumerate(classes.hands):
        name = classes.name(index).removesuffix("s")
        groups = sorted({rank: name.count(rank) for rank in name}.items(), key=lambda item: -item[1])
        pattern = tuple([times for _, times in groups])
        order = "".join([rank for rank, _ in groups])
        told = 5 if pattern == (1,) * HAND else 3 if pattern == (2, 1, 1, 1) else 1
        told = 3 if classes.flush[index] else told
        run = pattern == (1,) * HAND and max(hand) - min(hand) == HAND - 1
        here = (pattern, order[:told], bool(classes.flush[index]), run)
        state += here != before
        before = here
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
    """The draw into merged states: the same rows, entries of one state added up."""
    row = np.repeat(np.arange(len(draw.kept)), np.diff(draw.entry))
    pairs, place = np.unique(row.astype(np.int64) * to + after[draw.target], return_inverse=True)
    chance = np.bincount(place, draw.chance)
    entry = np.searchsorted(pairs, np.arange(len(draw.kept) + 1, dtype=np.int64) * to)
    return draw._replace(
        entry=entry.astype(np.int32), target=(pairs % to).astype(np.int32), chance=chance.astype(np.float32)
    )
