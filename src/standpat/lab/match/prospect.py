"""What cards with draws to come may become, by the way their player draws.

A *prospect* is the probability of ending in each of the spans of the rule player's plan (`standpat.bots.check_down`),
best first; it sums to 1. Suits do not count. A way of drawing is

- ``plan``: by the plan itself;
- ``pat``: never a card;
- ``random``: as the random player does, any number of any cards.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of
from standpat.cards.ranking import WEIGHT, Ranking
from standpat.engine.games import Game

Row: TypeAlias = NDArray[np.float64]
Way: TypeAlias = Literal["plan", "pat", "random"]

_WAYS: Final = np.array([[comb(cards, taken) for taken in range(6)] for cards in range(5)], np.float64)


class Prospects:
    """The prospects of all hands of a game, by draws left and value."""

    def __init__(self, ranking: Ranking, table: NDArray[np.float64]) -> None:
        self._by_sum = np.zeros(5 * WEIGHT[12] + 1, np.int64)  # 0 for sums that no hand has
        self._by_sum[: len(ranking.by_sum)] = [value if value <= ranking.count else 0 for value in ranking.by_sum]
        self._table = table
        self._keeps: dict[tuple[int, tuple[int, ...]], Row] = {}

    def hands(self, left: int, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """The prospects of many hands, by the sums of their weights."""
        rows: NDArray[np.float64] = self._table[left, self._by_sum[weights]]
        return rows

    def values(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of hands by the sums of their weights (`standpat.cards.ranking.WEIGHT`)."""
        return self._by_sum[weights]

    def hand(self, left: int, ranks: Sequence[int]) -> Row:
        """The prospect of five cards with `left` draws to come."""
        row: Row = self._table[left, self._by_sum[sum([WEIGHT[r] for r in ranks])]]
        return row

    def keep(self, left: int, ranks: Sequence[int]) -> Row:
        """The prospect of kept cards before they are filled up from the rest of a whole deck; `left` draws come after
        that.
        """
        key = left, tuple(sorted(ranks))
        if key not in self._keeps:
            self._keeps[key] = self.drawn(left, ranks, [4 - ranks.count(r) for r in range(13)])
        return self._keeps[key]

    def drawn(self, left: int, ranks: Sequence[int], unseen: Sequence[int]) -> Row:
        """The mean prospect of cards that are filled up to five, exactly, over all combinations.

        Args:
            left: Draws to come after that.
            ranks: The kept ranks.
            unseen: By rank, the number of unseen cards.

        Returns:
            The prospect.
        """
        ways, weights = fillings_of(ranks, unseen)
        rows = self._table[left, self._by_sum[weights]]
        row: Row = np.add.reduce(ways[:, None] * rows, axis=0)
        return row


def filled(states: NDArray[np.int64], ranks: Sequence[int], unseen: Sequence[int], many: int) -> Row:
    """The distribution over states of cards that are filled up to five, exactly, over all combinations.

    Args:
        states: By sum of rank weights, the state of a hand.
        ranks: The kept ranks.
        unseen: By rank, the number of unseen cards.
        many: The number of states.
    """
    ways, weights = fillings_of(ranks, unseen)
    row: Row = np.bincount(states[weights], ways, many).astype(np.float64)
    return row


def fillings_of(ranks: Sequence[int], unseen: Sequence[int]) -> tuple[Row, NDArray[np.int64]]:
    """All ways to fill up cards to five: the probability of each, and the sum of the weights of the hand.

    Args:
        ranks: The kept ranks.
        unseen: By rank, the number of unseen cards.
    """
    picks, weights = fillings(5 - len(ranks))
    ways = np.ones(len(weights))
    for pick, count in zip(picks, unseen, strict=True):
        if count:
            ways *= _WAYS[count][pick]
        else:
            ways *= pick == 0
    return ways / comb(sum(unseen), 5 - len(ranks)), weights + sum([WEIGHT[r] for r in ranks])


@cache
def prospects(game: Game, way: Way) -> Prospects:
    """The prospects of a game; they are kept for the process."""
    plan = plan_of(game)
    rows = np.array(plan.prospect, np.float64)
    if way == "pat":
        rows[1:] = rows[0]
    made = Prospects(plan.ranking, rows)
    if way == "random":
        picks, weights = fillings(5)
        hands = np.repeat(np.tile(np.arange(13), (len(weights), 1)), picks.T.ravel()).reshape(-1, 5)
        for left in range(1, game.draw_rounds + 1):
            rows[left, made.values(weights)] = _drawn_at_random(made, left - 1, hands, game.max_discards)
    return made


def _drawn_at_random(made: Prospects, left: int, hands: NDArray[np.int64], most: int) -> NDArray[np.float64]:
    """The prospects of hands of five ranks that discard any number of any cards."""
    weight = np.array(WEIGHT)[hands]
    mean: NDArray[np.float64] = made.hands(left, weight.sum(axis=1)) / (most + 1)
    for count in range(1, most + 1):
        picks, weights = fillings(5 - count)
        keeps = [tuple(np.repeat(np.arange(13), pick).tolist()) for pick in picks.T]
        order = np.argsort(weights)
        rows = np.array([made.keep(left, keep) for keep in keeps])[order]
        places = list(combinations(range(5), 5 - count))
        for place in places:
            at = np.searchsorted(weights[order], weight[:, place].sum(axis=1))
            mean += rows[at] / len(places) / (most + 1)
    return mean


@cache
def fillings(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every multiset of so many ranks without five of a kind: by rank, how often it occurs in each; and the sums of
    their weights.
    """
    sets = [new for new in combinations_with_replacement(range(13), count) if not new or new.count(new[0]) < 5]
    picks = np.array([[new.count(rank) for new in sets] for rank in range(13)], np.int64)
    return picks, np.array([sum([WEIGHT[rank] for rank in new]) for new in sets], np.int64)
