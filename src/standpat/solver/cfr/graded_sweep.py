"""Values and best responses of a strategy that is finer in some contexts than in others.

`GradedSweep` is a sweep of the class game (`standpat.solver.game.grades`). Each run of contexts of the last street but
one with the same grade is computed by a sweep that reads the weights of that grade.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.grades import runs
from standpat.solver.game.problem import Layout, Problem
from standpat.solver.kernels.layout import Real


class GradedSweep(Sweep):
    """A sweep with a layout for each grade.

    Args:
        grades: By grade, the class game and where the weights lie in it. The class games differ only in where an
            option has its weight.
        grade: By context of the last street but one, its grade.
        workers: Threads.
        precision: The type of the buffers.
        room: Bytes that the buffers of one street may take.
    """

    def __init__(
        self,
        grades: Sequence[tuple[Problem, Layout]],
        grade: NDArray[np.int8],
        workers: int = 1,
        precision: type = np.float64,
        room: int = BUFFER,
    ) -> None:
        problem, layout = grades[0]
        super().__init__(problem, workers, precision, room, layout)
        self._grade = grade
        self._by_grade = [Sweep(part, workers, precision, room, where) for part, where in grades]

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street != len(self.problem.sizes) - 2:
            return super()._street(street, low, high, reach0, reach1, step)
        values = self._buffer("values", street, high - low, self.problem.sizes[street])
        for begin, end, grade in runs(self._grade, low, high):
            rows = slice(begin - low, end - low)
            values[rows] = self._by_grade[grade]._street(street, begin, end, reach0[rows], reach1[rows], step)
        return values
