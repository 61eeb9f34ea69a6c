"""Spots in the tree by name, and what a strategy plays there."""

import re

import numpy as np
import pytest

from standpat.engine.action import Bet, Call, Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.solver import Problem, Sizes, Spot, Strategy, draw_problem, find, leduc, solve, spots, tabulate
from standpat.solver.game.spot import path_of


@pytest.fixture(scope="module")
def problem() -> Problem:
    return draw_problem(game("27sd-fl"), Stakes(1, 2), ranks=5)


def test_spots_fill_the_slots_without_gap_or_overlap(problem: Problem) -> None:
    every = list(spots(problem))
    parts = sorted((spot.slot, spot.length) for spot in every)
    ends = [0, *(slot + length for slot, length in parts)]
    assert ends[:-1] == [slot for slot, _ in parts]
    assert ends[-1] == problem.size
    assert sum(spot.menu is None for spot in every) == problem.tree.betting_nodes
    assert len({spot.path for spot in every}) == len(every)


def test_find_is_the_inverse_of_path(problem: Problem) -> None:
    for spot in spots(problem):
        assert find(problem, spot.path) == spot


def test_a_spot_says_what_is_known_there(problem: Problem) -> None:
    opening = find(problem, "")
    assert (opening.seat, opening.pot, opening.actions) == (0, 3, (Fold(), Call(), Raise(4)))
    blind, button = find(problem, "rc/"), find(problem, "rc/2")
    assert (blind.seat, button.seat, button.drawn) == (1, 0, ((), (2,)))
    last = find(problem, "rc/21/")
    assert (last.seat, last.pot, last.drawn) == (1, 8, ((1,), (2,)))
    assert last.actions[1] == Bet(4)


@pytest.mark.parametrize("path", ["q", "rf", "rc/9", "rf/", "rc/12/q", "rc/12/xx", "rc/12/xx/"])
def test_a_path_out_of_the_tree_is_explained(problem: Problem, path: str) -> None:
    with pytest.raises(ValueError, match=path):
        find(problem, path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("rc/12", "rc/12/"),
        ("RC/12", "rc/12/"),
        (" rc 12 ", "rc/12/"),
        ("rc", "rc/"),
        ("rc1", "rc/1"),
        ("rc/12x", "rc/12/x"),
        ("rc12xb", "rc/12/xb"),
        ("", ""),
        ("R", "r"),
    ],
)
def test_a_path_is_read_as_people_write_it(problem: Problem, text: str, path: str) -> None:
    assert path_of(problem, text) == path


def test_every_path_is_read_as_itself(problem: Problem) -> None:
    for spot in spots(problem):
        assert path_of(problem, spot.path) == spot.path


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("zz", "no betting 'zz' after '': expected one of f, c, r after ''"),
        ("rc/12/xq", "no betting 'xq' after 'rc/12/': expected one of x, b after 'x'"),
        ("rc/9", "'9' is not a draw at that spot: expected one of"),
        ("rc/123", "'123' is not a draw"),
        ("rf", "nobody is to act there"),
        ("rc/12/xx", "nobody is to act there"),
        ("rc//", "'' is not a draw"),
        ("/", "nothing follows ''"),
    ],
)
def test_a_path_that_is_no_decision_is_explained(problem: Problem, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        path_of(problem, text)


def test_a_draw_without_its_slash_has_a_next_decision(problem: Problem) -> None:
    with pytest.raises(ValueError, match="nobody is to act there; the next decision is 'rc/12/'"):
        find(problem, "rc/12")


def test_leduc_has_boards_in_its_paths() -> None:
    problem = leduc()
    every = {spot.path: spot for spot in spots(problem)}
    assert every["xx/3/b"] == find(problem, "xx/3/b")
    assert sum(spot.length for spot in every.values()) == problem.size


def test_no_limit_paths_have_amounts() -> None:
    problem = draw_problem(game("27sd"), Stakes(1, 2), stack=20, sizes=Sizes((1.0,)), ranks=4, keeps=1)
    strategy = solve(problem, iterations=1).strategy
    spot = find(problem, "r6c/12/b12")
    assert (spot.seat, spot.pot) == (0, 24)
    assert strategy.reach("r6c/12/b12", 0).sum() <= 1


def draws_two(spot: Spot) -> np.ndarray | list[float] | int:
    """A strategy that raises half its hands, calls with the rest, and always draws two."""
    if spot.menu is not None:
        return 2
    if spot.path == "":
        return [0.0, 0.25, 0.75]
    play = np.zeros((len(spot.actions), spot.states))
    play[-1, : spot.states // 2] = 1
    play[min(1, len(play) - 1), spot.states // 2 :] = 1
    return play


def test_reach_follows_the_own_actions_and_draws(problem: Problem) -> None:
    strategy = tabulate(problem, draws_two)
    assert strategy.frequencies("") == pytest.approx({"f": 0, "c": 0.25, "r": 0.75})
    assert strategy.frequencies("r")["f"] == 0
    assert strategy.reach("r", 0).sum() == pytest.approx(0.75)
    assert strategy.reach("r", 1).sum() == pytest.approx(1)
    assert strategy.frequencies("rc/") == pytest.approx({"0": 0, "1": 0, "2": 1, "3": 0, "4": 0, "5": 0})
    after = strategy.reach("rc/22/", 0)
    assert after.sum() == pytest.approx(0.75, abs=1e-6)
    assert strategy.reach("rc/12/", 1).sum() == 0
    assert strategy.counts("rc/2").sum(axis=0) == pytest.approx(1)
    with pytest.raises(ValueError, match="not a draw"):
        strategy.counts("r")


def test_an_untrained_strategy_is_uniform(problem: Problem) -> None:
    strategy = Strategy(problem, np.zeros(problem.size, np.float32))
    assert strategy.frequencies("") == pytest.approx({"f": 1 / 3, "c": 1 / 3, "r": 1 / 3})
    assert strategy.at("rc/").sum() == pytest.approx(strategy.at("rc/").size / np.diff(_first(problem)).mean())


def _first(problem: Problem) -> np.ndarray:
    menu = find(problem, "rc/").menu
    assert menu is not None
    return menu.first


def test_wrong_weights_and_policies_are_refused(problem: Problem) -> None:
    with pytest.raises(ValueError, match="weights"):
        Strategy(problem, np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="shape"):
        tabulate(problem, lambda spot: [1.0])
    with pytest.raises(ValueError, match="no draw of 7"):
        tabulate(problem, lambda spot: 7 if spot.menu is not None else [1.0] * len(spot.actions))
