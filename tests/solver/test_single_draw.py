"""Limit single draw in full: solved to half a thousandth of a small bet, against independent figures.

The figures are those of a prototype with one keep for each count; with every keep they change a little.
"""

import pytest

from standpat.cards.ranking import DEUCE_TO_SEVEN
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, HandClasses, Solution, advise_at, draw_problem, find, solve

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["27sd-fl", "a5sd"])
def solution(request: pytest.FixtureRequest) -> Solution:
    return solve(draw_problem(game(request.param), Stakes(1, 2)), target=0.45, workers=2)


@pytest.fixture(scope="module")
def deuce(solution: Solution) -> Solution:
    if solution.strategy.problem.recipe["game"] != "27sd-fl":
        pytest.skip("figures of deuce to seven")
    return solution


def test_it_is_solved_to_half_a_thousandth(solution: Solution) -> None:
    assert 0 < solution.exploitability.msb < 0.5


def test_values_of_the_two_seats_sum_to_zero(solution: Solution) -> None:
    button, blind = Evaluator(solution.strategy.problem, workers=2).value(solution.strategy.weights)
    assert abs(button + blind) < 1e-9
    assert 0.06 < button < 0.08


def test_the_button_wins_what_is_known(deuce: Solution) -> None:
    button, _ = Evaluator(deuce.strategy.problem, workers=2).value(deuce.strategy.weights)
    assert button == pytest.approx(0.0713, abs=0.0005)


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("", {"f": 0.174, "c": 0.115, "r": 0.710}),
        ("r", {"f": 0.104, "c": 0.607, "r": 0.289}),
        ("c", {"x": 0.36, "r": 0.64}),
        ("rc/", {"0": 0.0003, "1": 0.21, "2": 0.60, "3": 0.18, "4": 0.0, "5": 0.0}),
        ("rc/1", {"0": 0.148, "1": 0.517, "2": 0.321, "3": 0.014, "4": 0.0, "5": 0.0}),
    ],
)
def test_frequencies_are_those_known(deuce: Solution, path: str, known: dict[str, float]) -> None:
    assert deuce.strategy.frequencies(path) == pytest.approx(known, abs=0.03)


def test_hands_are_drawn_as_known(deuce: Solution) -> None:
    classes = HandClasses(DEUCE_TO_SEVEN)
    pat, one = deuce.strategy.counts("rc/1")[:2]
    assert one[classes.ranks_of("Q7432")] > 0.99
    assert one[classes.ranks_of("98765")] > 0.99  # a straight
    assert one[classes.ranks_of("T9876")] > 0.99  # another
    assert pat[classes.ranks_of("98532")] > 0.99


@pytest.mark.parametrize(
    ("path", "pot"), [("rrrc/11/", 8), ("rrrc/10/", 8), ("rrrc/01/x", 8), ("rrc/10/", 6), ("rrc/00/", 6)]
)
def test_folds_at_the_end_follow_the_closed_form(deuce: Solution, path: str, pot: int) -> None:
    """Against a bet b into a pot P that hopeless hands may make, b / (P + b) of the hands fold."""
    problem = deuce.strategy.problem
    assert find(problem, path).pot == pot * 2
    assert deuce.strategy.frequencies(path + "b")["f"] == pytest.approx(2 / (pot + 2), abs=0.003)


@pytest.mark.parametrize(("path", "pot"), [("rrc/10/", 6), ("rrc/00/", 6), ("rrrc/01/x", 8), ("rrrc/11/x", 8)])
def test_bluffs_at_the_end_follow_the_closed_form(deuce: Solution, path: str, pot: int) -> None:
    """Bets that beat no caller are b / (P + 2 b) of all bets: a fifth at pot 6, a sixth at pot 8."""
    advice = advise_at(deuce.strategy, path)
    assert advice.pot == pot
    assert advice.bluffs == pytest.approx(2 / (pot + 4), abs=0.005)
