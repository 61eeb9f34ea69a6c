"""The betting after the draw between two players as a game of its own, built and solved (compiled).

`grow` builds the tree from the start of the round, with real chips: the sizes of `FIRST`, `AGAIN` and `LAST` (the
first bet, the first raise, later ones), all-in, and every size that was really bet. `solve` finds strategies of both
players for all buckets at once by CFR+ (Tammelin 2014) with linear averaging. The hands of the two are taken to be
independent.

A node is a row of `NODE`. The children of a node stand together, after it. Numbers of a node by bucket are rows of
arrays; those of a choice are in the row of the child to which it leads.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import FOLD, JAM, PASS
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.nolimit import rules
from standpat.solver.nolimit.deal_kernel import bet

FIRST: Final = (300, 600, 1000, 1700, 3000)
AGAIN: Final = (500, 1100)
LAST: Final = (1000,)
"""The sizes of bets and raises, in thousandths of the pot after the call."""
MENU: Final = 12
"""More choices than a node can have."""
NODES: Final = 1200
LINE: Final = 12
"""The most actions of the round before the present decision."""

NODE: Final = np.dtype(
    [
        ("player", np.int64),  # 0 or 1; 2 after a fold, 3 at a showdown
        ("first", np.int64),  # the first child
        ("many", np.int64),  # the number of children
        ("choice", np.int64),  # the choice that leads here, and the total of a bet or raise
        ("to", np.int64),
        ("line", np.int64),  # how many of the real actions lead here, -1 if others do
        ("win", np.float64, 2),  # at an end: what a player gets with the better hand, or after a fold
        ("lose", np.float64, 2),  # at a showdown: with the worse hand
    ],
    align=True,
)


@fast_kernel
def offer(hand: Row, to: int, sizes: NDArray[np.int64], many: int) -> int:
    """Add the total of a bet or raise to a menu, unless it is there; returns the number of totals."""
    jam = rules.jam_to(hand)
    to = min(max(to, hand.price + hand.full), jam)
    if 4 * (to - hand.price) > 3 * (jam - hand.price):
        to = jam
    for k in range(many):
        if sizes[k] == to:
            return many
    sizes[many] = to
    return many + 1


@fast_kernel
def grow(hands: NDArray[np.void], nodes: NDArray[np.void], line: NDArray[np.int64], sizes: NDArray[np.int64]) -> int:
    """Build the tree of a round.

    Args:
        hands: Shape (NODES,): the first is the hand at the start of the round.
        nodes: Shape (NODES,): gets the tree.
        line: Shape (actions, 2): the real actions of the round so far, choice and total.
        sizes: Space for `MENU` numbers.

    Returns:
        The number of nodes; 0 if there are too many.
    """
    low = -1
    for place in range(hands[0].seats):
        if hands[0].live >> place & 1 and low < 0:
            low = place
    base0 = hands[0].stack[low]
    high = low
    for place in range(hands[0].seats):
        if hands[0].live >> place & 1:
            high = place
    base1 = hands[0].stack[high]
    count = 1
    nodes[0].line = 0
    at = 0
    while at < count:
        hand = hands[at]
        node = nodes[at]
        node.many = 0
        node.first = count
        if hand.to_act < 0:
            pot = rules.pot_of(hand)
            for player in range(2):
                place = low if player == 0 else high
                paid = (base0 if player == 0 else base1) - hand.stack[place]
                if hand.live & (hand.live - 1) == 0:
                    node.player = 2
                    node.win[player] = pot - paid if hand.live >> place & 1 else -paid
                else:
                    node.player = 3
                    node.win[player] = pot - paid
                    node.lose[player] = -paid
            at += 1
            continue
        node.player = 0 if hand.to_act == low else 1
        allowed = rules.choices(hand)
        many = 0
        if allowed >> JAM & 1:
            if node.line >= 0 and node.line < len(line) and line[node.line, 0] > PASS:
                sizes[0] = line[node.line, 1]
                many = 1
            if hand.wagers == 0:
                for k in range(len(FIRST)):
                    many = offer(hand, rules.size_to(hand, FIRST[k]), sizes, many)
            elif hand.wagers == 1:
                for k in range(len(AGAIN)):
                    many = offer(hand, rules.size_to(hand, AGAIN[k]), sizes, many)
            elif hand.wagers == 2:
                many = offer(hand, rules.size_to(hand, LAST[0]), sizes, many)
            many = offer(hand, rules.jam_to(hand), sizes, many)
        if count + many + 2 > len(nodes):
            return 0
        for k in range(-2, many):
            choice = FOLD if k == -2 else PASS if k == -1 else JAM
            if choice == FOLD and allowed & 1 << FOLD == 0:
                continue
            to = sizes[k] if k >= 0 else 0
            hands[count] = hand
            bet(hands[count], choice, to)
            child = nodes[count]
            child.choice = choice
            child.to = to
            child.line = -1
            real = node.line >= 0 and node.line < len(line) and line[node.line, 0] == choice
            if real and (choice != JAM or line[node.line, 1] == to):
                child.line = node.line + 1
            count += 1
            node.many += 1
        at += 1
    return count


@fast_kernel
def showdown(reach: NDArray[np.float32], win: float, lose: float, value: NDArray[np.float32]) -> None:
    """The values of a showdown against an opponent whose buckets have these probabilities; bucket 0 is best."""
    total = np.float32(0.0)
    for b in range(len(reach)):
        total += reach[b]
    before = np.float32(0.0)
    half = np.float32(0.5)
    gain = np.float32(win - lose)
    base = np.float32(lose) * total
    for b in range(len(reach)):
        value[b] = base + gain * (total - before - half * reach[b])
        before += reach[b]


@fast_allocating_kernel
def solve(nodes: NDArray[np.void], ranges: NDArray[np.float32], rounds: int, average: NDArray[np.float32]) -> None:
    """Solve a tree.

    Args:
        nodes: The nodes of the tree.
        ranges: Shape (2, buckets): the probabilities of the buckets of both players.
        rounds: The number of iterations.
        average: Shape (nodes, buckets): gets the probability of the choice that leads to a node.
    """
    many, buckets = average.shape
    regret = np.zeros((many, buckets), np.float32)
    sigma = np.zeros((many, buckets), np.float32)
    reach = np.zeros((2, many, buckets), np.float32)
    value = np.zeros((many, buckets), np.float32)
    total = np.zeros(buckets, np.float32)
    zero = np.float32(0.0)
    reach[0, 0] = ranges[0]
    reach[1, 0] = ranges[1]
    average[:] = zero
    for t in range(2 * rounds):
        me = t & 1
        weight = np.float32((t // 2 + 1) ** 2)
        for n in range(many):
            children = nodes[n].many
            if children == 0:
                continue
            first = nodes[n].first
            player = nodes[n].player
            total[:] = zero
            for c in range(first, first + children):
                mine, now = sigma[c], regret[c]
                for b in range(buckets):
                    mine[b] = now[b]
                    total[b] += now[b]
            even = np.float32(1.0 / children)
            for c in range(first, first + children):
                mine = sigma[c]
                to, from_ = reach[player, c], reach[player, n]
                for b in range(buckets):
                    mine[b] = mine[b] / total[b] if total[b] > zero else even
                    to[b] = from_[b] * mine[b]
                reach[1 - player, c] = reach[1 - player, n]
                if player == me:
                    mean = average[c]
                    for b in range(buckets):
                        mean[b] += weight * to[b]
        for n in range(many - 1, -1, -1):
            node = nodes[n]
            mine = value[n]
            if node.player == 2:
                rest = zero
                other = reach[1 - me, n]
                for b in range(buckets):
                    rest += other[b]
                rest *= np.float32(node.win[me])
                for b in range(buckets):
                    mine[b] = rest
                continue
            if node.player == 3:
                showdown(reach[1 - me, n], node.win[me], node.lose[me], mine)
                continue
            for b in range(buckets):
                mine[b] = zero
            for c in range(node.first, node.first + node.many):
                theirs, part = value[c], sigma[c]
                if node.player == me:
                    for b in range(buckets):
                        mine[b] += part[b] * theirs[b]
                else:
                    for b in range(buckets):
                        mine[b] += theirs[b]
            if node.player == me:
                for c in range(node.first, node.first + node.many):
                    theirs, now = value[c], regret[c]
                    for b in range(buckets):
                        now[b] = max(now[b] + theirs[b] - mine[b], zero)
    for n in range(many):
        children = nodes[n].many
        if children == 0:
            continue
        first = nodes[n].first
        total[:] = zero
        for c in range(first, first + children):
            for b in range(buckets):
                total[b] += average[c, b]
        for c in range(first, first + children):
            for b in range(buckets):
                average[c, b] = average[c, b] / total[b] if total[b] > zero else sigma[c, b]
