"""The order of a strategy's slots on the last two streets that `last_two_streets` needs to read memory in sequence.

It differs from the order of `standpat.solver.game.problem`. `arrange` changes one into the other and back. Each draw
stays within its slots, and so does each group of contexts of the last street that differ only in the second seat's last
draw:

- a draw: state by state, each count       <->  count by count, each state
- a group: context by context, each action <->  action by action, each context
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import Contexts, Nodes


class LastTwoStreetsSlots(NamedTuple):
    """First slots: `bets` of the street's contexts, `draws` of its exits, `ends` of the contexts of the last street."""

    bets: NDArray[np.int64]
    draws: NDArray[np.int64]
    ends: NDArray[np.int64]


@fast_kernel
def arrange(
    array: NDArray[np.float32],
    end_nodes: Nodes,
    end_contexts: Contexts,
    place: LastTwoStreetsSlots,
    many: int,
    size: int,
    after: int,
    back: bool,
    begin: int,
    end: int,
    buffers: NDArray[Any],
) -> None:
    """Change the order of the slots of the exits `begin … end`, or change it `back`."""
    for exit_ in range(begin, end):
        for block in range(1 + many):
            at = place.draws[exit_] + block * many * size
            _turn(array, at, many if back else size, size if back else many, 1, buffers)
        start = exit_ * many * many
        t = end_contexts.round[start]
        rows = end_nodes.rows[t]
        for c in range(many):
            at = place.ends[start + c * many]
            _turn(array, at, rows if back else many, many if back else rows, after, buffers)


@fast_kernel
def _turn(array: NDArray[np.float32], at: int, rows: int, columns: int, width: int, buffers: NDArray[Any]) -> None:
    """Transpose a matrix of pieces of `width`, in place."""
    for i in range(rows * columns * width):
        buffers[i] = array[at + i]
    for r in range(rows):
        for c in range(columns):
            for j in range(width):
                array[at + (c * rows + r) * width + j] = buffers[(r * columns + c) * width + j]
