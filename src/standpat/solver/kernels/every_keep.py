"""The best of all keeps of all hands at a draw, for best responses over hand classes. The terms are those of
`layout`.

A player who keeps some cards and draws the rest gets the replacements one at a time. Each depends on the cards that
they have by then and on nothing else. So the value of keeping some cards is the mean of the values of keeping one card
more, over the 13 ranks of that card; four cards and one more are a hand. And the best keep among some cards is all of
them, or the best keep among these cards without one. Both take far fewer steps than every keep with every hand after
it.

Keeps lie in *levels*: level n has the keeps of those who draw n cards, and level 0 has the hands.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.compute.vectors import LANES, load, load_some, multiply_add, pick, store, store_some, where
from standpat.solver.kernels.layout import Buffers, Real, Span, Traversal, reached

HAND = 5


class Keeps(NamedTuple):
    """All keeps of all hands.

    Attributes:
        ranks: Ranks of the deck.
        first: Level n has the rows `first[n] … first[n + 1]`.
        grow: By level, rank and row, where the value of keeping a card of this rank too is: the row of the level before
            this one, or the hand.
        chance: The probabilities of these ranks; 0 where there is no such card.
        grown: By level, where its part of `grow` and `chance` begins.
        drop: By level, number of a card and row, the row of the next level without this card.
        dropped: By level, where its part of `drop` begins.
        most: By count of the draw, the most cards that are drawn with it.
    """

    ranks: int
    first: NDArray[np.int64]
    grow: NDArray[np.int32]
    chance: Real
    grown: NDArray[np.int64]
    drop: NDArray[np.int32]
    dropped: NDArray[np.int64]
    most: NDArray[np.int64]


@fast_kernel
def every_keep_backward(
    order: int,
    keeps: Keeps,
    span: Span,
    traversal: Traversal,
    exit0: Real,
    exit1: Real,
    child_values: Real,
    values: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of the exits of a chunk from those of the contexts after the draw, for a player who plays a
    best response: the values of `draw_backward`, for a draw of which `Keeps` has all options.
    """
    player, many, states = traversal.player, len(keeps.most), child_values.shape[1]
    for e in range(span.begin, span.end, span.step):
        x = e - span.low
        start, out = x * many * many, values[x]
        theirs = exit1[x] if player == 0 else exit0[x]
        for i in range(states):
            out[i] = 0
        if not reached(theirs, states):
            continue
        if player == order:
            for c in range(many - 1, -1, -1):
                state = buffers.state
                for i in range(states):
                    state[i] = child_values[start + c * many, i]
                for k in range(1, many):
                    for i in range(states):
                        state[i] += child_values[start + c * many + k, i]
                _values(keeps, c, state, buffers.rows)
            _best(keeps, buffers.rows, out)
        else:
            for c in range(many):
                for k in range(many - 1, -1, -1):
                    _values(keeps, k, child_values[start + c * many + k], buffers.rows)
                _best(keeps, buffers.rows, out)


@fast_kernel
def _values(keeps: Keeps, count: int, value: Real, rows: Real) -> None:
    """The values of the keeps with which one count is drawn, from those of the hands after it. What they do to levels
    of smaller counts is overwritten later: counts come in descending order.
    """
    low = -1 if count == 0 else keeps.most[count - 1]
    for level in range(1, keeps.most[count] + 1):
        first, size = keeps.first[level], keeps.first[level + 1] - keeps.first[level]
        wide, at, before = -(-size // LANES) * LANES, keeps.grown[level], keeps.first[level - 1]
        source = value if level == 1 else rows[before:]
        for i in range(0, size, LANES):
            mean = load(keeps.chance, at + i) * pick(source, keeps.grow, at + i)
            for rank in range(1, keeps.ranks):
                place = at + rank * wide + i
                mean = multiply_add(load(keeps.chance, place), pick(source, keeps.grow, place), mean)
            if size - i >= LANES:
                store(rows, first + i, mean)
            else:
                store_some(rows, first + i, mean, size - i)
    if low < 0:
        for i in range(keeps.first[1]):
            rows[i] = value[i]


@fast_kernel
def _best(keeps: Keeps, rows: Real, out: Real) -> None:
    """The best keep of each hand, from the values of all keeps; added to `out`."""
    for level in range(HAND - 1, -1, -1):
        first, size, further = keeps.first[level], keeps.first[level + 1] - keeps.first[level], keeps.first[level + 1]
        wide, at, source = -(-size // LANES) * LANES, keeps.dropped[level], rows[further:]
        for i in range(0, size, LANES):
            left = size - i
            best = load(rows, first + i) if left >= LANES else load_some(rows, first + i, left)
            for card in range(HAND - level):
                other = pick(source, keeps.drop, at + card * wide + i)
                best = where(other > best, other, best)
            if level == 0 and left >= LANES:
                store(out, i, load(out, i) + best)
            elif level == 0:
                store_some(out, i, load_some(out, i, left) + best, left)
            elif left >= LANES:
                store(rows, first + i, best)
            else:
                store_some(rows, first + i, best, left)
