"""Results as frames and as plain data."""

import json
import sys

import numpy as np
import pytest

from standpat import Stakes, game
from standpat.lab.frame import flat, frame
from standpat.lab.kernel.hands import Hands
from standpat.lab.match import Plan, play
from standpat.lab.odds import becomes, discards, matchup, matrix


def test_a_match() -> None:
    pytest.importorskip("pandas")
    result = play(Plan(game("27td"), Stakes(50, 100), 10_000, 1, ("rule", "ann@caller")), 40)
    found = result.frame()
    assert list(found.index) == ["rule", "ann"]
    assert found.loc["rule", "units_per100_mean"] == result.per_100(0)[0]
    assert found.loc["ann", "behavior.pat.3"] == 1
    assert found["total_chips"].sum() == 0


def test_odds() -> None:
    pytest.importorskip("pandas")
    hand = "2c3d4h7sKc"
    classes = becomes(hand, draws=1).frame()
    assert classes.loc["8-low", "or_better"] == pytest.approx(12 / 47)
    assert becomes(hand, draws=1).frame("ranks").index[0] == "7-5-4-3-2"
    met = matchup([hand, "8s6c4d3h2d"], draws=1)
    assert list(met.frame()["equity"]) == [side.equity for side in met.sides]
    cells = matrix(["2c3d4h7s", "2d3h4s8c", "2c5d6h8h"], draws=1)
    shares = cells.frame()
    assert shares.loc["2c3d4h7s", "2d3h4s8c"] == cells.shares[0][1]
    assert np.isnan(shares.loc["2c3d4h7s", "2c5d6h8h"])
    assert len(frame(discards(hand, made="8", draws=1))) == 32


def test_a_simulation() -> None:
    pytest.importorskip("pandas")
    tally = Hands(("27td", Stakes.limit(20)), np.full((5, 3), 400), np.arange(5)).simulate(4, seed=1)
    assert repr(tally) == f"Tally(hands=20, decisions={tally.decisions})"
    assert json.loads(json.dumps(tally.to_dict()))["nets"] == tally.nets.tolist()
    assert (tally.frame().to_numpy() == tally.nets).all()


def test_nested_names_are_flattened() -> None:
    assert flat({"a": {"b": [1, {"c": 2}]}, "d": None}) == {"a.b.1": 1, "a.b.2.c": 2, "d": None}


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"^frames need pandas: pip install 'standpat\[frame\]'$"):
        frame([])
