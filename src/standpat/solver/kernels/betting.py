"""A betting round: reach probabilities from its root to its ends, values back. The terms are those of `layout`."""

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import DECISION, FOLD, Nodes
from standpat.solver.kernels.layout import (
    BEST,
    TINY,
    UPDATE,
    Buffers,
    Real,
    Shape,
    Span,
    StrategyTables,
    StreetSlots,
    Traversal,
    idle,
    unplayed,
)


@fast_kernel
def probabilities(weights: Real, at: int, actions: int, size: int, cut: float, one: float, out: Real, row: int) -> None:
    """Write the probabilities of a decision into rows `row …` of `out`. Probabilities below `cut` become 0."""
    zero = one - one
    if actions == 2:
        half = one / (one + one)
        first, second = weights[at : at + size], weights[at + size : at + 2 * size]
        for i in range(size):
            a, b = first[i], second[i]
            total = a + b
            p = a * (one / total) if total > 0 else half
            p = zero if p < cut else (one if p > one - cut else p)
            out[row, i] = p
            out[row + 1, i] = one - p
    elif actions == 3:
        third = one / (one + one + one)
        first, second = weights[at : at + size], weights[at + size : at + 2 * size]
        last = weights[at + 2 * size : at + 3 * size]
        for i in range(size):
            a, b, c = first[i], second[i], last[i]
            total = a + b + c
            scale = one / total if total > 0 else zero
            flat = zero if total > 0 else third
            p, q, r = a * scale + flat, b * scale + flat, c * scale + flat
            out[row, i] = zero if p < cut else p
            out[row + 1, i] = zero if q < cut else q
            out[row + 2, i] = zero if r < cut else r
    else:
        for i in range(size):
            total = zero
            for a in range(actions):
                total += weights[at + a * size + i]
            for a in range(actions):
                p = weights[at + a * size + i] * (one / total) if total > 0 else one / actions
                out[row + a, i] = zero if p < cut else p


@fast_kernel
def round_of(nodes: Nodes, number: int) -> Nodes:
    """The nodes of one round."""
    begin, end = nodes.begin[number], nodes.begin[number + 1]
    return Nodes(
        nodes.begin,
        nodes.rows,
        nodes.kind[begin:end],
        nodes.seat[begin:end],
        nodes.actions[begin:end],
        nodes.child[begin:end],
        nodes.amount[begin:end],
        nodes.row[begin:end],
        nodes.source0[begin:end],
        nodes.source1[begin:end],
    )


@fast_kernel
def enter(reach0: Real, reach1: Real, size: int, buffers: Buffers) -> None:
    """Copy both seats' reach probabilities to the root of a round."""
    for i in range(size):
        buffers.reach0[0, i] = reach0[i]
        buffers.reach1[0, i] = reach1[i]


@fast_kernel
def forward(
    nodes: Nodes, play: StrategyTables, slot: int, shape: Shape, skip: int, traversal: Traversal, buffers: Buffers
) -> None:
    """Compute probabilities and reach probabilities from the root of a round, except for those of seat `skip`."""
    size, states, of = shape
    for node in range(len(nodes.kind)):
        if nodes.kind[node] != DECISION or nodes.seat[node] == skip:
            continue
        row, actions = nodes.row[node], nodes.actions[node]
        child = nodes.child[node]
        if nodes.seat[node] == 0:
            weights, reach, source = play.weights0, buffers.reach0, nodes.source0[node]
        else:
            weights, reach, source = play.weights1, buffers.reach1, nodes.source1[node]
        if len(of):
            probabilities(
                weights, slot + row * states, actions, states, traversal.cut, traversal.one, buffers.coarse, 0
            )
            for a in range(actions):
                for i in range(size):
                    buffers.sigma[row + a, i] = buffers.coarse[a, of[i]]
        else:
            probabilities(weights, slot + row * size, actions, size, traversal.cut, traversal.one, buffers.sigma, row)
        for a in range(actions):
            for i in range(size):
                reach[child + a, i] = reach[source, i] * buffers.sigma[row + a, i]


@fast_kernel
def _fold(reach: Real, amount: float, alive: Real, board: int, size: int, out: Real) -> None:
    """Values at a fold of the opponent (amount > 0) or of the player (amount < 0)."""
    if len(alive):
        for i in range(size):
            total = 0.0
            for j in range(size):
                total += alive[board, i, j] * reach[j]
            out[i] = amount * total
    else:
        total = 0.0
        for j in range(size):
            total += reach[j]
        for i in range(size):
            out[i] = amount * total


@fast_kernel
def _showdown(reach: Real, amount: float, wins: Real, board: int, size: int, out: Real) -> None:
    """Values at a showdown."""
    if len(wins):
        for i in range(size):
            total = 0.0
            for j in range(size):
                total += wins[board, i, j] * reach[j]
            out[i] = amount * total
    else:
        total = 0.0
        for j in range(size):
            total += reach[j]
        below = 0.0
        for i in range(size):
            mine = reach[i]
            out[i] = amount * (total - below - below - mine)
            below += mine


@fast_kernel
def decide(
    nodes: Nodes, node: int, play: StrategyTables, slot: int, size: int, traversal: Traversal, buffers: Buffers
) -> None:
    """The value of a decision from those of its children, which include the opponent's reach. In UPDATE regrets and
    averages are updated.
    """
    value, sigma = buffers.value, buffers.sigma
    child, count, row = nodes.child[node], nodes.actions[node], nodes.row[node]
    for i in range(size):
        value[node, i] = value[child, i]
    if nodes.seat[node] != traversal.player:
        for a in range(1, count):
            for i in range(size):
                value[node, i] += value[child + a, i]
        return
    if traversal.mode == BEST:
        for a in range(1, count):
            for i in range(size):
                value[node, i] = max(value[node, i], value[child + a, i])
        return
    for i in range(size):
        value[node, i] *= sigma[row, i]
    for a in range(1, count):
        for i in range(size):
            value[node, i] += sigma[row + a, i] * value[child + a, i]
    if traversal.mode == UPDATE:
        regret, average = play.regret, play.average
        reach = buffers.reach0[nodes.source0[node]] if traversal.player == 0 else buffers.reach1[nodes.source1[node]]
        for a in range(count):
            k = slot + (row + a) * size
            for i in range(size):
                r = regret[k + i] * traversal.decay + (value[child + a, i] - value[node, i])
                regret[k + i] = r if r > TINY else 0
                average[k + i] += traversal.weight * reach[i] * sigma[row + a, i]


@fast_kernel
def bet_forward(
    street: StreetSlots,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    exit0: Real,
    exit1: Real,
    buffers: Buffers,
) -> None:
    """Compute reach probabilities from the contexts of a chunk to its exits. Those of a player who plays a best
    response are skipped.
    """
    contexts, size, low = street.contexts, street.shape.size, span.low
    skip = unplayed(traversal)
    for context in range(span.begin, span.end, span.step):
        nodes = round_of(street.nodes, contexts.round[context])
        enter(reach0[context - low], reach1[context - low], size, buffers)
        forward(nodes, play, street.slots[context], street.shape, skip, traversal, buffers)
        base = contexts.exit[context] - contexts.exit[low]
        for node in range(len(nodes.kind)):
            if nodes.kind[node] != DECISION and nodes.kind[node] != FOLD:
                for i in range(size):
                    exit0[base + nodes.row[node], i] = buffers.reach0[nodes.source0[node], i]
                    exit1[base + nodes.row[node], i] = buffers.reach1[nodes.source1[node], i]


@fast_kernel
def bet_backward(
    street: StreetSlots,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    reach0: Real,
    reach1: Real,
    last: bool,
    alive: Real,
    wins: Real,
    exit_values: Real,
    values: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of the contexts of a chunk: on the last street from the showdowns, on earlier streets from the
    exits.
    """
    contexts, size, low, player = street.contexts, street.shape.size, span.low, traversal.player
    for context in range(span.begin, span.end, span.step):
        theirs = reach1[context - low] if player == 0 else reach0[context - low]
        mine = reach0[context - low] if player == 0 else reach1[context - low]
        out = values[context - low]
        if idle(theirs, mine, traversal.mode, size, out):
            continue
        nodes, slot = round_of(street.nodes, contexts.round[context]), street.slots[context]
        enter(reach0[context - low], reach1[context - low], size, buffers)
        forward(nodes, play, slot, street.shape, unplayed(traversal), traversal, buffers)
        board = context % max(1, len(alive))
        base = contexts.exit[context] - contexts.exit[low]
        for node in range(len(nodes.kind) - 1, -1, -1):
            value = buffers.value[node]
            other = buffers.reach1[nodes.source1[node]] if player == 0 else buffers.reach0[nodes.source0[node]]
            kind, amount = nodes.kind[node], nodes.amount[node]
            if kind == FOLD:
                _fold(other, -amount if nodes.seat[node] == player else amount, alive, board, size, value)
            elif kind == DECISION:
                decide(nodes, node, play, slot, size, traversal, buffers)
            elif last:
                _showdown(other, amount, wins, board, size, value)
            else:
                for i in range(size):
                    value[i] = exit_values[base + nodes.row[node], i]
        for i in range(size):
            out[i] = buffers.value[0, i]
