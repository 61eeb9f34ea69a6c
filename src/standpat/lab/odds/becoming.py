"""What a hand becomes: the chances of every final value after one, two or three draws.

`becomes("2c3d4h7sKc", draws=2)` gives a `Becoming`. All five cards are known, or a part of the hand that was kept; a
hand of four or fewer has thrown the rest, draws it first, and what it threw may be named among the `dead` cards. Dead
cards never come, nor do those the hand has thrown. Exact by enumeration up to some seconds' work, which covers all
draws of one and two cards; else measured over random deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, perm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.card import Cards, text
from standpat.game import Game
from standpat.game import game as record
from standpat.lab.odds import path
from standpat.lab.odds.interval import wilson
from standpat.lab.odds.low import card_form, labels, low
from standpat.lab.odds.matchup import Progress, Table, run_sampler, setup
from standpat.lab.odds.path import Nodes
from standpat.lab.odds.player import path_order
from standpat.lab.table import TABLES
from standpat.ranking import RANKINGS, Ranking

_MOST_NODES: Final = 3_000_000


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

    def to_dict(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in ("hand", "game", "draws", "dead", "policy", "exact", "total")}
        rows = [
            {"label": label, "chance": chance, "or_better": total, "low": ends[0], "high": ends[1]}
            for label, chance, total in self.table()
            for ends in [(total, total) if self.exact else wilson(total, self.total)]
        ]
        return told | {"classes": rows}


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
    progress: Progress | None = None,
) -> Becoming:
    """What `hand` becomes with `draws` draws (all of the game's, if not given) under a drawing policy. A range is a
    hand too. `exact` true insists on enumeration, however long it takes, and false on random deals.

    >>> found = becomes("2c3d4h7sKc", draws=2, policy="make:8")
    >>> round(found.chance("8"), 5), found.fraction("8")
    (0.44958, Fraction(486, 1081))
    """
    table = setup([hand], draws, game, policy, dead, 0)
    ways = None if exact is False else _enumerate(table, insist=exact is True)
    if ways is not None:
        return _told(table, True, *ways)
    if exact:
        raise ValueError("cannot be enumerated: the draws of a range, or too many courses; leave exact out")
    sampler = run_sampler(table, samples, seed, progress, lambda _: False)
    return _told(table, False, [int(n) for n in sampler.tally[0]], sampler.done)


def _enumerate(table: Table, insist: bool) -> tuple[list[int], int] | None:
    """Ways by value and their total, all in the common denominator of the orders the cards can come in."""
    player, way, gone = table.players[0], table.ways[0], table.gone
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
    tally = np.zeros((path.MOST_DRAWN + 1, len(ways)))
    if table.draws == 0:
        ways[RANKINGS[table.game.ranking](player.cards)] = 1
        return ways, 1
    if not _walk(path.begin(player.bits), table.draws, way.keep, gone, order, tally, insist):
        return None
    most = int(np.flatnonzero(tally.any(axis=1)).max())
    for drawn in range(most + 1):
        more = perm(table.unseen - drawn, most - drawn)
        for value in np.flatnonzero(tally[drawn]):
            ways[value] += int(tally[drawn, value]) * more
    total = perm(table.unseen, most)
    return ways, total


def _walk(
    nodes: Nodes,
    left: int,
    keep: path.Keep,
    gone: int,
    order: int,
    tally: NDArray[np.float64],
    insist: bool,
) -> bool:
    """Add up the ends of all courses from these nodes; false, and nothing of use, where they are too many."""
    if left == 1:
        path.finish(nodes, keep, gone, order, tally)
        return True
    if path.children(nodes, left, keep, gone, order) <= _MOST_NODES:
        return _walk(path.expand(nodes, left, keep, gone, order), left - 1, keep, gone, order, tally, insist)
    if not insist:
        return False
    half = len(nodes.hand) // 2  # one node alone has fewer children than that
    parts = nodes.part(0, half), nodes.part(half, len(nodes.hand))
    return all([_walk(part, left, keep, gone, order, tally, insist) for part in parts])


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
