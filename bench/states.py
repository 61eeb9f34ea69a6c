"""How many states a strategy needs, and where: `python bench/states.py [--iterations N] [STATES[@SHARES] ...]`.

Trains 27td with one bet in each round, with each abstraction, and measures it over all classes. STATES is what
`standpat train --states` takes, and SHARES what `--shares` takes. Without arguments it prints the rows of
docs/training.md, five to ten minutes of one core. The processor time of an iteration is that of the last half.
"""

import argparse
import tempfile
import time
from pathlib import Path

from report import table
from standpat import Stakes, game
from standpat.solver import Evaluator, Problem, blueprint_problem
from standpat.solver.blueprint.training import LongTraining, often_reached
from standpat.solver.game.grades import graded_by, graded_problem

GAME, STAKES, COUNTS = game("27td", cap=1), Stakes.limit(2), [range(5), range(4), range(3)]
ROUGH = (128, 32, 8)
ROWS = (
    "704,256,33",
    "704,512,66",
    "704,512/255,66/33@0.25",
    "704,512/255/128,66/33/16@0.25,0.4",
    "704,1024/512/255/128,128/66/33/16@0.03,0.17,0.4",
    "704,1024/512/255/128,128/66/33/16@0.05,0.2,0.4",
    "704,2048/1024/512/255/128,256/128/66/33/16@0.02,0.04,0.15,0.4",
    "1500,1024/512/255/128,128/66/33/16@0.05,0.2,0.4",
)


def problem_of(row: str) -> Problem:
    """The game with these states."""
    states, _, shares = row.partition("@")
    (first,), last, end = [[int(number) for number in part.split("/")] for part in states.split(",")]
    if len(last) == 1:
        return blueprint_problem(GAME, STAKES, states=(first, last[0], end[0]), counts=COUNTS)
    often = often_reached(blueprint_problem(GAME, STAKES, states=ROUGH, counts=COUNTS), 60)
    grade = graded_by(often, [float(share) for share in shares.split(",")])
    pairs = list(zip(last, end, strict=True))
    return graded_problem(GAME, STAKES, states=(first,), last_two=pairs, counts=COUNTS, grade=grade)


def measured(row: str, iterations: int) -> tuple[str, ...]:
    """A row of the table."""
    problem = problem_of(row)
    with tempfile.TemporaryDirectory() as folder:
        training = LongTraining(problem, Path(folder))
        for number in range(iterations):
            if number == iterations // 2:
                began = time.process_time()
            training.iterate()
        seconds = (time.process_time() - began) / (iterations - iterations // 2)
        inside = training.check().msb
        exact = Evaluator(problem).exploitability(training.average()).msb
    states, _, shares = row.partition("@")
    return states, shares or "", f"{problem.size / 1e6:.1f}", f"{seconds:.3f}", f"{inside:.2f}", f"**{exact:.2f}**"


def main() -> None:
    parser = argparse.ArgumentParser(description="how many states a strategy needs, and where")
    parser.add_argument("rows", nargs="*", metavar="STATES[@SHARES]")
    parser.add_argument("--iterations", type=int, default=200)
    args = parser.parse_args()
    head = ("states", "shares of the contexts", "million slots", "iteration, s", "inside", "exact, mSB")
    rows = [measured(row, args.iterations) for row in args.rows or ROWS]
    print(f"27td with one bet in each round, {args.iterations} iterations\n")
    print(table(head, rows))


if __name__ == "__main__":
    main()
