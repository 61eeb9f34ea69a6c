"""The OpenSpiel game, tested by OpenSpiel's own test and with its solvers."""

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]
from open_spiel.python import policy  # type: ignore[import-untyped, import-not-found, unused-ignore]
from open_spiel.python.algorithms import exploitability  # type: ignore[import-untyped, import-not-found, unused-ignore]

import standpat.lab.env.openspiel  # noqa: F401 (registers the game)

pytestmark = pytest.mark.extended

SMALL = "python_standpat(game=27sd-fl,stack=20,cap=1,max_discards=1,deck=7h8hTsKc,dealt=2c3c4c6c/2d3d4d6d)"
TINY = "python_standpat(game=27sd-fl,stack=20,cap=1,max_discards=1,deck=7h8hTs,dealt=2c3c4c6cJh/2d3d4d6d)"


@pytest.mark.parametrize(
    "parameters",
    ["", "(game=27sd,players=5)", "(game=27td-pl,house=ultimate)", "(game=a5td,stack=17)", SMALL[15:]],
)
def test_random_sim(parameters: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(f"python_standpat{parameters}"), num_sims=10, serialize=True, verbose=False
    )


@pytest.mark.slow
def test_cfr_solves_a_small_deck() -> None:
    small = pyspiel.load_game(SMALL)
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    at_random = exploitability.nash_conv(small, policy.UniformRandomPolicy(small))
    assert at_random > 2  # big blinds
    assert 0 <= pyspiel.nash_conv(small, solver.average_policy()) < at_random / 5


@pytest.mark.slow
def test_cfr_comes_closer_and_closer() -> None:
    small = pyspiel.load_game(TINY)
    solver = pyspiel.CFRPlusSolver(small)
    left, done = [], 0
    for until in (1, 3, 10, 30):
        for _ in range(done, until):
            solver.evaluate_and_update_policy()
        done = until
        left.append(pyspiel.nash_conv(small, solver.average_policy()))
        print(f"after {until} iterations: nash_conv {left[-1]:.4f} big blinds")
    assert left == sorted(left, reverse=True)
    assert left[-1] < left[0] / 10


def test_information_state_tensors() -> None:
    """Over a whole game, two states have the same tensor if and only if they have the same text."""
    small = pyspiel.load_game(TINY)
    told: dict[str, bytes] = {}
    seen: dict[bytes, str] = {}

    def walk(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            name = state.information_state_string(player)
            tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
            assert told.setdefault(name, tensor) == tensor
            assert seen.setdefault(tensor, name) == name
        for action in state.legal_actions():
            walk(state.child(action))

    walk(small.new_initial_state())
    assert len(told) == len(seen) > 100


def test_the_layout_of_information_states() -> None:
    named = pyspiel.load_game("python_standpat(game=27sd-fl)")
    state = named.new_initial_state()
    for card in (0, 4, 8, 12, 48, 1, 5, 9, 13, 49):  # 2c3c4c5cAc and 2d3d4d5dAd
        state.apply_action(card)
    for action in (2, 1, 3 + 0b10000, 44, 3, 1):  # raise, call; player 0 discards the ace and gets Kc; pat; check
        state.apply_action(action)
    shapes = {"player": (2,), "dealt": (52,), "thrown": (1, 52), "came": (1, 52), "heard": (30, 9)}
    (rows,) = named.information_state_tensor_shape()
    flat = np.array(state.information_state_tensor(0))
    assert flat.shape == (rows,) == (sum([int(np.prod(shape)) for shape in shapes.values()]),)
    parts, at = {}, 0
    for name, shape in shapes.items():
        parts[name] = flat[at : at + int(np.prod(shape))].reshape(shape)
        at += int(np.prod(shape))
    assert parts["player"].tolist() == [1, 0]
    assert np.flatnonzero(parts["dealt"]).tolist() == [0, 4, 8, 12, 48]
    assert np.flatnonzero(parts["thrown"][0]).tolist() == [48]
    assert np.flatnonzero(parts["came"][0]).tolist() == [44]
    assert [np.flatnonzero(row).tolist() for row in parts["heard"][:6]] == [[2], [1], [4], [3], [1], []]
    other = state.information_state_tensor(1)
    assert np.array_equal(np.array(other)[-30 * 9 :], flat[-30 * 9 :])


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
