"""Files: what is loaded equals what was saved, and a resumed training equals an uninterrupted one."""

import io
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from standpat.engine.games import Stakes, game
from standpat.solver import (
    Evaluator,
    MemoryLimit,
    Problem,
    Rule,
    Training,
    blueprint_problem,
    draw_problem,
    kuhn,
    leduc,
    load_strategy,
    load_training,
    needed,
    save_strategy,
    save_training,
    solve,
)


def short() -> Problem:
    return draw_problem(game("a5sd"), Stakes(1, 2), ranks=4, counts=[(0, 1, 2)], keeps=1)


@pytest.mark.parametrize("make", [short, leduc])
def test_a_resumed_training_equals_an_uninterrupted_one(make: Callable[[], Problem], tmp_path: Path) -> None:
    problem, file = make(), tmp_path / "run.npz"
    whole = solve(problem, iterations=30)
    solve(problem, iterations=11, checkpoint=file)
    rest = solve(make(), iterations=30, checkpoint=file)
    assert np.array_equal(rest.strategy.weights, whole.strategy.weights)
    assert rest.strategy.iterations == 30
    assert rest.exploitability == whole.exploitability


def test_a_strategy_is_loaded_with_its_problem(tmp_path: Path) -> None:
    solution = solve(short(), iterations=5)
    save_strategy(solution.strategy, tmp_path / "s.npz")
    back = load_strategy(tmp_path / "s.npz")
    assert np.array_equal(back.weights, solution.strategy.weights)
    assert back.problem.recipe == solution.strategy.problem.recipe
    assert back.frequencies("rc/") == solution.strategy.frequencies("rc/")


def test_a_checkpoint_of_another_problem_or_rule_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    save_training(Training(kuhn()), file)
    with pytest.raises(ValueError, match="another recipe"):
        load_training(file, Training(leduc()))
    with pytest.raises(ValueError, match="another rule"):
        load_training(file, Training(kuhn(), Rule(averaging=1)))
    with pytest.raises(ValueError, match="is not a file of this solver"):
        load_strategy(file)
    file.write_bytes(b"not a file of numbers")
    with pytest.raises(ValueError, match="is not a file of this solver"):
        load_training(file, Training(kuhn()))


def test_an_interrupt_ends_the_run_between_iterations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, iterate = tmp_path / "run.npz", Training.iterate

    def interrupted(self: Training) -> None:
        if self.iteration == 6:
            signal.raise_signal(signal.SIGINT)
        iterate(self)

    monkeypatch.setattr(Training, "iterate", interrupted)
    stopped = solve(kuhn(), iterations=20, checkpoint=file)
    assert stopped.strategy.iterations == 7
    monkeypatch.undo()
    rest = solve(kuhn(), iterations=20, checkpoint=file)
    assert np.array_equal(rest.strategy.weights, solve(kuhn(), iterations=20).strategy.weights)


def test_the_memory_limit_is_reported_and_kept() -> None:
    problem = short()
    console = Console(file=io.StringIO(), width=100)
    solve(problem, iterations=1, memory=needed(problem), console=console)
    assert isinstance(console.file, io.StringIO)
    assert "GiB" in console.file.getvalue()
    with pytest.raises(MemoryLimit, match="limit is"):
        solve(problem, iterations=1, memory=needed(problem) - 1)


def test_solve_needs_a_stopping_condition() -> None:
    with pytest.raises(ValueError, match="when to stop"):
        solve(kuhn())


def test_solve_stops_at_the_target() -> None:
    solution = solve(leduc(), target=20)
    assert solution.exploitability.msb <= 20
    assert solution.strategy.iterations < 1000
    assert [c.iteration for c in solution.curve] == sorted(c.iteration for c in solution.curve)


def test_a_blueprint_problem_is_rebuilt_from_its_file(tmp_path: Path) -> None:
    problem = blueprint_problem(game("27sd-fl"), Stakes(1, 2), states=(20,), counts=[(0, 1)], ranks=5)
    solution = solve(problem, iterations=3)
    save_strategy(solution.strategy, tmp_path / "b.npz")
    back = load_strategy(tmp_path / "b.npz")
    assert Evaluator(back.problem).exploitability(back.weights) == solution.exploitability
