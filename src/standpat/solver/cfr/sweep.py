"""One sweep over a problem: reach probabilities down the tree, counterfactual values back up.

`Sweep(problem)` has the threads and buffers. `Sweep.run` computes the values of one seat's states at the deal in one of
the three modes of `standpat.solver.kernels.layout`, and updates regrets and averages in UPDATE. It goes street by
street over chunks of contexts, so that the buffers of a chunk's street and of what follows stay below `room` bytes,
whatever the size of the tree. `layout` says where the weights of the strategies lie, if not as the problem's own.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.vectors import LANES
from standpat.solver.cfr.coarse_draws import draw_buffers, is_coarse, transitions
from standpat.solver.cfr.every_keep import keeps_of
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Deal, Draws, Independent, Layout, Problem
from standpat.solver.game.public_tree import chunks
from standpat.solver.kernels.betting import bet_backward, bet_forward
from standpat.solver.kernels.coarse_draw import coarse_draw_backward, coarse_draw_forward
from standpat.solver.kernels.draw import DrawMenus, draw_backward, draw_forward
from standpat.solver.kernels.every_keep import Keeps, every_keep_backward
from standpat.solver.kernels.last_round_response import best_end
from standpat.solver.kernels.last_round_values import value_end
from standpat.solver.kernels.layout import (
    BEST,
    UPDATE,
    Buffers,
    Real,
    Shape,
    Span,
    StrategyTables,
    StreetSlots,
    Traversal,
)

BUFFER = 1 << 28
"""Bytes that the buffers of one street may take by default."""


@dataclass(frozen=True)
class Step:
    """What one sweep does.

    Attributes:
        player: The seat whose values are computed.
        mode: UPDATE, VALUE or BEST.
        play: What both seats play, and what is learned.
        cut: Smaller probabilities count as 0.
        least: Smaller reach probabilities after a draw count as 0.
        decay: What the regrets are multiplied by in UPDATE.
        weight: The weight of this iteration in the average.
    """

    player: int
    mode: int
    play: StrategyTables
    cut: float = 0.0
    least: float = 0.0
    decay: float = 1.0
    weight: float = 0.0


class Sweep:
    """A sweep over one problem.

    Args:
        problem: The problem.
        workers: Threads.
        precision: The type of the buffers.
        room: Bytes that the buffers of one street may take.
        layout: Where the weights lie; None for the layout of the problem.

    Raises:
        ValueError: `workers` is below 1.
    """

    def __init__(
        self,
        problem: Problem,
        workers: int = 1,
        precision: type = np.float64,
        room: int = BUFFER,
        layout: Layout | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers={workers}: expected at least one thread")
        self.problem, self.workers, self.layout = problem, workers, layout or problem.layout
        self.type = np.dtype(precision)
        self.one = self.type.type(1)
        self._space = room
        self._buffers: dict[tuple[str, int], Real] = {}
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        self._thread_buffers = [self._new_buffers() for _ in range(workers)]
        self._coarse = {
            street: transitions(link, problem.sizes[street + 1], self.type)
            for street, link in enumerate(problem.links)
            if isinstance(link, Draws) and is_coarse(link, problem.sizes[street + 1])
        }
        self._draw_buffers = {
            street: [draw_buffers(draw, self.type) for _ in range(workers)] for street, draw in self._coarse.items()
        }
        self._keeps: dict[int, tuple[Draw, Keeps | None]] = {}
        self._starts = _starts(self.layout) if isinstance(problem.meeting, Independent) else None
        none = np.zeros((0, 0, 0), self.type)
        meeting, streets = problem.meeting, len(problem.sizes)
        if isinstance(meeting, Independent):
            self._alive = self._wins = [none] * streets
        else:
            self._alive = [m.astype(self.type) for m in meeting.alive]
            self._wins = [m.astype(self.type) for m in meeting.wins]

    def run(self, step: Step) -> Real:
        """Compute the values of the player's states at the deal.

        Args:
            step: What to do.

        Returns:
            Shape (1, states): each value times the opponent's reach probability.
        """
        prior = self.problem.prior.astype(self.type)
        return self._street(0, 0, 1, prior[0][None], prior[1][None], step)

    def value(self, step: Step) -> float:
        """The player's expectation, in small bets.

        Args:
            step: What to do.

        Returns:
            The expectation.
        """
        return float(self.problem.prior[step.player] @ self.run(step)[0].astype(np.float64))

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        problem = self.problem
        size = problem.sizes[street]
        values = self._buffer("values", street, high - low, size)
        if street == len(problem.sizes) - 1:
            if step.mode != UPDATE and self._starts is not None:
                self._ends(low, high, reach0, reach1, values, step)
                return values
            self._bets(street, low, high, reach0, reach1, values[:0], values, step)
            return values
        link = problem.links[street]
        limit = self._space // _child_bytes(problem, street, self.type.itemsize)
        for begin, end in chunks(problem.tree.streets[street], low, high, limit, link.outcomes):
            part = slice(begin - low, end - low)
            self._before_draw(street, begin, end, reach0[part], reach1[part], values[part], step)
        return values

    def _before_draw(
        self, street: int, low: int, high: int, reach0: Real, reach1: Real, values: Real, step: Step
    ) -> None:
        problem, tree = self.problem, self.problem.tree.streets[street]
        link, after = problem.links[street], problem.sizes[street + 1]
        begin, end = int(tree.contexts.exit[low]), int(tree.contexts.exit[high])
        exits, children = self._down(street, low, high, reach0, reach1, step)
        exit_values = self._buffer("exits", street, end - begin, problem.sizes[street])
        worth = self._street(street + 1, begin * link.outcomes, end * link.outcomes, children[0], children[1], step)
        if isinstance(link, Deal):
            exit_values[:] = worth.reshape(end - begin, link.outcomes, after).sum(axis=1)
        else:
            self._draws(street, link, begin, end, exits, worth, exit_values, step)
        self._bets(street, low, high, reach0, reach1, exit_values, values, step)

    def _down(
        self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step
    ) -> tuple[list[Real], list[Real]]:
        """The reach probabilities of both seats at the exits of a chunk and at the contexts after the draw."""
        problem, tree = self.problem, self.problem.tree.streets[street]
        size, link = problem.sizes[street], problem.links[street]
        begin, end = int(tree.contexts.exit[low]), int(tree.contexts.exit[high])
        exits = [self._buffer(f"exit{seat}", street, end - begin, size) for seat in (0, 1)]
        self._spread(bet_forward, low, high, step, (self._street_slots(street),), (step.play, reach0, reach1, *exits))
        after, many = problem.sizes[street + 1], (end - begin) * link.outcomes
        children = [self._buffer(f"child{seat}", street, many, after) for seat in (0, 1)]
        if isinstance(link, Deal):
            for exit_reach, child in zip(exits, children, strict=True):
                child[:] = np.repeat(exit_reach, link.outcomes, axis=0)
        elif street in self._coarse:
            tail = (step.play, *exits, *[child.reshape(-1) for child in children])
            head = (self._coarse[street], self.layout.draws[street])
            self._spread(coarse_draw_forward, begin, end, step, head, tail, self._draw_buffers[street])
        else:
            tail = (step.play, *exits, *children)
            self._spread(draw_forward, begin, end, step, (self._menus(street, link),), tail)
        return exits, children

    def _draws(
        self, street: int, link: Draws, begin: int, end: int, exits: list[Real], worth: Real, out: Real, step: Step
    ) -> None:
        if street in self._coarse:
            head = (self._coarse[street], self.layout.draws[street])
            tail = (step.play, *exits, worth.reshape(-1), out)
            self._spread(coarse_draw_backward, begin, end, step, head, tail, self._draw_buffers[street])
            return
        keeps = self._keeps_of(link.every[step.player]) if step.mode == BEST else None
        if keeps is not None and len(link.menus[0].counts) == len(link.menus[1].counts) == len(keeps.most):
            self._spread(every_keep_backward, begin, end, step, (link.order[0], keeps), (*exits, worth, out))
            return
        every = link.every[step.player]
        tail = (step.play, *exits, worth, out)
        self._spread(draw_backward, begin, end, step, (self._menus(street, link), every), tail)

    def _keeps_of(self, every: Draw) -> Keeps | None:
        """All keeps of the options of a best response, made once for each draw."""
        known = self._keeps.get(id(every))
        if known is None:
            known = self._keeps[id(every)] = (every, keeps_of(every, self.type))
        return known[1]

    def _bets(
        self, street: int, low: int, high: int, reach0: Real, reach1: Real, exit_values: Real, out: Real, step: Step
    ) -> None:
        last = street == len(self.problem.sizes) - 1
        ends = (last, self._alive[street], self._wins[street], exit_values)
        self._spread(
            bet_backward, low, high, step, (self._street_slots(street),), (step.play, reach0, reach1, *ends, out)
        )

    def _ends(self, low: int, high: int, reach0: Real, reach1: Real, out: Real, step: Step) -> None:
        """The values of the last street if states are stretches of strength."""
        kernel = best_end if step.mode == BEST else value_end
        self._spread(kernel, low, high, step, (self._street_slots(-1), self._starts), (step.play, reach0, reach1, out))

    def _street_slots(self, street: int) -> StreetSlots:
        tree, layout = self.problem.tree.streets[street], self.layout
        shape = Shape(self.problem.sizes[street], layout.states[street], layout.of[street])
        return StreetSlots(tree.nodes, tree.contexts, layout.bets[street], shape)

    def _menus(self, street: int, link: Draws) -> DrawMenus:
        return DrawMenus(link.order[0], *link.menus, self.layout.draws[street], self.layout.second_draw[street])

    def _traversal(self, step: Step) -> Traversal:
        real = self.type.type
        numbers = real(step.cut), real(step.least), self.one, real(step.decay), real(step.weight)
        return Traversal(step.player, step.mode, *numbers)

    def _spread(
        self,
        kernel: Callable[..., None],
        low: int,
        high: int,
        step: Step,
        head: tuple[Any, ...],
        tail: tuple[Any, ...],
        scratch: Sequence[tuple[Any, ...]] | None = None,
    ) -> None:
        """Run the kernel over `low … high`, shared among the threads. `scratch` has the buffers of each thread."""
        traversal, buffers = self._traversal(step), scratch or self._thread_buffers
        if self._pool is None or high - low == 1:
            kernel(*head, Span(low, low, high, 1), traversal, *tail, buffers[0])
            return
        tasks = [
            self._pool.submit(
                kernel,
                *head,
                Span(low, low + worker, high, self.workers),
                traversal,
                *tail,
                buffers[worker],
            )
            for worker in range(self.workers)
        ]
        for task in tasks:
            task.result()

    def _buffer(self, name: str, street: int, rows: int, size: int) -> Real:
        buffer = self._buffers.get((name, street))
        if buffer is None or len(buffer) < rows:
            buffer = self._buffers[name, street] = np.zeros((rows, size), self.type)
        return buffer[:rows]

    def _new_buffers(self) -> Buffers:
        problem = self.problem
        size = max(problem.sizes) + 3 * LANES  # the last vector of a row, and what `last_round_response` keeps there
        nodes = max(int(np.diff(s.nodes.begin).max()) for s in problem.tree.streets)
        actions = max(int(s.nodes.rows.max()) for s in problem.tree.streets)
        draws = [link for link in problem.links if isinstance(link, Draws)]
        coarse = max(self.layout.states)
        widest = max(int(s.nodes.actions.max()) for s in problem.tree.streets)
        rows = max([len(m.kept) for link in draws for m in (*link.menus, *link.every)], default=0)

        def space(*shape: int) -> NDArray[Any]:
            return np.zeros(shape, self.type)

        return Buffers(
            space(nodes, size),
            space(nodes, size),
            space(actions, size),
            space(widest, coarse),
            space(nodes, size),
            space(rows),
            space(size),
            space(coarse),
        )


def _starts(layout: Layout) -> NDArray[np.int32] | None:
    """The first class of each state of the last street, if the states are stretches of strength; else None."""
    of = layout.of[-1]
    if not len(of) or (np.diff(of) < 0).any():
        return None
    return np.searchsorted(of, np.arange(layout.states[-1] + 1)).astype(np.int32)


def _child_bytes(problem: Problem, street: int, itemsize: int) -> int:
    """The bytes of the buffers for one context of the next street, with its part of the exit before it."""
    exits = -(-problem.sizes[street] // problem.links[street].outcomes)
    return 3 * itemsize * (problem.sizes[street + 1] + exits)


def buffer_bytes(problem: Problem, itemsize: int, room: int) -> int:
    """The bytes of all buffers of a sweep.

    Args:
        problem: The problem.
        itemsize: Bytes of a number.
        room: Bytes that the buffers of one street may take.

    Returns:
        Bytes.
    """
    after = problem.tree.streets[1:]
    return sum([min(room, s.size * _child_bytes(problem, number, itemsize)) for number, s in enumerate(after)])
