"""All possible draws of a player, in compiled code.

A *node* is a state of a player between two draws: `hand` (a set of cards as bits; a hand of fewer than five cards has
already discarded the others), `seen` (what they have drawn so far, and a hand that came from a range), and `ways`: in
how many orders of dealt cards they come here. `gone` are cards that nobody can be dealt. With n cards unseen before the
first draw, each order of t drawn cards has the probability (n - t)! / n!, whoever gets them. So `ways` are whole
numbers, and exact.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.compute.rank_table import TABLES
from standpat.lab.kernel.state import Row
from standpat.lab.odds.card_set import FULL, held_count, kept_cards, value_of
from standpat.lab.odds.policy import PAT

Sets: TypeAlias = NDArray[np.uint64]
Keep: TypeAlias = NDArray[np.uint16]

MOST_DRAWN: Final = 15
"""The most cards that a player can draw in three draws."""

_CHOOSE: Final = np.array([[comb(n, k) for k in range(6)] for n in range(53)])
_ORDERS: Final = np.array([1, 1, 2, 6, 24, 120])
_CLUBS: Final = sum([1 << card for card in range(0, 52, 4)])
_MULTISETS: Final = tuple(
    [np.array(list(combinations_with_replacement(range(13), k)), np.int64).reshape(-1, max(k, 1)) for k in range(6)]
)
_PAT: Final = PAT


class Nodes(NamedTuple):
    """Nodes as arrays; the module describes them."""

    hand: Sets
    seen: Sets
    ways: NDArray[np.int64]

    def part(self, start: int, stop: int) -> "Nodes":
        """The nodes from `start` to `stop`."""
        return Nodes(self.hand[start:stop], self.seen[start:stop], self.ways[start:stop])


@kernel
def _keeps(hand: np.uint64, left: int, keep: Keep, order: int, tables: Row) -> np.uint64:
    if held_count(hand) < 5:
        return hand
    ranks = keep[left, value_of(hand, order, tables)]
    return hand if ranks == _PAT else kept_cards(hand, ranks)


@kernel
def _count(hand: Sets, seen: Sets, left: int, keep: Keep, gone: np.uint64, order: int, tables: Row) -> int:
    total = 0
    for i in range(len(hand)):
        drawn = 5 - held_count(_keeps(hand[i], left, keep, order, tables))
        left_over = 52 - held_count(gone | seen[i])
        if left_over < drawn:
            return -1
        total += _CHOOSE[left_over, drawn]
    return total


@kernel
def _expand(
    hand: Sets,
    seen: Sets,
    ways: NDArray[np.int64],
    left: int,
    keep: Keep,
    gone: np.uint64,
    order: int,
    tables: Row,
    new_hand: Sets,
    new_seen: Sets,
    new_ways: NDArray[np.int64],
) -> None:
    cards = np.zeros(52, np.uint64)
    pick = np.zeros(5, np.int64)
    at = 0
    for i in range(len(hand)):
        kept = _keeps(hand[i], left, keep, order, tables)
        drawn = 5 - held_count(kept)
        barred = gone | seen[i]
        n = 0
        for card in range(52):
            bit = np.uint64(1) << np.uint64(card)
            if barred & bit == 0:
                cards[n] = bit
                n += 1
        for k in range(drawn):
            pick[k] = k
        while True:
            new = np.uint64(0)
            for k in range(drawn):
                new |= cards[pick[k]]
            new_hand[at] = kept | new
            new_seen[at] = seen[i] | new
            new_ways[at] = ways[i] * _ORDERS[drawn]
            at += 1
            k = drawn - 1
            while k >= 0 and pick[k] == n - drawn + k:
                k -= 1
            if k < 0:
                break
            pick[k] += 1
            for above in range(k + 1, drawn):
                pick[above] = pick[above - 1] + 1


@kernel
def values_of(hand: Sets, order: int, tables: Row) -> NDArray[np.int64]:
    """The values of hands of five cards."""
    values = np.zeros(len(hand), np.int64)
    for i in range(len(hand)):
        values[i] = value_of(hand[i], order, tables)
    return values


@kernel
def _finish(
    hand: Sets,
    seen: Sets,
    ways: NDArray[np.int64],
    keep: Keep,
    gone: np.uint64,
    order: int,
    flushes: bool,
    tables: Row,
    multisets: tuple[NDArray[np.int64], ...],
    known: int,
    tally: NDArray[np.float64],
) -> None:
    """Play the last draw: `tally[t, value]` += ways. Ranks are counted first, then the hands of one suit are moved."""
    count = np.zeros(13, np.int64)
    for i in range(len(hand)):
        kept = _keeps(hand[i], 1, keep, order, tables)
        drawn = 5 - held_count(kept)
        t = held_count(seen[i]) - known + drawn
        if drawn == 0:
            tally[t, value_of(kept, order, tables)] += ways[i]
            continue
        free = np.uint64(FULL) & ~(gone | seen[i])
        base = 0
        suits = 0
        for card in range(52):
            if kept >> np.uint64(card) & np.uint64(1):
                base += tables.weight[card]
                suits |= 1 << (card & 3)
        for rank in range(13):
            count[rank] = held_count(free >> np.uint64(4 * rank) & np.uint64(15))
        weight = ways[i] * _ORDERS[drawn]
        if drawn == 1:
            _add(multisets[1], count, base, order, tables, weight, tally[t])
        elif drawn == 2:
            _add(multisets[2], count, base, order, tables, weight, tally[t])
        elif drawn == 3:
            _add(multisets[3], count, base, order, tables, weight, tally[t])
        elif drawn == 4:
            _add(multisets[4], count, base, order, tables, weight, tally[t])
        else:
            _add(multisets[5], count, base, order, tables, weight, tally[t])
        if flushes and suits & (suits - 1) == 0:
            for suit in range(4):
                if suits == 0 or suits >> suit & 1:
                    _move_suited(
                        free & (np.uint64(_CLUBS) << np.uint64(suit)), drawn, base, order, tables, weight, tally[t]
                    )


@kernel
def _add(
    multisets: NDArray[np.int64],
    count: NDArray[np.int64],
    base: int,
    order: int,
    tables: Row,
    weight: int,
    tally: NDArray[np.float64],
) -> None:
    for row in range(len(multisets)):
        ways = 1
        key = base
        before = -1
        run = 0
        for k in range(multisets.shape[1]):
            rank = multisets[row, k]
            key += tables.weight[4 * rank]
            run = run + 1 if rank == before else 1
            before = rank
            ways = ways * (count[rank] - run + 1) // run  # for a run of equal ranks the product is a binomial
        if ways:
            tally[tables.value[order, 0, key]] += weight * ways


@kernel
def _move_suited(
    free: np.uint64, drawn: int, base: int, order: int, tables: Row, weight: int, tally: NDArray[np.float64]
) -> None:
    weights = np.zeros(13, np.int64)
    n = 0
    for card in range(52):
        if free >> np.uint64(card) & np.uint64(1):
            weights[n] = tables.weight[card]
            n += 1
    if n < drawn:
        return
    pick = np.arange(5)
    while True:
        key = base
        for k in range(drawn):
            key += weights[pick[k]]
        tally[tables.value[order, 0, key]] -= weight
        tally[tables.value[order, 1, key]] += weight
        k = drawn - 1
        while k >= 0 and pick[k] == n - drawn + k:
            k -= 1
        if k < 0:
            return
        pick[k] += 1
        for above in range(k + 1, drawn):
            pick[above] = pick[above - 1] + 1


def begin(hand: int) -> Nodes:
    """The one node of a known hand, whose cards are also `gone`."""
    return Nodes(np.array([hand], np.uint64), np.zeros(1, np.uint64), np.ones(1, np.int64))


def children(nodes: Nodes, left: int, keep: Keep, gone: int, order: int) -> int:
    """The number of nodes after the next draw, before equal ones are merged; -1 if a node has too few cards to draw."""
    return _count(nodes.hand, nodes.seen, left, keep, np.uint64(gone), order, TABLES)


def expand(nodes: Nodes, left: int, keep: Keep, gone: int, order: int) -> Nodes:
    """All nodes after the next draw. Equal nodes are merged if there was more than one before."""
    size = children(nodes, left, keep, gone, order)
    new = Nodes(np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(size, np.int64))
    _expand(*nodes, left, keep, np.uint64(gone), order, TABLES, *new)
    return _merged(new) if len(nodes.hand) > 1 else new


def _merged(nodes: Nodes) -> Nodes:
    order = np.lexsort((nodes.hand, nodes.seen))
    hand, seen = nodes.hand[order], nodes.seen[order]
    first = np.ones(len(hand), bool)
    first[1:] = (hand[1:] != hand[:-1]) | (seen[1:] != seen[:-1])
    starts = np.flatnonzero(first)
    return Nodes(hand[starts], seen[starts], np.add.reduceat(nodes.ways[order], starts))


def finish(nodes: Nodes, keep: Keep, gone: int, order: int, tally: NDArray[np.float64], known: int = 0) -> None:
    """Play the last draw of all nodes.

    Args:
        nodes: The nodes.
        keep: What is kept, by draws left and value.
        gone: Cards that nobody can be dealt.
        order: The index of the ranking.
        tally: `tally[t, value]` gains the ways to end there after t drawn cards: whole numbers, exact up to 2**53.
        known: How many of the cards in `seen` were not drawn.
    """
    _finish(*nodes, keep, np.uint64(gone), order, order == 0, TABLES, _MULTISETS, known, tally)
