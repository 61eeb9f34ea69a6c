"""How luck is measured in a match: its value function, and what each player's cards are expected to become.

The ways of drawing (`standpat.lab.match.prospect`) depend on who plays. The random player draws at random. The caller
and the folder never draw, which matters only against players who do not look at cards. For others a pat hand means a
good hand, so against them everybody but the random player is assumed to draw by the plan.
"""

from collections.abc import Sequence

from standpat.engine.hand import Hand
from standpat.lab.match.aivat import Luck
from standpat.lab.match.entrant import Entry, entries
from standpat.lab.match.plan import Plan
from standpat.lab.match.prospect import Way, prospects
from standpat.lab.match.value import value_of

BLIND = {"random", "caller", "folder"}
"""Bots that do not look at their cards."""


class Measure:
    """The measurement of one match, fixed before its first deck."""

    def __init__(self, plan: Plan) -> None:
        self._value = value_of(plan.game, plan.stakes, plan.stack)
        self._prospects = [prospects(plan.game, way) for way in ways(entries(plan.entries))]

    def luck(self, hand: Hand, at: Sequence[int]) -> Luck:
        """The luck of a hand that was just dealt.

        Args:
            hand: The hand.
            at: The player at each seat.

        Returns:
            The luck, to be followed through the hand.
        """
        return Luck(self._value, [self._prospects[player] for player in at], hand)


def ways(field: Sequence[Entry]) -> list[Way]:
    """The way in which each player is assumed to draw.

    >>> ways(entries(["rule", "random", "caller"])), ways(entries(["random", "caller"]))
    (['plan', 'random', 'plan'], ['random', 'pat'])
    """
    kinds = [one.what if one.kind == "builtin" else "" for one in field]
    others: Way = "pat" if BLIND.issuperset(kinds) else "plan"
    return ["random" if kind == "random" else others for kind in kinds]
