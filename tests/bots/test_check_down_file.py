import os
from pathlib import Path

import pytest

from standpat import game
from standpat.bots import check_down
from standpat.bots.check_down_file import FOLDER, shapes, store, stored
from standpat.bots.check_down_values import computed
from standpat.bots.draw import KEEPS
from standpat.cards.ranking import ACE_TO_FIVE, RANKINGS, Ranking
from standpat.engine.games import ids


@pytest.mark.parametrize(("ranking", "draws"), shapes(), ids=lambda one: getattr(one, "id", str(one)))
def test_a_stored_plan_is_the_computed_one(ranking: Ranking, draws: int) -> None:
    """To rounding: Python 3.12 adds floats more exactly than Python 3.11."""
    kept, new = stored(ranking, draws), computed(ranking, draws)
    assert kept is not None
    assert kept.choice == new.choice
    for left in range(draws + 1):
        assert kept.worth[left] == pytest.approx(new.worth[left], abs=1e-12)
    assert kept.final == pytest.approx(new.final, abs=1e-12)
    assert kept.drawing[0] == {}
    for left in range(1, draws + 1):
        assert list(kept.drawing[left]) == list(KEEPS)
        for keep in KEEPS:
            assert kept.drawing[left][keep] == pytest.approx(new.drawing[left][keep], abs=1e-12)
    assert {played: set(drew) for played, drew in kept.drew.items()} == {
        played: set(drew) for played, drew in new.drew.items()
    }
    for played, drew in new.drew.items():
        for key, prospect in drew.items():
            assert kept.drew[played][key] == pytest.approx(prospect, abs=1e-12)


def test_every_game_has_a_file_and_no_file_is_left_over() -> None:
    files = {f"{ranking}-{draws}.plan" for ranking, draws in {(game(id).ranking, game(id).draw_rounds) for id in ids()}}
    assert set(os.listdir(FOLDER)) == files


def test_a_written_file_reads_back_as_it_was(tmp_path: Path) -> None:
    values = computed(ACE_TO_FIVE, 2)
    assert stored(ACE_TO_FIVE, 2, str(tmp_path)) is None
    store(values, ACE_TO_FIVE, 2, str(tmp_path))
    assert stored(ACE_TO_FIVE, 2, str(tmp_path)) == values


def test_a_game_without_a_file_is_computed() -> None:
    plan = check_down._plan("ace-to-five", 2)
    assert (plan.ranking, plan.draws) == (RANKINGS["ace-to-five"], 2)
    assert len(plan.choice) == len(plan.prospect) == 3
    assert stored(ACE_TO_FIVE, 2) is None
