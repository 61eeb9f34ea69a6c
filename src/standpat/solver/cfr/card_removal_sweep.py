"""A sweep over a problem with card removal (`standpat.solver.game.card_removal`), and the choice of the sweep for a
problem.

All ends of the last round are computed at once by two matrix products: the opponent's reach probabilities at the folds
times the weights of the final states, and those at the showdowns times the weights with the sign of the showdown. There
are few ends before the draw, so the sweep for small games is used there. During training, ends that the opponent hardly
reaches are skipped.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.problem import Layout, Problem, Removal
from standpat.solver.game.public_tree import DECISION, FOLD
from standpat.solver.kernels.card_removal import EndRows, ends_backward, ends_forward
from standpat.solver.kernels.layout import UPDATE, Real

FAINT = 1e-8
"""Reach probabilities that training takes for 0."""


def sweep_of(
    problem: Problem,
    workers: int = 1,
    precision: type = np.float64,
    room: int = BUFFER,
    layout: Layout | None = None,
) -> Sweep:
    """Choose the sweep for a problem.

    Args:
        problem: The problem.
        workers: Threads.
        precision: The type of the buffers.
        room: Bytes that the buffers of one street may take.
        layout: Where the weights lie; None for the layout of the problem.

    Returns:
        The sweep.
    """
    kind = CardRemovalSweep if isinstance(problem.meeting, Removal) else Sweep
    return kind(problem, workers, precision, room, layout)


class CardRemovalSweep(Sweep):
    """A sweep over a problem with card removal."""

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
        head, tail = (
            (self._street_slots(street),),
            (step.play, reach0, reach1, EndRows(fold_row, show_row, folds, shows)),
        )
        self._spread(ends_forward, low, high, step, head, tail)
        faint = FAINT if step.mode == UPDATE else 0.0
        _through(folds, self._alive[street][0].T, faint)
        _through(shows, self._wins[street][0].T, faint)
        values = self._buffer("values", street, high - low, size)
        self._spread(ends_backward, low, high, step, head, (*tail, values))
        return values


def _through(rows: Real, matrix: NDArray[Any], faint: float) -> None:
    """Multiply each row by the matrix, in place. Rows that are nearly 0 become 0."""
    some = np.abs(rows).sum(axis=1) > faint
    if some.all():
        rows[:] = rows @ matrix
    else:
        rows[~some] = 0
        rows[some] = rows[some] @ matrix


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    starts: NDArray[np.int64] = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return starts
