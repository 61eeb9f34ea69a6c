"""Strategies and unfinished trainings as files (npz).

Each file carries its problem's recipe, so `load_strategy(path)` needs nothing else. A checkpoint holds regrets and
averages; `load_training` goes on where it was saved and refuses one of another problem or learning rule. A file is
written beside its place and moved there when complete: a killed run leaves the checkpoint before.
"""

import json
import os
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

FORMAT = 1


def problem_of(recipe: dict[str, Any]) -> Problem:
    """The problem of a recipe."""
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
    """Write a strategy, with the recipe of its problem."""
    _write(path, {"recipe": strategy.problem.recipe, "iterations": strategy.iterations}, weights=strategy.weights)


def load_strategy(path: Path) -> Strategy:
    """Read a strategy; its problem is built again from the recipe."""
    head, arrays = _read(path, "weights")
    return Strategy(problem_of(head["recipe"]), arrays["weights"], head["iterations"])


def save_training(training: Training, path: Path) -> None:
    """Write a checkpoint: regrets, averages and the iteration."""
    head = {"recipe": training.problem.recipe, "rule": training.rule.as_dict(), "iteration": training.iteration}
    _write(path, head, regret=training.regret, average=training.average)


def load_training(path: Path, training: Training) -> None:
    """Puts a checkpoint's numbers into a training of the same problem and rule."""
    head, arrays = _read(path, "regret", "average")
    mine = {"recipe": dict(training.problem.recipe), "rule": training.rule.as_dict()}
    for what, want in mine.items():
        if head[what] != json.loads(json.dumps(want)):
            raise ValueError(f"{path} is of another {what}: {head[what]}, not {want}; give another file")
    training.regret[:], training.average[:] = arrays["regret"], arrays["average"]
    training.iteration = head["iteration"]


def _write(path: Path, head: dict[str, Any], **arrays: NDArray[np.float32]) -> None:
    beside = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **head}, default=dict)
    contents: dict[str, Any] = {"head": np.frombuffer(text.encode(), np.uint8), **arrays}
    with beside.open("wb") as out:
        np.savez(out, **contents)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)


def _read(path: Path, *names: str) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    try:
        with np.load(path, allow_pickle=False) as held:
            head = json.loads(bytes(held["head"]))
            arrays = {name: held[name] for name in names}
    except (KeyError, ValueError, OSError, EOFError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise ValueError(f"{path} is no such file of this solver: {error}") from None
    if head.get("format") != FORMAT:
        raise ValueError(f"{path} has format {head.get('format')}, this version reads {FORMAT}")
    return head, arrays
