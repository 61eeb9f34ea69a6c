"""What perfect play wins from a table's strategy: from the file alone, part by part, here or on many machines.

    StrategyFileEvaluator(StrategyFile.load(path)).exploitability()

A blueprint unpacked is gigabytes of weights. Here they are read from the table a context after the first draw at a
time (`standpat.solver.cfr.parallel_sweep`), some sixty megabytes for 27td, and forgotten again. With a `pool` each
worker has the table once and unpacks what its piece needs, so that what travels per piece is two vectors over the
classes. What is measured is what `standpat.solver.response.best_response.Evaluator` finds for
`standpat.solver.blueprint.export.weights_of` the file: the player as it plays, means included, against all classes, all
keeps and draws of 0 to 5. Here and on a pool it is the same to the last bit where machines compile alike.
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
from standpat.solver.strategy_file.file_strategy import ROOM, FileStrategy

_NONE = np.zeros(0, np.float32)


class StrategyFileEvaluator:
    """`watch` is told of each piece that is worked out; `pieces` there are at most for each number found: two in
    `exploitability` and in `value`."""

    def __init__(
        self,
        table: StrategyFile,
        workers: int = 1,
        pool: Pool | None = None,
        watch: Callable[[], object] = lambda: None,
    ) -> None:
        self._tabled, self._watch = FileStrategy(table), watch
        self.pieces = self._tabled.contexts
        self._worked = self._here(workers) if pool is None else self._there(table, pool)

    def value(self) -> tuple[float, float]:
        """What each seat wins when the strategy plays itself."""
        return self._found(0, VALUE), self._found(1, VALUE)

    def exploitability(self) -> Exploitability:
        """What the best response wins against the file's strategy in either seat."""
        button, blind = (self._found(seat, BEST) for seat in SEATS)
        return Exploitability(button, blind)

    def _found(self, seat: int, mode: int) -> float:
        first = self._tabled.weights.run(0, 0, 1, 0)
        problem = met(self._tabled, seat if mode == BEST else None)
        sweep = ParallelSweep(problem, first.layout, self._watched, carry=False)
        return sweep.value(Step(seat, mode, StrategyTables(first.weights, first.weights, _NONE, _NONE)))

    def _watched(self, pieces: Iterable[Piece]) -> Iterator[Real]:
        for value in self._worked(pieces):
            yield value
            self._watch()

    def _here(self, workers: int) -> Callable[[Iterable[Piece]], Iterator[Real]]:
        reader = _Reader(self._tabled, workers)
        return lambda pieces: map(reader.worth, pieces)

    def _there(self, table: StrategyFile, pool: Pool) -> Callable[[Iterable[Piece]], Iterator[Real]]:
        work = _lent(table)
        return lambda pieces: pool.in_order(work, pieces)


def met(tabled: FileStrategy, responder: int | None) -> Problem:
    """The class game in which a table's strategy is met: `standpat.solver.response.lift.lifted`, from the table
    alone."""
    links = []
    for own, wide in zip(tabled.menus, tabled.problem.links, strict=True):
        assert isinstance(wide, Draws)
        read = wide.every[0]
        links.append(Draws((1, 0), (own, own), (read if responder == 0 else own, read if responder == 1 else own)))
    return replace(tabled.problem, links=tuple(links))


class _Reader:
    """Works out pieces whose weights are read from the table."""

    def __init__(self, tabled: FileStrategy, workers: int = 1) -> None:
        self._tabled, self._workers = tabled, workers
        self._sweeps: dict[int | None, Below] = {}

    def worth(self, piece: Piece) -> Real:
        tabled, context = self._tabled, piece.context
        responder = piece.seat if piece.mode == BEST else None
        part = tabled.weights.run(1, context, context + 1, len(tabled.menus))
        tabled.weights.forget()  # it is not asked for again soon
        if responder not in self._sweeps:
            self._sweeps = {responder: Below(met(tabled, responder), self._workers, np.float64, ROOM, part.layout)}
        return self._sweeps[responder].worth(piece, (part.weights, part.weights), part.layout)


@dataclass(frozen=True)
class _Lent:
    """A table for workers. `name` tells tables apart."""

    name: str
    head: dict[str, Any] = field(compare=False, repr=False)
    body: NDArray[np.uint8] = field(compare=False, repr=False)

    def __call__(self, piece: Piece) -> Real:
        return _opened(self).worth(piece)


def _lent(table: StrategyFile) -> _Lent:
    body = np.frombuffer(table.body, np.uint8)
    name = hashlib.sha256(repr(table.head).encode())
    name.update(body.data)
    return _Lent(name.hexdigest(), table.head, body)


@lru_cache(maxsize=1)
def _opened(lent: _Lent) -> _Reader:
    """What a worker keeps."""
    return _Reader(FileStrategy(StrategyFile(lent.head, lent.body.data, "the table")))
