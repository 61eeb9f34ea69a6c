"""How luck is measured in a match: its value function, and what each player's cards are expected to become.

The ways of drawing (`standpat.lab.match.prospect`) follow from who plays. The random player draws at random. The caller
and the folder never draw, which counts among players who do not look at cards; to others a pat hand is a good one, and
against them everybody but the random player is taken to draw by the plan.
"""

from collections.abc import Sequence

from standpat.engine.hand import Hand
from standpat.lab.match.aivat import Luck
from standpat.lab.match.entrant import Entry, entries
from standpat.lab.match.plan import Plan
from standpat.lab.match.prospect import Way, prospects
from standpat.lab.match.value import value_of

BLIND = {"random", "caller", "folder"}


class Measure:
    """Of one match: fixed before its first deck."""

    def __init__(self, plan: Plan) -> None:
        self._value = value_of(plan.game, plan.stakes, plan.stack)
        self._prospects = [prospects(plan.game, way) for way in ways(entries(plan.entries))]

    def luck(self, hand: Hand, at: Sequence[int]) -> Luck:
        """That of a hand just dealt, with these players at its seats."""
        return Luck(self._value, [self._prospects[player] for player in at], hand)


def ways(field: Sequence[Entry]) -> list[Way]:
    """How each player is taken to draw.

    >>> ways(entries(["rule", "random", "caller"])), ways(entries(["random", "caller"]))
    (['plan', 'random', 'plan'], ['random', 'pat'])
    """
    kinds = [one.what if one.kind == "builtin" else "" for one in field]
    others: Way = "pat" if BLIND.issuperset(kinds) else "plan"
    return ["random" if kind == "random" else others for kind in kinds]
