"""Exact match-ups: count all combinations of the players' possible draws.

`lists(…)` gives a player's final hands: the cards they have touched, and the value, in groups of equal ways and weight.
`meet` counts, for every group of each player, the combinations that share no card, by the set of winners.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import comb, perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.compute.rank_table import TABLES
from standpat.compute.threads import Threads, in_order
from standpat.lab.odds import path
from standpat.lab.odds.path import Nodes, Sets
from standpat.lab.odds.player import Player
from standpat.lab.odds.policy import PAT, Policy
from standpat.lab.odds.progress import Progress
from standpat.lab.odds.range import Range

MOST_NODES: Final = 4_000_000
_PART: Final = 3_000_000
_MOST_PARTS: Final = 256


class Group(NamedTuple):
    """Final hands, sorted by value.

    Attributes:
        seen: By hand, the cards that the player has touched, as bit sets.
        values: By hand, its value.
        drawn: Cards drawn on the way to each hand.
        weight: Ways to each hand.
    """

    seen: Sets
    values: NDArray[np.int64]
    drawn: int
    weight: Fraction


def lists(player: Player, way: Policy, draws: int, gone: int, order: int) -> list[Group] | None:
    """All hands that a player can end with.

    Args:
        player: The player.
        way: The drawing policy.
        draws: Draws to come.
        gone: Cards that nobody can be dealt, as a bit set.
        order: The index of the ranking.

    Returns:
        The hands; None if there are too many, or the deck can run out.
    """
    groups: list[Group] = []
    total = 0
    if player.range is not None and _fewest(player.range, way, draws, 47 - gone.bit_count()) > MOST_NODES:
        return None
    for nodes, weight in _starts(player):
        known = 5 if player.range is not None else 0
        for left in range(draws - 1 if player.stands_pat else draws, 0, -1):
            size = path.children(nodes, left, way.keep, gone, order)
            if size < 0 or total + size > MOST_NODES:
                return None
            nodes = path.expand(nodes, left, way.keep, gone, order)
        total += len(nodes.hand)
        values = path.values_of(nodes.hand, order, TABLES)
        drawn = np.bitwise_count(nodes.seen).astype(np.int64) - known
        kinds = nodes.ways * 16 + drawn
        for kind in np.unique(kinds):
            ways, count = divmod(int(kind), 16)
            mine = np.flatnonzero(kinds == kind)
            mine = mine[np.argsort(values[mine], kind="stable")]
            groups.append(Group(nodes.seen[mine], values[mine], count, weight * ways))
    return groups


def _fewest(given: Range, way: Policy, draws: int, unseen: int) -> int:
    """At least how many hands there are after the next draw."""
    if not draws:
        return len(given)
    kept = np.where(way.keep[draws] == PAT, 5, np.bitwise_count(way.keep[draws]))
    sizes = np.bincount(kept[given.values], minlength=6)
    return sum([int(hands) * comb(max(0, unseen), 5 - size) for size, hands in enumerate(sizes)])


def _starts(player: Player) -> list[tuple[Nodes, Fraction]]:
    if player.range is None:
        return [(path.begin(player.bits), Fraction(1))]
    starts = []
    for number, weight in enumerate(player.range.weights):
        hands = player.range.hands[player.range.which == number]
        if len(hands):
            starts.append((Nodes(hands, hands.copy(), np.ones(len(hands), np.int64)), weight))
    return starts


class Met(NamedTuple):
    """The exact result of bringing lists together.

    Attributes:
        chances: By set of winners (bits), the probability.
        courses: By set of winners, the number of combinations.
        even: Whether all combinations are equally likely.
    """

    chances: list[Fraction]
    courses: list[int]
    even: bool


def work(all_lists: Sequence[Sequence[Group]]) -> int:
    """The number of combinations to count."""
    total = 1
    for groups in all_lists:
        total *= sum([len(group.seen) for group in groups])
    return total


def meet(
    all_lists: Sequence[Sequence[Group]],
    unseen: int,
    count: int,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> Met:
    """Bring the players' lists together.

    Args:
        all_lists: The lists of all players.
        unseen: The number of cards that can be drawn.
        count: The number of values.
        threads: Threads or a pool.
        progress: Called with the work done and the whole work.

    Returns:
        The result.

    Raises:
        ValueError: The hands cannot be dealt together.
    """
    players = len(all_lists)
    chances = [Fraction(0)] * (1 << players)
    courses = [0] * (1 << players)
    seen_weights = set()

    parts = [groups for whole in product(*all_lists) for groups in _parts(whole)]
    done, wanted = 0, work(all_lists)
    for groups, counts in zip(parts, in_order(partial(_counts, count), parts, threads), strict=True):
        done += work([[group] for group in groups])
        if progress:
            progress(done, wanted)
        weight = Fraction(1, perm(unseen, sum([group.drawn for group in groups])))
        for group in groups:
            weight *= group.weight
        for winners in range(1, 1 << players):
            if counts[winners]:
                chances[winners] += weight * int(counts[winners])
                courses[winners] += int(counts[winners])
                seen_weights.add(weight)
    total = sum(chances)
    if not total:
        raise ValueError("these hands and ranges cannot be dealt together")
    return Met([chance / total for chance in chances], courses, len(seen_weights) == 1)


def _counts(count: int, groups: tuple[Group, ...]) -> NDArray[np.int64]:
    """The combinations by set of winners. The longest list is the inner loop."""
    turn = sorted(range(len(groups)), key=lambda p: len(groups[p].seen))
    starts = np.cumsum([0, *[len(groups[p].seen) for p in turn]])
    last = groups[turn[-1]].values
    return _meet(
        np.concatenate([groups[p].seen for p in turn]),
        np.concatenate([groups[p].values for p in turn]),
        starts,
        np.searchsorted(last, np.arange(count + 2)),
        np.array(turn),
    )


def _parts(groups: tuple[Group, ...]) -> list[tuple[Group, ...]]:
    """Divide the shortest list if there is much work."""
    shortest = min(range(len(groups)), key=lambda p: len(groups[p].seen))
    divided = groups[shortest]
    count = max(1, min(len(divided.seen), _MOST_PARTS, work([[group] for group in groups]) // _PART))
    ends = [len(divided.seen) * k // count for k in range(count + 1)]
    return [
        (*groups[:shortest], Group(divided.seen[a:b], divided.values[a:b], *divided[2:]), *groups[shortest + 1 :])
        for a, b in pairwise(ends)
    ]


@kernel
def _meet(
    seen: Sets, values: NDArray[np.int64], starts: NDArray[np.int64], first: NDArray[np.int64], turn: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Count the combinations; `first[v]` is where the last player's values reach v."""
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
    """How many of these sets share no card with `used`."""
    count = np.uint64(0)
    for i in range(len(seen)):
        count += np.uint64(seen[i] & used == np.uint64(0))
    return int(count)


def most_drawn(groups: Sequence[Group]) -> int:
    """The most cards that any hand of a list drew."""
    return max([group.drawn for group in groups])
