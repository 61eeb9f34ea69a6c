"""The estimate that takes chance out of random deals: states and prospects against the odds of one hand."""

import numpy as np
import pytest

from standpat.cards.ranking import RANKINGS
from standpat.engine.games import game
from standpat.lab.odds.control import GROUPS, control
from standpat.lab.odds.policy import deal_chances, final_chances, policy, prospects


@pytest.mark.parametrize(("id", "way"), [("27td", "best"), ("a5td", "pat:8/9/T"), ("27td", "keep:8")])
def test_prospects_are_those_of_each_hand(id: str, way: str) -> None:
    played = game(id)
    ranking = RANKINGS[played.ranking]
    stated = policy(way, played, 3)
    group = np.arange(ranking.count + 1) * 7 // (ranking.count + 1)
    state, chances = prospects(ranking, stated, 3, group)
    assert np.allclose(chances.sum(axis=1), 1)
    for left in range(4):
        for value in (1, 40, 300, 900, 1270, 2000, 5000, ranking.count):
            start = np.zeros(ranking.count + 1)
            start[value] = 1
            wanted = np.bincount(group, final_chances(ranking, stated, start, left), 7)
            assert np.allclose(chances[state[left, value]], wanted)


def test_the_worth_of_all_hands_is_a_half_against_the_same_policy() -> None:
    ranking = RANKINGS["deuce-to-seven"]
    best = policy("best", game("27td"), 3)
    found = control(ranking, [best, best], 3)
    assert found.state.shape == (2, 4, ranking.count + 1)
    mass = np.bincount(found.state[0, 3], deal_chances(ranking), found.worth.shape[1])
    assert mass @ found.worth[0] @ mass == pytest.approx(0.5)
    assert mass @ found.worth[1] @ mass == pytest.approx(0.5)
    assert np.allclose(found.worth[0] + found.worth[1].T, 1, atol=1e-6)
    assert 0 <= found.worth.min() <= found.worth.max() <= 1
    assert found.state[:, 0].max() < GROUPS


def test_only_two_players_with_two_draws_have_one() -> None:
    ranking = RANKINGS["deuce-to-seven"]
    best = policy("best", game("27td"), 3)
    for ways, draws in (([best], 3), ([best] * 3, 3), ([best] * 2, 1), ([best] * 2, 0)):
        assert control(ranking, ways, draws).worth.size == 0
