"""The value of a strategy and the best response to it, exact in the class game.

`Evaluator.value` is the expectation of each seat when both play a strategy; the two sum to 0. `Evaluator.best_response`
is what a seat wins that knows the opponent's strategy and plays best: any action, any keep of its hand.
`Evaluator.exploitability` has both best responses; their mean is what a perfect opponent wins from the strategy, with
the seats in turn. All values are computed in double precision, in small bets.

A strategy over coarse states (`standpat.solver.game.abstraction`) is measured in the whole class game (`lift`): the
best response has all classes and draws 0 to 5 cards, whatever the strategy was trained with. `value` is the strategy's
value there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Pool
from standpat.solver.cfr.card_removal_sweep import sweep_of
from standpat.solver.cfr.graded_sweep import GradedSweep
from standpat.solver.cfr.parallel_sweep import parallel_sweep
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.grades import GradedProblem
from standpat.solver.game.problem import SEATS, Problem
from standpat.solver.kernels.layout import BEST, VALUE, StrategyTables
from standpat.solver.response.lift import lifted, lifted_by_grade

Weights = NDArray[np.float32]
_NONE = np.zeros(0, np.float32)


class Exploitability(NamedTuple):
    """What the best response wins in either seat, in small bets a hand.

    Attributes:
        button: The best response on the button (seat 0).
        blind: The best response in the big blind (seat 1).
    """

    button: float
    blind: float

    @property
    def msb(self) -> float:
        """The mean over the seats in thousandths of a small bet (mSB)."""
        return 500 * (self.button + self.blind)


class Evaluator:
    """Computes values and best responses; it holds threads and buffers that can be used again.

    Args:
        problem: The problem whose strategies are measured.
        workers: Threads.
        room: Bytes that the buffers of one street may take, about.
        inside: Whether coarse states are taken for the whole game. It measures the progress of a training in its own
            terms.
        pool: A pool that computes what follows the first draw, with one thread for each piece
            (`standpat.solver.cfr.parallel_sweep`). The pieces of one seat's sweep carry every weight once.
    """

    def __init__(
        self,
        problem: Problem,
        workers: int = 1,
        room: int = BUFFER,
        inside: bool = False,
        pool: Pool | None = None,
    ) -> None:
        self.problem = problem
        self._workers, self._room, self._inside, self._pool = workers, room, inside, pool
        self._sweeps: dict[int | None, Sweep] = {}

    def value(self, first: Weights, second: Weights | None = None) -> tuple[float, float]:
        """What each seat wins when seat 0 plays `first` and seat 1 plays `second`.

        Args:
            first: The weights of seat 0's strategy, shape (slots,).
            second: The weights of seat 1's strategy; by default the same.

        Returns:
            The expectations of seats 0 and 1 in small bets a hand; they sum to 0.

        Raises:
            ValueError: The weights are not those of a strategy of this problem.
        """
        play = self._play(first, first if second is None else second)
        sweep = self._sweep(None)
        return sweep.value(Step(0, VALUE, play)), sweep.value(Step(1, VALUE, play))

    def best_response(self, weights: Weights, seat: int) -> float:
        """What `seat` wins with a best response to `weights` in the other seat.

        Args:
            weights: The weights of the opponent's strategy, shape (slots,).
            seat: The seat of the best response, 0 for the button.

        Returns:
            Small bets a hand.

        Raises:
            ValueError: The weights are not those of a strategy of this problem.
        """
        return self._sweep(seat).value(Step(seat, BEST, self._play(weights, weights)))

    def exploitability(self, weights: Weights) -> Exploitability:
        """What the best response wins against a strategy in either seat.

        Args:
            weights: The weights of the strategy, shape (slots,).

        Returns:
            Both best responses in small bets a hand.

        Raises:
            ValueError: The weights are not those of a strategy of this problem.
        """
        button, blind = (self.best_response(weights, seat) for seat in SEATS)
        return Exploitability(button, blind)

    def _sweep(self, responder: int | None) -> Sweep:
        """A sweep of the class game in which `responder` may do anything; strategies over coarse states are lifted."""
        lift = self.problem.abstraction is not None and not self._inside
        if not lift:
            responder = None
        if responder not in self._sweeps:
            self._sweeps[responder] = self._made(responder, lift)
        return self._sweeps[responder]

    def _made(self, responder: int | None, lift: bool) -> Sweep:
        if isinstance(self.problem, GradedProblem):
            if self._pool is not None or not lift:
                raise ValueError("a problem with grades is measured in one process, over all classes")
            grades = lifted_by_grade(self.problem, responder)
            return GradedSweep(grades, self.problem.grade, self._workers, np.float64, self._room)
        problem, layout = self.problem, self.problem.layout
        if lift:
            problem, layout = lifted(problem, responder)
        if self._pool is not None:
            return parallel_sweep(problem, layout, self._pool, self._room)
        return sweep_of(problem, self._workers, np.float64, self._room, layout)

    def _play(self, first: Weights, second: Weights) -> StrategyTables:
        for weights in (first, second):
            if weights.shape != (self.problem.size,):
                raise ValueError(f"a strategy of this problem has {self.problem.size} weights, not {weights.shape}")
        return StrategyTables(first, second, _NONE, _NONE)
