"""The states of hands, and what they become."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from standpat.cards.card import DECK, parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import game
from standpat.lab.heads_up.hand_states import COUNTS, FINAL, STATES, size, states_of


@pytest.mark.parametrize("id", ["27td", "a5sd"])
def test_states_and_moves_are_complete(id: str) -> None:
    record = game(id)
    states = states_of(record)
    for left, state in enumerate(states.state):
        assert state.min() == 0
        assert state[1:].max() == size(left) - 1
        assert states.mass[left].sum() == pytest.approx(1)
    assert (np.diff(states.state[0][1:]) >= 0).all()  # the best hand first
    for left in range(1, record.draw_rounds + 1):
        totals = states.moves[left].sum(axis=2)
        assert totals == pytest.approx(np.ones((COUNTS, STATES)))


def test_what_a_hand_becomes_agrees_with_counting_cards() -> None:
    """Two cards drawn to 2-3-7 from a whole deck without these three; flushes count as their ranks."""
    states, ranking = states_of(game("27td")), RANKINGS["deuce-to-seven"]
    value = ranking("2c3d7hKsKd")
    kept = parse("2c3d7h")
    found = np.zeros(FINAL)
    rest = [card for card in DECK if card not in kept]
    for new in combinations(rest, 2):
        found[states.state[0][ranking((*kept, *new))]] += 1 / comb(len(rest), 2)
    assert states.keep[1][value, 2] == sum([1 << (card >> 2) for card in kept])
    assert states.after(1, value, 2) == pytest.approx(found)
    assert states.after(1, value, 0).tolist() == np.eye(FINAL)[states.state[0][value]].tolist()
