"""Kuhn and Leduc poker with the same solver as the draw games."""

import pytest

from standpat.solver.cfr.training import Rule, Training
from standpat.solver.game.problem import Problem
from standpat.solver.game.small_games import kuhn, leduc
from standpat.solver.response.best_response import Evaluator


def solved(problem: Problem, iterations: int, rule: Rule | None = None) -> tuple[float, float]:
    """The first seat's value and the exploitability in chips."""
    training = Training(problem, rule)
    for _ in range(iterations):
        training.iterate()
    evaluator = Evaluator(problem)
    value = evaluator.value(training.average)
    assert sum(value) == pytest.approx(0, abs=1e-12)
    return value[0], evaluator.exploitability(training.average).msb / 1000


def test_kuhn_is_worth_minus_an_eighteenth() -> None:
    value, off = solved(kuhn(), 1000)
    assert value == pytest.approx(-1 / 18, abs=1e-5)
    assert 0 <= off < 2e-4


def test_leduc_is_worth_what_is_known() -> None:
    value, off = solved(leduc(), 1000)
    assert value == pytest.approx(-0.0856, abs=1e-4)
    assert 0 <= off < 3e-4


def test_plain_cfr_plus_converges_too() -> None:
    value, off = solved(kuhn(), 3000, Rule(discount=None, averaging=1))
    assert value == pytest.approx(-1 / 18, abs=1e-4)
    assert off < 1e-3


def test_kuhn_has_twelve_information_sets_of_two_actions() -> None:
    assert kuhn().size == 24


def test_the_kuhn_family_of_equilibria() -> None:
    """Every equilibrium bets a king three times as often as a jack, and calls a bet with a queen a third more often."""
    problem = kuhn()
    training = Training(problem)
    for _ in range(2000):
        training.iterate()
    rows = training.average.reshape(-1, 2, 3)
    play = rows / rows.sum(axis=1, keepdims=True)
    jack, queen, king = play[0, 1]
    assert queen == pytest.approx(0, abs=0.01)
    assert king == pytest.approx(3 * jack, abs=0.02)
    after_check = play[3, 1]
    assert after_check[1] == pytest.approx(jack + 1 / 3, abs=0.02)
