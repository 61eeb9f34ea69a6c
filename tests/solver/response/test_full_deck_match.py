"""Strategies with real cards: known players, the value of the game, correct cards."""

import numpy as np
import pytest

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Sizes, Strategy, draw_problem, leduc, removal_problem, solve, tabulate
from standpat.solver.response.full_deck_match import duplicate
from standpat.solver.response.policy import standing

pytestmark = pytest.mark.slow

LIMIT = Stakes(1, 2)


@pytest.fixture(scope="module")
def problem() -> Problem:
    return draw_problem(game("27sd-fl"), LIMIT, ranks=6)


def test_always_fold_loses_the_blinds(problem: Problem) -> None:
    """It loses a big blind to a player who raises, and half of one on the button. Nothing is random."""
    folder, raiser = (tabulate(problem, standing(name)) for name in ("folder", "raiser"))
    gain = duplicate(raiser, folder, 2000, seed=3)
    assert gain == pytest.approx((750, 0, 250))


def test_standing_pat_the_better_hand_wins(problem: Problem) -> None:
    """Two players who always stand pat: with the same deal in both seats neither wins."""
    caller = tabulate(problem, standing("caller"))
    gain = duplicate(caller, caller, 2000, seed=4)
    assert gain.mean == gain.margin == 0
    assert abs(gain.button) < 120


def test_against_itself_nobody_wins_and_the_button_has_its_value() -> None:
    """With the whole deck, for which the class game is close to real cards."""
    wide = draw_problem(game("27sd-fl"), LIMIT)
    weights = np.zeros(wide.size, np.float32)
    some = Strategy(wide, weights)
    gain = duplicate(some, some, 40_000, seed=5, workers=2)
    assert abs(gain.mean) < 1.6 * gain.margin
    value = 1000 * Evaluator(wide, 2).value(weights)[0]
    assert gain.button == pytest.approx(value, abs=2 * gain.margin)


def test_the_same_seed_gives_the_same_match(problem: Problem) -> None:
    solution = solve(problem, iterations=30).strategy
    caller = tabulate(problem, standing("caller"))
    gains = [duplicate(solution, caller, 3000, seed=7, workers=2) for _ in range(2)]
    assert gains[0] == gains[1]
    assert gains[0].mean > 300


def test_strategies_over_merged_states_are_played(problem: Problem) -> None:
    aware = solve(removal_problem(game("27sd-fl"), LIMIT, ranks=6), iterations=30).strategy
    assert duplicate(aware, tabulate(problem, standing("caller")), 3000, seed=7).mean > 300


def test_other_games_are_refused(problem: Problem) -> None:
    some = Strategy(problem, np.ones(problem.size, np.float32))
    small = leduc()
    with pytest.raises(ValueError, match="limit single draw"):
        duplicate(some, Strategy(small, np.ones(small.size, np.float32)), 10)
    menu = draw_problem(game("27sd"), Stakes(1, 2), stack=20, sizes=Sizes(), ranks=6, keeps=1)
    with pytest.raises(ValueError, match="limit single draw"):
        duplicate(Strategy(menu, np.ones(menu.size, np.float32)), some, 10)
    narrow = draw_problem(game("27sd-fl"), LIMIT, ranks=6, counts=[(0, 1)])
    with pytest.raises(ValueError, match="without some draws"):
        duplicate(some, Strategy(narrow, np.ones(narrow.size, np.float32)), 10)
    other = draw_problem(game("a5sd"), LIMIT, ranks=6)
    with pytest.raises(ValueError, match="different games"):
        duplicate(some, Strategy(other, np.ones(other.size, np.float32)), 10)
