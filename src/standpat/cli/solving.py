"""Solving a problem until the options --iterations, --minutes or --target say stop, for the commands that have them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from standpat.solver import Problem, Solution


def solved(
    problem: "Problem",
    args: argparse.Namespace,
    usual_target: float,
    folder: Path | None,
    console: "Console",
    memory: int | None = None,
) -> "Solution":
    """Solve a problem.

    Args:
        problem: The problem.
        args: The options iterations, minutes, target and workers.
        usual_target: The exploitability to reach if none of the three is given, in mSB a hand.
        folder: Where the training is saved and continued from, made if missing; None to save nothing.
        console: Shows the progress.
        memory: The most bytes that the solution may take.
    """
    from standpat.solver import solve

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    told = args.target is not None or args.minutes is not None or args.iterations is not None
    return solve(
        problem,
        iterations=args.iterations,
        seconds=None if args.minutes is None else 60 * args.minutes,
        target=args.target if told else usual_target,
        workers=args.workers,
        memory=memory,
        checkpoint=folder and folder / "training.npz",
        console=console,
    )
