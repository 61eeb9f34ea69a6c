"""Strategies and unfinished trainings as files (npz).

Each file has the recipe of its problem, so `load_strategy(path)` needs nothing else. A checkpoint has regrets and
averages. `load_training` continues where it was saved and refuses a checkpoint of another problem or learning rule. A
file is written beside its place and renamed when it is complete, so a killed run leaves the earlier checkpoint.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.cfr.training import Training
from standpat.solver.game import abstraction as blueprint
from standpat.solver.game import card_removal as removal
from standpat.solver.game import class_game as draw_game
from standpat.solver.game.problem import Problem
from standpat.solver.game.small_games import kuhn, leduc
from standpat.solver.game.strategy import Strategy
from standpat.whole_file import whole_file

FORMAT = 1


def problem_of(recipe: dict[str, Any]) -> Problem:
    """Build the problem of a recipe.

    Args:
        recipe: The recipe (`Problem.recipe`).

    Returns:
        The problem.

    Raises:
        ValueError: The recipe is of no known kind.
    """
    match recipe.get("kind"):
        case "kuhn":
            return kuhn()
        case "leduc":
            return leduc()
        case "draw":
            return draw_game.from_recipe(recipe)
        case "blueprint":
            return blueprint.from_recipe(recipe)
        case "removal":
            return removal.from_recipe(recipe)
    raise ValueError(f"no such problem: {recipe!r}")


def save_strategy(strategy: Strategy, path: Path) -> None:
    """Write a strategy, with the recipe of its problem.

    Args:
        strategy: The strategy.
        path: The file to write.
    """
    _write(path, {"recipe": strategy.problem.recipe, "iterations": strategy.iterations}, weights=strategy.weights)


def load_strategy(path: Path) -> Strategy:
    """Read a strategy and build its problem from the recipe.

    Args:
        path: The file that `save_strategy` wrote.

    Returns:
        The strategy.

    Raises:
        ValueError: The file is damaged, of another kind or of an unknown format.
        FileNotFoundError: There is no such file.
    """
    head, arrays = _read(path, "weights")
    return Strategy(problem_of(head["recipe"]), arrays["weights"], head["iterations"])


def save_training(training: Training, path: Path) -> None:
    """Write a checkpoint: regrets, averages and the iteration.

    Args:
        training: The training.
        path: The file to write.
    """
    head = {"recipe": training.problem.recipe, "rule": training.rule.as_dict(), "iteration": training.iteration}
    _write(path, head, regret=training.regret, average=training.average)


def load_training(path: Path, training: Training) -> None:
    """Continue a training from a checkpoint of the same problem and rule.

    Args:
        path: The file that `save_training` wrote.
        training: The training, whose regrets, averages and iteration are replaced.

    Raises:
        ValueError: The file is damaged, or of another problem, rule or format.
        FileNotFoundError: There is no such file.
    """
    head, arrays = _read(path, "regret", "average")
    mine = {"recipe": dict(training.problem.recipe), "rule": training.rule.as_dict()}
    for what, want in mine.items():
        if head[what] != json.loads(json.dumps(want)):
            raise ValueError(f"{path} is of another {what}: {head[what]}, not {want}; give another file")
    training.regret[:], training.average[:] = arrays["regret"], arrays["average"]
    training.iteration = head["iteration"]


def _write(path: Path, head: dict[str, Any], **arrays: NDArray[np.float32]) -> None:
    text = json.dumps({"format": FORMAT, **head}, default=dict)
    contents: dict[str, Any] = {"head": np.frombuffer(text.encode(), np.uint8), **arrays}
    with whole_file(path) as out:
        np.savez(out, **contents)


def _read(path: Path, *names: str) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    try:
        with np.load(path, allow_pickle=False) as archive:
            head = json.loads(bytes(archive["head"]))
            arrays = {name: archive[name] for name in names}
    except (KeyError, ValueError, OSError, EOFError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise ValueError(f"{path} is not a file of this solver: {error}") from None
    if head.get("format") != FORMAT:
        raise ValueError(f"{path} has format {head.get('format')}, this version reads {FORMAT}")
    return head, arrays
