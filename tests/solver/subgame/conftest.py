"""A strategy file of a small game with two draws."""

import pytest

from standpat.bots.strategy_file import StrategyFile
from standpat.solver import Rule, Training, blueprint_problem
from standpat.solver.blueprint.export import export
from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsSweep
from two_draws import STAKES, TWO_DRAWS


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> StrategyFile:
    """A strategy after three iterations, far from good."""
    problem = blueprint_problem(TWO_DRAWS, STAKES, states=(24, 8), counts=[(0, 1, 2), (0, 1)])
    training = Training(problem, Rule(least=1e-8))
    training._sweep = sweep = LastTwoStreetsSweep(problem)
    for _ in range(3):
        training.iterate()
    sweep.turned(training.average, back=True)
    path = tmp_path_factory.mktemp("tables") / "27td.table"
    export(problem, training.average, path, bits=5, prune=1e-3, iterations=3)
    return StrategyFile.load(path)
