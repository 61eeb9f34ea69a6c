"""Results of the bots of this package against each other, and players of the user."""

from pathlib import Path

import pytest

from standpat import Stakes, game
from standpat.bots import strongest
from standpat.bots.blueprint import strategy_files
from standpat.bots.directories import BEFORE, WHERE, no_limit_files
from standpat.bots.multiway import multiway_files
from standpat.lab.match import Plan, Result, play

OTHERS = ("random", "caller", "folder")
OWN = """
from standpat.engine.action import Call, Check, Discard, Raise

def always_raising(situation):
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    if legal.raise_ is not None:
        return Raise(legal.raise_.max_to)
    return Check() if legal.check else Call()

def always_checking(situation):
    return Check()

nothing = None
"""


def match(game_id: str, entries: list[str], decks: int) -> Result:
    return play(Plan(game(game_id), Stakes(50, 100), 10_000, 1, tuple(entries)), decks * len(entries))


def beats(result: Result, times: float = 1) -> bool:
    mean, margin = result.per_100(0)
    assert margin is not None
    return mean > times * margin


@pytest.mark.parametrize("game_id", ["27td", "a5td", "27sd"])
@pytest.mark.parametrize("other", OTHERS)
def test_rule_beats_the_others(game_id: str, other: str) -> None:
    assert beats(match(game_id, ["rule", other], 300))
    assert beats(match(game_id, ["rule"] + [other] * 5, 60))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["27td", "a5td", "27sd"])
@pytest.mark.parametrize("other", OTHERS)
def test_rule_beats_the_others_clearly_over_20_000_decks(game_id: str, other: str) -> None:
    assert beats(match(game_id, ["rule", other], 20_000), 5)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the strategy files of the package."""
    for name in (WHERE, BEFORE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.usefixtures("shipped")
def test_the_strongest_comes_with_the_package() -> None:
    assert strongest() == "blueprint"
    files = (*strategy_files().values(), *multiway_files().values(), *no_limit_files().values())
    assert len(files) == 11
    assert sum([path.stat().st_size for path in files]) < 60e6


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("game_id", ["27td", "a5td"])
@pytest.mark.parametrize(
    ("other", "decks"),
    [("random", 100), ("caller", 100), ("folder", 100), pytest.param("rule", 4000, marks=pytest.mark.slow)],
)
def test_what_comes_with_the_package_beats_the_others(game_id: str, other: str, decks: int) -> None:
    assert beats(match(game_id, ["blueprint", other], decks))


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("game_id", ["27td", "a5td"])
def test_at_six_seats_too(game_id: str) -> None:
    assert game_id in multiway_files()
    assert beats(match(game_id, ["blueprint"] + ["caller"] * 5, 60))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ownbot.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("own")
def test_folding_loses_the_blinds() -> None:
    """Against a raise every time, a player who always folds loses the small blind on the button and the big blind off
    it."""
    result = match("27td", ["py:ownbot:always_raising", "folder"], 5)
    assert result.names == ("ownbot", "folder")
    assert [score.total for score in result.tally.scores] == [750, -750]
    assert result.per_100(0) == (37.5, 0)


@pytest.mark.usefixtures("own")
def test_a_player_that_acts_illegally_is_substituted() -> None:
    checking = match("27td", ["py:ownbot:always_checking", "caller"], 5).tally.scores[0]
    folding = match("27td", ["folder", "caller"], 5).tally.scores[0]
    assert (checking.total, checking.style) == (folding.total, folding.style)
    assert 0 < checking.faults < checking.timing.count


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("py:ownbot:absent", "absent"),
        ("py:nowhere:decide", "nowhere"),
        ("py:ownbot:nothing", "not a function"),
        ("py:ownbot", "py:MODULE:FUNCTION"),
        ("py:own bot:decide", "py:MODULE:FUNCTION"),
    ],
)
def test_a_specification_without_a_function_is_refused(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        match("27td", [spec, "caller"], 1)
