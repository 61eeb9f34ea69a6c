"""A model of a player: what they do, counted by spot."""

from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standpat.bots.multiway_spot import BET_SPOTS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.games import game
from standpat.solver.multiway import opponent_model
from standpat.solver.multiway.engine_match import spot_in
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.opponent_model import OpponentModel, choice_of

GAME = game("27td")


@pytest.mark.extended
def test_the_strategy_is_what_was_seen(tmp_path: Path) -> None:
    """A caller never folds, raises or draws, whatever the others do."""
    model = OpponentModel(GAME, "caller", 4, tmp_path / "caller.npz")
    model.play(60)
    bets, draws = model.counts[:BET_SPOTS], model.counts[BET_SPOTS:]
    assert bets[:, PASS].sum() > 3 * 60 * 3
    assert bets.sum() == bets[:, PASS].sum()
    # three callers stay to the end, and each is asked three times a hand; multiway is not counted
    assert draws.sum() == draws[:, 0].sum() == 3 * 3 * 60
    seen = np.flatnonzero(bets.any(axis=1))
    chance = model.policy()["chance"][0]
    np.testing.assert_allclose(chance[seen, PASS], 1)
    assert model.visits().sum() == pytest.approx(1)


@pytest.mark.extended
def test_it_goes_on_from_its_file(tmp_path: Path) -> None:
    whole, parts = (OpponentModel(GAME, "rule", 3, tmp_path / name) for name in ("whole.npz", "parts.npz"))
    whole.play(30)
    parts.play(10)
    parts.save()
    again = OpponentModel(GAME, "rule", 3, tmp_path / "parts.npz")
    again.play(20)
    assert again.hands == 30
    assert again.counts.sum() > 100
    assert np.array_equal(again.counts, whole.counts)
    with pytest.raises(ValueError, match="rule in 27td with 3 seats"):
        OpponentModel(GAME, "rule", 4, tmp_path / "parts.npz")
    with pytest.raises(ValueError, match="rule in 27td with 3 seats"):
        OpponentModel(GAME, "caller", 3, tmp_path / "parts.npz")


@pytest.mark.extended
def test_an_interrupted_hand_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, model = (OpponentModel(GAME, "caller", 3, tmp_path / name) for name in ("whole.npz", "stopped.npz"))
    whole.play(5)
    with monkeypatch.context() as patch:
        spots = count()

        def interrupted(*here: Any) -> tuple[int, int, int]:
            if next(spots) == 20:
                raise KeyboardInterrupt
            return spot_in(*here)

        patch.setattr(opponent_model, "spot_in", interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.play(5)
    assert 0 < model.hands < 5
    model.play(5 - model.hands)
    assert np.array_equal(model.counts, whole.counts)


def test_who_cannot_be_watched_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown player 'nobody'"):
        OpponentModel(GAME, "nobody", 3, tmp_path / "nobody.npz")
    with pytest.raises(ValueError, match="27sd: there is no strategy of multiway"):
        OpponentModel(game("27sd"), "rule", 3, tmp_path / "rule.npz")


@pytest.mark.parametrize(
    ("action", "choice"),
    [
        (Fold(), FOLD),
        (Check(), PASS),
        (Call(), PASS),
        (Bet(200), WAGER),
        (Raise(400), WAGER),
        (Discard(), 0),
        (Discard("7c 2d"), 2),
        (Discard("7c 2d Kh Ks"), 3),
    ],
)
def test_choices(action: Action, choice: int) -> None:
    assert choice_of(action) == choice
