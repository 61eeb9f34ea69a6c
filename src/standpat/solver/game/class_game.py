"""The class game of a draw game, as a problem for the solver: `draw_problem(game, stakes)`.

Both hands are dealt independently over the classes of `standpat.solver.game.hand_classes`, and draws change them as
`standpat.solver.game.draw_transitions` says. The private states are all classes on every street.

These parameters decide the size of the problem:

- `counts`: the numbers of cards that a seat may draw, for each draw; by default 0 to 5;
- `keeps`: for each count, how many keeps a class chooses from in training, the best for the showdown first; None for
  all of them. A best response always has all of them;
- `stack` and `sizes`: for games without a limit (`standpat.solver.game.betting_tree`);
- `ranks`: a short deck, for tests.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import structs

from standpat.engine.games import Game, Stakes
from standpat.engine.games import game as catalogue
from standpat.solver.game.betting_tree import Sizes, wagering
from standpat.solver.game.draw_transitions import Draw, chosen_keeps, every_keep, showdown_worth
from standpat.solver.game.hand_classes import hand_classes
from standpat.solver.game.problem import Draws, Independent, Problem
from standpat.solver.game.public_tree import Tree

COUNTS = (0, 1, 2, 3, 4, 5)


def draw_problem(
    game: Game,
    stakes: Stakes,
    *,
    stack: int | None = None,
    sizes: Sizes | None = None,
    counts: Sequence[Sequence[int]] | None = None,
    keeps: int | None = None,
    ranks: int = 13,
) -> Problem:
    """Build the class game of a draw game.

    Args:
        game: The game.
        stakes: The stakes, in chips.
        stack: Chips of each player; None if nobody can be all-in.
        sizes: The bet sizes of a no-limit game.
        counts: For each draw, the numbers of cards that may be drawn; None for 0 to 5.
        keeps: How many keeps of each count a class chooses from in training; None for all.
        ranks: Ranks of the deck, deuce first.

    Returns:
        The problem.

    Raises:
        ValueError: Counts are not given for each draw, or the bets cannot be solved (`betting_tree.wagering`).
    """
    bets = wagering(game, stakes, stack, sizes)
    draws = game.draw_rounds
    allowed = [tuple(c) for c in counts] if counts is not None else [COUNTS] * draws
    if len(allowed) != draws:
        raise ValueError(f"{game.id} has {draws} draws: give the counts of each, not of {len(allowed)}")
    classes = hand_classes(game.ranking, ranks)
    menu = every_keep(classes)
    worth = showdown_worth(menu, classes.chance, draws)
    cache: dict[tuple[tuple[int, ...], int], Draws] = {}
    links = []
    for number, some in enumerate(allowed):
        left = draws - number - 1
        if (some, left) not in cache:
            every = chosen_keeps(menu, worth[left], some, 32)
            menus = every if keeps is None else chosen_keeps(menu, worth[left], some, keeps)
            cache[some, left] = _draws(menus, every)
        links.append(cache[some, left])
    recipe = recipe_of(game, stakes, ranks) | {
        "kind": "draw",
        "stack": stack,
        "sizes": None if sizes is None else [list(sizes.parts), sizes.all_in, sizes.wagers],
        "counts": [list(c) for c in allowed],
        "keeps": keeps,
    }
    tree = Tree(bets, tuple([link.outcomes for link in links]), stakes.big_blind)
    prior = np.stack([classes.chance, classes.chance])
    return Problem(tree, (len(classes),) * (draws + 1), prior, tuple(links), Independent(), recipe)


def _draws(menus: Draw, every: Draw) -> Draws:
    return Draws((1, 0), (menus, menus), (every, every))


def recipe_of(game: Game, stakes: Stakes, ranks: int) -> dict[str, Any]:
    """The part of a recipe that all problems of a draw game have.

    Args:
        game: The game.
        stakes: The stakes.
        ranks: Ranks of the deck.

    Returns:
        Plain data, for JSON.
    """
    return {
        "game": game.id,
        "house": game.house.name,
        "cap": game.house.cap,
        "bets": list(game.bets),
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "ante": stakes.ante,
        "ranks": ranks,
    }


def game_of(recipe: Mapping[str, Any]) -> tuple[Game, Stakes]:
    """The game and the stakes of a recipe."""
    record = catalogue(recipe["game"], house=recipe["house"], cap=recipe["cap"])
    record = structs.replace(record, bets=tuple(recipe["bets"]))
    return record, Stakes(recipe["small_blind"], recipe["big_blind"], recipe["ante"])


def from_recipe(recipe: Mapping[str, Any]) -> Problem:
    """The problem of a recipe of the kind ``draw``."""
    record, stakes = game_of(recipe)
    sizes = recipe["sizes"]
    return draw_problem(
        record,
        stakes,
        stack=recipe["stack"],
        sizes=None if sizes is None else Sizes(tuple(sizes[0]), sizes[1], sizes[2]),
        counts=recipe["counts"],
        keeps=recipe["keeps"],
        ranks=recipe["ranks"],
    )
