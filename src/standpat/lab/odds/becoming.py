"""What a hand becomes: the chances of every final value after one, two or three draws.

`becomes("2c3d4h7sKc", draws=2)` gives a `Becoming`. All five cards are known, or a part of the hand that was kept; a
hand of four or fewer has thrown the rest, draws it first, and what it threw may be named, ``2c3d4h7s/Kc``. Dead cards
do not come, nor do those the hand has thrown, unless the deck runs out. Exact by enumeration up to some seconds' work,
which covers all draws of one and two cards; else measured over random deals.
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
from standpat.compute.rank_table import TABLES
from standpat.compute.threads import Threads, in_order
from standpat.engine.games import Game
from standpat.engine.games import game as record
from standpat.lab.frame import table
from standpat.lab.odds import path
from standpat.lab.odds.interval import wilson
from standpat.lab.odds.low import card_form, labels, low
from standpat.lab.odds.matchup import Table, deal, setup
from standpat.lab.odds.path import Nodes
from standpat.lab.odds.player import path_order
from standpat.lab.odds.progress import Progress

if TYPE_CHECKING:
    from pandas import DataFrame

_MOST_NODES: Final = 3_000_000
_PART: Final = 50_000


@dataclass(frozen=True)
class Becoming:
    """`chances[value]` by final value (index 0 unused). If `exact`, `ways[value]` is the very chance as a fraction
    over `total`; else the chances were measured over `total` deals."""

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
        """The order that the game's hands are ranked by."""
        return RANKINGS[record(self.game).ranking]

    def chance(self, made: str) -> float:
        """Of this low or better: ``"8"``, ``"9-7"``."""
        return float(self.fraction(made))

    def fraction(self, made: str) -> Fraction:
        """The same as a fraction, exact or measured."""
        return Fraction(sum(self.ways[: low(self.ranking, made) + 1]), self.total)

    def interval(self, made: str) -> tuple[float, float]:
        """The 95% interval of `chance`; both ends are itself where it is exact."""
        chance = self.chance(made)
        return (chance, chance) if self.exact else wilson(chance, self.total)

    def table(self) -> list[tuple[str, float, float]]:
        """By class of hand, best first: label, chance, and the chance of it or better."""
        rows, before = [], 0.0
        for label, worst in labels(self.ranking.id):
            total = float(Fraction(sum(self.ways[: worst + 1]), self.total))
            rows.append((label, max(0.0, total - before), total))
            before = total
        return rows

    def values(self) -> list[tuple[int, str, float]]:
        """By value: value, ranks (``9-7-5-4-2``) or class, chance; those that can come only."""
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
        told = {name: getattr(self, name) for name in ("hand", "game", "draws", "dead", "policy", "exact", "total")}
        return told | {"classes": self._told(self.table()), "ranks": self._told(self.ranks())}

    def frame(self, by: Literal["classes", "ranks"] = "classes") -> "DataFrame":
        """With pandas, a row for each class of hand or for the ranks of each low, by label."""
        return table(self.to_dict()[by], "label")

    def _told(self, rows: Sequence[tuple[str, float, float]]) -> list[dict[str, str | float]]:
        """With the intervals of `or_better`."""
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
    """What `hand` becomes with `draws` draws (all of the game's, if not given) under a drawing policy. A range is a
    hand too. `exact` true insists on enumeration, however long it takes, and false on random deals. `threads` (0: one
    for each core) change nothing but the time it takes.

    >>> found = becomes("2c3d4h7sKc", draws=2, policy="make:8")
    >>> round(found.chance("8"), 5), found.fraction("8")
    (0.44958, Fraction(486, 1081))
    """
    table = setup([hand], draws, game, policy, dead, 0)
    ways = None if exact is False else _enumerate(table, exact is True, threads, progress)
    if ways is not None:
        return _told(table, True, *ways)
    if exact:
        raise ValueError(
            "cannot be enumerated: the draws of a range, or a deck that can run out; leave exact out and deal at random"
        )
    dealt = deal(table, samples, seed, threads, progress, lambda _: False)
    return _told(table, False, [int(n) for n in dealt.tally[0]], dealt.deals)


def _enumerate(table: Table, insist: bool, threads: Threads, progress: Progress | None) -> tuple[list[int], int] | None:
    """Ways by value and their total, all in the common denominator of the orders the cards can come in."""
    player, gone = table.players[0], table.gone
    order = path_order(table.game)
    ways = [0] * (RANKINGS[table.game.ranking].count + 1)
    if player.range is not None:
        if table.draws:
            return None
        values = path.values_of(player.range.hands, order, TABLES)
        whole = lcm(*[weight.denominator for weight in player.range.weights])
        for number, weight in enumerate(player.range.weights):
            for value, count in zip(*np.unique(values[player.range.which == number], return_counts=True), strict=True):
                ways[value] += int(count) * int(weight * whole)
        return ways, sum(ways)
    left = table.draws - 1 if player.stands_pat else table.draws
    if left == 0:
        ways[RANKINGS[table.game.ranking](player.cards)] = 1
        return ways, 1
    keep = table.ways[0].keep

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
        orders = perm(table.unseen - drawn, most - drawn)
        for value in np.flatnonzero(tally[drawn]):
            ways[value] += int(tally[drawn, value]) * orders
    total = perm(table.unseen, most)
    if most >= table.stub or sum(ways) != total:  # the deck can run out, or has no cards for some courses
        return None
    return ways, total


class _Unlisted(Exception):
    """There are too many nodes, or there is one that lacks cards to draw."""


def _before_last(
    nodes: Nodes, left: int, keep: path.Keep, gone: int, order: int, insist: bool, share: float = 1.0
) -> Iterator[tuple[Nodes, float]]:
    """All nodes before the last draw in parts, and what part of the whole each is, roughly."""
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
    half = len(nodes.hand) // 2  # one node alone has fewer children than the most
    for part in (nodes.part(0, half), nodes.part(half, len(nodes.hand))):
        yield from _before_last(part, left, keep, gone, order, insist, share / 2)


def _told(table: Table, exact: bool, ways: Sequence[int], total: int) -> Becoming:
    chances = np.array([float(Fraction(way, total)) if way else 0.0 for way in ways])
    player = table.players[0]
    return Becoming(
        player.text,
        table.game.id,
        table.draws,
        text(table.dead),
        table.ways[0].text,
        exact,
        total,
        chances,
        tuple(ways),
    )
