"""A strategy over coarse states, played with real classes against anything the other may do.

`lifted(problem, responder)` is the class game in which the strategy of a blueprint can be met: the private states are
all classes; `responder` has every keep of every count, 0 to 5, the other the keeps and counts it was trained for. It
comes with the layout by which the blueprint's weights are read there: a class plays as its state does, and a number of
cards that the strategy never saw the other draw is read as the nearest one it did. With `responder` None
both have what was trained. It is the problem whose value and best response are exact.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.problem import SEATS, Draws, Layout, Problem, late_slots
from standpat.solver.tree import Tree


def lifted(problem: Problem, responder: int | None) -> tuple[Problem, Layout]:
    """The class game of a blueprint's strategy, and where its weights are found."""
    abstraction = problem.abstraction
    if abstraction is None:
        raise ValueError("this problem is over the classes themselves: nothing to lift")
    links = []
    for own, every in zip(abstraction.menus, abstraction.every, strict=True):
        menus = (every if responder == 0 else own, every if responder == 1 else own)
        links.append(Draws((1, 0), menus, (every, every)))
    chance = abstraction.chance
    tree = Tree(problem.tree.wagering, tuple([link.outcomes for link in links]), problem.tree.unit)
    sizes = (len(chance),) * len(problem.sizes)
    wide = Problem(tree, sizes, np.stack([chance, chance]), tuple(links), problem.meeting, {"kind": "lifted"})
    return wide, _layout(wide, problem, abstraction.of)


def _layout(wide: Problem, narrow: Problem, of: tuple[NDArray[np.int32], ...]) -> Layout:
    """Each context and exit of `wide` has the slots of its counterpart in `narrow`, nearest counts for unseen ones."""
    context = np.zeros(1, np.int64)
    bets, draws, late = [], [], []
    for number, street in enumerate(wide.tree.streets):
        bets.append(narrow.layout.bets[number][context])
        if number == len(wide.links):
            break
        link, trained = wide.links[number], narrow.links[number]
        assert isinstance(link, Draws)
        assert isinstance(trained, Draws)
        exits = np.diff(street.contexts.exit)
        inner = np.arange(street.exits) - np.repeat(street.contexts.exit[:-1], exits)
        exit_ = np.repeat(narrow.tree.streets[number].contexts.exit[context], exits) + inner
        draws.append(narrow.layout.draws[number][exit_])
        near = [_nearest(link.menus[seat].counts, trained.menus[seat].counts) for seat in SEATS]
        first, second = link.order
        late.append(late_slots(trained)[near[first]])
        outcome = near[first][:, None] * len(trained.menus[second].counts) + near[second]
        context = (exit_[:, None] * trained.outcomes + outcome.reshape(-1)).reshape(-1)
    return Layout(tuple(bets), tuple(draws), tuple(late), narrow.sizes, of, narrow.size)


def _nearest(counts: NDArray[np.int32], trained: NDArray[np.int32]) -> NDArray[np.int64]:
    """The place of each count's nearest trained one."""
    nearest: NDArray[np.int64] = np.abs(counts[:, None] - trained).argmin(axis=1)
    return nearest
