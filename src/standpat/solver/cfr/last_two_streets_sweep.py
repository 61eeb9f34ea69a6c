"""A sweep that computes the last two streets of a game over coarse states in one kernel (`last_two_streets`).

It is for training and for checks inside the coarse states: modes UPDATE and BEST. Strategies lie in the order of that
kernel; `turned(array)` puts one into this order, in place, and `turned(array, back=True)` back. What a
`LastTwoStreetsStep` plays and learns has the slots of the last two streets, from `first_of_last_two` on, in arrays of
its own without the last bits of each number. A plain `Step` has all slots in its float arrays, in full precision.
Threads take the work in small pieces, so that a slow thread does not hold up the others; the result does not depend on
which thread did what.
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
from standpat.solver.game.problem import Draws, Independent, Problem
from standpat.solver.kernels.betting_contexts import TruncatedTables
from standpat.solver.kernels.last_two_streets import LastTwoStreetsBuffers, Streets, last_two_streets
from standpat.solver.kernels.last_two_streets_layout import LastTwoStreetsSlots, arrange
from standpat.solver.kernels.layout import UPDATE, VALUE, Buffers, Real, Span
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
        link = problem.links[-1]
        assert isinstance(link, Draws)
        self._draw = transitions(link, problem.sizes[-1], self.type)
        layout, self._first = problem.layout, first_of_last_two(problem)
        self._place = LastTwoStreetsSlots(
            *[at - self._first for at in (layout.bets[-2], layout.draws[-1], layout.bets[-1])]
        )
        nodes = [street.nodes for street in problem.tree.streets[-2:]]
        before, end = [n._replace(amount=n.amount.astype(self.type)) for n in nodes]
        contexts, end_contexts = [street.contexts for street in problem.tree.streets[-2:]]
        self._streets = Streets(before, contexts, end, end_contexts, self._place, self._draw)
        self._scratch_of = [self._scratch() for _ in range(workers)]

    def turned(self, array: NDArray[np.float32], back: bool = False) -> None:
        """Put a strategy into the order of this sweep, in place.

        Args:
            array: The weights, shape (slots,).
            back: Put it back into the order of the problem instead.
        """
        street, end = self.problem.tree.streets[-2:]
        many, size, after = self._draw.many, self._draw.size, self._draw.after
        head = (array[self._first :], end.nodes, end.contexts, self._place, many, size, after, back)
        widest = max(many * size, many * after * int(end.nodes.rows.max()))
        rooms = [np.zeros(widest, np.float32) for _ in range(self.workers)]
        self._share(street.exits, lambda begin, stop, at: arrange(*head, begin, stop, rooms[at]))

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street != len(self.problem.sizes) - 2:
            return super()._street(street, low, high, reach0, reach1, step)
        if step.mode == VALUE:
            raise ValueError("this sweep trains or finds best responses; use Sweep for the values of strategies")
        values = self._buffer("values", street, high - low, self.problem.sizes[street])
        traversal, kept = self._traversal(step), self._kept(step)

        def work(begin: int, stop: int, thread: int) -> None:
            span = Span(low, low + begin, low + stop, 1)
            last_two_streets(self._streets, span, traversal, kept, reach0, reach1, values, *self._scratch_of[thread])

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

    def _scratch(self) -> tuple[Buffers, Buffers, LastTwoStreetsBuffers]:
        """Scratch space for a round before the draw, for a group of rounds after it, and for the draw."""
        many, size, after = self._draw.many, self._draw.size, self._draw.after

        def space(*shape: int) -> NDArray[Any]:
            return np.zeros(shape, self.type)

        def room(street: int, width: int) -> Buffers:
            nodes = self.problem.tree.streets[street].nodes
            count, rows, broad = int(np.diff(nodes.begin).max()), int(nodes.rows.max()), padded(width + LANES)
            none = space(0)
            reaches = (space(count, broad), space(count, broad))
            return Buffers(*reaches, space(rows, broad), space(0, 0), space(count, broad), none, none, none)

        most = int(np.diff(self.problem.tree.streets[-2].contexts.exit).max())
        worth, exits = space(many * many * self._draw.narrow), space(most, self._draw.wide)
        draw = LastTwoStreetsBuffers(draw_buffers(self._draw, self.type), worth, exits)
        return room(-2, size), room(-1, many * after), draw
