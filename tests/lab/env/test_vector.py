"""The Gymnasium vector environment."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate
from numpy.typing import NDArray

from standpat.lab.env.vector import DrawVectorEnv, Observation


def choose(observation: Observation, random: np.random.Generator) -> NDArray[np.int64]:
    chosen: NDArray[np.int64] = (random.random(observation["action_mask"].shape) * observation["action_mask"]).argmax(1)
    return chosen


@pytest.mark.parametrize(("id", "seats"), [("27td", 2), ("27td", 6), ("27sd", 3), ("27td-pl", 2)])
def test_observations_are_in_their_space(id: str, seats: int) -> None:
    env = DrawVectorEnv(id, num_envs=7, seats=seats)
    random = np.random.default_rng(0)
    observation, infos = env.reset(seed=5)
    assert infos == {}
    for _ in range(150):
        assert observation in env.observation_space
        for single in iterate(env.observation_space, observation):
            arrays = {name: np.asarray(value) for name, value in single.items()}
            assert arrays in env.single_observation_space
        actions = choose(observation, random)
        assert actions in env.action_space
        observation, rewards, terminated, truncated, _ = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (7,)
        assert not truncated.any()
    env.close()


def test_next_step_autoreset() -> None:
    env = DrawVectorEnv(num_envs=3)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    first, _ = env.reset(seed=1)
    last, rewards, terminated, _, infos = env.step(np.array([0, 1, 0]))  # the button folds, limps, folds
    assert terminated.tolist() == [True, False, True]
    assert rewards.tolist() == [-0.5, 0, -0.5]
    assert infos["_nets"].tolist() == [True, False, True]
    assert infos["nets"].tolist() == [[0.5, -0.5], [0, 0], [0.5, -0.5]]
    assert last["place"].tolist() == [1, 0, 1]
    assert not last["action_mask"][0].any()
    new, rewards, terminated, _, infos = env.step(np.array([-7, 1, 999]))  # not read where the hand is over
    assert infos == {}
    assert not rewards.any()
    assert not terminated.any()
    assert new["place"].tolist() == [1, 0, 1]
    assert (new["history"][0] == -1).all()
    assert (new["cards"][0] != first["cards"][0]).any()


def test_same_step_autoreset() -> None:
    env = DrawVectorEnv(num_envs=2, autoreset_mode="SameStep")
    first, _ = env.reset(seed=1)
    new, rewards, terminated, _, infos = env.step(np.array([0, 1]))
    assert terminated.tolist() == [True, False]
    assert rewards.tolist() == [-0.5, 0]
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [True, False]
    assert infos["final_info"]["nets"].tolist() == [[0.5, -0.5], [0, 0]]
    assert infos["final_obs"]["cards"][0].tolist() == first["cards"][0].tolist()
    assert not infos["final_obs"]["action_mask"][0].any()
    assert (new["cards"][0] != first["cards"][0]).any()
    assert new["action_mask"][0].any()


def test_no_autoreset() -> None:
    env = DrawVectorEnv(num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    old, _, terminated, _, _ = env.step(np.array([0, 1]))
    with pytest.raises(ValueError, match="table 0 is over: reset it by reset_mask"):
        env.step(np.array([1, 1]))
    with pytest.raises(ValueError, match=r"expected bool \(2,\)"):
        env.reset(options={"reset_mask": [1, 0]})
    new, _ = env.reset(options={"reset_mask": terminated})
    assert new["action_mask"][0].any()
    for name, values in old.items():
        assert np.array_equal(values[1], new[name][1]), name


def test_seeds() -> None:
    def cards(env: DrawVectorEnv, seed: int | list[int | None] | None) -> list[list[int]]:
        dealt: list[list[int]] = env.reset(seed=seed)[0]["cards"].tolist()
        return dealt

    env, other = DrawVectorEnv(num_envs=2), DrawVectorEnv(num_envs=2)
    once = cards(env, 4)
    assert cards(other, 4) == once
    assert cards(other, [5, 4]) == [once[1], *cards(env, [4, 4])[:1]]
    assert cards(env, 4) == once
    assert cards(env, None) != once  # continues
    assert cards(DrawVectorEnv(num_envs=2), None) != cards(DrawVectorEnv(num_envs=2), None)
    with pytest.raises(ValueError, match="3 seeds for 2 tables"):
        env.reset(seed=[1, 2, 3])


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_nets_sum_to_zero_and_the_reward_is_the_last_actors(mode: str) -> None:
    env, random = DrawVectorEnv("27sd", num_envs=50, seats=4, autoreset_mode=mode), np.random.default_rng(0)
    observation, _ = env.reset(seed=0)
    hands = 0
    for _ in range(60):
        places = observation["place"]
        observation, rewards, terminated, _, infos = env.step(choose(observation, random))
        assert not rewards[~terminated].any()
        if terminated.any():
            nets = (infos["final_info"] if mode == "SameStep" else infos)["nets"]
            assert np.allclose(nets.sum(axis=1), 0)
            assert np.array_equal(rewards[terminated], nets[terminated, places[terminated]])
            hands += int(terminated.sum())
    assert hands > 100


def test_copies() -> None:
    for copy in (True, False):
        env = DrawVectorEnv(num_envs=1, copy=copy)
        first, _ = env.reset(seed=0)
        before = first["place"].copy()
        env.step(np.array([1]))
        assert (first["place"] == before).all() == copy


def test_a_step_needs_a_deal() -> None:
    with pytest.raises(ValueError, match="call reset first"):
        DrawVectorEnv().step(np.array([1]))
