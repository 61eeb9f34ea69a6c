"""The class game of draw games with a short deck: solved to near 0, with always-fold as a known value."""

import numpy as np
import pytest
from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Sizes, Spot, Training, draw_problem, solve, tabulate

pytestmark = pytest.mark.extended

LIMIT = Stakes(1, 2)


@pytest.fixture(scope="module")
def short() -> Problem:
    """Deuce to seven with six ranks: 252 classes, single draw."""
    return draw_problem(game("27sd-fl"), LIMIT, ranks=6)


def always_fold(spot: Spot) -> list[float] | int:
    return 0 if spot.menu is not None else [1.0] + [0.0] * (len(spot.actions) - 1)


def at_random(spot: Spot) -> np.ndarray:
    """A random strategy, the same at every call."""
    random = np.random.default_rng(len(spot.path) + 31 * spot.slot)
    return random.random((len(spot.actions), spot.states)) if spot.menu is None else random.random(spot.menu.options)


def test_always_fold_gives_a_big_blind_and_half_of_one(short: Problem) -> None:
    """It folds whenever it can: the responder wins the big blind on the button, and the small blind off it."""
    found = Evaluator(short).exploitability(tabulate(short, always_fold).weights)
    assert found.button == pytest.approx(1.0, abs=1e-6)
    assert found.blind == pytest.approx(0.5, abs=1e-6)
    assert found.msb == pytest.approx(750, abs=1e-3)


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_values_of_the_two_seats_sum_to_zero(id: str) -> None:
    problem = draw_problem(game(id), LIMIT, ranks=5)
    first, second = np.random.default_rng(1).random((2, problem.size)).astype(np.float32)
    button, blind = Evaluator(problem).value(first, second)
    assert abs(button + blind) < 1e-9
    assert abs(button) > 1e-3


def test_no_strategy_beats_the_best_response(short: Problem) -> None:
    evaluator = Evaluator(short)
    frozen = tabulate(short, at_random).weights
    for seat in (0, 1):
        best = evaluator.best_response(frozen, seat)
        for seed in range(5):
            other = np.random.default_rng(seed).random(short.size).astype(np.float32)
            pair = (other, frozen) if seat == 0 else (frozen, other)
            assert evaluator.value(*pair)[seat] < best


def test_short_decks_are_solved(short: Problem) -> None:
    solution = solve(short, iterations=250)
    assert 0 <= solution.exploitability.msb < 2.5  # 0.66 to 1.02, depending on the processor, because of rounding
    button, blind = Evaluator(short).value(solution.strategy.weights)
    assert button + blind == pytest.approx(0, abs=1e-9)
    assert -solution.exploitability.blind <= button <= solution.exploitability.button


def test_exploitability_falls(short: Problem) -> None:
    evaluator, training, found = Evaluator(short), Training(short), []
    for _ in range(3):
        for _ in range(40):
            training.iterate()
        found.append(evaluator.exploitability(training.average).msb)
    assert found[0] > 2 * found[1] > 4 * found[2]


def test_one_keep_for_each_count_costs_little_and_the_best_response_has_them_all(short: Problem) -> None:
    narrow = draw_problem(game("27sd-fl"), LIMIT, ranks=6, keeps=1)
    assert narrow.size < short.size
    solution = solve(narrow, iterations=200)
    assert solution.exploitability.msb < 5


def test_threads_do_not_change_a_bit(short: Problem) -> None:
    one, two = Training(short), Training(short, workers=2)
    for _ in range(5):
        one.iterate()
        two.iterate()
    assert np.array_equal(one.average, two.average)
    assert np.array_equal(one.regret, two.regret)


@pytest.mark.slow
def test_two_draws_in_chunks_are_the_same_tree() -> None:
    """Four ranks, draws of zero or one card. A sweep in chunks changes no value."""
    record = structs.replace(game("27td"), bets=(1, 1, 2))
    problem = draw_problem(record, LIMIT, ranks=4, counts=[(0, 1), (0, 1)])
    evaluator, small = Evaluator(problem), Evaluator(problem, room=100_000)
    fold = evaluator.exploitability(tabulate(problem, always_fold).weights)
    assert (fold.button, fold.blind) == pytest.approx((1.0, 0.5), abs=1e-6)
    solution = solve(problem, iterations=150)
    assert solution.exploitability.msb < 10
    assert small.exploitability(solution.strategy.weights) == pytest.approx(solution.exploitability, abs=1e-12)


def test_the_tree_of_triple_draw_has_its_known_size() -> None:
    """Without draw counts: 8 betting decisions before the draw, 70, 630 and 5,670 after the draws."""
    problem = draw_problem(game("27td"), LIMIT, ranks=4, counts=[(0,), (0,), (0,)])
    assert problem.tree.betting_nodes == 8 + 70 + 630 + 5670
    assert draw_problem(game("27sd-fl"), LIMIT, ranks=4).tree.betting_nodes == 8 + 2520


def test_no_limit_with_a_menu() -> None:
    sizes = Sizes(parts=(1.0,), wagers=2)
    problem = draw_problem(game("27sd"), Stakes(1, 2, 1), stack=20, sizes=sizes, ranks=5, keeps=1)
    solution = solve(problem, iterations=150)
    assert solution.exploitability.msb < 30
    assert sum(Evaluator(problem).value(solution.strategy.weights)) == pytest.approx(0, abs=1e-9)


def test_no_limit_needs_a_stack() -> None:
    with pytest.raises(ValueError, match="stack"):
        draw_problem(game("27sd"), LIMIT, ranks=5)


def test_a_hand_that_cannot_lose_never_folds(short: Problem) -> None:
    solution = solve(short, iterations=100)
    assert solution.strategy.at("")[0, 0] < 1e-3
    assert solution.strategy.at("rc/00/b")[0, 0] < 1e-3
