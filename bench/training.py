"""Training for triple draw, and best responses to it: `python bench/training.py [--cap N] [--iterations N]`.

27td over the states of docs/training.md (508, 255, 32), with `--cap` bets in a round: 2 by default, 239 million slots
and 1.5 GB; 4 is the full game with 2,579 million and 11 GB. One iteration is a sweep for each seat: it reads the
weights of all slots twice, and writes the regrets and averages once, ten bytes a slot of the last two streets in all.
The cycles of the processor and the memory's bandwidth are measured in the same run.

One thread is measured in CPU time, several by the clock on the wall, for which the machine must have nothing else to
do. A checkpoint stops the training until the operating system has it; the share is that of the time between two
checkpoints, when they come as often as `standpat train` lets them. The exact best response is over all classes of hands
and every keep, for both seats, in the game with one bet in a round and draws of at most two cards.

The same file measures earlier versions, for a comparison: PYTHONPATH=EARLIER/src python bench/training.py.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import machine
from report import spread, table
from standpat import Stakes, game
from standpat.solver import Evaluator, Problem, blueprint_problem
from standpat.solver.blueprint.training import LongTraining

STATES, COUNTS = (704, 256, 33), (range(5), range(4), range(3))
BYTES_PER_SLOT = 10
SAVE_EVERY, SAVES = 600.0, 20.0
"""Seconds between checkpoints at least, and how many times as long as a checkpoint takes."""
RESPONSES = 5


def problem_of(cap: int, counts: tuple[range, ...]) -> Problem:
    return blueprint_problem(game("27td", cap=cap), Stakes.limit(2), states=STATES, counts=counts)


def timed(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time) -> list[float]:
    seconds = []
    for _ in range(rounds):
        began = clock()
        work()
        seconds.append(clock() - began)
    return seconds


def row(name: str, rounds: list[float], unit: str = "s") -> tuple[str, str, str]:
    return f"{name}, {unit}", f"{statistics.median(rounds):,.3g}", spread(rounds)


def trained(problem: Problem, iterations: int, folder: Path) -> list[tuple[str, str, str]]:
    """The figures of a training and of its checkpoints."""
    training = LongTraining(problem, folder)
    for _ in range(4):  # compiles, and leaves the first iterations, in which much is not reached
        training.iterate()
    seconds = timed(training.iterate, iterations)
    cycles = statistics.median(machine.cycles())
    words = np.ones(machine.BYTES // 8, np.int64)
    bandwidth = statistics.median(machine.per_second(lambda: (machine.read(words), float(machine.BYTES))[1]))
    rows = [
        row("iteration, one thread", seconds),
        row("slots an iteration, one thread", [problem.size / s / 1e6 for s in seconds], "millions a second"),
        row("cycles a slot", [cycles * s / problem.size for s in seconds], "cycles"),
        row(
            "share of the memory's bandwidth",
            [100 * BYTES_PER_SLOT * problem.size / s / bandwidth for s in seconds],
            "%",
        ),
    ]
    training.check()
    rows.append(row("check inside the states, one thread", timed(training.check, 3)))
    begin = getattr(training, "begin_save", training.save)
    stands, all_ = [], []
    for _ in range(3):
        training.iterate()
        began = time.perf_counter()
        begin()
        stands.append(time.perf_counter() - began)
        training.save()
        all_.append(time.perf_counter() - began)
    rows += [
        row("a checkpoint stops the training", stands),
        row("the disk has the checkpoint after", all_),
        row("share of the time", [100 * s / (s + max(SAVE_EVERY, SAVES * s)) for s in stands], "%"),
        row("the checkpoint is read and the training made", timed(lambda: LongTraining(problem, folder), 3)),
    ]
    workers = os.cpu_count() or 1
    if workers > 1:
        one = timed(training.iterate, iterations, time.perf_counter)
        training = LongTraining(problem, folder, workers=2)
        training.iterate()
        two = timed(training.iterate, iterations, time.perf_counter)
        rows.append(row("two threads, by the clock", [a / b for a, b in zip(one, two, strict=True)], "times one"))
    return rows


def answered() -> list[tuple[str, str, str]]:
    """The figures of the exact best response."""
    problem = problem_of(1, (range(3),) * 3)
    weights = np.random.default_rng(1).random(problem.size, np.float32)
    evaluator = Evaluator(problem)
    evaluator.exploitability(weights)
    return [row("exact best response, both seats", timed(lambda: evaluator.exploitability(weights), RESPONSES))]


def main() -> None:
    parser = argparse.ArgumentParser(description="how fast the training of triple draw is")
    parser.add_argument("--cap", type=int, default=2, help="bets in a round (default: %(default)s)")
    parser.add_argument("--iterations", type=int, default=7, help="that are measured (default: %(default)s)")
    args = parser.parse_args()
    problem = problem_of(args.cap, COUNTS)
    with tempfile.TemporaryDirectory() as folder:
        rows = trained(problem, args.iterations, Path(folder))
    print(f"{problem.size:,} slots, {problem.tree.betting_nodes:,} betting decisions\n")
    print(table(("27td", "measured", "spread"), [*rows, *answered()]))


if __name__ == "__main__":
    main()
