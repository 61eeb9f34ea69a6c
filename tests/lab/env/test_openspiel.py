"""The OpenSpiel game, by OpenSpiel's own test and by what its solvers make of it."""

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]
from open_spiel.python import policy  # type: ignore[import-untyped, import-not-found, unused-ignore]
from open_spiel.python.algorithms import exploitability  # type: ignore[import-untyped, import-not-found, unused-ignore]

import standpat.lab.env.openspiel  # noqa: F401 (registers the game)

SMALL = "python_standpat(game=27sd-fl,stack=20,cap=1,max_discards=1,deck=7h8hTsKc,dealt=2c3c4c6c/2d3d4d6d)"


@pytest.mark.parametrize(
    "parameters",
    ["", "(game=27sd,players=5)", "(game=27td-pl,house=ultimate)", "(game=a5td,stack=17)", SMALL[15:]],
)
def test_random_sim(parameters: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(f"python_standpat{parameters}"), num_sims=10, serialize=True, verbose=False
    )


def test_cfr_solves_a_small_deck() -> None:
    small = pyspiel.load_game(SMALL)
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    at_random = exploitability.nash_conv(small, policy.UniformRandomPolicy(small))
    assert at_random > 2  # big blinds
    assert 0 <= pyspiel.nash_conv(small, solver.average_policy()) < at_random / 5


def test_parameters_reach_the_game() -> None:
    named = pyspiel.load_game("python_standpat(game=27sd,players=3,big_blind=10,small_blind=5,stack=500)")
    assert named.num_players() == 3
    assert (named.min_utility(), named.max_utility()) == (-50, 100)
    assert named.num_distinct_actions() == 38
    assert str(pyspiel.load_game(str(named))) == str(named)


def test_observations() -> None:
    small = pyspiel.load_game(SMALL)
    state, other = small.new_initial_state(), small.new_initial_state()
    for one, two in ((22, 22), (26, 44)):  # 7h to player 0; 8h or Kc to player 1
        state.apply_action(one)
        other.apply_action(two)
    assert state.observation_string(0) == other.observation_string(0)
    assert state.observation_tensor(0) == other.observation_tensor(0)
    assert state.observation_tensor(1) != other.observation_tensor(1)
    assert state.information_state_string(0) == "0:2c3c4c6c7h|"
    shape = small.observation_tensor_shape()
    assert np.array(state.observation_tensor(0)).shape == tuple(shape)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["fold", "pass"]
