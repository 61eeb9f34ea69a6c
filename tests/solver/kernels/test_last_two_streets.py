"""The last two streets in one kernel: the same numbers as the sweep street by street."""

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Rule, Training, blueprint_problem, draw_problem
from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsSweep
from standpat.solver.cfr.sweep import Step
from standpat.solver.game.problem import SEATS
from standpat.solver.kernels.layout import BEST, VALUE, StrategyTables

pytestmark = pytest.mark.extended

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
NONE = np.zeros(0, np.float32)


SHAPES: dict[str, dict[str, Any]] = {
    "few": {"states": (30, 12), "counts": [(0, 1, 2), (0, 1)]},
    "whole vectors": {"states": (16, 16), "counts": [(0, 1), (0, 1, 2)]},
    "parts of vectors": {"states": (50, 37), "counts": [(0, 1), (0, 1, 2)]},
}
"""States that fill vectors of 16 or do not."""


@pytest.fixture(scope="module", params=list(SHAPES))
def problem(request: pytest.FixtureRequest) -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), ranks=5, **SHAPES[request.param])


def in_one_piece(problem: Problem, rule: Rule, workers: int = 1) -> Training:
    training = Training(problem, rule)
    training._sweep = LastTwoStreetsSweep(problem, workers)
    return training


def test_an_iteration_is_that_of_the_street_by_street_sweep(problem: Problem) -> None:
    rule = Rule(cut=0.0, least=0.0)
    whole, pieces = Training(problem, rule), in_one_piece(problem, rule)
    whole.iterate()
    pieces.iterate()
    sweep = pieces._sweep
    assert isinstance(sweep, LastTwoStreetsSweep)
    for mine, other in ((whole.regret, pieces.regret), (whole.average, pieces.average)):
        sweep.turned(other, back=True)
        assert other == pytest.approx(mine, abs=1e-6)


def test_training_converges_as_with_the_street_by_street_sweep(problem: Problem) -> None:
    training = in_one_piece(problem, Rule(least=1e-9))
    start = Evaluator(problem, inside=True).exploitability(np.ones(problem.size, np.float32)).msb
    for _ in range(100):
        training.iterate()
    sweep = training._sweep
    assert isinstance(sweep, LastTwoStreetsSweep)
    sweep.turned(training.average, back=True)
    assert Evaluator(problem, inside=True).exploitability(training.average).msb < start / 100


@pytest.mark.slow
def test_best_responses_are_the_same(problem: Problem) -> None:
    weights = np.random.default_rng(3).random(problem.size, np.float32)
    want = [Evaluator(problem, inside=True).best_response(weights, seat) for seat in SEATS]
    sweep = LastTwoStreetsSweep(problem, 2, np.float64)
    sweep.turned(weights)
    found = [sweep.value(Step(seat, BEST, StrategyTables(weights, weights, NONE, NONE))) for seat in SEATS]
    assert found == pytest.approx(want, abs=1e-7)


def test_the_numbers_do_not_depend_on_the_threads(problem: Problem) -> None:
    one, two = in_one_piece(problem, Rule(), 1), in_one_piece(problem, Rule(), 2)
    for _ in range(5):
        one.iterate()
        two.iterate()
    assert np.array_equal(one.regret, two.regret)
    assert np.array_equal(one.average, two.average)


def test_turned_and_back_is_the_same(problem: Problem) -> None:
    weights = np.arange(problem.size, dtype=np.float32)
    sweep = LastTwoStreetsSweep(problem)
    sweep.turned(weights)
    assert not np.array_equal(weights, np.arange(problem.size))
    assert np.array_equal(np.sort(weights), np.arange(problem.size))
    sweep.turned(weights, back=True)
    assert np.array_equal(weights, np.arange(problem.size))


def test_problems_and_modes_that_do_not_fit_are_refused(problem: Problem) -> None:
    with pytest.raises(ValueError, match="coarse states"):
        LastTwoStreetsSweep(draw_problem(TWO_DRAWS, Stakes(1, 2), ranks=4))
    weights = np.ones(problem.size, np.float32)
    with pytest.raises(ValueError, match="use Sweep for the values"):
        LastTwoStreetsSweep(problem).run(Step(0, VALUE, StrategyTables(weights, weights, NONE, NONE)))
