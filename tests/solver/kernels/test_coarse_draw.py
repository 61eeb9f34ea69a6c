"""Draws between coarse states by matrices: the same numbers as the draw option by option."""

import numpy as np
import pytest

from standpat.engine.games import Stakes, game
from standpat.solver import Problem, Rule, Training, blueprint_problem, draw_problem
from standpat.solver.cfr.coarse_draws import is_coarse
from standpat.solver.cfr.sweep import Step, Sweep
from standpat.solver.game.problem import SEATS
from standpat.solver.kernels.layout import BEST, VALUE, StrategyTables

pytestmark = pytest.mark.extended

NONE = np.zeros(0, np.float32)


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(
        game("27td", cap=1),
        Stakes(1, 2),
        states=(30, 19, 16),
        counts=[(0, 1), (0, 1, 2), (0, 1)],
        ranks=5,
    )


def option_by_option(sweep: Sweep) -> Sweep:
    sweep._coarse = {}
    return sweep


def test_draws_between_coarse_states_are_found(problem: Problem) -> None:
    found = [is_coarse(link, after) for link, after in zip(problem.links, problem.sizes[1:], strict=True)]
    assert found == [False, True, True]
    classes = draw_problem(game("27td", cap=1), Stakes(1, 2), ranks=4)
    assert not any(is_coarse(link, after) for link, after in zip(classes.links, classes.sizes[1:], strict=True))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("mode", [VALUE, BEST])
def test_values_are_the_same(problem: Problem, seat: int, mode: int) -> None:
    random = np.random.default_rng(6)
    first, second = (random.random(problem.size, np.float32) for _ in SEATS)
    for weights in (first, second):
        weights[random.random(problem.size) < 0.5] = 0
    step = Step(seat, mode, StrategyTables(first, second, NONE, NONE), cut=0.1, least=1e-4)
    want = option_by_option(Sweep(problem)).run(step)
    assert np.abs(want).max() > 0.01
    assert Sweep(problem, 2).run(step) == pytest.approx(want, abs=1e-9)


def test_what_is_learned_is_the_same(problem: Problem) -> None:
    matrices, options = (Training(problem, Rule(cut=1e-3, least=1e-6)) for _ in range(2))
    option_by_option(options._sweep)
    random = np.random.default_rng(7)
    before = random.random(problem.size, np.float32) * (random.random(problem.size) < 0.5)
    for training in (matrices, options):
        training.regret[:], training.average[:] = before, before
        training.iteration = 1
        training.iterate()
    assert np.abs(options.regret - before).max() > 0.1
    assert np.abs(options.average - before).max() > 0.1
    assert matrices.regret == pytest.approx(options.regret, abs=2e-6)
    assert matrices.average == pytest.approx(options.average, abs=2e-6)
