"""A strategy of a small menu against a larger one."""

import numpy as np
import pytest

from standpat.game import Stakes, game
from standpat.solver import Problem, Sizes, Solution, Strategy, draw_problem, find, solve, spots, tabulate
from standpat.solver.finer import finer, translated

SMALL, LARGE = Sizes((1.0,), True, 2), Sizes((0.4, 0.7, 1.0, 2.0), True, 2)


def problem_with(sizes: Sizes) -> Problem:
    return draw_problem(game("27sd"), Stakes(5, 10), stack=200, sizes=sizes, ranks=4, keeps=1, counts=[(0, 1)])


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(problem_with(SMALL), iterations=150)


def test_its_own_menu_is_no_finer(solution: Solution) -> None:
    strategy = solution.strategy
    found = finer(strategy, SMALL)
    assert found == pytest.approx(solution.exploitability, abs=1e-9)
    for responder in (0, 1):
        problem, weights = translated(strategy, SMALL, responder)
        assert problem.size == strategy.problem.size
        theirs = [spot for spot in spots(problem) if spot.seat != responder]
        for spot in theirs:
            part = slice(spot.slot, spot.slot + spot.length)
            assert np.array_equal(weights[part], strategy.weights[part])


def test_more_sizes_win_more(solution: Solution) -> None:
    more = finer(solution.strategy, LARGE)
    assert more.button >= solution.exploitability.button - 1e-9
    assert more.blind >= solution.exploitability.blind - 1e-9
    assert more.msb > solution.exploitability.msb + 1


def test_always_fold_is_always_fold() -> None:
    def fold(spot: object) -> list[float] | int:
        actions = getattr(spot, "actions", ())
        return [1.0] + [0.0] * (len(actions) - 1) if actions else 0

    problem = problem_with(SMALL)
    assert finer(tabulate(problem, fold), LARGE) == pytest.approx((1.0, 0.5), abs=1e-6)


def test_a_size_is_read_as_the_nearest(solution: Solution) -> None:
    """The big blind faces 20 and 24 where it knows 30 and 200, and plays as against 30."""
    strategy = solution.strategy
    problem, weights = translated(strategy, LARGE, 0)
    wide = Strategy(problem, weights)
    known = strategy.at("r30")
    assert [str(a) for a in find(problem, "").actions] != [str(a) for a in find(strategy.problem, "").actions]
    for to in (20, 24, 30):
        assert wide.at(f"r{to}")[:2] == pytest.approx(known[:2], abs=1e-6)
    assert wide.at("r200") == pytest.approx(strategy.at("r200"), abs=1e-6)


def test_a_limit_game_has_no_menu() -> None:
    problem = draw_problem(game("27sd-fl"), Stakes(1, 2), ranks=3)
    with pytest.raises(ValueError, match="one size"):
        finer(Strategy(problem, np.ones(problem.size, np.float32)), LARGE)
