"""A last round between hands that know their discards: where they come from, and CFR+ over them (compiled).

A *type* is a hand and the cards that its seat has held: a class, and how many cards of each rank it has seen. `trails`
samples the types with which a seat comes by a line, from real cards. `weigh` computes what a type thinks of each
*stretch* of the opponent's hands (hands that are next to each other in strength). `learn` is one iteration of CFR+ for
many types of a seat at once, given the opponent's reach probabilities by stretch.

All compiled code of this module is in this file, whose changes numba notices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel

Vector = NDArray[np.float64]
Single = NDArray[np.float32]
Numbers = NDArray[np.int64]
BLOCK = 256
"""Types that are done together, so that what is known of them stays close to the processor."""


class RoundTree(NamedTuple):
    """The tree of the round.

    Attributes:
        seat: By node, the seat to act.
        many: By node, the number of actions; 0 at the ends.
        child: Shape (nodes, 3): the node after each action.
        shown: By node, whether it is a showdown.
        stakes: By node, in chips: what seat 0 wins at a fold, or what each seat risks at a showdown.
    """

    seat: Numbers
    many: Numbers
    child: Numbers
    shown: NDArray[np.bool_]
    stakes: Vector


@fast_allocating_kernel
def _class_of(hand: Numbers, by_sum: Numbers, suited: Numbers, weight: Numbers) -> int:
    total = 0
    same = True
    for k in range(5):
        total += weight[hand[k] >> 2]
        same = same and (hand[k] & 3) == (hand[0] & 3)
    return int(suited[total] if same else by_sum[total])


@fast_allocating_kernel
def trails(
    chances: Vector,
    keeps: NDArray[np.uint8],
    by_sum: Numbers,
    suited: Numbers,
    weight: Numbers,
    ranks: int,
    seed: int,
    hands: Numbers,
    seen: Numbers,
) -> None:
    """Sample the types of a seat before the last round of a line, each equally likely.

    Args:
        chances: Shape (draws, classes): the probability that a class plays as the line has it since the draw before, up
            to and with each draw.
        keeps: Shape (draws, classes): the cards that a class keeps, a bit for each in ascending order of rank.
        by_sum: The class of each sum of rank weights.
        suited: The same for five cards of one suit.
        weight: The weight of each rank.
        ranks: The number of ranks in the deck.
        seed: The seed of the sample.
        hands: Set to the class of each.
        seen: Shape (many, 13), set to the cards of each rank that it has held.
    """
    np.random.seed(seed)
    many, size = len(hands), 4 * ranks
    cards, gone = np.zeros((many, 5), np.int64), np.zeros(many, np.int64)
    chance, before = np.zeros(many), np.zeros((many, 5), np.int64)
    gone_before, seen_before = np.zeros(many, np.int64), np.zeros_like(seen)
    for i in range(many):
        for k in range(5):
            card = np.random.randint(size)
            while gone[i] >> card & 1:
                card = np.random.randint(size)
            gone[i] |= 1 << card
            cards[i, k] = card
            seen[i, card >> 2] += 1
    for draw in range(len(chances)):
        total = 0.0
        for i in range(many):
            cards[i].sort()
            hands[i] = _class_of(cards[i], by_sum, suited, weight)
            chance[i] = chances[draw, hands[i]]
            total += chance[i]
        if total > 0:  # those that would hardly play so are replaced by others
            before[:], gone_before[:], seen_before[:] = cards, gone, seen
            at, reached = 0, chance[0]
            for i in range(many):
                while reached < (i + 0.5) * total / many and at < many - 1:
                    at += 1
                    reached += chance[at]
                cards[i], gone[i], seen[i] = before[at], gone_before[at], seen_before[at]
        for i in range(many):
            mask = keeps[draw, _class_of(cards[i], by_sum, suited, weight)]
            for k in range(5):
                if mask >> k & 1:
                    continue
                card = np.random.randint(size)
                while gone[i] >> card & 1:
                    card = np.random.randint(size)
                gone[i] |= 1 << card
                cards[i, k] = card
                seen[i, card >> 2] += 1
    for i in range(many):
        hands[i] = _class_of(cards[i], by_sum, suited, weight)


@fast_allocating_kernel
def weigh(
    hands: Numbers,
    seen: Numbers,
    reach: Vector,
    stretch: Numbers,
    cells: Numbers,
    ways: Vector,
    alive: Single,
    wins: Single,
) -> None:
    """What types think of the opponent's stretches.

    Args:
        hands: The class of each type, ascending.
        seen: Shape (types, ranks): the cards of each rank that it has held.
        reach: By class, the opponent's range.
        stretch: By class, its stretch, ascending.
        cells: Shape (classes, 5): the cards of each class as numbers rank * 5 + cards, filled up with 0.
        ways: `ways[left, many]`: in how many ways `many` cards of a rank come from `left` of it.
        alive: Shape (stretches, types), set to the fraction of the stretch's hands that the type's cards leave.
        wins: The same, times the mean sign of the showdown for the type.
    """
    types, ranks = len(hands), seen.shape[1]
    mass = np.zeros(len(alive))
    for j in range(len(reach)):
        mass[stretch[j]] += reach[j]
    part = np.ones((ranks * 5, BLOCK), np.float32)
    weight = np.zeros(BLOCK, np.float32)
    alive[:] = 0
    wins[:] = 0
    for begin in range(0, types, BLOCK):
        size = min(BLOCK, types - begin)
        for r in range(ranks):
            for n in range(1, 5):
                for t in range(size):
                    part[r * 5 + n, t] = ways[4 - seen[begin + t, r], n] / ways[4, n]
        for j in range(len(reach)):
            if reach[j] <= 0:
                continue
            b, share = stretch[j], np.float32(reach[j] / mass[stretch[j]])
            one, two, three, four, five = cells[j, 0], cells[j, 1], cells[j, 2], cells[j, 3], cells[j, 4]
            for t in range(size):
                weight[t] = share * part[one, t] * part[two, t] * part[three, t] * part[four, t] * part[five, t]
                alive[b, begin + t] += weight[t]
            own = hands[begin : begin + size]
            for t in range(np.searchsorted(own, j)):
                wins[b, begin + t] += weight[t]
            for t in range(np.searchsorted(own, j + 1), size):
                wins[b, begin + t] -= weight[t]


@fast_allocating_kernel
def reach_ends(tree: RoundTree, seat: int, now: Single, mass: Single, out: Single) -> None:
    """The probability that a seat's types play to each end.

    Args:
        tree: The round.
        seat: The seat.
        now: Shape (nodes, 3, types): its play.
        mass: By type, its weight.
        out: Shape (nodes, types), set.
    """
    types = len(mass)
    for t in range(types):
        out[0, t] = mass[t]
    for n in range(len(tree.many)):
        for a in range(tree.many[n]):
            child = tree.child[n, a]
            if tree.seat[n] == seat:
                for t in range(types):
                    out[child, t] = out[n, t] * now[n, a, t]
            else:
                for t in range(types):
                    out[child, t] = out[n, t]


@fast_allocating_kernel
def learn(tree: RoundTree, seat: int, turn: int, values: Single, now: Single, regret: Single, total: Single) -> None:
    """One iteration of CFR+ for the types of a seat.

    Args:
        tree: The round.
        seat: The seat.
        turn: The number of the iteration, its weight in the mean.
        values: Shape (nodes, types): what the types win at the ends; set at the other nodes.
        now: Shape (nodes, 3, types): the play, which is replaced by the next.
        regret: The same shape: the regrets, which are updated.
        total: The same shape: adds the play, weighted by its own reach probabilities.
    """
    nodes, types = len(tree.many), values.shape[1]
    mine, whole = np.ones((nodes, BLOCK), np.float32), np.zeros(BLOCK, np.float32)
    part = np.zeros((nodes, BLOCK), np.float32)
    weight = np.float32(turn)
    for begin in range(0, types, BLOCK):
        size = min(BLOCK, types - begin)
        for n in range(nodes):
            for a in range(tree.many[n]):
                child = tree.child[n, a]
                if tree.seat[n] == seat:
                    for t in range(size):
                        mine[child, t] = mine[n, t] * now[n, a, begin + t]
                else:
                    for t in range(size):
                        mine[child, t] = mine[n, t]
            if tree.many[n] == 0:
                for t in range(size):
                    part[n, t] = values[n, begin + t]
        for n in range(nodes - 1, -1, -1):
            many = tree.many[n]
            if many == 0:
                continue
            part[n, :] = 0
            for a in range(many):
                child = tree.child[n, a]
                if tree.seat[n] == seat:
                    for t in range(size):
                        part[n, t] += now[n, a, begin + t] * part[child, t]
                else:
                    for t in range(size):
                        part[n, t] += part[child, t]
            if tree.seat[n] != seat:
                continue
            even = np.float32(1.0 / many)
            whole[:] = 0
            for a in range(many):
                child = tree.child[n, a]
                for t in range(size):
                    total[n, a, begin + t] += weight * mine[n, t] * now[n, a, begin + t]
                    better = regret[n, a, begin + t] + part[child, t] - part[n, t]
                    regret[n, a, begin + t] = better if better > 0 else np.float32(0)
                    whole[t] += regret[n, a, begin + t]
            for a in range(many):
                for t in range(size):
                    now[n, a, begin + t] = regret[n, a, begin + t] / whole[t] if whole[t] > 0 else even
