"""A betting round in several contexts side by side, with regrets and averages in truncated floats.

Contexts that differ only in the last draw have the same round. `parts` of them lie one behind the other in each row,
`size` states each, and are computed together, 16 states at a time (`standpat.compute.vectors`). Regrets and averages
are stored without their last bits (`truncated_float`); their slots count from the first slot of the last two streets.
The other terms are those of `layout`, and the values are those of `bet_backward`.

The rows of the buffers are at least 16 numbers wider than what is computed. What lies behind it is 0 in reach
probabilities, and means nothing in probabilities and values.
"""

from typing import Any, NamedTuple

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import (
    LANES,
    last,
    like,
    load,
    load_some,
    multiply_add,
    running,
    spread,
    store,
    total,
    where,
)
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.layout import BEST, UPDATE, Buffers, Real, Traversal
from standpat.solver.kernels.truncated_float import Bits, add, learn, numbers


class TruncatedTables(NamedTuple):
    """What is played from and what is learned.

    Attributes:
        weights: The weights that both seats play. In UPDATE these are the regrets.
        regret: The regrets.
        average: The sums of the average strategy.
        drop: Bits that are dropped of each number.
        seed: The seed of the rounding.
    """

    weights: Bits
    regret: Bits
    average: Bits
    drop: int
    seed: int


@fast_kernel
def some(row: Real, width: int) -> bool:
    """Whether any of the reach probabilities of a row is above 0."""
    found = load(row, 0)
    for i in range(LANES, width, LANES):
        found = found + load(row, i)
    return bool(total(found) > 0)


@fast_kernel
def scale_of(sum_: Any, one: Any) -> Any:
    """What to multiply weights by to get probabilities, where their sum is above 0; else 1."""
    return one / where(sum_ > one - one, sum_, one)


@fast_kernel
def probability(weight: Any, sum_: Any, scale: Any, even: Any, cut: Any) -> Any:
    """A weight's share of the sum of the weights, `even` where that is 0. Shares below `cut` become 0."""
    nothing = cut - cut
    share = where(sum_ > nothing, weight * scale, even)
    return where(share < cut, nothing, share)


# From the root to the ends ---------------------------------------------------------------------------------------


@fast_kernel
def betting_forward(
    nodes: Nodes,
    slot: int,
    width: int,
    traversal: Traversal,
    kept: TruncatedTables,
    own_reached: bool,
    opponent_reached: bool,
    buffers: Buffers,
) -> None:
    """Compute the reach probabilities in a round from those at its root, and the player's own probabilities.

    Args:
        nodes: The round.
        slot: The first slot of the round in `kept`.
        width: Numbers of a row.
        traversal: Whose values, and the mode.
        kept: The weights.
        own_reached: Whether the player's reach is wanted.
        opponent_reached: Whether the opponent's reach is wanted.
        buffers: Scratch space, with the reach probabilities of the root in row 0.
    """
    for node in range(len(nodes.kind)):
        if nodes.kind[node] != DECISION:
            continue
        own = nodes.seat[node] == traversal.player
        if (own and traversal.mode == BEST) or not (own or opponent_reached):
            continue
        seat0 = nodes.seat[node] == 0
        reach, source = (buffers.reach0, nodes.source0[node]) if seat0 else (buffers.reach1, nodes.source1[node])
        row, child, actions = nodes.row[node], nodes.child[node], nodes.actions[node]
        at, carry = slot + row * width, own_reached or not own
        if actions == 2:
            _forward_two(kept, at, width, traversal, own, carry, buffers.sigma, row, reach, source, child)
        elif actions == 3:
            _forward_three(kept, at, width, traversal, own, carry, buffers.sigma, row, reach, source, child)
        else:
            _forward_many(kept, at, width, traversal, own, carry, buffers.sigma, row, reach, source, child, actions)


@fast_kernel
def _forward_two(
    kept: TruncatedTables,
    at: int,
    width: int,
    traversal: Traversal,
    own: bool,
    carry: bool,
    sigma: Real,
    row: int,
    reach: Real,
    source: int,
    child: int,
) -> None:
    one, cut = spread(traversal.one), spread(traversal.cut)
    even, most = spread(traversal.one / (traversal.one + traversal.one)), one - cut
    came, first, second = reach[source], reach[child], reach[child + 1]
    p_row, q_row = sigma[row], sigma[row + 1]
    for i in range(0, width, LANES):
        left = width - i
        a = like(numbers(kept.weights, at + i, left, kept.drop), traversal.one)
        b = like(numbers(kept.weights, at + width + i, left, kept.drop), traversal.one)
        sum_ = a + b
        p = probability(a, sum_, scale_of(sum_, one), even, cut)
        p = where(p > most, one, p)
        q = one - p
        if own:
            store(p_row, i, p)
            store(q_row, i, q)
        if carry:
            mass = load(came, i)
            store(first, i, mass * p)
            store(second, i, mass * q)


@fast_kernel
def _forward_three(
    kept: TruncatedTables,
    at: int,
    width: int,
    traversal: Traversal,
    own: bool,
    carry: bool,
    sigma: Real,
    row: int,
    reach: Real,
    source: int,
    child: int,
) -> None:
    one, cut = spread(traversal.one), spread(traversal.cut)
    even = spread(traversal.one / (traversal.one + traversal.one + traversal.one))
    came, first, second, third = reach[source], reach[child], reach[child + 1], reach[child + 2]
    p_row, q_row, r_row = sigma[row], sigma[row + 1], sigma[row + 2]
    for i in range(0, width, LANES):
        left = width - i
        a = like(numbers(kept.weights, at + i, left, kept.drop), traversal.one)
        b = like(numbers(kept.weights, at + width + i, left, kept.drop), traversal.one)
        c = like(numbers(kept.weights, at + 2 * width + i, left, kept.drop), traversal.one)
        sum_ = a + b + c
        scale = scale_of(sum_, one)
        p = probability(a, sum_, scale, even, cut)
        q = probability(b, sum_, scale, even, cut)
        r = probability(c, sum_, scale, even, cut)
        if own:
            store(p_row, i, p)
            store(q_row, i, q)
            store(r_row, i, r)
        if carry:
            mass = load(came, i)
            store(first, i, mass * p)
            store(second, i, mass * q)
            store(third, i, mass * r)


@fast_kernel
def _forward_many(
    kept: TruncatedTables,
    at: int,
    width: int,
    traversal: Traversal,
    own: bool,
    carry: bool,
    sigma: Real,
    row: int,
    reach: Real,
    source: int,
    child: int,
    actions: int,
) -> None:
    one, cut = spread(traversal.one), spread(traversal.cut)
    even = like(spread(traversal.one / actions), traversal.one)
    for i in range(0, width, LANES):
        sum_ = one - one
        for a in range(actions):
            weight = numbers(kept.weights, at + a * width + i, width - i, kept.drop)
            sum_ = sum_ + like(weight, traversal.one)
        scale = scale_of(sum_, one)
        for a in range(actions):
            weight = numbers(kept.weights, at + a * width + i, width - i, kept.drop)
            p = probability(like(weight, traversal.one), sum_, scale, even, cut)
            if own:
                store(sigma[row + a], i, p)
            if carry:
                store(reach[child + a], i, load(reach[source], i) * p)


# From the ends to the root ---------------------------------------------------------------------------------------


@fast_kernel
def betting_backward(
    nodes: Nodes,
    slot: int,
    parts: int,
    size: int,
    traversal: Traversal,
    kept: TruncatedTables,
    own_reached: bool,
    last_round: bool,
    exits: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of a round after `betting_forward`: on the last street from the showdowns, before it from
    `exits`.

    Args:
        nodes: The round.
        slot: The first slot of the round in `kept`.
        parts: Contexts side by side.
        size: States of a context.
        traversal: Whose values, and the mode.
        kept: Regrets and averages.
        own_reached: Whether the player may reach the round, so that the average grows.
        last_round: Whether it is the last street.
        exits: By exit, the values; unused on the last street.
        buffers: Scratch space after `betting_forward`; row 0 of `value` is the result.
    """
    kind, seat, actions, child, row = nodes.kind, nodes.seat, nodes.actions, nodes.child, nodes.row
    amount, source = nodes.amount, nodes.source1 if traversal.player == 0 else nodes.source0
    other, mine = (buffers.reach1, buffers.reach0) if traversal.player == 0 else (buffers.reach0, buffers.reach1)
    value, sigma = buffers.value, buffers.sigma
    width = parts * size
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] == FOLD:
            worth = -amount[node] if seat[node] == traversal.player else amount[node]
            _fold(other[source[node]], worth, parts, size, value[node])
        elif kind[node] != DECISION:
            if last_round:
                _showdown(other[source[node]], amount[node], parts, size, value[node])
            else:
                out, exit_ = value[node], exits[row[node]]
                for i in range(0, width, LANES):
                    store(out, i, load(exit_, i))
        elif seat[node] != traversal.player:
            _add(value, node, child[node], actions[node], width)
        elif traversal.mode != UPDATE:
            _best(value, node, child[node], actions[node], width)
        else:
            at = slot + row[node] * width
            _mean(value, sigma, node, child[node], row[node], actions[node], width)
            for a in range(actions[node]):
                _learn(kept, at + a * width, width, traversal, value[child[node] + a], value[node])
            if own_reached:
                _remember(kept, mine, child[node], at, actions[node], width, traversal.weight)


@fast_kernel
def _fold(other: Real, worth: float, parts: int, size: int, out: Real) -> None:
    """Values at a fold, in each of `parts` contexts that lie side by side."""
    for begin in range(0, parts * size, size):
        sum_ = load(other, begin) if size >= LANES else load_some(other, begin, size)
        for i in range(LANES, size, LANES):
            more = load(other, begin + i) if size - i >= LANES else load_some(other, begin + i, size - i)
            sum_ = sum_ + more
        value = spread(worth * total(sum_))
        for i in range(0, size, LANES):
            store(out, begin + i, value)


@fast_kernel
def _showdown(other: Real, amount: float, parts: int, size: int, out: Real) -> None:
    """Values at a showdown, in each of `parts` contexts that lie side by side: what is worse less what is better."""
    unit = spread(amount)
    for begin in range(0, parts * size, size):
        below = amount - amount
        for i in range(0, size, LANES):
            mass = load(other, begin + i) if size - i >= LANES else load_some(other, begin + i, size - i)
            upto = running(mass) + spread(below)
            below = last(upto)
            store(out, begin + i, mass - upto - upto)
        all_ = spread(below)
        for i in range(0, size, LANES):
            store(out, begin + i, (load(out, begin + i) + all_) * unit)


@fast_kernel
def _add(value: Real, node: int, child: int, actions: int, width: int) -> None:
    """The value of the opponent's decision: the sum over its children, which include the opponent's reach."""
    out, first, second = value[node], value[child], value[child + actions - 1]
    for i in range(0, width, LANES):
        sum_ = load(first, i)
        for a in range(1, actions - 1):
            sum_ = sum_ + load(value[child + a], i)
        if actions > 1:
            sum_ = sum_ + load(second, i)
        store(out, i, sum_)


@fast_kernel
def _best(value: Real, node: int, child: int, actions: int, width: int) -> None:
    """The value of the player's decision if they play a best response."""
    out = value[node]
    for i in range(0, width, LANES):
        most = load(value[child], i)
        for a in range(1, actions):
            other = load(value[child + a], i)
            most = where(other > most, other, most)
        store(out, i, most)


@fast_kernel
def _mean(value: Real, sigma: Real, node: int, child: int, row: int, actions: int, width: int) -> None:
    """The value of the player's own decision if they play their strategy."""
    out = value[node]
    for i in range(0, width, LANES):
        sum_ = load(sigma[row], i) * load(value[child], i)
        for a in range(1, actions):
            sum_ = multiply_add(load(sigma[row + a], i), load(value[child + a], i), sum_)
        store(out, i, sum_)


@fast_kernel
def _learn(kept: TruncatedTables, at: int, width: int, traversal: Traversal, value: Real, mean: Real) -> None:
    """Update the regrets of one action."""
    for i in range(0, width, LANES):
        gain = load(value, i) - load(mean, i)
        learn(kept.regret, at + i, width - i, kept.drop, kept.seed, traversal.decay, gain)


@fast_kernel
def remember(
    nodes: Nodes, slot: int, width: int, traversal: Traversal, kept: TruncatedTables, buffers: Buffers
) -> None:
    """Add all decisions of the player to the average after `betting_forward`, where the opponent never comes."""
    mine = buffers.reach0 if traversal.player == 0 else buffers.reach1
    for node in range(len(nodes.kind)):
        if nodes.kind[node] == DECISION and nodes.seat[node] == traversal.player:
            at = slot + nodes.row[node] * width
            _remember(kept, mine, nodes.child[node], at, nodes.actions[node], width, traversal.weight)


@fast_kernel
def _remember(kept: TruncatedTables, reach: Real, child: int, at: int, actions: int, width: int, weight: float) -> None:
    """Add a decision of the player to the average: their reach after each action includes its probability."""
    for a in range(actions):
        came, begin = reach[child + a], at + a * width
        for i in range(0, width, LANES):
            add(kept.average, begin + i, width - i, kept.drop, kept.seed, weight, load(came, i))
