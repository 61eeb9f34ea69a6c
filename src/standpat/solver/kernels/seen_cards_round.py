"""A last round between hands that know their discards: where they come from, and CFR+ over them (compiled).

A *type* is a hand and the cards that its seat has held: a class, and how many cards of each rank it has seen.
`trails` samples the types with which a seat comes by a line, from real cards. `reach_ends` and `showdowns` compute what
types win at the ends of the round against the opponent's. `learn` is one iteration of CFR+ for many types of a seat at
once.

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
LANES = 16
"""Showdowns that are done together, as many as the processor does at once."""


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
def _dealt(
    share: Vector,
    of: Numbers,
    flush: NDArray[np.bool_],
    by_sum: Numbers,
    suited: Numbers,
    weight: Numbers,
    cards: Numbers,
    seen: Numbers,
    gone: Numbers,
) -> None:
    """Deal hands whose classes come as often as `share` says, as evenly as can be, with suits at random."""
    many, at, reached, total = len(cards), 0, share[0], share.sum()
    for i in range(many):
        while reached < (i + 0.5) * total / many and at < len(share) - 1:
            at += 1
            reached += share[at]
        dealt, suit = -1, np.random.randint(4)
        while dealt != at:  # a hand of other suits may be of another class
            gone[i] = 0
            for k in range(5):
                card = 4 * of[at, k] + (suit if flush[at] else np.random.randint(4))
                while gone[i] >> card & 1:
                    card = 4 * of[at, k] + np.random.randint(4)
                gone[i] |= 1 << card
                cards[i, k] = card
            dealt = _class_of(cards[i], by_sum, suited, weight)
        for k in range(5):
            seen[i, cards[i, k] >> 2] += 1


@fast_allocating_kernel
def trails(
    dealt: Vector,
    chances: Vector,
    keeps: NDArray[np.uint8],
    of: Numbers,
    flush: NDArray[np.bool_],
    by_sum: Numbers,
    suited: Numbers,
    weight: Numbers,
    ranks: int,
    seed: int,
    hands: Numbers,
    seen: Numbers,
    gone: Numbers,
) -> float:
    """Sample the types of a seat before the last round of a line, or at a place in it, each equally likely.

    Args:
        dealt: By class, the probability that it is dealt.
        chances: Shape (draws or one more, classes): the probability that a class plays as the line has it since the
            draw before, up to and with each draw, and in the last round.
        keeps: Shape (draws, classes): the cards that a class keeps, a bit for each in ascending order of rank.
        of: Shape (classes, 5): the ranks of a class, ascending.
        flush: By class, whether it is a flush.
        by_sum: The class of each sum of rank weights.
        suited: The same for five cards of one suit.
        weight: The weight of each rank.
        ranks: The number of ranks in the deck.
        seed: The seed of the sample.
        hands: Set to the class of each.
        seen: Shape (many, 13), set to the cards of each rank that it has held.
        gone: Set to these cards themselves, a bit for each.

    Returns:
        The hands that the sample is worth where it is thinnest: as many hands, all equally likely to play on, would
        say as much. Where nobody plays so, it is 0, and the types are those of all who came so far.
    """
    np.random.seed(seed)
    many, size = len(hands), 4 * ranks
    cards = np.zeros((many, 5), np.int64)
    chance, before = np.zeros(many), np.zeros((many, 5), np.int64)
    gone_before, seen_before = np.zeros(many, np.int64), np.zeros_like(seen)
    share = dealt * chances[0]
    least = float(many)
    if share.sum() <= 0:
        least, share = 0.0, dealt.copy()
    _dealt(share, of, flush, by_sum, suited, weight, cards, seen, gone)
    for draw in range(len(chances)):
        for i in range(many):
            cards[i].sort()
            hands[i] = _class_of(cards[i], by_sum, suited, weight)
        if draw > 0:
            total, squares = 0.0, 0.0
            for i in range(many):
                chance[i] = chances[draw, hands[i]]
                total += chance[i]
                squares += chance[i] ** 2
            least = min(least, total * total / squares if total > 0 else 0.0)
            if total > 0:  # those that would hardly play so are replaced by others
                before[:], gone_before[:], seen_before[:] = cards, gone, seen
                at, reached = 0, chance[0]
                for i in range(many):
                    while reached < (i + 0.5) * total / many and at < many - 1:
                        at += 1
                        reached += chance[at]
                    cards[i], gone[i], seen[i] = before[at], gone_before[at], seen_before[at]
        if draw < len(keeps):
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
    return least


@fast_allocating_kernel
def _add(sums: Single, features: Single, reach: Single, sign: np.float32) -> None:
    """Add an opponent's type to the sums by feature and showdown."""
    for k in range(len(features)):
        row, weight = sums[k], sign * features[k]
        for e in range(len(row)):
            row[e] += weight * reach[e]


@fast_allocating_kernel
def showdowns(
    hands: Numbers, own: Single, others: Numbers, theirs: Single, reach: Single, all_: Single, values: Single
) -> None:
    """What types of a seat win at showdowns for a stake of 1.

    Args:
        hands: The class of each type, ascending.
        own: Shape (types, features). The product of two types' features is the probability that they have no common
            card.
        others: The class of each of the opponent's types, ascending.
        theirs: Shape (opponent's types, features).
        reach: Shape (opponent's types, LANES): by showdown, the probability that the type comes to it.
        all_: Shape (features, LANES): the product of both, summed over the opponent's types.
        values: Shape (types, LANES), set.
    """
    # The worse opponents minus the better ones. First all are worse; those before `passed` have changed sides, and
    # those from there to `reached` are of the hand's own class and count for neither.
    better = all_.copy()
    passed = reached = 0
    for i in range(len(hands)):
        while passed < reached and others[passed] < hands[i]:
            _add(better, theirs[passed], reach[passed], np.float32(-1))
            passed += 1
        while reached < len(others) and others[reached] < hands[i]:
            _add(better, theirs[reached], reach[reached], np.float32(-2))
            reached += 1
            passed = reached
        while reached < len(others) and others[reached] == hands[i]:
            _add(better, theirs[reached], reach[reached], np.float32(-1))
            reached += 1
        won = values[i]
        won[:] = 0
        for k in range(own.shape[1]):
            row, weight = better[k], own[i, k]
            for e in range(len(won)):
                won[e] += weight * row[e]


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
