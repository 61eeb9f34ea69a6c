"""The best response to a strategy file has the same value as the best response to its weights."""

from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from mail import Mail
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Training, blueprint_problem
from standpat.solver.blueprint.export import export, weights_of
from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

pytestmark = pytest.mark.extended

SHORT = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    problem = blueprint_problem(SHORT, Stakes(1, 2), states=(12, 7), counts=[(0, 1, 2), (0, 1)], ranks=5)
    training = Training(problem)
    for _ in range(12):
        training.iterate()
    path = tmp_path_factory.mktemp("tables") / "short.table"
    export(problem, training.average, path, bits=4, prune=1e-2)
    return path


def test_values_agree_with_those_of_the_weights(path: Path) -> None:
    problem = blueprint_problem(SHORT, Stakes(1, 2), states=(12, 7), counts=[(0, 1, 2), (0, 1)], ranks=5)
    weights, whole = weights_of(path, problem), Evaluator(problem)
    seen: list[int] = []
    table = StrategyFileEvaluator(StrategyFile.load(path), watch=lambda: seen.append(1))
    assert table.exploitability() == pytest.approx(whole.exploitability(weights), abs=1e-12)
    assert len(seen) == 2 * table.pieces == 2 * problem.tree.streets[1].size
    assert table.value() == pytest.approx(whole.value(weights), abs=1e-12)
    assert sum(table.value()) == pytest.approx(0, abs=1e-9)


def test_a_pool_gives_the_same_values_with_little_data(path: Path) -> None:
    here, mail = StrategyFileEvaluator(StrategyFile.load(path)), Mail()
    there = StrategyFileEvaluator(StrategyFile.load(path), pool=mail)
    assert there.exploitability() == here.exploitability()
    assert there.value() == here.value()
    assert StrategyFileEvaluator(StrategyFile.load(path), workers=2).exploitability() == here.exploitability()
    classes = here._strategy.problem.sizes[0]
    assert max(mail.carried) < 8 * classes + 500
    assert mail.done == 4 * here.pieces


def test_a_worker_tells_strategy_files_apart(path: Path, tmp_path: Path) -> None:
    problem = blueprint_problem(SHORT, Stakes(1, 2), states=(12, 7), counts=[(0, 1, 2), (0, 1)], ranks=5)
    export(problem, np.ones(problem.size, np.float32), tmp_path / "flat.table")
    mail, flat = Mail(), tmp_path / "flat.table"
    found = [StrategyFileEvaluator(StrategyFile.load(f), pool=mail).exploitability().msb for f in (path, flat, path)]
    assert found[0] == found[2] < found[1]
