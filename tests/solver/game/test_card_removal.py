"""Two hands from one deck: the weights compared with enumeration, known values, and the cost of ignoring card
removal."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN
from standpat.engine.games import Stakes, game
from standpat.solver import (
    Evaluator,
    HandClasses,
    Problem,
    Solution,
    draw_problem,
    load_strategy,
    removal_problem,
    save_strategy,
    solve,
    tabulate,
)
from standpat.solver.game.card_removal import blind, merged, together, unmerged
from standpat.solver.game.problem import Draws, Removal
from standpat.solver.response.policy import standing

pytestmark = pytest.mark.extended

LIMIT = Stakes(1, 2)


@pytest.fixture(scope="module")
def short() -> Problem:
    return removal_problem(game("27sd-fl"), LIMIT, ranks=6)


@pytest.fixture(scope="module")
def solution(short: Problem) -> Solution:
    return solve(short, iterations=250)


def test_weights_are_those_of_all_pairs_of_hands() -> None:
    """Five ranks, with flushes: all pairs of the 15,504 hands."""
    classes = HandClasses(DEUCE_TO_SEVEN, 5)
    hands = np.array(list(combinations(range(20), 5)))
    mask = (1 << hands).sum(axis=1)
    of = np.array([classes.of(tuple(hand)) for hand in hands.tolist()])
    pairs = np.zeros((len(classes), len(classes)))
    for block in np.array_split(np.arange(len(hands)), 60):
        apart = (mask[block, None] & mask) == 0
        by_class = np.array([np.bincount(of, row, len(classes)) for row in apart])
        np.add.at(pairs, of[block], by_class)
    number = np.bincount(of, minlength=len(classes))
    expected = pairs / pairs.sum() / (number[:, None] * number / len(hands) ** 2)
    assert together(classes) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("ranking", [DEUCE_TO_SEVEN, ACE_TO_FIVE])
def test_the_opponents_hands_sum_to_one_for_every_hand(ranking: object) -> None:
    classes = HandClasses(DEUCE_TO_SEVEN if ranking is DEUCE_TO_SEVEN else ACE_TO_FIVE, 7)
    weight = together(classes)
    assert weight @ classes.chance == pytest.approx(1, abs=1e-9)
    assert weight == pytest.approx(weight.T)


def test_each_draw_preserves_the_total_weight(short: Problem) -> None:
    """Over the final hands of an opponent who goes to the showdown, whatever is kept."""
    wide = removal_problem(game("27sd-fl"), LIMIT, ranks=6, merge=False)
    link, meeting = wide.links[0], wide.meeting
    assert isinstance(link, Draws)
    assert isinstance(meeting, Removal)
    menu = link.every[0]
    plain = draw_problem(game("27sd-fl"), LIMIT, ranks=6).links[0]
    assert isinstance(plain, Draws)
    ratio = plain.every[0].expected(np.ones(menu.states)) / menu.expected(np.ones(menu.states))
    assert 0.3 < ratio.min() < 0.99
    assert 1.01 < ratio.max() < 3
    # For some distribution of the opponent's final hands all rows have equal weights; least squares find it.
    met = np.stack([menu.expected(column) for column in meeting.alive[1][0]], axis=1)
    final, *_ = np.linalg.lstsq(met, np.ones(len(met)), rcond=None)
    assert met @ final == pytest.approx(1, abs=1e-4)


def test_merged_classes_are_neighbours_of_one_kind() -> None:
    classes = HandClasses(DEUCE_TO_SEVEN)
    of = merged(classes)
    assert (np.diff(of) >= 0).all()
    assert of[-1] + 1 == 2226
    lows = [i for i, hand in enumerate(classes.hands) if len(set(hand)) == 5 and not classes.flush[i]]
    assert len(set(of[lows].tolist())) == len(lows)
    assert of[classes.ranks_of("33754")] == of[classes.ranks_of("33752")]
    assert of[classes.ranks_of("33754")] != of[classes.ranks_of("33764")]


def test_always_fold_is_exploited_by_about_the_blinds(short: Problem) -> None:
    """Exact before the draw. A responder who limps and bets later meets the mean weight of another opponent."""
    found = Evaluator(short).exploitability(tabulate(short, standing("folder")).weights)
    assert found.blind == pytest.approx(0.5, abs=1e-6)
    assert 1.0 - 1e-6 <= found.button < 1.15


def test_without_weights_it_is_the_class_game(short: Problem) -> None:
    """With equal weights, sums and matrix products give the same values."""
    plain = draw_problem(game("27sd-fl"), LIMIT, ranks=6)
    classes = plain.sizes[0]
    ones = np.ones((1, classes, classes))
    sign = np.sign(np.arange(classes) - np.arange(classes)[:, None])[None]
    meeting = Removal((ones, ones), (np.zeros((1, 0, 0)), sign.astype(float)))
    same = Problem(plain.tree, plain.sizes, plain.prior, plain.links, meeting, {"kind": "test"})
    first, second = np.random.default_rng(5).random((2, plain.size)).astype(np.float32)
    assert Evaluator(same).value(first, second) == pytest.approx(Evaluator(plain).value(first, second), abs=1e-9)
    assert Evaluator(same).exploitability(first) == pytest.approx(Evaluator(plain).exploitability(first), abs=1e-9)
    one, other = (solve(problem, iterations=5).strategy.weights for problem in (same, plain))
    assert np.allclose(one, other, rtol=2e-2, atol=1e-3)


@pytest.mark.slow
def test_a_solution_is_near_an_equilibrium_and_sums_to_zero(solution: Solution) -> None:
    assert 0 < solution.exploitability.msb < 3
    value = Evaluator(solution.strategy.problem).value(solution.strategy.weights)
    assert abs(sum(value)) < 1e-9


@pytest.mark.slow
def test_ignoring_card_removal_costs_much_more(solution: Solution) -> None:
    wide = unmerged(solution.strategy)
    evaluator = Evaluator(wide.problem)
    plain = solve(draw_problem(game("27sd-fl"), LIMIT, ranks=6), iterations=150)
    unseeing = blind(plain.strategy, wide.problem)
    assert plain.exploitability.msb < 5
    assert evaluator.exploitability(unseeing.weights).msb > 2 * evaluator.exploitability(wide.weights).msb
    gain = evaluator.value(wide.weights, unseeing.weights)[0] + evaluator.value(unseeing.weights, wide.weights)[1]
    assert gain > 0
    with pytest.raises(ValueError, match="merge=False"):
        blind(plain.strategy, solution.strategy.problem)


def test_the_problem_is_rebuilt_from_its_file(short: Problem, tmp_path: Path) -> None:
    file = tmp_path / "r.npz"
    strategy = solve(short, iterations=5).strategy
    save_strategy(strategy, file)
    back = load_strategy(file)
    assert np.array_equal(back.weights, strategy.weights)
    assert isinstance(back.problem.meeting, Removal)


def test_other_games_than_limit_single_draw_are_refused() -> None:
    for id in ("27td", "27sd"):
        with pytest.raises(ValueError, match="limit single draw"):
            removal_problem(game(id), LIMIT)
