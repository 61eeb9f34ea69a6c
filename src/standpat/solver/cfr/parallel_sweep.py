"""A sweep of a class game in pieces: the tree is cut after the first draw, and a pool computes what is below.

The values of a seat's states are a sum over the contexts after the first draw. What follows one of these contexts
depends only on the opponent's reach probabilities there and on the weights of the strategies below. `ParallelSweep` is
a sweep that hands out each such context as a `Piece` and continues with the values that come back. `Below` computes a
piece. The arithmetic is that of a sweep in one process: on machines that compile alike the result is the same to the
last bit.

A piece may carry its weights, those below its context and no others, so all pieces of one sweep carry every weight
once. `Below` may also have them from elsewhere (`standpat.solver.response.strategy_file_response`), which saves the
transfer. The problem itself goes to each worker once: the first piece there opens a `SharedProblem`, which is kept for
the later pieces.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Pool
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.problem import Layout, Problem, Removal
from standpat.solver.kernels.layout import Real, StrategyTables

Weights = NDArray[np.float32]
_NONE = np.zeros(0, np.float32)


class Piece(NamedTuple):
    """A context of the street after the first draw, whose values are to be computed.

    Attributes:
        context: The number of the context.
        seat: The seat whose values are wanted.
        mode: The mode of the sweep.
        reach: The opponent's reach probabilities there, by state.
        weights: Both seats' weights in the order of `slots_below`; None if they come from elsewhere.
    """

    context: int
    seat: int
    mode: int
    reach: Real
    weights: tuple[Weights, Weights] | None


PieceValues = Callable[[Iterable[Piece]], Iterable[Real]]
"""Computes the values of pieces, in their order."""


class ParallelSweep(Sweep):
    """A sweep that hands out what follows the first draw.

    Args:
        problem: The problem, of two streets or more and without card removal.
        layout: Where the weights lie.
        values_of: Computes the pieces.
        carry: Whether pieces carry their weights.
        room: Bytes that the buffers of one street may take.

    Raises:
        ValueError: The problem cannot be cut.
    """

    def __init__(
        self, problem: Problem, layout: Layout, values_of: PieceValues, *, carry: bool = True, room: int = BUFFER
    ) -> None:
        if len(problem.sizes) < 2 or isinstance(problem.meeting, Removal):
            raise ValueError(
                "a game of one street or with card removal cannot be divided into pieces: leave out the pool"
            )
        super().__init__(problem, 1, np.float64, room, layout)
        self._values_of, self._carry = values_of, carry

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street != 1:
            return super()._street(street, low, high, reach0, reach1, step)
        values = self._buffer("values", street, high - low, self.problem.sizes[street])
        values[:] = 0
        theirs = reach1 if step.player == 0 else reach0
        come = [context for context in range(low, high) if theirs[context - low].any()]
        pieces = (
            Piece(context, step.player, step.mode, theirs[context - low].copy(), self._below(context, step.play))
            for context in come
        )
        for context, value in zip(come, self._values_of(pieces), strict=True):
            values[context - low] = value
        return values

    def _below(self, context: int, play: StrategyTables) -> tuple[Weights, Weights] | None:
        if not self._carry:
            return None
        slots, _ = slots_below(self.problem, self.layout, context)
        first = np.concatenate([play.weights0[run] for run in slots])
        if play.weights1 is play.weights0:
            return first, first
        return first, np.concatenate([play.weights1[run] for run in slots])


class Below(Sweep):
    """A sweep that computes pieces, one at a time."""

    def worth(self, piece: Piece, weights: tuple[Weights, Weights], layout: Layout) -> Real:
        """Compute the values of a piece.

        Args:
            piece: The piece.
            weights: Both seats' weights.
            layout: Where these weights lie.

        Returns:
            By state, the value times the opponent's reach.
        """
        self.layout = layout
        theirs = np.array(piece.reach, self.type)[None]
        own = np.zeros_like(theirs)
        reaches = (own, theirs) if piece.seat == 0 else (theirs, own)
        step = Step(piece.seat, piece.mode, StrategyTables(*weights, _NONE, _NONE))
        values: Real = self._street(1, piece.context, piece.context + 1, *reaches, step)[0].copy()
        return values


def slots_below(problem: Problem, layout: Layout, context: int) -> tuple[list[slice], Layout]:
    """Find the slots of a context after the first draw and of everything below it.

    Args:
        problem: The problem.
        layout: Where the weights lie.
        context: The number of the context.

    Returns:
        Runs of slots, one for each street's betting and one for its draws, and the layout of these runs laid end to
        end.
    """
    runs: list[slice] = []
    bets, draws, size = list(layout.bets), list(layout.draws), 0

    def taken(starts: NDArray[np.int64], begin: int, end: int, stop: int) -> NDArray[np.int64]:
        """Take the slots of a run, and return where they lie now. `stop` ends those of the last one."""
        nonlocal size
        run = slice(int(starts[begin]), int(starts[end]) if end < len(starts) else stop)
        runs.append(run)
        moved: NDArray[np.int64] = starts + np.int64(size - run.start)
        size += run.stop - run.start
        return moved

    begin, end = context, context + 1
    for street in range(1, len(layout.bets)):
        further = street < len(layout.draws)
        stop = int(layout.draws[street][0]) if further else layout.size
        bets[street] = taken(layout.bets[street], begin, end, stop)
        if further:
            contexts, outcomes = problem.tree.streets[street].contexts, problem.links[street].outcomes
            begin, end = int(contexts.exit[begin]), int(contexts.exit[end])
            draws[street] = taken(layout.draws[street], begin, end, int(layout.bets[street + 1][0]))
            begin, end = begin * outcomes, end * outcomes
    return runs, replace(layout, bets=tuple(bets), draws=tuple(draws), size=size)


@dataclass(frozen=True)
class SharedProblem:
    """A problem for workers, whose pieces carry their weights. `name` tells problems apart."""

    name: str
    packed: NDArray[np.uint8] = field(compare=False, repr=False)

    def __call__(self, piece: Piece) -> Real:
        """Sweep one piece with the worker's own copy of the problem, and return its value."""
        below, layout = _opened(self)
        if piece.weights is None:
            raise ValueError("this piece has no weights")
        first, second = piece.weights
        mine = np.array(first)  # the kernels are compiled for writable arrays, and arrays from a cluster are read-only
        theirs = mine if second is first else np.array(second)
        _, at = slots_below(below.problem, layout, piece.context)
        return below.worth(piece, (mine, theirs), at)


def shared_problem(problem: Problem, layout: Layout, room: int = BUFFER) -> SharedProblem:
    """Pack a problem for workers.

    All of it is packed, because another machine might build it differently from its recipe.

    Args:
        problem: The problem.
        layout: Where the weights lie.
        room: Bytes that the buffers of one street may take.

    Returns:
        The problem, which is called with a piece.
    """
    packed = pickle.dumps((problem, layout, room))
    return SharedProblem(hashlib.sha256(packed).hexdigest(), np.frombuffer(packed, np.uint8))


@lru_cache(maxsize=1)
def _opened(problem: SharedProblem) -> tuple[Below, Layout]:
    """What a worker keeps."""
    opened, layout, room = pickle.loads(problem.packed.data)
    return Below(opened, 1, np.float64, room, layout), layout


def parallel_sweep(problem: Problem, layout: Layout, pool: Pool, room: int = BUFFER) -> ParallelSweep:
    """A sweep whose pieces, with their weights, are computed by a pool.

    Args:
        problem: The problem.
        layout: Where the weights lie.
        pool: The pool.
        room: Bytes that the buffers of one street may take.

    Returns:
        The sweep.
    """
    work = shared_problem(problem, layout, room)

    def values_of(pieces: Iterable[Piece]) -> Iterator[Real]:
        return pool.in_order(work, pieces)

    return ParallelSweep(problem, layout, values_of, room=room)
