"""Keeps and what is drawn to them: the one step that every draw is made of.

A class of hands is a value of the ranking; a keep is a set of ranks, a bit mask (deuce the lowest bit): two cards
of one rank are never kept, and to keep all five is to stand pat. There are 1,093 keeps.

The replacements to a keep are all combinations of the missing cards out of the 52 but the kept ones, weighted
exactly. Two things are left out: that a hand can become suited, a matter of tenths of a percent, and that thrown
cards are gone. These are mostly high, so that in truth up to one final hand in twenty-five more is a good one,
whoever draws. `unseen_chances` has both for the one-card draw in hand, where they matter most.
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
    """The values a keep can become and their chances, which sum to 1. `pick` takes the values out of a list."""

    values: tuple[int, ...]
    chances: tuple[float, ...]
    pick: Callable[[Sequence[Any]], tuple[Any, ...]]


class Classes(NamedTuple):
    """By value: the set of ranks in such hands, and the share of all deals that they are. Index 0 is unused."""

    ranks: list[int]
    deal: list[float]


@cache
def classes(id: str) -> Classes:
    """Of a ranking, by its id."""
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
    """For every keep, smaller keeps first."""
    by_sum = RANKINGS[id].by_sum
    drawn = [
        [
            (new, sum([WEIGHT[r] for r in new]), float(prod([comb(4, new.count(r)) for r in set(new)])))
            for new in combinations_with_replacement(range(13), count)
            if not new or new.count(new[0]) < 5
        ]
        for count in range(6)
    ]
    found = {}
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
        found[keep] = Replacements(tuple(values), tuple(chances), itemgetter(*values))
    return found


def unseen_chances(ranking: Ranking, kept: Sequence[int], unseen: Iterable[int]) -> dict[int, float]:
    """The exact chances of each value after a one-card draw from these cards."""
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
