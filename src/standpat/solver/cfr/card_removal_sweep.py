"""A pass over a problem whose hands block each other (`standpat.solver.game.card_removal`), and which pass a problem
takes.

All ends of the last round are worked out at once, by two matrix products: other's reach at the folds by the weights
of the final states, at the showdowns by the weights with the sign of who wins. Before the draw there are few ends,
and the pass for small games does. Rows that the other hardly reaches are left out while training.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.problem import Layout, Problem, Removal
from standpat.solver.game.public_tree import DECISION, FOLD
from standpat.solver.kernels.card_removal import Ends, ends_backward, ends_forward
from standpat.solver.kernels.layout import UPDATE, Real

FAINT = 1e-8
"""Reach that training takes for none."""


def sweep_of(
    problem: Problem,
    workers: int = 1,
    precision: type = np.float64,
    room: int = BUFFER,
    layout: Layout | None = None,
) -> Sweep:
    """The pass for a problem."""
    kind = CardRemovalSweep if isinstance(problem.meeting, Removal) else Sweep
    return kind(problem, workers, precision, room, layout)


class CardRemovalSweep(Sweep):
    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street < len(self.problem.sizes) - 1:
            return super()._street(street, low, high, reach0, reach1, step)
        tree, size = self.problem.tree.streets[street], self.problem.sizes[street]
        rounds = tree.contexts.round[low:high]
        kinds = [tree.nodes.kind[a:b] for a, b in zip(tree.nodes.begin[:-1], tree.nodes.begin[1:], strict=True)]
        fold_row = _starts(np.array([(kind == FOLD).sum() for kind in kinds])[rounds])
        show_row = _starts(np.array([((kind != FOLD) & (kind != DECISION)).sum() for kind in kinds])[rounds])
        folds = self._buffer("folds", street, int(fold_row[-1]), size)
        shows = self._buffer("shows", street, int(show_row[-1]), size)
        head, tail = (self._ground(street),), (step.play, reach0, reach1, Ends(fold_row, show_row, folds, shows))
        self._spread(ends_forward, low, high, step, head, tail)
        faint = FAINT if step.mode == UPDATE else 0.0
        _through(folds, self._alive[street][0].T, faint)
        _through(shows, self._wins[street][0].T, faint)
        values = self._buffer("values", street, high - low, size)
        self._spread(ends_backward, low, high, step, head, (*tail, values))
        return values


def _through(rows: Real, matrix: NDArray[Any], faint: float) -> None:
    """Each row times the matrix, in place; rows of nearly nothing become nothing."""
    some = np.abs(rows).sum(axis=1) > faint
    if some.all():
        rows[:] = rows @ matrix
    else:
        rows[~some] = 0
        rows[some] = rows[some] @ matrix


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    starts: NDArray[np.int64] = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return starts
