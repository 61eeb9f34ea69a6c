"""What a learner is advised to do at a step, and why.

A `Teacher` is a function of the hand as it stands and the move that the lesson plays. `scripted` is the one there is:
it advises the move of the script, for the reason that the lesson gives. A teacher that computes values takes its place.
"""

from collections.abc import Callable

import msgspec

from standpat.engine.action import Action
from standpat.engine.hand import Hand
from standpat.teacher.lesson import Move, action_of


class Hint(msgspec.Struct, frozen=True):
    """The advised action, and the key of its reason below ``lesson.GAME.HAND``."""

    action: Action
    reason: str


Teacher = Callable[[Hand, Move], Hint]


def scripted(hand: Hand, move: Move) -> Hint:
    """The move of the script."""
    return Hint(action_of(move, hand.legal), f"{move.step}.why")
