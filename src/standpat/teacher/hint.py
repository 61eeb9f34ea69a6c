"""What a player is advised to do at a decision, and why.

A `Teacher` is a function of the situation, which has no card that the player may not know. A lesson that has none
follows its script. `standpat.teacher.advice` has a teacher that follows a bot's policy; one that computes the values of
all choices takes the same place.
"""

from collections.abc import Callable, Mapping

import msgspec

from standpat.bots.player import Situation
from standpat.engine.action import Action


class Hint(msgspec.Struct, frozen=True):
    """Advice at a decision.

    Attributes:
        action: The advised action.
        reason: The key of its reason in the locale files.
        values: The values of the reason's placeholders. The name of the player's hand, `hand`, is not among them.
        other: Of 100 times, how often the teacher would do something else.
    """

    action: Action
    reason: str
    values: Mapping[str, int] = {}
    other: int = 0


Teacher = Callable[[Situation], Hint]
