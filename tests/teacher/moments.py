"""What is true when a lesson asks: the learner's cards, what they keep, and how many cards the opponent has drawn."""

from collections.abc import Iterator
from typing import NamedTuple

from standpat.cards.card import TEXT
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.teacher.lesson import LessonHand, Move, action_of, lesson


class Moment(NamedTuple):
    """A step of a lesson.

    Attributes:
        move: The step.
        cards: The learner's cards.
        drawn: By draw so far, how many cards the opponent drew.
        pot: The chips in the middle, without a bet that the learner faces.
        left: The draws that are left to the learner, with one that they are asked about.
    """

    move: Move
    cards: tuple[str, ...]
    drawn: tuple[int, ...]
    pot: int
    left: int


def moments(id: str, given: LessonHand) -> Iterator[Moment]:
    """The steps of a hand, in order."""
    deck = ScriptedDealer(given.deck.replace(" ", ""))
    course = lesson(id)
    hand = Hand(game(id), course.stakes, stacks=[course.stack] * 2, button=given.button, dealer=deck)
    drawn: list[int] = []
    left = hand.game.draw_rounds
    for move in given.moves:
        pot = hand.pot - (hand.legal.call or 0)
        if move.step:
            yield Moment(move, tuple([TEXT[card] for card in hand.cards(move.seat)]), tuple(drawn), pot, left)
        if move.what == "draw":
            if move.seat:
                drawn.append(len(move.more))
            else:
                left -= 1
        hand.apply(action_of(move, hand.legal))
