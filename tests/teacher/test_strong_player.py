"""A strong player agrees with the lessons: the trained strategy takes each step as the lesson does."""

from random import Random

import pytest

from standpat.bots.blueprint import blueprint_policy
from standpat.bots.player import situation
from standpat.engine.action import Action, Discard
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.teacher.lesson import LEARNER, LessonHand, action_of, lesson, lesson_games

HANDS = [(id, hand) for id in lesson_games() for hand in lesson(id).hands]
OFTEN = 0.7
NEVER = 0.01
"""Below this the strategy does not play the learner's action; without a step it may be a rare one (a snow's raise)."""


def kind(action: Action) -> object:
    """An action without its size; a discard by its ranks."""
    if isinstance(action, Discard):
        return tuple(sorted(card // 4 for card in action.cards))
    return type(action)


@pytest.mark.parametrize(("id", "given"), HANDS, ids=lambda value: getattr(value, "name", value))
def test_the_strategy_plays_the_steps_as_the_lesson_does(id: str, given: LessonHand) -> None:
    course, deck = lesson(id), ScriptedDealer(given.deck.replace(" ", ""))
    hand = Hand(game(id), course.stakes, stacks=[course.stack] * 2, button=given.button, dealer=deck)
    for move in given.moves:
        action = action_of(move, hand.legal)
        if move.seat == LEARNER:
            policy = blueprint_policy(situation(hand, Random(1)))
            chance = sum(chance for other, chance in policy.items() if kind(other) == kind(action))
            assert chance > (OFTEN if move.step else NEVER), (move, policy)
        hand.apply(action)
