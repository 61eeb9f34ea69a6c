"""poker-arena's own transcripts, if there are any: set STANDPAT_ARENA_TRANSCRIPTS to their folder."""

import os
from pathlib import Path

import pytest

from standpat.history.file import convert, read, read_file
from standpat.history.record import Record
from standpat.history.replay import replay

FOLDER = os.environ.get("STANDPAT_ARENA_TRANSCRIPTS", "")
pytestmark = pytest.mark.skipif(
    not FOLDER, reason="set STANDPAT_ARENA_TRANSCRIPTS to the folder transcripts/ of mixedsolver/poker-arena"
)


@pytest.mark.parametrize("name", ["27td-fl", "a5td-fl", "27sd-nl"])
def test_the_engine_agrees_with_every_hand(name: str) -> None:
    hands = list(read_file(Path(FOLDER) / f"{name}.jsonl"))
    assert len(hands) >= 5
    for hand in hands:
        assert isinstance(hand, Record), hand
        played = replay(hand)
        assert played.disagreements == []
        for form in ("arena", "phh"):
            (again,) = read(convert(hand, form, played))
            assert isinstance(again, Record)
            assert replay(again).disagreements == []


@pytest.mark.parametrize("name", ["27td-fl", "a5td-fl", "27sd-nl"])
def test_the_game_is_guessed_from_the_hands(name: str) -> None:
    text = (Path(FOLDER) / f"{name}.jsonl").read_text(encoding="utf-8")
    games = {hand.game.id for hand in read(text) if isinstance(hand, Record)}
    assert games == {name.partition("-")[0]}
