"""Keeps and their replacements: the single step of every draw.

A class of hands is a value of the ranking. A keep is a set of ranks as a bit mask (deuce the lowest bit): two cards of
one rank are never kept, and keeping all five is standing pat. There are 1,093 keeps.

The replacements to a keep are all combinations of the missing cards from the 52 without the kept ones, weighted
exactly. Two effects are left out: a hand may become suited, which changes tenths of a percent, and discards are dead.
Discards are mostly high, so in truth up to one final hand in twenty-five more is a good one, for every player.
`unseen_chances` includes both effects for a one-card draw, where they matter most.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import itemgetter
from typing import Any, Final, NamedTuple

from standpat.cards.ranking import RANKINGS, WEIGHT, Ranking

KEEPS: Final = tuple([sum([1 << r for r in ranks]) for size in range(5) for ranks in combinations(range(13), size)])


class Replacements(NamedTuple):
    """The values a keep can become and their probabilities, which sum to 1. `pick` takes the entries of these values
    out of a list by value."""

    values: tuple[int, ...]
    chances: tuple[float, ...]
    pick: Callable[[Sequence[Any]], tuple[Any, ...]]


class Classes(NamedTuple):
    """The classes of hands by value: the set of ranks, and the probability of being dealt such a hand. Index 0 is
    unused."""

    ranks: list[int]
    deal: list[float]


@cache
def classes(id: str) -> Classes:
    """The classes of hands of a ranking, by its id."""
    ranking = RANKINGS[id]
    ranks, deal = [0] * (ranking.count + 1), [0.0] * (ranking.count + 1)
    for hand in combinations_with_replacement(range(13), 5):
        if hand[0] == hand[4]:
            continue
        key = sum([WEIGHT[r] for r in hand])
        mask = _mask(hand)
        ways = prod([comb(4, hand.count(r)) for r in set(hand)])
        if key in ranking.suited:
            suited = ranking.suited[key]
            ranks[suited], deal[suited] = mask, 4 / comb(52, 5)
            ways -= 4
        value = ranking.by_sum[key]
        ranks[value], deal[value] = mask, ways / comb(52, 5)
    return Classes(ranks, deal)


@cache
def replacements(id: str) -> dict[int, Replacements]:
    """The replacements of every keep in a ranking, smaller keeps first."""
    by_sum = RANKINGS[id].by_sum
    drawn = [
        [
            (new, sum([WEIGHT[r] for r in new]), float(prod([comb(4, new.count(r)) for r in set(new)])))
            for new in combinations_with_replacement(range(13), count)
            if not new or new.count(new[0]) < 5
        ]
        for count in range(6)
    ]
    by_keep = {}
    for keep in KEEPS:
        kept = [r for r in range(13) if keep >> r & 1]
        start = sum([WEIGHT[r] for r in kept])
        total = comb(52 - len(kept), 5 - len(kept))
        values, chances = [], []
        for new, weight, ways in drawn[5 - len(kept)]:
            for r in kept:
                if r in new:
                    ways *= (4 - new.count(r)) / 4
            if ways:
                values.append(by_sum[start + weight])
                chances.append(ways / total)
        by_keep[keep] = Replacements(tuple(values), tuple(chances), itemgetter(*values))
    return by_keep


def unseen_chances(ranking: Ranking, kept: Sequence[int], unseen: Iterable[int]) -> dict[int, float]:
    """The exact probability of each value after a one-card draw.

    Args:
        ranking: The ranking.
        kept: The four kept cards.
        unseen: The cards that may come.
    """
    counts: dict[int, int] = {}
    total = 0
    key = sum([WEIGHT[card >> 2] for card in kept])
    suits = {card & 3 for card in kept}
    suit = suits.pop() if ranking.suited and len(suits) == 1 else None
    for card in unseen:
        now = key + WEIGHT[card >> 2]
        value = ranking.suited[now] if card & 3 == suit else ranking.by_sum[now]
        counts[value] = counts.get(value, 0) + 1
        total += 1
    return {value: count / total for value, count in counts.items()}


def _mask(ranks: Iterable[int]) -> int:
    mask = 0
    for r in ranks:
        mask |= 1 << r
    return mask
