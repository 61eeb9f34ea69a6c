"""The lesson's value: both languages, and no card that the learner may not know."""

import json

import pytest

from standpat.language import language, languages
from standpat.room.server.api.lessons import lesson_view
from standpat.teacher.lesson import lesson_games


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("game", lesson_games())
def test_a_lesson_is_told_in_every_language(game: str, code: str) -> None:
    lesson = lesson_view(game, language(code))
    assert json.loads(json.dumps(lesson)) is not None
    for hand in lesson["hands"]:
        assert len(hand["betting"]) == len(hand["events"])
        for step in hand["steps"]:
            assert 0 < step["at"] < len(hand["events"])
            kinds = [option["kind"] for option in step["options"]]
            assert step["expected"]["kind"] == "discard" if not kinds else step["expected"] in step["options"]


def test_the_opponents_cards_come_only_at_the_showdown() -> None:
    folded = next(hand for hand in lesson_view("27td", language("en"))["hands"] if hand["name"] == "fold")
    told = json.dumps(folded["events"])
    assert "Ks" in told
    assert not any(card in told for card in ("7d", "5s", "3h", "2c", "Tc"))
