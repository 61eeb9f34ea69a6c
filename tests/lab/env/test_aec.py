"""The PettingZoo environment, tested by PettingZoo's own tests and by ours."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped, import-not-found, unused-ignore]

from standpat import IllegalAction
from standpat.lab.env.aec import DrawEnv

pytestmark = pytest.mark.extended

TABLES = [("27td", 2), ("27td", 6), ("27sd", 3), ("a5td", 4)]


@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # PettingZoo expects a name for a dict of other objects
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_api(id: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(DrawEnv(id, seats=seats), num_cycles=300)  # type: ignore[no-untyped-call, unused-ignore]
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_seed(id: str, seats: int) -> None:
    seed_test(lambda: DrawEnv(id, seats=seats), num_cycles=100)  # type: ignore[no-untyped-call, unused-ignore]


def test_rewards_are_nets() -> None:
    env, random = DrawEnv("27sd", seats=4), np.random.default_rng(0)
    for seed in range(20):
        env.reset(seed=seed)
        paid = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            assert observation is not None
            assert observation["place"] == int(agent[-1])
            paid[agent] += float(reward)
            env.step(None if over else int(random.choice(np.flatnonzero(observation["action_mask"]))))
        assert sum(paid.values()) == pytest.approx(0)
        assert list(paid.values()) == env._tables.nets[0].tolist()
        assert any(paid.values())


def test_an_agent_sees_its_own_cards_only() -> None:
    env = DrawEnv("27td", seats=3)
    env.reset(seed=3)
    hands = [env.observe(agent)["cards"].tolist() for agent in env.agents]
    assert len({card for hand in hands for card in hand}) == 15
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_deals_go_on_without_a_seed() -> None:
    env = DrawEnv()

    def deal(seed: int | None = None) -> list[int]:
        env.reset(seed=seed)
        cards: list[int] = env.observe("place_0")["cards"].tolist()
        return cards

    first, second = deal(1), deal()
    assert first != second
    assert [deal(1), deal()] == [first, second]


def test_illegal() -> None:
    env = DrawEnv()
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 9 may not be taken"):
        env.step(9)
    with pytest.raises(IllegalAction, match="place_1 is not terminated"):
        env.step(None)
    assert env.agent_selection == "place_1"
    assert not any(env.terminations.values())
