"""The best response to a strategy file, computed from the file part by part, on this machine or on a pool.

    StrategyFileEvaluator(StrategyFile.load(path)).exploitability()

A blueprint unpacked takes gigabytes. Here its weights are read from the strategy file one context after the first draw
at a time (`standpat.solver.cfr.parallel_sweep`), some sixty megabytes for 27td, and dropped again. With a `pool` each
worker has the file once and unpacks what its piece needs, so that only two vectors over the classes travel for each
piece. The values are those that `standpat.solver.response.best_response.Evaluator` computes for
`standpat.solver.blueprint.export.weights_of` the file: the bot as it plays, mean decisions included, against all
classes, all keeps and draws of 0 to 5. On a pool the result is the same to the last bit if the machines compile alike.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.compute.threads import Pool
from standpat.solver.cfr.parallel_sweep import Below, ParallelSweep, Piece
from standpat.solver.cfr.sweep import Step
from standpat.solver.game.problem import SEATS, Draws, Problem
from standpat.solver.kernels.layout import BEST, VALUE, Real, StrategyTables
from standpat.solver.response.best_response import Exploitability
from standpat.solver.strategy_file.file_strategy import BUFFER_BYTES, FileStrategy

_NONE = np.zeros(0, np.float32)


class StrategyFileEvaluator:
    """Computes values and best responses of a strategy file.

    Args:
        file: The strategy file.
        workers: Threads on this machine.
        pool: A pool that computes the pieces instead.
        watch: Called after each piece.

    Attributes:
        pieces: The most pieces for one value. `exploitability` and `value` compute two values each.

    Raises:
        ValueError: The game has one draw.
    """

    def __init__(
        self,
        file: StrategyFile,
        workers: int = 1,
        pool: Pool | None = None,
        watch: Callable[[], object] = lambda: None,
    ) -> None:
        if len(file.streets) < 3:
            raise ValueError(
                f"{file.game}: a file of one draw has no parts: its exploitability is that of all weights at once"
            )
        self._strategy, self._watch = FileStrategy(file), watch
        self.pieces = self._strategy.contexts
        self._values_of = self._here(workers) if pool is None else self._there(file, pool)

    def value(self) -> tuple[float, float]:
        """What each seat wins when the strategy plays itself, in small bets a hand."""
        return self._found(0, VALUE), self._found(1, VALUE)

    def exploitability(self) -> Exploitability:
        """What the best response wins against the strategy in either seat, in small bets a hand."""
        button, blind = (self._found(seat, BEST) for seat in SEATS)
        return Exploitability(button, blind)

    def _found(self, seat: int, mode: int) -> float:
        first = self._strategy.weights.run(0, 0, 1, 0)
        problem = class_game_against(self._strategy, seat if mode == BEST else None)
        sweep = ParallelSweep(problem, first.layout, self._watched, carry=False)
        return sweep.value(Step(seat, mode, StrategyTables(first.weights, first.weights, _NONE, _NONE)))

    def _watched(self, pieces: Iterable[Piece]) -> Iterator[Real]:
        for value in self._values_of(pieces):
            yield value
            self._watch()

    def _here(self, workers: int) -> Callable[[Iterable[Piece]], Iterator[Real]]:
        reader = _Reader(self._strategy, workers)
        return lambda pieces: map(reader.worth, pieces)

    def _there(self, file: StrategyFile, pool: Pool) -> Callable[[Iterable[Piece]], Iterator[Real]]:
        work = _shared(file)
        return lambda pieces: pool.in_order(work, pieces)


def class_game_against(strategy: FileStrategy, responder: int | None) -> Problem:
    """The class game in which the strategy of a file is met, as `standpat.solver.response.lift.lifted` builds it.

    Args:
        strategy: The strategy of the file.
        responder: The seat that may use every keep; None for neither.

    Returns:
        The problem.
    """
    links = []
    for own, wide in zip(strategy.menus, strategy.problem.links, strict=True):
        assert isinstance(wide, Draws)
        read = wide.every[0]
        links.append(Draws((1, 0), (own, own), (read if responder == 0 else own, read if responder == 1 else own)))
    return replace(strategy.problem, links=tuple(links))


class _Reader:
    """Computes pieces whose weights are read from the strategy file."""

    def __init__(self, strategy: FileStrategy, workers: int = 1) -> None:
        self._strategy, self._workers = strategy, workers
        self._sweeps: dict[int | None, Below] = {}

    def worth(self, piece: Piece) -> Real:
        strategy, context = self._strategy, piece.context
        responder = piece.seat if piece.mode == BEST else None
        part = strategy.weights.run(1, context, context + 1, len(strategy.menus))
        strategy.weights.forget()  # the part is not needed again soon
        if responder not in self._sweeps:
            self._sweeps = {
                responder: Below(
                    class_game_against(strategy, responder), self._workers, np.float64, BUFFER_BYTES, part.layout
                )
            }
        return self._sweeps[responder].worth(piece, (part.weights, part.weights), part.layout)


@dataclass(frozen=True)
class _SharedStrategyFile:
    """A strategy file for workers. `name` tells files apart."""

    name: str
    head: dict[str, Any] = field(compare=False, repr=False)
    body: NDArray[np.uint8] = field(compare=False, repr=False)

    def __call__(self, piece: Piece) -> Real:
        return _opened(self).worth(piece)


def _shared(file: StrategyFile) -> _SharedStrategyFile:
    body = np.frombuffer(file.body, np.uint8)
    name = hashlib.sha256(repr(file.head).encode())
    name.update(body.data)
    return _SharedStrategyFile(name.hexdigest(), file.head, body)


@lru_cache(maxsize=1)
def _opened(shared: _SharedStrategyFile) -> _Reader:
    """What a worker keeps."""
    return _Reader(FileStrategy(StrategyFile(shared.head, shared.body.data, "the strategy file")))
