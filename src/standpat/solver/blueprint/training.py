"""Train a blueprint for hours, with checkpoints and a curve of its exploitability.

`LongTraining(problem, folder)` continues from the last checkpoint in `folder`, if there is one, and reaches the same
numbers, to the last bit, as a training without interruption. A checkpoint is a folder `checkpoint-ITERATION` with
regrets and averages as they lie in memory, the states of the classes, and a head in JSON. It is written beside its
place and then renamed, and the checkpoint before it is deleted after that, so the disk holds up to two. `begin_save`
hands the numbers to the operating system; a thread waits for the disk while the training goes on, and a kill before the
disk has everything leaves the checkpoint before. `save` waits itself.
`problem_in(folder)` is the problem with exactly these states: built again on another machine it may have one state more
or less. A problem that is finer in some contexts (`standpat.solver.game.grades`) has a file with their grades too. The
last two streets, which are nearly all of the tree, are kept in 16 bits a number
(`standpat.solver.kernels.truncated_float`, `standpat.solver.cfr.last_two_streets_sweep`), the other streets in single
precision.

The curve, in the head and in `curve.csv`, has minutes of training (without checks and writing), iterations and the
exploitability inside the coarse states, in mSB a hand. The exploitability in the class game is higher: `Evaluator`
computes it from `average()`.
"""

import csv
import io
import json
import os
import shutil
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsStep, LastTwoStreetsSweep, first_of_last_two
from standpat.solver.cfr.memory import RUNTIME, tree_bytes
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep, buffer_bytes
from standpat.solver.cfr.training import Rule
from standpat.solver.game.abstraction import from_recipe
from standpat.solver.game.grades import GRADED, GradedProblem, graded_from_recipe
from standpat.solver.game.problem import SEATS, Problem
from standpat.solver.kernels.betting_contexts import TruncatedTables
from standpat.solver.kernels.layout import BEST, UPDATE, VALUE, Real, StrategyTables
from standpat.solver.kernels.truncated_float import widen
from standpat.solver.response.best_response import Exploitability
from standpat.whole_file import whole_file

RULE = Rule(averaging=5.0, least=1e-8)
"""Later iterations weigh more than elsewhere, which gives a tenth less exploitability after some hundred iterations.
Reach probabilities of a coarse state below `least` change nothing that can be measured.
"""
FORMAT = 2
STATES, GRADES = "states.u16", "grades.i8"
DROP = 15
"""Bits that are dropped of each single-precision number of the last two streets."""
FILES = 4
"""Files that are read or written at a time."""
PIECE = 1 << 26
"""Bytes that are read or written at a time."""


@dataclass(frozen=True)
class Point:
    """A point of the curve.

    Attributes:
        minutes: Minutes of training.
        iteration: Iterations done.
        msb: The exploitability inside the coarse states, in mSB a hand.
        button: The best response on the button, in small bets.
        blind: The best response in the big blind, in small bets.
    """

    minutes: float
    iteration: int
    msb: float
    button: float
    blind: float


class Accumulated(NamedTuple):
    """Regrets or averages.

    Attributes:
        before: Those before the last two streets, in single precision.
        last_two: Those of the last two streets, without their last bits.
    """

    before: NDArray[np.float32]
    last_two: NDArray[np.uint16]


def training_bytes(problem: Problem) -> int:
    """The memory that a training takes, in bytes, about: regrets and averages, the tree, the buffers, Python."""
    early = first_of_last_two(problem)
    return (
        2 * (4 * early + 2 * (problem.size - early))
        + buffer_bytes(problem, 4, BUFFER)
        + buffer_bytes(problem, 8, BUFFER)
        + tree_bytes(problem)
        + RUNTIME
    )


class LongTraining:
    """A training of hours.

    Args:
        problem: The problem, over coarse states.
        folder: The folder of the checkpoints; it is made if missing.
        rule: The learning rule.
        workers: Threads.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds of training, without checks and writing.
        curve: The points of the curve so far.
        check_seconds: Seconds that the last check took, without compiling; 0 if it is not known.
        regret: The regrets of both seats.

    Raises:
        ValueError: The last checkpoint is of another problem or learning rule.
    """

    def __init__(self, problem: Problem, folder: Path, rule: Rule = RULE, *, workers: int = 1) -> None:
        self.problem, self.folder, self.rule = problem, folder, rule
        self.iteration, self.seconds = 0, 0.0
        self.curve: list[Point] = []
        self._train = LastTwoStreetsSweep(problem, workers, np.float32)
        self._check = LastTwoStreetsSweep(problem, workers, np.float64)
        self.check_seconds = 0.0
        self._threads = ThreadPoolExecutor(FILES)
        self._saved: int | None = None
        self._saving: Future[None] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        checkpoints = _checkpoints(folder)
        self.regret, self._average = _nothing(problem), _nothing(problem)
        if checkpoints:
            self._load(checkpoints[-1])

    def iterate(self) -> None:
        """Do one more iteration: a sweep for each seat."""
        start = time.monotonic()
        t, rule = self.iteration + 1, self.rule
        now, average = self.regret, self._average
        play = StrategyTables(now.before, now.before, now.before, average.before)
        kept = TruncatedTables(now.last_two, now.last_two, average.last_two, DROP, _seed(t))
        for seat in SEATS:
            learning = (rule.cut, rule.least, rule.decay(t), rule.weight(t))
            self._train.run(LastTwoStreetsStep(seat, UPDATE, play, *learning, kept=kept))
        self.iteration = t
        self.seconds += time.monotonic() - start

    def check(self) -> Point:
        """Measure the exploitability of the average inside the coarse states, and add it to the curve.

        Returns:
            The new point.
        """
        before, last_two = self._average
        none = np.zeros(0, np.float32)
        kept, play = TruncatedTables(last_two, last_two, last_two, DROP, 0), StrategyTables(before, before, none, none)
        exploitability = Exploitability(
            *[self._check.value(LastTwoStreetsStep(seat, BEST, play, kept=kept)) for seat in SEATS]
        )
        point = Point(
            round(self.seconds / 60, 3), self.iteration, exploitability.msb, exploitability.button, exploitability.blind
        )
        self.curve.append(point)
        return point

    def average(self) -> NDArray[np.float32]:
        """The average strategy. The training is saved and ends: its memory is freed.

        Returns:
            The weights of the problem, shape (slots,).
        """
        self.save()
        self.regret = self._average = Accumulated(np.zeros(0, np.float32), np.zeros(0, np.uint16))
        return average_of(self.folder, self.problem)[0]

    def save(self) -> None:
        """Write the curve, and a checkpoint if there is none of this iteration yet; return when the disk has it.

        Raises:
            OSError: It could not be written, or an earlier one could not.
        """
        self.begin_save()
        self._finish_save()

    def begin_save(self) -> None:
        """Write the curve, and begin a checkpoint if there is none of this iteration yet. The training may go on.

        Raises:
            OSError: It could not be written, or an earlier one could not.
        """
        self._finish_save()
        _write_curve(self.folder / "curve.csv", self.curve)
        if self._saved == self.iteration:
            return
        beside = self.folder / "checkpoint.part"
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        files: list[tuple[Path, NDArray[Any]]] = [(beside / STATES, _states(self.problem)), *self._files(beside)]
        if isinstance(self.problem, GradedProblem):
            files.append((beside / GRADES, self.problem.grade))
        for _ in self._threads.map(lambda file: _write(*file), files):
            pass
        head = {**self._kind(), "iteration": self.iteration, "seconds": self.seconds}
        head |= {"check_seconds": self.check_seconds, "curve": [asdict(point) for point in self.curve]}
        (beside / "head.json").write_text(json.dumps(head))
        self._saving = self._threads.submit(_complete, beside, self.folder / f"checkpoint-{self.iteration:06d}")
        self._saved = self.iteration

    def _finish_save(self) -> None:
        """Wait until the disk has the checkpoint that was begun."""
        saving, self._saving = self._saving, None
        if saving is None:
            return
        try:
            saving.result()
        except BaseException:
            self._saved = None
            raise

    def _files(self, folder: Path) -> list[tuple[Path, NDArray[Any]]]:
        """The files of a checkpoint that have the numbers of the training."""
        files: list[tuple[Path, NDArray[Any]]] = []
        for name, numbers in (("regret", self.regret), ("average", self._average)):
            files.append((folder / f"{name}-early.f32", numbers.before))
            files.append((folder / f"{name}-late.u16", numbers.last_two))
        return files

    def _kind(self) -> dict[str, Any]:
        head = {"format": FORMAT, "recipe": dict(self.problem.recipe), "rule": self.rule.as_dict()}
        kind: dict[str, Any] = json.loads(json.dumps(head))
        return kind

    def _load(self, path: Path) -> None:
        head = json.loads((path / "head.json").read_text())
        for what, want in self._kind().items():
            if head.get(what) != want:
                raise ValueError(f"{path} is of another {what}: {head.get(what)}, not {want}; give another folder")
        _check_states(path, self.problem)
        for _ in self._threads.map(lambda file: _read(*file), self._files(path)):
            pass
        self.iteration, self.seconds = head["iteration"], head["seconds"]
        self.check_seconds = head.get("check_seconds", 0.0)
        self.curve = [Point(**point) for point in head["curve"]]
        self._saved = self.iteration


def often_reached(problem: Problem, iterations: int, workers: int = 1) -> NDArray[np.float64]:
    """How often play comes to each context of the last street but one, after a training of its own.

    Args:
        problem: A problem with few states.
        iterations: The iterations of the training.
        workers: Threads.

    Returns:
        By context, the probability that both players come there.
    """
    with TemporaryDirectory() as folder:
        training = LongTraining(problem, Path(folder), workers=workers)
        for _ in range(iterations):
            training.iterate()
        average = training.average()
    walk, none = _Reached(problem, workers), np.zeros(0, np.float32)
    walk.run(Step(0, VALUE, StrategyTables(average, average, none, none)))
    return walk.often


class _Reached(Sweep):
    """Notes how often each context of the last street but one is reached."""

    def __init__(self, problem: Problem, workers: int) -> None:
        super().__init__(problem, workers)
        self.often = np.zeros(problem.tree.streets[-2].size)

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        if street != len(self.problem.sizes) - 2:
            return super()._street(street, low, high, reach0, reach1, step)
        self.often[low:high] = reach0.sum(axis=1) * reach1.sum(axis=1)
        return np.zeros((high - low, self.problem.sizes[street]))


def average_of(folder: Path, problem: Problem) -> tuple[NDArray[np.float32], int]:
    """The average of the last checkpoint of a folder. It takes four bytes a slot.

    Args:
        folder: The folder of the training.
        problem: Its problem.

    Returns:
        The weights of the problem, shape (slots,), and the iterations.

    Raises:
        FileNotFoundError: The folder has no checkpoint.
        ValueError: The checkpoint is of another problem or is damaged.
    """
    checkpoints = _checkpoints(folder)
    if not checkpoints:
        raise FileNotFoundError(f"{folder} has no checkpoint: train one with standpat train --checkpoint {folder}")
    head = json.loads((checkpoints[-1] / "head.json").read_text())
    if head["recipe"] != json.loads(json.dumps(dict(problem.recipe))):
        raise ValueError(f"{checkpoints[-1]} is of another recipe: {head['recipe']}")
    _check_states(checkpoints[-1], problem)
    average = np.zeros(problem.size, np.float32)
    early = first_of_last_two(problem)
    _read(checkpoints[-1] / "average-early.f32", average[:early])
    _read_wide(checkpoints[-1] / "average-late.u16", average[early:])
    LastTwoStreetsSweep(problem).turned(average, back=True)
    return average, head["iteration"]


def problem_in(folder: Path) -> Problem | None:
    """The problem of the last checkpoint of a folder; None if there is no checkpoint."""
    checkpoints = _checkpoints(folder)
    if not checkpoints:
        return None
    recipe: dict[str, Any] = json.loads((checkpoints[-1] / "head.json").read_text())["recipe"]
    states = np.fromfile(checkpoints[-1] / STATES, "<u2").astype(np.int32)
    if recipe["kind"] == GRADED:
        of, grade = states.reshape(len(recipe["last_two"]), len(recipe["counts"]) + 1, -1), checkpoints[-1] / GRADES
        return graded_from_recipe(recipe, np.fromfile(grade, np.int8), [list(streets) for streets in of])
    return from_recipe(recipe, list(states.reshape(len(recipe["counts"]) + 1, -1)))


def _states(problem: Problem) -> NDArray[np.uint16]:
    parts = problem.by_grade if isinstance(problem, GradedProblem) else (problem,)
    return np.stack([of for part in parts if part.abstraction for of in part.abstraction.of]).astype("<u2")


def _check_states(path: Path, problem: Problem) -> None:
    same = np.array_equal(np.fromfile(path / STATES, "<u2"), _states(problem).ravel())
    if isinstance(problem, GradedProblem):
        same = same and np.array_equal(np.fromfile(path / GRADES, np.int8), problem.grade)
    if not same:
        raise ValueError(f"{path} has other states than this problem: take the problem from its folder (problem_in)")


def _nothing(problem: Problem) -> Accumulated:
    early = first_of_last_two(problem)
    return Accumulated(np.zeros(early, np.float32), np.zeros(problem.size - early, np.uint16))


def _seed(iteration: int) -> int:
    """The seed of the rounding in an iteration."""
    return int(np.random.SeedSequence(iteration).generate_state(1)[0])


def _checkpoints(folder: Path) -> list[Path]:
    return sorted(folder.glob("checkpoint-*"))


def _write_curve(path: Path, curve: list[Point]) -> None:
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["minutes", "iteration", "msb", "button", "blind"])
    for p in curve:
        rows.writerow([p.minutes, p.iteration, f"{p.msb:.4f}", f"{p.button:.7f}", f"{p.blind:.7f}"])
    with whole_file(path) as out:
        out.write(text.getvalue().encode())


def _complete(beside: Path, place: Path) -> None:
    """Wait until the disk has a checkpoint, put it in its place, and delete those before it."""
    before = _checkpoints(place.parent)
    for file in beside.iterdir():
        with file.open("rb") as written:
            os.fsync(written.fileno())
    beside.rename(place)
    for old in before:
        shutil.rmtree(old)


def _write(path: Path, array: NDArray[Any]) -> None:
    """Write a big array in pieces, so that there is no second copy of it. The disk may not have it yet."""
    data = array.data.cast("B")
    with path.open("wb", buffering=0) as out:
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            while piece:
                piece = piece[out.write(piece) :]


def _read(path: Path, array: NDArray[Any]) -> None:
    _right_size(path, array.nbytes)
    data = array.data.cast("B")
    with path.open("rb", buffering=0) as file:
        for at in range(0, len(data), PIECE):
            _fill(path, file, data[at : at + PIECE])


def _read_wide(path: Path, array: NDArray[np.float32]) -> None:
    """Read numbers without their last bits as whole ones."""
    _right_size(path, 2 * len(array))
    room = np.zeros(PIECE // 2, np.uint16)
    with path.open("rb", buffering=0) as file:
        for at in range(0, len(array), len(room)):
            part = array[at : at + len(room)]
            bits = room[: len(part)]
            _fill(path, file, bits.data.cast("B"))
            widen(bits, DROP, part)


def _right_size(path: Path, want: int) -> None:
    if path.stat().st_size != want:
        raise ValueError(f"{path} has {path.stat().st_size} bytes, not {want}: it is damaged")


def _fill(path: Path, file: io.FileIO, data: memoryview) -> None:
    at = 0
    while at < len(data):
        got = file.readinto(data[at:])
        if not got:
            raise ValueError(f"{path} ends early: it is damaged")
        at += got
