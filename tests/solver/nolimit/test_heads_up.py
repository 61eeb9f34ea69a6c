"""Two players over whole trees: the values are those of the dealt game, a best response finds a planted leak, and a
training that was stopped goes on with the same numbers."""

from pathlib import Path

import numpy as np
import pytest

from standpat import game
from standpat.bots.nolimit_hand import FOLD, PASS
from standpat.bots.nolimit_spot import AFTER_DRAW, kind_of_key
from standpat.solver.nolimit.heads_up import HeadsUp, Played
from standpat.solver.nolimit.match import Arena, Response, Table, timid
from standpat.solver.nolimit.strategy import policy_of

pytestmark = [pytest.mark.slow, pytest.mark.extended]

GAME = game("27sd")
SMALL = (Played(6), Played(9, 0.25))


@pytest.fixture(scope="module")
def solved() -> HeadsUp:
    """Ten big blinds, a hundred iterations."""
    training = HeadsUp(GAME, tables=(Played(10),))
    for _ in range(100):
        training.iterate()
    return training


def test_it_converges(solved: HeadsUp) -> None:
    after = solved.lost()[0]
    begun = HeadsUp(GAME, tables=(Played(10),))
    for _ in range(10):
        begun.iterate()
    assert 0 < 2 * after < begun.lost()[0]


def test_rows_are_probabilities_and_choices_those_of_the_spot(solved: HeadsUp) -> None:
    for key, chances in solved.blocks().items():
        assert kind_of_key(key) != AFTER_DRAW
        assert chances.sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert chances.min() >= 0


def test_a_stopped_training_goes_on_with_the_same_numbers(tmp_path: Path) -> None:
    whole = HeadsUp(GAME, tmp_path / "whole", SMALL)
    for _ in range(4):
        whole.iterate()
    for _ in range(2):
        part = HeadsUp(GAME, tmp_path / "part", SMALL)
        for _ in range(2):
            part.iterate()
        part.save()
    again = HeadsUp(GAME, tmp_path / "part", SMALL)
    assert again.epoch == 4
    assert np.array_equal(again.mind, whole.mind)
    with pytest.raises(ValueError, match="give another folder"):
        HeadsUp(GAME, tmp_path / "part", (Played(6),))


def test_a_best_response_finds_a_planted_leak(solved: HeadsUp) -> None:
    """A player who folds three of ten hands that they would call loses more, to the tree's best response and to a
    learner with real cards that begins as that player."""
    late = HeadsUp(GAME, tables=(Played(10),), early=solved.blocks())
    for _ in range(60):
        late.iterate()
    blocks = {**solved.blocks(), **late.blocks()}
    weaker = timid(blocks)
    changed = [key for key in blocks if not np.array_equal(blocks[key], weaker[key])]
    assert all([(weaker[key][:, FOLD] >= blocks[key][:, FOLD]).all() for key in changed])
    assert all([(weaker[key][:, PASS] <= blocks[key][:, PASS]).all() for key in changed])
    assert late.lost(weaker)[0] > late.lost(blocks)[0] + 0.1
    won = []
    for whom in (blocks, weaker):
        policy, table = policy_of(whom), Table(2, 10)
        learner = Response(GAME, policy, table, space=40_000_000)
        learner.learn(40_000)
        won.append(Arena(GAME, policy).response(learner, 40_000, seed=50))
    assert won[1].bb - won[1].within > won[0].bb + won[0].within


def test_who_solves_the_end_loses_less(solved: HeadsUp) -> None:
    late = HeadsUp(GAME, tables=(Played(10),), early=solved.blocks())
    for _ in range(60):
        late.iterate()
    blocks = {**solved.blocks(), **late.blocks()}
    assert HeadsUp(GAME, tables=(Played(10),)).seated(blocks)[0] < late.lost(blocks)[0]
