"""The environments show what they have always shown: digests of whole runs, made when everything was copied at once.

The digests are of values, whatever their width in memory.
"""

import hashlib
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from standpat.engine.games import Game, game
from standpat.lab.env.aec import DrawEnv
from standpat.lab.env.vector import DrawVectorEnv

GAMES = {
    "27td": game("27td"),
    "27sd": game("27sd"),
    "27td-pl": game("27td-pl"),
    "wsop": game("27td", house="wsop"),
    "arena": game("a5td", house="arena", cap=None),
}


def digest(seen: "hashlib._Hash", values: Any) -> None:
    """Add arrays, numbers and dicts of them."""
    if isinstance(values, dict):
        for name in sorted(values):
            seen.update(name.encode())
            digest(seen, values[name])
    else:
        array = np.asarray(values)
        seen.update(repr(array.shape).encode())
        seen.update(array.astype(np.float64).tobytes())


def choose(mask: Any, random: np.random.Generator) -> Any:
    """Any allowed number; folds are rare, so that hands reach the end."""
    chance = random.random(mask.shape) * mask
    chance[..., 0] *= 0.1
    return chance.argmax(axis=-1)


def run(record: Game, seats: int, mode: str, stacks: Any, copy: bool) -> str:
    env = DrawVectorEnv(record, num_envs=9, seats=seats, stacks=stacks, autoreset_mode=mode, copy=copy)
    random, seen = np.random.default_rng(11), hashlib.sha256()
    observation, _ = env.reset(seed=21)
    for _ in range(250):
        digest(seen, observation)
        observation, rewards, terminated, truncated, infos = env.step(choose(observation["action_mask"], random))
        for values in (observation, rewards, terminated, truncated):
            digest(seen, values)
        rows = terminated.nonzero()[0]
        assert bool(infos) == bool(len(rows))
        if mode == "SameStep" and infos:
            digest(seen, {name: values[rows] for name, values in infos["final_obs"].items()})
            assert (infos["_final_obs"] == terminated).all()
            assert (infos["_final_info"] == terminated).all()
            infos = infos["final_info"]
        digest(seen, infos)
        if mode == "Disabled" and len(rows):
            observation, _ = env.reset(options={"reset_mask": terminated})
    return seen.hexdigest()[:16]


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize(
    ("id", "seats", "mode", "stacks", "wanted"),
    [
        ("27td", 2, "NextStep", None, "87809cbf16d1dd0a"),
        ("27td", 6, "SameStep", [30, 500, 90, 4, 61, 300], "eb475ea26a7dcd50"),
        ("27td-pl", 3, "SameStep", None, "774eeec208ddd18a"),
        ("27sd", 4, "Disabled", 100, "18c88abd56086eb7"),
        ("27sd", 2, "SameStep", 40_000, "a5160dcd4cc93274"),
        ("wsop", 6, "NextStep", 900, "f52bfa646f4e802d"),
        ("arena", 5, "SameStep", 10**8, "00c8179f79f46b4f"),
    ],
)
def test_a_vector_environment(id: str, seats: int, mode: str, stacks: Any, wanted: str, copy: bool) -> None:
    assert run(GAMES[id], seats, mode, stacks, copy) == wanted


@pytest.mark.parametrize(
    ("id", "seats", "wanted"),
    [("27td", 2, "e7767465f2d98147"), ("27sd", 5, "ec52b5856a313250"), ("arena", 6, "350f25e06e8c95ae")],
)
def test_what_every_agent_sees(id: str, seats: int, wanted: str) -> None:
    env, random, seen = DrawEnv(GAMES[id], seats=seats), np.random.default_rng(5), hashlib.sha256()
    for seed in range(12):
        env.reset(seed=seed if seed % 3 == 0 else None)
        for _ in env.agent_iter():
            for agent in env.possible_agents:
                digest(seen, env.observe(agent))
            observation, reward, over, _, _ = env.last()
            digest(seen, [reward, *env.rewards.values()])
            assert observation is not None
            env.step(None if over else int(choose(observation["action_mask"], random)))
    assert seen.hexdigest()[:16] == wanted
