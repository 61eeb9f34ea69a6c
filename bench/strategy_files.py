"""What a strategy loses as a file: `python bench/strategy_files.py [--iterations N] [STATES[@SHARES] ...]`.

Trains 27td with one bet in each round, as `bench/states.py` does, and writes the strategy in full and, with several
`--details`, compact. A strategy that is finer in some contexts is written with the states of each of its grades, or of
those of `--grades`. Each file is scored over all classes. Without arguments it does so for three trainings, a
quarter of an hour of one core. `--checkpoints DIR` keeps the trainings for the next time.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from report import table
from standpat.cli.train import STRENGTHS
from standpat.solver import Evaluator
from standpat.solver.blueprint.export import export, weights_of
from standpat.solver.blueprint.training import LongTraining, problem_in
from standpat.solver.game.grades import GradedProblem, in_grade
from states import problem_of

ROWS = ("704,256,33", "704,512,66", "1500,1024/512/255/128,128/66/33/16@0.05,0.2,0.4")
DETAILS = (1e-7, 3e-7, 1e-6)
CONTEXTS = 60
"""Representatives: the game has a tenth of the contexts of the full one."""


def measured(row: str, args: argparse.Namespace, folder: Path) -> Iterator[tuple[str, ...]]:
    """The rows of the table for one training: as trained, and each file."""
    training = LongTraining(problem_in(folder) or problem_of(row), folder)
    while training.iteration < args.iterations:
        training.iterate()
    problem, iterations, average = training.problem, training.iteration, training.average()
    name = row.replace("@", " by ")
    yield name, "as trained", "", "", "", f"{Evaluator(problem).exploitability(average).msb:.2f}"
    grades = range(len(problem.by_grade)) if isinstance(problem, GradedProblem) else (0,)
    files: list[tuple[str, dict[str, Any]]] = [("full", STRENGTHS["full"])]
    files += [
        (f"compact, {detail:.0e}", {**STRENGTHS["compact"], "contexts": args.contexts, "detail": detail})
        for detail in args.details
    ]
    for grade in grades:
        if args.grades and grade not in args.grades:
            continue
        own = in_grade(problem, grade)
        for strength, how in files:
            began, path = time.process_time(), folder / "27td.table"
            size = export(problem, average, path, **how, grade=grade, iterations=iterations).size
            seconds = time.process_time() - began
            found = Evaluator(own).exploitability(weights_of(path, own)).msb
            shape = ", ".join([str(size) for size in own.sizes[1:]])
            yield name, strength, shape, f"{size / 1e6:.2f}", f"{seconds:.0f}", f"**{found:.2f}**"


def main() -> None:
    parser = argparse.ArgumentParser(description="what a strategy loses as a file")
    parser.add_argument("rows", nargs="*", metavar="STATES[@SHARES]")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--contexts", type=int, default=CONTEXTS, help="representatives (%(default)s)")
    parser.add_argument("--details", type=float, nargs="+", default=DETAILS)
    parser.add_argument("--grades", type=int, nargs="+", help="of the files (all)")
    parser.add_argument("--checkpoints", metavar="DIR", type=Path, help="keep the trainings here")
    args = parser.parse_args()
    head = ("trained", "file", "states of the file", "MB", "written in, s", "exact, mSB")
    print(
        f"27td with one bet in each round, {args.iterations} iterations, {args.contexts} representatives\n", flush=True
    )
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as temporary:
        for row in args.rows or ROWS:
            folder = (args.checkpoints or Path(temporary)) / row.replace("/", "-")
            folder.mkdir(parents=True, exist_ok=True)
            for measurement in measured(row, args, folder):
                rows.append(measurement)
                print("  ".join(measurement), flush=True)
    print(f"\n{table(head, rows)}")


if __name__ == "__main__":
    main()
