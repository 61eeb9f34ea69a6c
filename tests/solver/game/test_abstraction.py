"""Strategies over coarse states are measured over all classes."""

import numpy as np
import pytest
from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Spot, blueprint_problem, draw_problem, find, solve, spots, tabulate

TWO_DRAWS = structs.replace(game("27td", cap=1), bets=(1, 1, 2))
COUNTS = [(0, 1, 2), (0, 1)]


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(30, 12), counts=COUNTS, ranks=4)


def test_states_are_at_most_as_many_as_asked_for(problem: Problem) -> None:
    assert problem.sizes[0] == 52
    assert 20 <= problem.sizes[1] <= 30
    assert 5 <= problem.sizes[2] <= 12
    assert problem.abstraction is not None
    assert (np.diff(problem.abstraction.of[2]) >= 0).all()


def test_coarse_draws_are_chances(problem: Problem) -> None:
    menu = find(problem, "cx/").menu
    assert menu is not None
    assert menu.expected(np.ones(problem.sizes[1])) == pytest.approx(1, abs=1e-6)


def test_lifting_is_playing_the_state_of_each_class(problem: Problem) -> None:
    """Compared with the same strategy, written spot by spot over all classes with all counts."""
    strategy = solve(problem, iterations=40).strategy
    wide = draw_problem(TWO_DRAWS, Stakes(1, 2), ranks=4)
    abstraction = problem.abstraction
    assert abstraction is not None
    trained = {spot.path: spot for spot in spots(problem)}

    def as_lifted(spot: Spot) -> np.ndarray:
        narrow = trained[clipped(spot.path)]
        weights = strategy.weights[narrow.slot : narrow.slot + narrow.length]
        if spot.menu is None:
            return weights.reshape(len(spot.actions), -1)[:, abstraction.of[spot.street]]
        mine = abstraction.menus[spot.street]
        state = np.repeat(np.arange(mine.states), np.diff(mine.first))
        of_option = dict(zip(zip(state, mine.kept[mine.row], strict=True), weights[mine.slot], strict=True))
        states = np.repeat(np.arange(spot.states), np.diff(spot.menu.first))
        kept = spot.menu.kept[spot.menu.row]
        return np.array([of_option.get(pair, 0) for pair in zip(states, kept, strict=True)])

    table = tabulate(wide, as_lifted)
    found = Evaluator(problem).exploitability(strategy.weights)
    assert found == pytest.approx(Evaluator(wide).exploitability(table.weights), abs=1e-9)
    value = Evaluator(problem).value(strategy.weights)
    assert value == pytest.approx(Evaluator(wide).value(table.weights), abs=1e-9)
    assert abs(sum(value)) < 1e-9


def clipped(path: str) -> str:
    parts = path.split("/")
    for number, most in ((1, 2), (3, 1)):
        if len(parts) > number:
            parts[number] = "".join([str(min(int(c), most)) for c in parts[number]])
    return "/".join(parts)


def test_inside_its_own_states_a_strategy_looks_better(problem: Problem) -> None:
    solution = solve(problem, iterations=100)
    inside = Evaluator(problem, inside=True)
    found = inside.exploitability(solution.strategy.weights)
    assert 0 < found.msb < solution.exploitability.msb / 2
    assert sum(inside.value(solution.strategy.weights)) == pytest.approx(0, abs=1e-9)
    assert [check.inside for check in solution.curve][-2:] == [True, False]


def test_finer_states_lose_less() -> None:
    def off(states: tuple[int, int]) -> float:
        problem = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=states, counts=[(0, 1, 2)] * 2, ranks=4)
        return solve(problem, iterations=100).exploitability.msb

    assert off((40, 40)) < off((4, 3)) / 2
