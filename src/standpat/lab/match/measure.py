"""How luck is measured in a match: its value function, and what each player's cards are expected to become.

A fixed-limit match of two is measured by values that are solved for the average play of both (`PairMeasure`), if there
are files of it (`standpat.lab.heads_up.play_files`). With more players the same values take over in a hand once two
are left (`SeveralMeasure`). Any other match is measured by a fixed rule (`Measure`). There the
ways of drawing (`standpat.lab.match.prospect`) depend on who plays. The random player draws at random. The caller
and the folder never draw, which matters only against players who do not look at cards. For others a pat hand means a
good hand, so against them everybody but the random player is assumed to draw by the plan.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from standpat.engine.hand import Hand
from standpat.lab.heads_up.average_play import AveragePlay
from standpat.lab.heads_up.play_files import DEFAULT, anybody, play_of
from standpat.lab.heads_up.values import Values, values_of
from standpat.lab.match.aivat import Luck
from standpat.lab.match.entrant import Entry, entries
from standpat.lab.match.pair_luck import PairLuck
from standpat.lab.match.plan import Plan
from standpat.lab.match.prospect import Way, prospects
from standpat.lab.match.several_luck import SeveralLuck
from standpat.lab.match.value import value_of

BLIND = {"random", "caller", "folder"}
"""Bots that do not look at their cards."""
GUESSED: Final = 0.9
"""The part of the luck that counts where a player's play is not known: values that fit less well overrate it."""


class PairMeasure:
    """The measurement of a fixed-limit match of two players, by how they play on average.

    Args:
        plan: The match.
        plays: By player, its average play.
        part: The part of all luck that counts.
    """

    def __init__(self, plan: Plan, plays: Sequence[AveragePlay], part: float = 1.0) -> None:
        self._part = part
        self._alike = plays[0] is plays[1]
        first = values_of(plan.game, plays[0], plays[1])
        self._values = (first, first if self._alike else values_of(plan.game, plays[1], plays[0]))

    def luck(self, hand: Hand, at: Sequence[int]) -> PairLuck:
        """The luck of a hand that was just dealt, as `Measure.luck`."""
        return PairLuck(self._values[at[0]], hand, not self._alike, self._part)


class SeveralMeasure:
    """The measurement of a fixed-limit match of three and more, by how they play on average once two are left.

    Args:
        plan: The match.
        plays: By player, its average play.
    """

    def __init__(self, plan: Plan, plays: Sequence[AveragePlay]) -> None:
        self._plan, self._plays = plan, plays
        self._value = value_of(plan.game, plan.stakes, plan.stack)
        self._prospects = [prospects(plan.game, way) for way in ways(entries(plan.entries))]
        self._known: dict[tuple[int, int], Values] = {}

    def luck(self, hand: Hand, at: Sequence[int]) -> SeveralLuck:
        """The luck of a hand that was just dealt, as `Measure.luck`."""

        def values(last: int, first: int) -> Values:
            button, blind = self._plays[at[last]], self._plays[at[first]]
            pair = id(button), id(blind)
            if pair not in self._known:
                self._known[pair] = values_of(self._plan.game, button, blind)
            return self._known[pair]

        return SeveralLuck(self._value, [self._prospects[player] for player in at], values, hand)


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


AnyMeasure: TypeAlias = Measure | PairMeasure | SeveralMeasure
"""How luck is measured in a match."""


def measure_of(plan: Plan) -> AnyMeasure:
    """The measurement of a match: by solved values where there are any."""
    plays = average_plays(plan)
    if plays is None:
        return Measure(plan)
    if plan.seats > 2:
        return SeveralMeasure(plan, plays)
    guessed = any([one.kind != "builtin" for one in entries(plan.entries)])
    return PairMeasure(plan, plays, GUESSED if guessed else 1.0)


def average_plays(plan: Plan) -> list[AveragePlay] | None:
    """The average play of the players of a match; None where values of it are not solved.

    A bot without a file is taken to play like `DEFAULT`, a function or a program like `anybody`. Players that do not
    look at their cards draw in ways that the hand states do not tell apart.
    """
    field = entries(plan.entries)
    kinds = [one.what if one.kind == "builtin" else "" for one in field]
    usual = plan.game.betting == "fixed-limit" and plan.game.bets in ((1, 2), (1, 1, 2, 2))
    if not usual or BLIND.intersection(kinds) or play_of(plan.game, DEFAULT) is None:
        return None
    game = plan.game
    plays = [play_of(game, kind) or play_of(game, DEFAULT) if kind else anybody(game) for kind in kinds]
    return [play for play in plays if play is not None]


def ways(field: Sequence[Entry]) -> list[Way]:
    """The way in which each player is assumed to draw.

    >>> ways(entries(["rule", "random", "caller"])), ways(entries(["random", "caller"]))
    (['plan', 'random', 'plan'], ['random', 'pat'])
    """
    kinds = [one.what if one.kind == "builtin" else "" for one in field]
    others: Way = "pat" if BLIND.issuperset(kinds) else "plan"
    return ["random" if kind == "random" else others for kind in kinds]
