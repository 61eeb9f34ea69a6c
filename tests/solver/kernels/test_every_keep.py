"""Best responses over every keep, level by level: the same values as option by option."""

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.engine.games import Stakes, game
from standpat.solver import Problem, blueprint_problem, draw_problem
from standpat.solver.cfr.every_keep import keeps_of
from standpat.solver.cfr.sweep import Step, Sweep
from standpat.solver.game.draw_transitions import Draw, chosen_keeps, every_keep
from standpat.solver.game.hand_classes import hand_classes
from standpat.solver.game.problem import SEATS, Draws
from standpat.solver.kernels.layout import BEST, Real, StrategyTables
from standpat.solver.response.lift import lifted

NONE = np.zeros(0, np.float32)
DOUBLE = np.dtype(np.float64)


@pytest.fixture(scope="module")
def menu() -> Draw:
    return every_keep(hand_classes("deuce-to-seven", 6))


def test_draws_of_another_kind_are_left_to_the_other_kernel(menu: Draw) -> None:
    assert keeps_of(menu, DOUBLE) is not None
    assert keeps_of(chosen_keeps(menu, np.arange(menu.states, dtype=float), (0, 1, 2, 3)), DOUBLE) is None
    assert keeps_of(chosen_keeps(menu, np.arange(menu.states, dtype=float), range(6)), DOUBLE) is None
    chance = menu.chance.copy()
    chance[menu.entry[-2] :] = chance[menu.entry[-2] :][::-1]
    assert keeps_of(menu._replace(chance=chance), DOUBLE) is None


def test_the_steps_are_far_fewer(menu: Draw) -> None:
    keeps = keeps_of(menu, DOUBLE)
    assert keeps is not None
    assert len(keeps.grow) + len(keeps.drop) < len(menu.target) + menu.options


def responses(problem: Problem, weights: NDArray[np.float32], seat: int, *, every: bool) -> Real:
    wide, layout = lifted(problem, seat) if problem.abstraction is not None else (problem, problem.layout)
    sweep = Sweep(wide, 1 + every, layout=layout)
    for link in wide.links:
        assert isinstance(link, Draws)
        assert sweep._keeps_of(link.every[seat]) is not None
        if not every:
            sweep._keeps[id(link.every[seat])] = (link.every[seat], None)
    return sweep.run(Step(seat, BEST, StrategyTables(weights, weights, NONE, NONE), cut=0.1)).copy()


@pytest.mark.extended
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("record", ["27td", "a5td"])
def test_responses_to_a_blueprint_are_the_same(record: str, seat: int) -> None:
    problem = blueprint_problem(
        game(record, cap=1), Stakes(1, 2), states=(30, 20, 10), counts=[(0, 1), (0, 1, 3), (0, 1, 2)], ranks=6
    )
    weights = np.random.default_rng(2).random(problem.size, np.float32)
    found, want = (responses(problem, weights, seat, every=every) for every in (True, False))
    assert np.abs(want).max() > 0.1
    assert found == pytest.approx(want, abs=1e-6)


@pytest.mark.extended
@pytest.mark.parametrize("seat", SEATS)
def test_responses_in_a_class_game_are_the_same(seat: int) -> None:
    problem = draw_problem(game("27sd-fl", cap=2), Stakes(1, 2), ranks=7)
    weights = np.random.default_rng(2).random(problem.size, np.float32)
    found, want = (responses(problem, weights, seat, every=every) for every in (True, False))
    assert np.abs(want).max() > 0.1
    assert found == pytest.approx(want, abs=1e-6)
