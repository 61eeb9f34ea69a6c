"""The lessons: each is played through its line, and what its texts say is true."""

import msgspec
import pytest

from standpat.bots.player import Situation
from standpat.engine.action import Bet, Check, Discard
from standpat.engine.dealer import DealError
from standpat.engine.event import DealHole, ShowdownShow
from standpat.engine.games import game
from standpat.language import language, languages
from standpat.table_view.naming import ranks
from standpat.teacher.hint import Hint
from standpat.teacher.lesson import LEARNER, LessonHand, lesson, lesson_games
from standpat.teacher.played import play
from teacher.moments import moments

HANDS = [(id, hand) for id in lesson_games() for hand in lesson(id).hands]
NAMED = {
    ("27td", "low"): ("7-5-4-3-2", "9-8-6-4-3"),
    ("27td", "straight"): ("8-5-4-3-2", "9-8-7-3-2"),
    ("27td", "draws"): ("8-7-5-4-2", "8-7-6-4-3"),
    ("a5td", "ace"): ("5-4-3-2-A", "9-8-7-5-2"),
    ("a5td", "straight"): ("6-5-4-3-2", "8-7-4-2-A"),
    ("a5td", "break"): ("9-7-3-2-A", "K-8-6-5-4"),
    ("27sd", "one"): ("8-7-5-3-2", "T-9-6-5-4"),
    ("27sd", "size"): ("7-5-4-3-2", "T-9-6-5-4"),
}
"""The hands at the showdown, which the texts compare."""


def one(name: str) -> LessonHand:
    return next(hand for hand in lesson("27td").hands if hand.name == name)


def test_a_lesson_has_five_hands() -> None:
    assert "27td" in lesson_games()
    assert all(len(lesson(id).hands) == 5 for id in lesson_games())
    with pytest.raises(ValueError, match="no lesson for '27'"):
        lesson("27")


@pytest.mark.parametrize(("id", "hand"), HANDS, ids=lambda value: getattr(value, "name", value))
def test_every_hand_is_played_to_its_end(id: str, hand: LessonHand) -> None:
    played = play(game(id), lesson(id), hand)
    assert sum(played.nets) == 0
    assert played.nets[hand.winner] > 0
    assert played.steps
    shown = any(isinstance(event, ShowdownShow) for event in played.events)
    names = tuple([ranks(cards, game(id)) for cards in played.cards]) if shown else None
    assert names == NAMED.get((id, hand.name))
    dealt = [event for event in played.events if isinstance(event, DealHole) and event.seat != LEARNER]
    assert all(-1 in event.cards or 52 in event.cards or not event.cards for event in dealt), "no card is told early"


@pytest.mark.parametrize(("id", "hand"), HANDS, ids=lambda value: getattr(value, "name", value))
def test_no_other_card_is_as_good_to_throw(id: str, hand: LessonHand) -> None:
    """A step expects one discard, so no card of a thrown rank is kept."""
    for moment in moments(id, hand):
        if moment.move.what == "draw":
            kept = {card[0] for card in moment.cards if card not in moment.move.more}
            assert kept.isdisjoint(card[0] for card in moment.move.more), moment


@pytest.mark.parametrize("code", languages())
def test_every_step_has_its_texts(code: str) -> None:
    say = language(code)
    for id, hand in HANDS:
        keys = [f"{step.name}.{part}" for step in play(game(id), lesson(id), hand).steps for part in ("ask", "why")]
        for key in ["title", "idea", "end", *keys]:
            assert say.has(f"lesson.{id}.{hand.name}.{key}"), (id, hand.name, key)


def test_a_wrong_line_is_refused() -> None:
    fold = one("fold")
    for change, text in (
        ({"line": ("0 raise",)}, "seat 1 is to act, not 0"),
        ({"line": ("1 raise",)}, "the hand is not over"),
        ({"winner": 0}, "seat 0 does not win"),
        ({"line": ("1 bet",)}, "'bet' is not an action here"),
    ):
        with pytest.raises(ValueError, match=text):
            play(game("27td"), lesson("27td"), msgspec.structs.replace(fold, **change))
    with pytest.raises(DealError):
        play(game("27td"), lesson("27td"), msgspec.structs.replace(fold, deck="2c"))


def test_another_teacher_gives_its_own_hints() -> None:
    def teacher(now: Situation) -> Hint:
        assert now.seat == LEARNER
        return Hint(Discard(), "hint.value", {"chips": len(now.cards)})

    hints = [step.hint for step in play(game("27td"), lesson("27td"), one("low"), teacher).steps]
    assert hints == [Hint(Discard(), "hint.value", {"chips": 5})] * 3


def test_a_step_offers_the_sizes_of_its_line() -> None:
    course = lesson("27sd")
    size = next(hand for hand in course.hands if hand.name == "size")
    (step,) = play(game("27sd"), course, size).steps
    assert step.options == (Check(), Bet(10), Bet(50), Bet(975))
    assert step.hint.action == Bet(50)
    for amount in ("9", "976"):
        line = tuple([text.replace("bet 50 10", f"bet 50 {amount}") for text in size.line])
        with pytest.raises(ValueError, match=f"a size of {amount} is not on offer: expected 10 to 975"):
            play(game("27sd"), course, msgspec.structs.replace(size, line=line))
