"""A strategy over coarse states, played with real classes against anything the other may do.

`lifted(problem, responder)` is the class game in which the strategy of a blueprint can be met: the private states are
all classes; `responder` has every keep of every count, 0 to 5, the other the keeps and counts it was trained for. It
comes with the layout by which the blueprint's weights are read there: a class plays as its state does, and a number of
cards that the strategy never saw the other draw is read as the nearest one it did. So that number is, for the public
tree, the nearest one: what comes after does not tell them apart, and the tree is the blueprint's own. With `responder`
None both have what was trained. It is the problem whose value and best response are exact.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Draws, Layout, Problem


def lifted(problem: Problem, responder: int | None) -> tuple[Problem, Layout]:
    """The class game of a blueprint's strategy, and where its weights are found."""
    abstraction = problem.abstraction
    if abstraction is None:
        raise ValueError("this problem is over the classes themselves: nothing to lift")
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
    """The same options, each number of cards taken for the nearest trained one."""
    nearest = np.abs(every.counts[:, None] - trained).argmin(axis=1)
    first = np.searchsorted(nearest, np.arange(len(trained) + 1))
    return every._replace(counts=trained, of_count=every.of_count[first])
