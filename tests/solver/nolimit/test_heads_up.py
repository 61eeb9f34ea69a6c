"""Two players over whole trees: the values are those of the dealt game, a best response finds a planted leak, and a
training that was stopped goes on with the same numbers."""

from pathlib import Path

import numpy as np
import pytest

from standpat import game
from standpat.bots.nolimit_hand import FOLD, PASS
from standpat.bots.nolimit_spot import AFTER_DRAW, kind_of_key
from standpat.solver.nolimit.heads_up import LEARNED, HeadsUp, Played, lines_of
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


def test_each_line_has_its_own_spot_that_the_player_finds(solved: HeadsUp) -> None:
    """Against itself at the learned table a strategy of lines needs no coarser spot up to the draw."""
    blocks = solved.blocks()
    assert len(blocks) > 130
    late = HeadsUp(GAME, tables=(Played(10),), early=blocks)
    late.iterate()
    policy = policy_of({**blocks, **late.blocks()})
    arena = Arena(GAME, policy)
    arena.strategy(policy, Table(2, 10), 2000)
    assert arena.levels[0] > 4000  # each hand has two draws at least, unless somebody folds
    assert arena.levels[2:].sum() == 0
    assert Arena(GAME, policy_of(late.blocks())).strategy(policy, Table(2, 10), 2000).bb > 0


def test_the_nearest_depth_plays_between_the_learned_ones(solved: HeadsUp) -> None:
    """Nine big blinds are played as ten, also where a choice of ten is not possible, and eight are not."""
    blocks = solved.blocks()
    lost = {depth: HeadsUp(GAME, tables=(Played(depth),)).seated(blocks)[0] for depth in (8, 9, 10)}
    assert max(lost[9], lost[10]) < 0.1
    assert lost[8] > 5 * max(lost[9], lost[10])


def test_a_table_that_was_solved_is_read_again(tmp_path: Path) -> None:
    table = Played(6, 0.25)
    assert table in LEARNED
    once = lines_of(GAME, table, 3, tmp_path)
    (kept,) = tmp_path.iterdir()
    begun = kept.stat().st_mtime_ns
    again = lines_of(GAME, table, 3, tmp_path)
    assert kept.stat().st_mtime_ns == begun
    fresh = lines_of(GAME, table, 3)
    assert once.keys() == again.keys() == fresh.keys()
    assert all([np.array_equal(once[key], again[key]) and np.array_equal(once[key], fresh[key]) for key in once])
    assert lines_of(GAME, table, 4, tmp_path).keys() == once.keys()
    assert len(list(tmp_path.iterdir())) == 2


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
