"""Values of a betting round in several contexts side by side, with regrets and averages in truncated floats.

Contexts that differ only in the last draw have the same round. `parts` of them lie one behind the other in each row,
`size` states each, and are computed together. Regrets and averages are stored without their last bits
(`truncated_float`); their slots count from the first slot of the last two streets. The other terms are those of
`layout`, and the values are those of `bet_backward`.
"""

from typing import NamedTuple

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.layout import BEST, Buffers, Real, Traversal
from standpat.solver.kernels.truncated_float import Bits, add, regret


class TruncatedTables(NamedTuple):
    """What is played from and what is learned.

    Attributes:
        weights: The weights that both seats play.
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
def _fold(other: Real, amount: float, own: bool, parts: int, size: int, out: Real) -> None:
    """Values at a fold, in each of `parts` contexts that lie side by side."""
    for k in range(parts):
        total = other[0] * 0
        for i in range(k * size, (k + 1) * size):
            total += other[i]
        worth = -amount * total if own else amount * total
        for i in range(k * size, (k + 1) * size):
            out[i] = worth


@fast_kernel
def _showdown(other: Real, amount: float, parts: int, size: int, out: Real) -> None:
    """Values at a showdown, in each of `parts` contexts that lie side by side."""
    for k in range(parts):
        begin = k * size
        total = other[0] * 0
        for i in range(begin, begin + size):
            total += other[i]
        total *= amount
        twice = amount + amount
        for i in range(begin, begin + size):
            own_mass = other[i]
            out[i] = total - amount * own_mass
            total -= twice * own_mass


@fast_kernel
def betting_backward(
    nodes: Nodes,
    slot: int,
    weights: Real,
    parts: int,
    size: int,
    traversal: Traversal,
    kept: TruncatedTables,
    own_reached: bool,
    last: bool,
    exits: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of a round after `betting.forward`: on the last street from the showdowns, before it from
    `exits`.

    Args:
        nodes: The round.
        slot: The first slot of the round in `kept`.
        weights: The weights that are played in the round.
        parts: Contexts side by side.
        size: States of a context.
        traversal: Whose values, and the mode.
        kept: Regrets and averages.
        own_reached: Whether the player may reach the round, so that the average grows.
        last: Whether it is the last street.
        exits: By exit, the values; unused on the last street.
        buffers: Scratch space after `betting.forward`; row 0 of `value` is the result.
    """
    kind, seat, actions, child, row = nodes.kind, nodes.seat, nodes.actions, nodes.child, nodes.row
    amount, source = nodes.amount, nodes.source1 if traversal.player == 0 else nodes.source0
    other, mine = (buffers.reach1, buffers.reach0) if traversal.player == 0 else (buffers.reach0, buffers.reach1)
    value, sigma = buffers.value, buffers.sigma
    width = parts * size
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] == FOLD:
            _fold(other[source[node]], amount[node], seat[node] == traversal.player, parts, size, value[node])
        elif kind[node] != DECISION:
            if last:
                _showdown(other[source[node]], amount[node], parts, size, value[node])
            else:
                for i in range(width):
                    value[node, i] = exits[row[node], i]
        elif seat[node] != traversal.player:
            _add(value, node, child[node], actions[node], width)
        elif traversal.mode == BEST:
            _best(value, node, child[node], actions[node], width)
        else:
            _learn(
                value, sigma, kept, node, child[node], row[node], actions[node], slot, weights, width, traversal.decay
            )
            if own_reached:
                _remember(kept, mine, child[node], row[node], actions[node], slot, width, traversal.weight)


@fast_kernel
def _add(value: Real, node: int, child: int, actions: int, size: int) -> None:
    """The value of the opponent's decision: the sum over its children, which include the opponent's reach."""
    if actions == 3:
        for i in range(size):
            value[node, i] = value[child, i] + value[child + 1, i] + value[child + 2, i]
        return
    for i in range(size):
        value[node, i] = value[child, i]
    for a in range(1, actions):
        for i in range(size):
            value[node, i] += value[child + a, i]


@fast_kernel
def _best(value: Real, node: int, child: int, actions: int, size: int) -> None:
    """The value of the player's decision if they play a best response."""
    for i in range(size):
        value[node, i] = value[child, i]
    for a in range(1, actions):
        for i in range(size):
            value[node, i] = max(value[node, i], value[child + a, i])


@fast_kernel
def _learn(
    value: Real,
    sigma: Real,
    kept: TruncatedTables,
    node: int,
    child: int,
    row: int,
    actions: int,
    slot: int,
    weights: Real,
    size: int,
    decay: float,
) -> None:
    """The value of the player's own decision, and its regrets."""
    if actions == 3:
        for i in range(size):
            value[node, i] = (
                sigma[row, i] * value[child, i]
                + sigma[row + 1, i] * value[child + 1, i]
                + sigma[row + 2, i] * value[child + 2, i]
            )
    else:
        for i in range(size):
            value[node, i] = sigma[row, i] * value[child, i]
        for a in range(1, actions):
            for i in range(size):
                value[node, i] += sigma[row + a, i] * value[child + a, i]
    for a in range(actions):
        k = (row + a) * size
        regret(kept.regret, slot + k, size, kept.drop, kept.seed, weights[k:], decay, value[child + a], value[node])


@fast_kernel
def remember(
    nodes: Nodes, slot: int, width: int, traversal: Traversal, kept: TruncatedTables, buffers: Buffers
) -> None:
    """Add all decisions of the player to the average after `betting.forward`, where the opponent never comes."""
    mine = buffers.reach0 if traversal.player == 0 else buffers.reach1
    for node in range(len(nodes.kind)):
        if nodes.kind[node] == DECISION and nodes.seat[node] == traversal.player:
            _remember(
                kept, mine, nodes.child[node], nodes.row[node], nodes.actions[node], slot, width, traversal.weight
            )


@fast_kernel
def _remember(
    kept: TruncatedTables, reach: Real, child: int, row: int, actions: int, slot: int, size: int, weight: float
) -> None:
    """Add a decision of the player to the average: their reach after each action includes its probability."""
    for a in range(actions):
        add(kept.average, slot + (row + a) * size, size, kept.drop, kept.seed, weight, reach[child + a])
