"""Exact match-ups: every way the players' courses can come together, counted.

`lists(…)` are a player's final hands: the cards he touched, and the value, in groups of equal ways and weight.
`meet` counts, for every group of each player, the combinations that share no card, by the set of winners.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.lab.compiled import kernel
from standpat.lab.odds import path
from standpat.lab.odds.path import Nodes, Sets
from standpat.lab.odds.player import Player
from standpat.lab.odds.policy import Policy
from standpat.lab.table import TABLES

MOST_NODES: Final = 4_000_000


class Group(NamedTuple):
    """Final hands, sorted by value: `drawn` cards each, `weight` ways each."""

    seen: Sets
    values: NDArray[np.int64]
    drawn: int
    weight: Fraction


def lists(player: Player, way: Policy, draws: int, gone: int, order: int) -> list[Group] | None:
    """All a player can end with; None if that is too much."""
    groups: list[Group] = []
    total = 0
    for nodes, weight in _starts(player):
        known = 5 if player.range is not None else 0
        for left in range(draws, 0, -1):
            if total + path.children(nodes, left, way.keep, gone, order) > MOST_NODES:
                return None
            nodes = path.expand(nodes, left, way.keep, gone, order)
        total += len(nodes.hand)
        values = path.values_of(nodes.hand, order, TABLES)
        drawn = np.bitwise_count(nodes.seen).astype(np.int64) - known
        for count, ways in np.unique(np.stack([drawn, nodes.ways]), axis=1).T:
            mine = np.flatnonzero((drawn == count) & (nodes.ways == ways))
            mine = mine[np.argsort(values[mine], kind="stable")]
            groups.append(Group(nodes.seen[mine], values[mine], int(count), weight * int(ways)))
    return groups


def _starts(player: Player) -> list[tuple[Nodes, Fraction]]:
    if player.range is None:
        return [(path.begin(player.bits), Fraction(1))]
    found = []
    for number, weight in enumerate(player.range.weights):
        hands = player.range.hands[player.range.which == number]
        if len(hands):
            found.append((Nodes(hands, hands.copy(), np.ones(len(hands), np.int64)), weight))
    return found


class Met(NamedTuple):
    """Exact. `chances[winners]` by set of winners (bits); `courses[winners]` counts the combinations, which are
    equally likely only if `even`."""

    chances: list[Fraction]
    courses: list[int]
    even: bool


def work(all_lists: Sequence[Sequence[Group]]) -> int:
    """How many combinations there are to look at."""
    total = 1
    for groups in all_lists:
        total *= sum([len(group.seen) for group in groups])
    return total


def meet(all_lists: Sequence[Sequence[Group]], unseen: int, count: int) -> Met:
    """Bring the players' lists together; `unseen` cards are there to be drawn, `count` values there are."""
    players = len(all_lists)
    chances = [Fraction(0)] * (1 << players)
    courses = [0] * (1 << players)
    seen_weights = set()
    for groups in product(*all_lists):
        # The last list is the inner loop: the longest.
        turn = sorted(range(players), key=lambda p: len(groups[p].seen))
        starts = np.cumsum([0, *[len(groups[p].seen) for p in turn]])
        last = groups[turn[-1]].values
        found = _meet(
            np.concatenate([groups[p].seen for p in turn]),
            np.concatenate([groups[p].values for p in turn]),
            starts,
            np.searchsorted(last, np.arange(count + 2)),
            np.array(turn),
        )
        weight = Fraction(1, perm(unseen, sum([group.drawn for group in groups])))
        for group in groups:
            weight *= group.weight
        for winners in range(1, 1 << players):
            if found[winners]:
                chances[winners] += weight * int(found[winners])
                courses[winners] += int(found[winners])
                seen_weights.add(weight)
    total = sum(chances)
    if not total:
        raise ValueError("these hands and ranges cannot be dealt together")
    return Met([chance / total for chance in chances], courses, len(seen_weights) == 1)


@kernel
def _meet(
    seen: Sets, values: NDArray[np.int64], starts: NDArray[np.int64], first: NDArray[np.int64], turn: NDArray[np.int64]
) -> NDArray[np.int64]:
    """`first[v]` is where the last player's values reach v."""
    players = len(turn)
    counts = np.zeros(1 << players, np.int64)
    at = starts[:-1].copy()
    used = np.zeros(players, np.uint64)
    best = np.zeros(players, np.int64)
    winners = np.zeros(players, np.int64)
    mine = 1 << turn[players - 1]
    last = seen[starts[players - 1] : starts[players]]
    level = 0
    while level >= 0:
        if at[level] == starts[level + 1]:
            at[level] = starts[level]
            level -= 1
            continue
        i = at[level]
        at[level] += 1
        before = used[level - 1] if level else np.uint64(0)
        if before & seen[i]:
            continue
        used[level] = before | seen[i]
        value = values[i]
        bit = 1 << turn[level]
        if level == 0 or value < best[level - 1]:
            best[level] = value
            winners[level] = bit
        elif value == best[level - 1]:
            best[level] = value
            winners[level] = winners[level - 1] | bit
        else:
            best[level] = best[level - 1]
            winners[level] = winners[level - 1]
        if level < players - 2:
            level += 1
            continue
        low, high = first[best[level]], first[best[level] + 1]
        counts[mine] += _apart(last[:low], used[level])
        counts[mine | winners[level]] += _apart(last[low:high], used[level])
        counts[winners[level]] += _apart(last[high:], used[level])
    return counts


@kernel
def _apart(seen: Sets, used: np.uint64) -> int:
    """How many of these share no card with `used`."""
    count = np.uint64(0)
    for i in range(len(seen)):
        count += np.uint64(seen[i] & used == np.uint64(0))
    return int(count)


def most_drawn(groups: Sequence[Group]) -> int:
    return max([group.drawn for group in groups])
