"""Long trainings: a killed one continues to the same numbers.

Checkpoints that are damaged or belong to another training are refused.
"""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.strategy_file import StrategyFile
from standpat.cli import main
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Rule, blueprint_problem
from standpat.solver.blueprint.training import (
    LongTraining,
    average_of,
    often_reached,
    problem_in,
    training_bytes,
)
from standpat.solver.game.grades import GradedProblem

pytestmark = pytest.mark.extended

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(30, 12), counts=[(0, 1, 2), (0, 1)], ranks=5)


def trained(problem: Problem, folder: Path, until: int, workers: int = 1) -> LongTraining:
    training = LongTraining(problem, folder, workers=workers)
    while training.iteration < until:
        training.iterate()
    return training


def test_a_killed_training_continues_to_the_same_numbers(problem: Problem, tmp_path: Path) -> None:
    whole = trained(problem, tmp_path / "whole", 12)
    trained(problem, tmp_path / "killed", 5).save()
    trained(problem, tmp_path / "killed", 9)  # not saved
    rest = trained(problem, tmp_path / "killed", 12, workers=2)
    assert np.array_equal(rest.regret.before, whole.regret.before)
    assert np.array_equal(rest.regret.last_two, whole.regret.last_two)
    assert np.array_equal(rest.average(), whole.average())


def test_a_kill_while_writing_leaves_the_checkpoint_before(
    problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = trained(problem, tmp_path, 3)
    training.save()

    def killed(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", killed)
    training.iterate()
    with pytest.raises(KeyboardInterrupt):
        training.save()
    monkeypatch.undo()
    again = LongTraining(problem, tmp_path)
    assert again.iteration == 3
    again.iterate()
    again.save()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint-000004", "curve.csv"]


def test_a_training_goes_on_while_the_disk_takes_the_checkpoint(problem: Problem, tmp_path: Path) -> None:
    whole = trained(problem, tmp_path / "whole", 6)
    training = trained(problem, tmp_path / "run", 3)
    training.check_seconds = 2.5
    training.begin_save()
    training.iterate()
    training.begin_save()  # waits for the first
    while training.iteration < 6:
        training.iterate()
    training._finish_save()
    assert [path.name for path in sorted((tmp_path / "run").iterdir())] == ["checkpoint-000004", "curve.csv"]
    again = trained(problem, tmp_path / "run", 6)
    assert again.check_seconds == 2.5
    for one in (training, again):
        assert np.array_equal(one.regret.last_two, whole.regret.last_two)
        assert np.array_equal(one._average.last_two, whole._average.last_two)


def test_a_disk_that_refuses_a_checkpoint_is_reported_and_asked_again(
    problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = trained(problem, tmp_path, 2)

    asked: list[int] = []

    def full(file: int) -> None:
        asked.append(file)
        if len(asked) > 1:  # the curve comes first
            raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    training.begin_save()
    training.iterate()
    with pytest.raises(OSError, match="no space left"):
        training.begin_save()
    monkeypatch.undo()
    training.save()
    assert LongTraining(problem, tmp_path).iteration == 3


def test_the_curve_falls_and_is_kept(problem: Problem, tmp_path: Path) -> None:
    training = trained(problem, tmp_path, 5)
    training.check()
    training.save()
    training = trained(problem, tmp_path, 60)
    last = training.check()
    training.save()
    with (tmp_path / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["iteration"]) for row in rows] == [5, 60]
    assert float(rows[1]["msb"]) < float(rows[0]["msb"]) / 3
    average, iterations = average_of(tmp_path, problem)
    assert iterations == 60
    assert Evaluator(problem, inside=True).exploitability(average).msb == pytest.approx(last.msb, abs=1e-3)


def test_other_trainings_and_damage_are_refused(problem: Problem, tmp_path: Path) -> None:
    trained(problem, tmp_path, 2).save()
    with pytest.raises(ValueError, match="another rule"):
        LongTraining(problem, tmp_path, Rule(averaging=1))
    other = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(20, 12), counts=[(0, 1, 2), (0, 1)], ranks=5)
    with pytest.raises(ValueError, match="another recipe"):
        LongTraining(other, tmp_path)
    with pytest.raises(ValueError, match="another recipe"):
        average_of(tmp_path, other)
    assert problem_in(tmp_path / "nowhere") is None
    same = problem_in(tmp_path)
    assert same is not None
    assert (same.recipe, same.sizes) == (problem.recipe, problem.sizes)
    assert average_of(tmp_path, same)[1] == 2
    file = tmp_path / "checkpoint-000002" / "states.u16"
    states = np.fromfile(file, "<u2")
    np.roll(states, 1).tofile(file)
    with pytest.raises(ValueError, match="other states"):
        LongTraining(problem, tmp_path)
    with pytest.raises(ValueError, match="other states"):
        average_of(tmp_path, problem)
    states.tofile(file)
    file = tmp_path / "checkpoint-000002" / "regret-late.u16"
    file.write_bytes(file.read_bytes()[:-2])
    with pytest.raises(ValueError, match="damaged"):
        LongTraining(problem, tmp_path)
    with pytest.raises(FileNotFoundError, match="standpat train"):
        average_of(tmp_path / "nowhere", problem)


def test_the_memory_of_a_training_is_estimated(problem: Problem) -> None:
    assert 4 * problem.size < training_bytes(problem) < 4 * problem.size + (1 << 30)


def test_the_command_trains_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    short = ["train", "--ranks", "4", "--cap", "1", "--counts", "1,1,1", "--states", "20,12,8", "--workers", "1"]
    assert main([*short, "--checkpoint", str(folder), "--iterations", "3"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["iterations"] == 3
    assert main(["train", "--checkpoint", str(folder), "--iterations", "20", "--workers", "1", "--exact"]) == 0
    out = capsys.readouterr()
    told = json.loads(out.out)
    assert "goes on from iteration 3" in out.err
    assert "takes 0." in out.err
    assert told["iterations"] == 20
    assert 0 < told["inside"]["msb"] < first["inside"]["msb"]
    assert told["inside"]["msb"] < told["exact"]["msb"]
    table = tmp_path / "27td.table"
    options = ["--iterations", "1", "--workers", "1", "--exact", "--export", str(table)]
    assert main(["train", "--checkpoint", str(folder), *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["iterations"] == 20
    assert told["export"]["size"] == table.stat().st_size
    assert told["export"]["exact"]["msb"] < 1.5 * told["exact"]["msb"]
    assert StrategyFile.load(table).head["iterations"] == 20


def test_the_command_trains_with_more_states_where_play_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "run")
    short = ["train", "--ranks", "4", "--cap", "1", "--counts", "1,1,1", "--workers", "1", "--checkpoint", folder]
    states = ["--states", "20,12/5,8/3", "--shares", "0.2"]
    assert main([*short, *states, "--iterations", "3"]) == 0
    first = capsys.readouterr()
    assert main([*short, *states, "--iterations", "20", "--exact"]) == 0
    out = capsys.readouterr()
    assert "goes on from iteration 3" in out.err
    assert json.loads(out.out)["inside"]["msb"] < json.loads(first.out)["inside"]["msb"]
    stored = problem_in(Path(folder))
    assert isinstance(stored, GradedProblem)
    often = often_reached(stored.by_grade[1], 20)
    assert often[stored.grade == 0].sum() > 0.6 * often.sum()  # a fifth of the contexts
    assert main(["train", "--checkpoint", folder, "--iterations", "1", "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == 20
    again, file = ["train", "--checkpoint", folder, "--iterations", "1", "--workers", "1"], tmp_path / "new.table"
    for option, said in (
        (["--exact", "--ray", "local"], "finer in some contexts"),
        (["--export", str(file), "--file-grade", "2"], "grade 2: expected 0 to 1"),
        (["--export", str(file), "--bits", "9"], "2 to 8"),
        (["--export", str(file), "--representatives", "0"], "1 or more"),
        (["--export", str(file), "--detail", "1e-7"], "--strength compact"),
        (["--export", str(file), "--strength", "compact", "--detail", "nan"], "0 or more"),
    ):
        assert main([*again, *option]) == 2
        assert said in capsys.readouterr().err
    assert not file.exists()
    how = ["--strength", "compact", "--bits", "5", "--representatives", "9", "--detail", "1e-6", "--file-grade", "1"]
    assert main([*again, "--export", str(file), *how, "--exact"]) == 0
    exact = json.loads(capsys.readouterr().out)["export"]["exact"]
    table = StrategyFile.load(file)
    assert (table.head["bits"], table.head["detail"], table.head["iterations"]) == (5, 1e-6, 20)
    assert [street.states for street in table.streets] == list(stored.by_grade[1].sizes)
    assert main(["solve", "--score", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exploitability"] == exact
    assert [path.name for path in Path(folder).iterdir() if path.is_dir()] == ["checkpoint-000020"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--memory", "0.01"], "--memory is 0.01 GiB: give more"),
        (["--game", "27td-nl"], "see standpat solve"),
        (["--states", "1,2"], "3 whole numbers"),
        (["--minutes", "0"], "more than 0"),
        (["--states", "9,5/3,3/2"], "expected for example"),
        (["--states", "9,5/3,3/2", "--shares", "0.2,0.3"], "a share for each"),
        (["--states", "9/5,5/3,3/2", "--shares", "0.2"], "expected for example"),
        (["--states", "9,5/3,3/2", "--shares", "1.2"], "at most 1 together"),
        (["--states", "9,3/5,3/2", "--shares", "0.2"], "is not coarser than"),
        (["--states", "9,5,3", "--shares", "0.2"], "several numbers on a street"),
    ],
)
def test_trainings_that_are_not_possible_are_refused(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--checkpoint", str(tmp_path / "run"), *_short(options), *options]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def _short(options: list[str]) -> list[str]:
    """A small training, unless options say otherwise."""
    small = ["--ranks", "4", "--cap", "1"]
    return small if "--game" in options else [*small, "--counts", "1,1,1"]
