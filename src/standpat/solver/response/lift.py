"""Lift a strategy over coarse states to all hand classes, against an opponent who may do anything.

`lifted(problem, responder)` is the class game in which a blueprint can be met: the private states are all classes. The
`responder` has every keep of every count, 0 to 5; the other seat has the keeps and counts that it was trained for. The
function also returns the layout by which the weights of the blueprint are read in that game: a class plays as its state
does, and a number of cards that the strategy never saw the opponent draw is read as the nearest one that it did see.
The public tree has the nearest number too, since nothing after the draw tells the two apart; so the tree is that of the
blueprint. With `responder` None both seats have what was trained. Values and best responses of that game are exact.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.grades import GradedProblem
from standpat.solver.game.problem import Draws, Layout, Problem


def lifted(problem: Problem, responder: int | None) -> tuple[Problem, Layout]:
    """The class game of a blueprint's strategy, and where its weights lie.

    Args:
        problem: A problem over coarse states.
        responder: The seat that may use every keep; None for neither.

    Returns:
        The class game, and the layout of the blueprint's weights in it.

    Raises:
        ValueError: The problem is not over coarse states.
    """
    abstraction = problem.abstraction
    if abstraction is None:
        raise ValueError("this problem is over all classes: there is nothing to lift")
    links = []
    for own, every in zip(abstraction.menus, abstraction.every, strict=True):
        read = _read_as(every, own.counts)
        links.append(Draws((1, 0), (own, own), (read if responder == 0 else own, read if responder == 1 else own)))
    chance = abstraction.chance
    sizes = (len(chance),) * len(problem.sizes)
    prior = np.stack([chance, chance])
    wide = Problem(problem.tree, sizes, prior, tuple(links), problem.meeting, {"kind": "lifted"})
    narrow = problem.layout
    return wide, replace(narrow, of=abstraction.of)


def _read_as(every: Draw, trained: NDArray[np.int32]) -> Draw:
    """The same options, with each number of cards read as the nearest trained one."""
    nearest = np.abs(every.counts[:, None] - trained).argmin(axis=1)
    first = np.searchsorted(nearest, np.arange(len(trained) + 1))
    return every._replace(counts=trained, of_count=every.of_count[first])


def lifted_by_grade(problem: GradedProblem, responder: int | None) -> list[tuple[Problem, Layout]]:
    """The same for a problem that is finer in some contexts: by grade, the class game and where the weights lie.

    Args:
        problem: The problem.
        responder: The seat that may use every keep; None for neither.

    Returns:
        By grade, the class game and the layout of the blueprint's weights in it.
    """
    graded = []
    for part, layout in zip(problem.by_grade, problem.layouts, strict=True):
        wide, own = lifted(part, responder)
        graded.append((wide, replace(layout, of=own.of)))
    return graded
