"""A sweep that computes the last two streets of a game over coarse states in one kernel (`last_two_streets`).

It is for training and for checks inside the coarse states: modes UPDATE and BEST. Strategies lie in the order of that
kernel; `turned(array)` puts one into this order, in place, and `turned(array, back=True)` back. What a
`LastTwoStreetsStep` plays and learns has the slots of the last two streets, from `first_of_last_two` on, in arrays of
its own without the last bits of each number. A plain `Step` has all slots in its float arrays, in full precision.
Threads take the work in small pieces, so that a slow thread does not hold up the others; the result does not depend on
which thread did what.

A problem may be finer in some contexts than in others (`standpat.solver.game.grades`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.vectors import LANES
from standpat.solver.cfr.coarse_draws import draw_buffers, transitions
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.grades import GradedProblem, runs
from standpat.solver.game.problem import Draws, Independent, Layout, Problem
from standpat.solver.kernels.betting_contexts import TruncatedTables
from standpat.solver.kernels.last_two_streets import LastTwoStreetsBuffers, Streets, last_two_streets
from standpat.solver.kernels.last_two_streets_layout import LastTwoStreetsSlots, arrange
from standpat.solver.kernels.layout import UPDATE, VALUE, Buffers, Real, Span, Traversal
from standpat.solver.kernels.matrix import padded

PIECE = 8
"""Contexts that a thread takes at a time."""


def fits(problem: Problem) -> bool:
    """Whether this sweep can be used for a problem: coarse states, independent hands, two draws or more, the same draws
    for both seats.
    """
    if problem.abstraction is None or not isinstance(problem.meeting, Independent) or len(problem.links) < 2:
        return False
    link = problem.links[-1]
    return isinstance(link, Draws) and link.menus[0] is link.menus[1]


def first_of_last_two(problem: Problem) -> int:
    """The first slot of the last two streets; all slots from there on are theirs."""
    return int(problem.layout.bets[-2][0])


@dataclass(frozen=True, kw_only=True)
class LastTwoStreetsStep(Step):
    """A step whose `play` ends where the last two streets begin.

    Attributes:
        kept: Weights, regrets and averages of the last two streets.
    """

    kept: TruncatedTables


class LastTwoStreetsSweep(Sweep):
    """A sweep with one kernel for the last two streets.

    Args:
        problem: A problem for which `fits` is true.
        workers: Threads.
        precision: The type of the buffers.
        room: Bytes that the buffers of one street may take.

    Raises:
        ValueError: The problem does not fit.
    """

    def __init__(self, problem: Problem, workers: int = 1, precision: type = np.float32, room: int = BUFFER) -> None:
        if not fits(problem):
            raise ValueError("this sweep needs coarse states, two draws or more, and the same counts for both seats")
        super().__init__(problem, workers, precision, room)
        self._first = first_of_last_two(problem)
        if isinstance(problem, GradedProblem):
            self._grade, self._grade_of_exit = problem.grade, problem.grade_of_exit
            grades = zip(problem.by_grade, problem.layouts, strict=True)
            starts = [None, *[problem.first_of_runs(grade) for grade in range(1, len(problem.by_grade))]]
        else:
            street = problem.tree.streets[-2]
            self._grade, self._grade_of_exit = np.zeros(street.size, np.int8), np.zeros(street.exits, np.int8)
            grades, starts = zip([problem], [problem.layout], strict=True), [None]
        self._grades = [
            _LastTwoStreets(part, layout, self._first, workers, self.type, first)
            for (part, layout), first in zip(grades, starts, strict=True)
        ]

    def turned(self, array: NDArray[np.float32], back: bool = False) -> None:
        """Put a strategy into the order of this sweep, in place.

        Args:
            array: The weights, shape (slots,).
            back: Put it back into the order of the problem instead.
        """
        last_two = array[self._first :]
        rooms = [[part.room() for part in self._grades] for _ in range(self.workers)]

        def work(begin: int, stop: int, thread: int) -> None:
            for low, high, grade in runs(self._grade_of_exit, begin, stop):
                self._grades[grade].turn(last_two, low, high, back, rooms[thread][grade])

        self._share(self.problem.tree.streets[-2].exits, work)

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street != len(self.problem.sizes) - 2:
            return super()._street(street, low, high, reach0, reach1, step)
        if step.mode == VALUE:
            raise ValueError("this sweep trains or finds best responses; use Sweep for the values of strategies")
        values = self._buffer("values", street, high - low, self.problem.sizes[street])
        traversal, kept = self._traversal(step), self._kept(step)

        def work(begin: int, stop: int, thread: int) -> None:
            for first, end, grade in runs(self._grade, low + begin, low + stop):
                span = Span(low, first, end, 1)
                self._grades[grade].compute(span, traversal, kept, reach0, reach1, values, thread)

        self._share(high - low, work)
        return values

    def _kept(self, step: Step) -> TruncatedTables:
        if isinstance(step, LastTwoStreetsStep):
            return step.kept
        play, learns = step.play, step.mode == UPDATE
        if play.weights0 is not play.weights1:
            raise ValueError("this sweep plays one strategy for both seats")
        whole = (play.weights0, play.regret if learns else play.weights0, play.average if learns else play.weights0)
        weights, regret, average = [array[self._first :].view(np.uint32) for array in whole]
        return TruncatedTables(weights, regret, average, 0, 0)

    def _share(self, number: int, part: Callable[[int, int, int], None]) -> None:
        """Call `part(begin, end, thread)` for all of `number` in small pieces."""
        starts = count(0, PIECE)

        def work(thread: int, starts: Iterator[int] = starts) -> None:
            while (begin := next(starts)) < number:
                part(begin, min(number, begin + PIECE), thread)

        if self._pool is None:
            work(0)
            return
        for task in [self._pool.submit(work, thread) for thread in range(self.workers)]:
            task.result()


class _LastTwoStreets:
    """The last two streets with the states of one grade.

    Args:
        problem: The problem with these states.
        layout: Where the weights lie.
        first: The first slot of the last two streets.
        workers: Threads.
        kind: The type of the buffers.
        starts: By state on the last street but one, the first of the sweep's states that it stands for; None if they
            are the same.
    """

    def __init__(
        self,
        problem: Problem,
        layout: Layout,
        first: int,
        workers: int,
        kind: np.dtype[Any],
        starts: NDArray[np.int64] | None,
    ) -> None:
        self._problem, self._starts, self._type = problem, starts, kind
        link = problem.links[-1]
        assert isinstance(link, Draws)
        self._draw = transitions(link, problem.sizes[-1], kind)
        place = LastTwoStreetsSlots(*[at - first for at in (layout.bets[-2], layout.draws[-1], layout.bets[-1])])
        nodes = [street.nodes for street in problem.tree.streets[-2:]]
        before, end = [n._replace(amount=n.amount.astype(kind)) for n in nodes]
        contexts, end_contexts = [street.contexts for street in problem.tree.streets[-2:]]
        self._streets = Streets(before, contexts, end, end_contexts, place, self._draw)
        self._scratch_of = [self._scratch() for _ in range(workers)]

    def compute(
        self,
        span: Span,
        traversal: Traversal,
        kept: TruncatedTables,
        reach0: Real,
        reach1: Real,
        values: Real,
        thread: int,
    ) -> None:
        """Compute the values of a span, over the states of the sweep."""
        scratch = self._scratch_of[thread]
        if self._starts is None:
            last_two_streets(self._streets, span, traversal, kept, reach0, reach1, values, *scratch)
            return
        rows = slice(span.begin - span.low, span.end - span.low)
        came0, came1 = [np.add.reduceat(reach[rows], self._starts, axis=1) for reach in (reach0, reach1)]
        worth = np.zeros_like(came0)
        last_two_streets(self._streets, span._replace(low=span.begin), traversal, kept, came0, came1, worth, *scratch)
        values[rows] = np.repeat(worth, np.diff(self._starts, append=values.shape[1]), axis=1)

    def room(self) -> NDArray[np.float32]:
        """Scratch space of one thread for `turn`."""
        draw, rows = self._draw, int(self._problem.tree.streets[-1].nodes.rows.max())
        return np.zeros(max(draw.many * draw.size, draw.many * draw.after * rows), np.float32)

    def turn(self, array: NDArray[np.float32], begin: int, end: int, back: bool, room: NDArray[np.float32]) -> None:
        """Change the order of the slots of the exits `begin … end`, or change it back."""
        draw, streets = self._draw, self._streets
        last = self._problem.tree.streets[-1]
        shape = (draw.many, draw.size, draw.after)
        arrange(array, last.nodes, last.contexts, streets.place, *shape, back, begin, end, room)

    def _scratch(self) -> tuple[Buffers, Buffers, LastTwoStreetsBuffers]:
        """Scratch space for a round before the draw, for a group of rounds after it, and for the draw."""
        many, size, after = self._draw.many, self._draw.size, self._draw.after
        streets = self._problem.tree.streets

        def space(*shape: int) -> NDArray[Any]:
            return np.zeros(shape, self._type)

        def room(street: int, width: int) -> Buffers:
            nodes = streets[street].nodes
            count, rows, broad = int(np.diff(nodes.begin).max()), int(nodes.rows.max()), padded(width + LANES)
            none = space(0)
            reaches = (space(count, broad), space(count, broad))
            return Buffers(*reaches, space(rows, broad), space(0, 0), space(count, broad), none, none, none)

        most = int(np.diff(streets[-2].contexts.exit).max())
        worth, exits = space(many * many * self._draw.narrow), space(most, self._draw.wide)
        draw = LastTwoStreetsBuffers(draw_buffers(self._draw, self._type), worth, exits)
        return room(-2, size), room(-1, many * after), draw
