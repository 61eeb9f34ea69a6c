"""Run a training until it is good enough: `solve`.

It says how much memory the solution takes before it allocates any. On a terminal a progress bar shows iterations, time
and the exploitability at the last check. Checks take at most about a tenth of the time. With a `checkpoint` the
training is saved every few minutes and at the end, and continues from an existing file to the same numbers, to the last
bit, as without the interruption. Control-C stops after the current iteration and saves.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from standpat.solver.cfr.check_schedule import CheckSchedule, SaveSchedule
from standpat.solver.cfr.file import load_training, save_training
from standpat.solver.cfr.memory import check_limit, gib, needed
from standpat.solver.cfr.training import Rule, Training
from standpat.solver.game.problem import Problem
from standpat.solver.game.strategy import Strategy
from standpat.solver.response.best_response import Evaluator, Exploitability

SAVE_EVERY = 180.0
"""Seconds between checkpoints."""


@dataclass(frozen=True)
class Check:
    """A point of the curve.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds of training in this run, without checks.
        exploitability: The exploitability then.
        inside: Whether it was measured inside the coarse states of a blueprint; otherwise it is exact.
    """

    iteration: int
    seconds: float
    exploitability: Exploitability
    inside: bool = False


@dataclass(frozen=True)
class Solution:
    """What `solve` returns.

    Attributes:
        strategy: The average strategy.
        curve: The exploitability at each check.
    """

    strategy: Strategy
    curve: tuple[Check, ...]

    @property
    def exploitability(self) -> Exploitability:
        """The exploitability of the strategy, from the last check."""
        return self.curve[-1].exploitability


def solve(
    problem: Problem,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    rule: Rule | None = None,
    workers: int = 1,
    memory: int | None = None,
    checkpoint: Path | None = None,
    console: Console | None = None,
) -> Solution:
    """Train until `iterations`, `seconds` or `target` is reached, whichever comes first.

    Args:
        problem: The problem to solve.
        iterations: The number of iterations, those of the checkpoint included.
        seconds: Seconds of training in this run.
        target: The exploitability to reach, in mSB a hand.
        rule: The learning rule; None for the default (DCFR).
        workers: Threads.
        memory: The most bytes that the solution may take.
        checkpoint: A file to save the training in, and to continue from if it exists.
        console: Shows the progress; None for no output.

    Returns:
        The strategy and its exploitability. A blueprint is checked inside its coarse states during the training (and
        against `target`), and exactly once at the end.

    Raises:
        ValueError: None of `iterations`, `seconds` and `target` is given, or the checkpoint is of another problem or
            rule.
        MemoryLimit: The solution would take more than `memory` bytes.
    """
    if iterations is None and seconds is None and target is None:
        raise ValueError("say when to stop: give iterations, seconds or target")
    check_limit(problem, memory)
    if console is not None:
        decisions = problem.tree.betting_nodes
        console.print(f"{decisions:,} betting decisions, {problem.size:,} slots, {gib(needed(problem))}")
    training = Training(problem, rule, workers=workers)
    if checkpoint is not None and checkpoint.exists():
        load_training(checkpoint, training)
    run = _Run(training, workers, iterations, seconds, target, checkpoint)
    with _bar(console) as bar, _interruptible() as stopped:
        task = bar.add_task("", total=iterations or seconds, note="")
        while not run.over() and not stopped.is_set():
            run.go_on()
            bar.update(task, completed=run.training.iteration if iterations else run.spent, note=run.note())
    run.finish()
    return Solution(Strategy(problem, training.average, training.iteration), tuple(run.curve))


class _Run:
    def __init__(
        self,
        training: Training,
        workers: int,
        iterations: int | None,
        seconds: float | None,
        target: float | None,
        checkpoint: Path | None,
    ) -> None:
        self.training, self.workers = training, workers
        self.inside = training.problem.abstraction is not None
        self._evaluator = Evaluator(training.problem, workers, inside=self.inside)
        self.iterations, self.seconds, self.target, self.checkpoint = iterations, seconds, target, checkpoint
        self.curve: list[Check] = []
        self.spent = 0.0
        self._due, self._saves = CheckSchedule(), SaveSchedule(SAVE_EVERY)

    def over(self) -> bool:
        done = self.training.iteration
        return (
            (self.iterations is not None and done >= self.iterations)
            or (self.seconds is not None and self.spent >= self.seconds)
            or (self.target is not None and bool(self.curve) and self.curve[-1].exploitability.msb <= self.target)
        )

    def go_on(self) -> None:
        """One iteration, and a check and a checkpoint when they are due."""
        start = time.monotonic()
        self.training.iterate()
        took = time.monotonic() - start
        self.spent += took
        save = self._saves.after(took)
        if self._due.after(took):
            self.check()
        if self.checkpoint is not None and save:
            start = time.monotonic()
            save_training(self.training, self.checkpoint)
            self._saves.saved(time.monotonic() - start)

    def check(self) -> None:
        start = time.monotonic()
        exploitability = self._evaluator.exploitability(self.training.average)
        self._due.checked(time.monotonic() - start)
        self.curve.append(Check(self.training.iteration, self.spent, exploitability, self.inside))

    def finish(self) -> None:
        """Write a last checkpoint, then measure the strategy."""
        if self.checkpoint is not None:
            save_training(self.training, self.checkpoint)
        if self.inside:
            exact = Evaluator(self.training.problem, self.workers).exploitability(self.training.average)
            self.curve.append(Check(self.training.iteration, self.spent, exact))
        elif not self.curve or self.curve[-1].iteration != self.training.iteration:
            self.check()

    def note(self) -> str:
        off = f"{self.curve[-1].exploitability.msb:.3g} mSB" if self.curve else ""
        return f"iteration {self.training.iteration}  {off}"


def _bar(console: Console | None) -> Progress:
    return Progress(
        TextColumn("{task.fields[note]}"), BarColumn(), TimeElapsedColumn(), console=console, disable=console is None
    )


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """Control-C sets the event instead of raising, in the main thread."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
