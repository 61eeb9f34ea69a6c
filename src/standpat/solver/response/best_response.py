"""What a strategy is worth, and what perfect play against it wins: exact, in the class game.

`value(problem, weights)` is the expectation of each seat when both play `weights`; the two sum to 0.
`best_response(problem, weights, seat)` is what a seat wins that knows the other's strategy and plays best: any
action, any keep of its hand. `exploitability` is the mean of the two best responses: what a
perfect opponent wins from the strategy, seats in turn. All in double precision; 1 is a small bet.

A strategy over coarse states (`standpat.solver.game.abstraction`) is measured in the whole class game (`lift`): the
response has all classes and draws 0 to 5, whatever the strategy was trained with. `value` then is its value there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Pool
from standpat.solver.cfr.card_removal_sweep import sweep_of
from standpat.solver.cfr.parallel_sweep import parallel_sweep
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.problem import SEATS, Problem
from standpat.solver.kernels.layout import BEST, VALUE, StrategyTables
from standpat.solver.response.lift import lifted

Weights = NDArray[np.float32]
_NONE = np.zeros(0, np.float32)


class Exploitability(NamedTuple):
    """What the best response wins in either seat (0 the button), in small bets a hand."""

    button: float
    blind: float

    @property
    def msb(self) -> float:
        """The mean over the seats in thousandths of a small bet."""
        return 500 * (self.button + self.blind)


class Evaluator:
    """Holds the threads, and buffers of about `room` bytes a street; as good as new after each use.

    With `inside`, coarse states are taken for the whole game: how far the training has come in its own terms. With a
    `pool` what follows the first draw is worked out there, on one thread a piece
    (`standpat.solver.cfr.parallel_sweep`); the pieces of one seat's sweep carry every weight once.
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
        """What each seat wins when seat 0 plays `first` and seat 1 `second` (the same by default)."""
        play = self._play(first, first if second is None else second)
        sweep = self._sweep(None)
        return sweep.value(Step(0, VALUE, play)), sweep.value(Step(1, VALUE, play))

    def best_response(self, weights: Weights, seat: int) -> float:
        """What `seat` wins at best against `weights` in the other."""
        return self._sweep(seat).value(Step(seat, BEST, self._play(weights, weights)))

    def exploitability(self, weights: Weights) -> Exploitability:
        """What the best response wins against `weights` in either seat."""
        button, blind = (self.best_response(weights, seat) for seat in SEATS)
        return Exploitability(button, blind)

    def _sweep(self, responder: int | None) -> Sweep:
        """A sweep of the class game where `responder` may do anything; strategies over coarse states are lifted."""
        lift = self.problem.abstraction is not None and not self._inside
        if not lift:
            responder = None
        if responder not in self._sweeps:
            problem, layout = self.problem, self.problem.layout
            if lift:
                problem, layout = lifted(problem, responder)
            if self._pool is not None:
                self._sweeps[responder] = parallel_sweep(problem, layout, self._pool, self._room)
            else:
                self._sweeps[responder] = sweep_of(problem, self._workers, np.float64, self._room, layout)
        return self._sweeps[responder]

    def _play(self, first: Weights, second: Weights) -> StrategyTables:
        for weights in (first, second):
            if weights.shape != (self.problem.size,):
                raise ValueError(f"a strategy of this problem has {self.problem.size} weights, not {weights.shape}")
        return StrategyTables(first, second, _NONE, _NONE)
