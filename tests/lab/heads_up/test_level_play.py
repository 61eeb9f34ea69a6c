"""The tables of a level are what the level is seen to do."""

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from standpat.bots.levels import HABITS, Level
from standpat.bots.player import Situation
from standpat.cards.ranking import RANKINGS, WEIGHT
from standpat.engine.action import Discard, Legal
from standpat.engine.games import Stakes, game
from standpat.lab.heads_up.hand_states import COUNTS, states_of
from standpat.lab.heads_up.level_play import broken, level_play
from standpat.lab.heads_up.play_files import MANY, anybody, play_of
from standpat.lab.heads_up.rounds import FOLD, PASS, WAGER


@pytest.mark.parametrize("id", ["27sd-fl", pytest.param("a5td", marks=pytest.mark.slow)])
def test_the_tables_have_the_habits(id: str) -> None:
    record = game(id)
    strong, level = play_of(record, "blueprint"), Level(0.5, 0.25, 0.4, 0.9)
    assert strong is not None
    weak = level_play(strong, level, record)
    for before, after in zip(strong.bets, weak.bets, strict=True):
        assert after.sum(axis=-1) == pytest.approx(1)
        assert after[..., FOLD] == pytest.approx(0.5 * before[..., FOLD])
        assert after[..., WAGER] == pytest.approx(0.75 * before[..., WAGER])
        assert (after[..., PASS] >= before[..., PASS] - 1e-12).all()
    for before, after in zip(strong.draws, weak.draws, strict=True):
        assert after.sum(axis=-1) == pytest.approx(1)
        assert (after >= -1e-12).all()
        assert (after[..., 1:] >= before[..., 1:] - 1e-12).all()
        assert after[..., 0].sum() < before[..., 0].sum()


def test_nothing_changed_is_the_same_play() -> None:
    strong = play_of(game("27sd-fl"), "blueprint")
    assert strong is not None
    same = level_play(strong, Level(0, 0, 0, 0), game("27sd-fl"))
    assert all(
        [
            (one == other).all()
            for one, other in zip((*strong.bets, *strong.draws), (*same.bets, *same.draws), strict=True)
        ]
    )


@pytest.mark.parametrize("id", ["27td", "a5sd"])
def test_the_hands_broken_are_those_that_the_level_breaks(id: str) -> None:
    """With deals, by state, for the first draw; a level is asked with a hand that would surely stand pat."""
    record, level, random = game(id), Level(0, 0, 0.5, 1.0), Random(2)
    left, by_sum = record.draw_rounds, RANKINGS[record.ranking].by_sum
    state, expected = states_of(record).state[left], broken(level, record, left)
    legal = Legal(fold=False, check=False, call=None, bet=None, raise_=None, draw=5)
    seen: defaultdict[int, list[np.ndarray]] = defaultdict(list)
    for _ in range(6_000):
        cards = tuple(random.sample(range(52), 5))
        row = np.zeros(COUNTS)
        asked = Situation(record, Stakes.limit(10), 0, cards, (), legal, random)
        for action, chance in level.changed({Discard(): 1.0}, asked).items():
            assert isinstance(action, Discard)
            row[min(len(action.cards), COUNTS - 1)] += chance * bool(action.cards)
        seen[int(state[by_sum[sum([WEIGHT[card >> 2] for card in cards])]])].append(row)
    compared = 0
    for number, rows in seen.items():
        if len(rows) >= 30:
            spread = np.std(rows, axis=0) / np.sqrt(len(rows))
            assert (np.abs(np.mean(rows, axis=0) - expected[number]) < 4.5 * spread + 0.03).all()
            compared += 1
    assert compared > 15


def test_levels_are_found_by_name() -> None:
    record = game("27sd-fl")
    folds = [play.bets[1][..., FOLD].mean() for name in (*HABITS, "blueprint") if (play := play_of(record, name))]
    assert len(folds) == 4
    assert folds == sorted(folds)
    assert play_of(game("27sd"), "novice") is None


def test_anybody_is_the_mean_of_several() -> None:
    record = game("27sd-fl")
    found = anybody(record)
    assert found is not None
    plays = [play for bot in MANY if (play := play_of(record, bot)) is not None]
    assert len(plays) == len(MANY) == 3
    for table, *others in zip((*found.bets, *found.draws), *[(*play.bets, *play.draws) for play in plays], strict=True):
        assert table == pytest.approx(sum(others) / 3)
        assert table.sum(axis=-1) == pytest.approx(1)
    assert anybody(record) is found
