"""What is true when a lesson asks: the learner's cards, what they keep, and how many cards the opponent has drawn."""

from collections.abc import Iterator
from typing import NamedTuple

from standpat.cards.card import TEXT
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.teacher.lesson import LessonHand, Move, action_of
from standpat.teacher.played import STACK, STAKES


class Moment(NamedTuple):
    """A step of a lesson.

    Attributes:
        move: The step.
        cards: The learner's cards.
        drawn: By draw so far, how many cards the opponent drew.
        left: The draws that are left to the learner, with one that they are asked about.
    """

    move: Move
    cards: tuple[str, ...]
    drawn: tuple[int, ...]
    left: int


def moments(id: str, given: LessonHand) -> Iterator[Moment]:
    """The steps of a hand, in order."""
    deck = ScriptedDealer(given.deck.replace(" ", ""))
    hand = Hand(game(id), STAKES, stacks=[STACK] * 2, button=given.button, dealer=deck)
    drawn: list[int] = []
    left = hand.game.draw_rounds
    for move in given.moves:
        if move.step:
            yield Moment(move, tuple([TEXT[card] for card in hand.cards(move.seat)]), tuple(drawn), left)
        if move.what == "draw":
            if move.seat:
                drawn.append(len(move.more))
            else:
                left -= 1
        hand.apply(action_of(move, hand.legal))
