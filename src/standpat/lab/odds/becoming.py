"""What a hand becomes: the probability of every final value after one, two or three draws.

`becomes("2c3d4h7sKc", draws=2)` returns a `Becoming`. The hand is five cards, or the cards that were kept; a hand of
four cards or fewer has discarded the rest and draws it first, and its discards may be named, ``2c3d4h7s/Kc``. Dead
cards and own discards do not come, unless the deck runs out. The result is exact by enumeration if that takes up to
some seconds, which covers all draws of one and two cards. Otherwise it is measured over random deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, perm
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import Cards, text
from standpat.cards.ranking import RANKINGS, Ranking
from standpat.compute.threads import Threads, in_order
from standpat.engine.games import Game
from standpat.engine.games import game as record
from standpat.lab.frame import table
from standpat.lab.odds import path
from standpat.lab.odds.interval import wilson
from standpat.lab.odds.low import card_form, labels, low
from standpat.lab.odds.matchup import Question, setup
from standpat.lab.odds.path import Nodes
from standpat.lab.odds.player import path_order
from standpat.lab.odds.progress import Progress
from standpat.lab.odds.sample import pieces

if TYPE_CHECKING:
    from pandas import DataFrame

_MOST_NODES: Final = 3_000_000
_PART: Final = 50_000


@dataclass(frozen=True)
class Becoming:
    """What a hand becomes.

    Attributes:
        hand: The hand.
        game: The id of the game.
        draws: Draws to come.
        dead: The dead cards.
        policy: The drawing policy.
        exact: Whether the probabilities are exact.
        total: If exact, the common denominator of `ways`; otherwise the number of deals.
        chances: By final value, its probability; index 0 is not used.
        ways: By final value, its probability times `total`.
    """

    hand: str
    game: str
    draws: int
    dead: str
    policy: str
    exact: bool
    total: int
    chances: NDArray[np.float64] = field(repr=False)
    ways: tuple[int, ...] = field(repr=False)

    @property
    def ranking(self) -> Ranking:
        """The order of hands of the game."""
        return RANKINGS[record(self.game).ranking]

    def chance(self, made: str) -> float:
        """The probability of a low or better.

        Args:
            made: The low, such as ``"8"`` or ``"9-7"``.

        Returns:
            The probability.

        Raises:
            ValueError: There is no such low.
        """
        return float(self.fraction(made))

    def fraction(self, made: str) -> Fraction:
        """The probability of a low or better as a fraction, exact or measured."""
        return Fraction(sum(self.ways[: low(self.ranking, made) + 1]), self.total)

    def interval(self, made: str) -> tuple[float, float]:
        """The 95% interval of `chance`. If that is exact, both ends are equal to it."""
        chance = self.chance(made)
        return (chance, chance) if self.exact else wilson(chance, self.total)

    def table(self) -> list[tuple[str, float, float]]:
        """By class of hand, best first: label, probability, and the probability of this class or better."""
        rows, before = [], 0.0
        for label, worst in labels(self.ranking.id):
            total = float(Fraction(sum(self.ways[: worst + 1]), self.total))
            rows.append((label, max(0.0, total - before), total))
            before = total
        return rows

    def values(self) -> list[tuple[int, str, float]]:
        """By value: value, ranks (``9-7-5-4-2``) or class, and probability; only values that can come."""
        return [
            (value, card_form(self.ranking, value), float(chance))
            for value, chance in enumerate(self.chances)
            if chance > 0
        ]

    def ranks(self) -> list[tuple[str, float, float]]:
        """By the ranks of a low that can come, best first, then by the other classes: as `table`."""
        rows: list[tuple[str, float, float]] = []
        before = 0
        for value, label, _ in self.values():
            before += self.ways[value]
            total = float(Fraction(before, self.total))
            chance = float(self.chances[value])
            if rows and rows[-1][0] == label:
                chance += rows.pop()[1]
            rows.append((label, chance, total))
        return rows

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        plain = {name: getattr(self, name) for name in ("hand", "game", "draws", "dead", "policy", "exact", "total")}
        return plain | {"classes": self._with_intervals(self.table()), "ranks": self._with_intervals(self.ranks())}

    def frame(self, by: Literal["classes", "ranks"] = "classes") -> "DataFrame":
        """A pandas frame with a row for each class of hand, or for the ranks of each low."""
        return table(self.to_dict()[by], "label")

    def _with_intervals(self, rows: Sequence[tuple[str, float, float]]) -> list[dict[str, str | float]]:
        """Rows of `table` or `ranks` with the intervals of `or_better`."""
        return [
            {"label": label, "chance": chance, "or_better": total, "low": ends[0], "high": ends[1]}
            for label, chance, total in rows
            for ends in [(total, total) if self.exact else wilson(total, self.total)]
        ]


def becomes(
    hand: str,
    *,
    draws: int | None = None,
    game: Game | str = "27td",
    policy: str = "best",
    dead: Cards = "",
    exact: bool | None = None,
    samples: int = 1_000_000,
    seed: int = 1,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> Becoming:
    """Compute what a hand becomes.

    Args:
        hand: A hand, the kept part of one, or a range.
        draws: Draws to come; None for all of the game.
        game: The game, its id or record.
        policy: The drawing policy (`standpat.lab.odds.policy`).
        dead: Cards that cannot come.
        exact: True for enumeration, however long it takes; False for random deals; None for enumeration if it is fast.
        samples: The number of random deals.
        seed: The seed of random deals.
        threads: Threads, 0 for one on each core, or a pool. The result does not depend on it.
        progress: Called with the work done and the whole work.

    Returns:
        The probabilities.

    Raises:
        ValueError: A text or number is wrong, or enumeration was asked for and is not possible.

    >>> found = becomes("2c3d4h7sKc", draws=2, policy="make:8")
    >>> round(found.chance("8"), 5), found.fraction("8")
    (0.44958, Fraction(486, 1081))
    """
    question = setup([hand], draws, game, policy, dead, 0)
    ways = None if exact is False else _enumerate(question, exact is True, threads, progress)
    if ways is not None:
        return _result(question, True, *ways)
    if exact:
        raise ValueError(
            "cannot be enumerated: the draws of a range, or a deck that can run out; leave exact out and deal at random"
        )
    tally, done = np.zeros(RANKINGS[question.game.ranking].count + 1, np.int64), 0
    for played in pieces(question.sampler(seed).play, samples, threads):
        tally += np.bincount(played.values[:, 0], minlength=len(tally))
        done += len(played.values)
        if progress:
            progress(done, samples)
    return _result(question, False, [int(n) for n in tally], samples)


def _enumerate(
    question: Question, insist: bool, threads: Threads, progress: Progress | None
) -> tuple[list[int], int] | None:
    """Ways by value and their total, all in the common denominator of the orders in which the cards can come."""
    player, gone = question.players[0], question.gone
    order = path_order(question.game)
    ways = [0] * (RANKINGS[question.game.ranking].count + 1)
    if player.range is not None:
        if question.draws:
            return None
        values = player.range.values
        whole = lcm(*[weight.denominator for weight in player.range.weights])
        for number, weight in enumerate(player.range.weights):
            for value, count in zip(*np.unique(values[player.range.which == number], return_counts=True), strict=True):
                ways[value] += int(count) * int(weight * whole)
        return ways, sum(ways)
    left = question.draws - 1 if player.stands_pat else question.draws
    if left == 0:
        ways[RANKINGS[question.game.ranking](player.cards)] = 1
        return ways, 1
    keep = question.ways[0].keep

    def finished(part: tuple[Nodes, float]) -> tuple[NDArray[np.float64], float]:
        tally = np.zeros((path.MOST_DRAWN + 1, len(ways)))
        path.finish(part[0], keep, gone, order, tally)
        return tally, part[1]

    tally, done = np.zeros((path.MOST_DRAWN + 1, len(ways))), 0.0
    try:
        parts = _before_last(path.begin(player.bits), left, keep, gone, order, insist)
        for more, share in in_order(finished, parts, threads):
            tally += more
            done += share
            if progress:
                progress(round(1000 * done), 1000)
    except _Unlisted:
        return None
    most = int(np.flatnonzero(tally.any(axis=1)).max(initial=0))
    for drawn in range(most + 1):
        orders = perm(question.unseen - drawn, most - drawn)
        for value in np.flatnonzero(tally[drawn]):
            ways[value] += int(tally[drawn, value]) * orders
    total = perm(question.unseen, most)
    if most >= question.stub or sum(ways) != total:  # the deck can run out, or a draw lacks cards
        return None
    return ways, total


class _Unlisted(Exception):
    """There are too many nodes, or a node has too few cards to draw."""


def _before_last(
    nodes: Nodes, left: int, keep: path.Keep, gone: int, order: int, insist: bool, share: float = 1.0
) -> Iterator[tuple[Nodes, float]]:
    """All nodes before the last draw in parts, and about what fraction of the whole each part is."""
    if left > 1:
        size = path.children(nodes, left, keep, gone, order)
        if 0 <= size <= _MOST_NODES:
            grown = path.expand(nodes, left, keep, gone, order)
            yield from _before_last(grown, left - 1, keep, gone, order, insist, share)
            return
        if size < 0 or not insist:
            raise _Unlisted
    elif len(nodes.hand) <= _PART:
        yield nodes, share
        return
    half = len(nodes.hand) // 2  # a single node has fewer children than _MOST_NODES
    for part in (nodes.part(0, half), nodes.part(half, len(nodes.hand))):
        yield from _before_last(part, left, keep, gone, order, insist, share / 2)


def _result(question: Question, exact: bool, ways: Sequence[int], total: int) -> Becoming:
    chances = np.array([float(Fraction(way, total)) if way else 0.0 for way in ways])
    player = question.players[0]
    return Becoming(
        player.text,
        question.game.id,
        question.draws,
        text(question.dead),
        question.ways[0].text,
        exact,
        total,
        chances,
        tuple(ways),
    )
