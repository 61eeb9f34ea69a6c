"""How much memory a solve takes, said before any is taken.

It is the strategy (regrets and averages, four bytes a slot each), the tree, the buffers of the sweeps that train
and of those that check, and Python with the compiled code.
"""

import numpy as np

from standpat.solver.cfr.sweep import BUFFER, buffer_bytes
from standpat.solver.game.problem import Problem, Removal

RUNTIME = 230 << 20
"""Python, numpy, numba and the kernels, about."""


class MemoryLimit(ValueError):
    """The problem takes more memory than allowed; nothing was allocated."""


def needed(problem: Problem) -> int:
    """The bytes that `solve` takes, about."""
    train = 2 * 4 * problem.size + buffer_bytes(problem, 4, BUFFER)
    check = buffer_bytes(problem, 8, BUFFER)
    tree = tree_bytes(problem)
    if problem.abstraction is not None:
        # All classes, and for each responder draws of 0 to 5: about five times the contexts, kept for both seats.
        check, tree = len(problem.links) * BUFFER, 11 * tree
    return train + check + tree + _matrices(problem) + RUNTIME


def tree_bytes(problem: Problem) -> int:
    """What the public tree takes, in bytes."""
    arrays = [array for street in problem.tree.streets for array in street.contexts]
    return sum([array.nbytes for array in (*arrays, *problem.layout.bets, *problem.layout.draws)])


def _matrices(problem: Problem) -> int:
    """The weights of hands that block each other: kept, and once more in the precision of each sweep; the ends."""
    if not isinstance(problem.meeting, Removal):
        return 0
    weights = [*problem.meeting.alive, *problem.meeting.wins]
    last = problem.tree.streets[-1]
    nodes = int(np.diff(last.nodes.begin)[last.contexts.round].sum())
    return 3 * sum([w.nbytes for w in weights]) + 3 * 12 * nodes * problem.sizes[-1]


def check_limit(problem: Problem, limit: int | None) -> None:
    """Raises `MemoryLimit` if solving takes more than `limit` bytes."""
    need = needed(problem)
    if limit is not None and need > limit:
        raise MemoryLimit(
            f"solving this takes {gib(need)} and the limit is {gib(limit)}: "
            "fewer draw counts, keeps, states or bet sizes take less"
        )


def gib(size: int) -> str:
    """Bytes in words, such as ``3.2 GiB``."""
    return f"{size / (1 << 30):.2f} GiB"
