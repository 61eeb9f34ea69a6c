"""The best response, with a larger menu, to a strategy with a small menu."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
import pytest

from standpat.engine.action import Bet, Raise
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Sizes, Solution, Strategy, draw_problem, find, solve, spots, tabulate
from standpat.solver.game.action_translation import SIZE_TRANSLATIONS, SizeTranslation, mixed, nearest
from standpat.solver.response.off_menu_response import off_menu_response, translated

SMALL, LARGE = Sizes((1.0,), True, 2), Sizes((0.4, 0.7, 1.0, 2.0), True, 2)


def problem_with(sizes: Sizes) -> Problem:
    return draw_problem(game("27sd"), Stakes(5, 10), stack=200, sizes=sizes, ranks=4, keeps=1, counts=[(0, 1)])


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(problem_with(SMALL), iterations=150)


@pytest.mark.parametrize("reading", SIZE_TRANSLATIONS.values(), ids=SIZE_TRANSLATIONS)
def test_the_strategys_own_menu_gains_nothing(solution: Solution, reading: SizeTranslation) -> None:
    strategy = solution.strategy
    found = off_menu_response(strategy, SMALL, reading=reading)
    assert found == pytest.approx(solution.exploitability, abs=1e-9)
    for responder in (0, 1):
        problem, weights = translated(strategy, SMALL, responder, reading)
        assert problem.size == strategy.problem.size
        theirs = [spot for spot in spots(problem) if spot.seat != responder]
        for spot in theirs:
            part = slice(spot.slot, spot.slot + spot.length)
            assert np.array_equal(weights[part], strategy.weights[part])


def test_more_sizes_win_more(solution: Solution) -> None:
    more = off_menu_response(solution.strategy, LARGE)
    assert more.button >= solution.exploitability.button - 1e-9
    assert more.blind >= solution.exploitability.blind - 1e-9
    assert more.msb > solution.exploitability.msb + 1


def test_always_fold_is_always_fold() -> None:
    def fold(spot: object) -> list[float] | int:
        actions = getattr(spot, "actions", ())
        return [1.0] + [0.0] * (len(actions) - 1) if actions else 0

    problem = problem_with(SMALL)
    assert off_menu_response(tabulate(problem, fold), LARGE) == pytest.approx((1.0, 0.5), abs=1e-6)


def test_a_size_is_read_as_the_nearest(solution: Solution) -> None:
    """The big blind faces 20 and 24, knows 30 and 200, and plays as against 30."""
    strategy = solution.strategy
    problem, weights = translated(strategy, LARGE, 0, nearest)
    wide = Strategy(problem, weights)
    known = strategy.at("r30")
    assert [str(a) for a in find(problem, "").actions] != [str(a) for a in find(strategy.problem, "").actions]
    for to in (20, 24, 30):
        assert wide.at(f"r{to}")[:2] == pytest.approx(known[:2], abs=1e-6)
    assert wide.at("r200") == pytest.approx(strategy.at("r200"), abs=1e-6)


def test_between_two_sizes_both_are_read() -> None:
    assert mixed(1.0, [0.5, 2.0]) == pytest.approx([0.5, 0.5])  # (2 - 1)(1 + 0.5) / ((2 - 0.5)(1 + 1))
    assert mixed(0.7, [0.5, 1.0]) == pytest.approx([0.45 / 0.85, 0.4 / 0.85])
    assert [mixed(part, [0.5, 2.0]) for part in (0.1, 0.5, 2.0, 9.0)] == [[1, 0], [1, 0], [0, 1], [0, 1]]
    assert [nearest(part, [0.5, 2.0]) for part in (0.1, 0.9, 1.1, 9.0)] == [[1, 0], [1, 0], [0, 1], [0, 1]]
    assert mixed(3.0, [1.0]) == nearest(3.0, [1.0]) == [1.0]


def test_random_readings_are_played_as_a_mixture(solution: Solution) -> None:
    """Against a button who opens for twice the pot and then does not bet: a mixture of both readings."""

    def lower(part: float, known: Sequence[float]) -> list[float]:
        place = max(bisect_right(known, part) - 1, 0)
        return [float(k == place) for k in range(len(known))]

    def upper(part: float, known: Sequence[float]) -> list[float]:
        place = min(bisect_left(known, part), len(known) - 1)
        return [float(k == place) for k in range(len(known))]

    def won(reading: SizeTranslation) -> float:
        problem, weights = translated(solution.strategy, Sizes((1.0, 2.0), True, 2), 0, reading)
        for spot in spots(problem):
            if spot.seat == 0:
                rows = np.ones((len(spot.actions) or 1, spot.length // (len(spot.actions) or 1)))
                for action, row in zip(spot.actions, rows, strict=False):
                    row[:] = action == Raise(50) if not spot.path else not isinstance(action, Bet | Raise)
                weights[spot.slot : spot.slot + spot.length] = rows.reshape(-1)
        return Evaluator(problem).value(weights)[1]

    known = [action for action in find(solution.strategy.problem, "").actions if isinstance(action, Raise)]
    assert known == [Raise(30), Raise(200)]  # the pot of 20 after the call, and all-in, nine and a half times that
    share = (9.5 - 2) * (1 + 1) / ((9.5 - 1) * (1 + 2))
    low, high = won(lower), won(upper)
    assert abs(low - high) > 0.01
    assert won(mixed) == pytest.approx(share * low + (1 - share) * high, abs=1e-6)


def test_a_limit_game_has_no_menu() -> None:
    problem = draw_problem(game("27sd-fl"), Stakes(1, 2), ranks=3)
    with pytest.raises(ValueError, match="one size"):
        off_menu_response(Strategy(problem, np.ones(problem.size, np.float32)), LARGE)
