"""Estimate the memory of a solution before any is allocated.

It consists of the strategy (regrets and averages, four bytes a slot each), the tree, the buffers of the sweeps for
training and for checks, and Python with the compiled code.
"""

import numpy as np

from standpat.solver.cfr.sweep import BUFFER, buffer_bytes
from standpat.solver.game.problem import Problem, Removal

RUNTIME = 230 << 20
"""Python, numpy, numba and the kernels, about."""


class MemoryLimit(ValueError):
    """Solving the problem takes more memory than allowed. Nothing was allocated."""


def needed(problem: Problem) -> int:
    """The bytes that `solve` takes, about.

    Args:
        problem: The problem.

    Returns:
        Bytes.
    """
    train = 2 * 4 * problem.size + buffer_bytes(problem, 4, BUFFER)
    check = buffer_bytes(problem, 8, BUFFER)
    tree = tree_bytes(problem)
    if problem.abstraction is not None:
        # All classes, and for each responder draws of 0 to 5: about five times the contexts, kept for both seats.
        check, tree = len(problem.links) * BUFFER, 11 * tree
    return train + check + tree + _matrices(problem) + RUNTIME


def tree_bytes(problem: Problem) -> int:
    """The bytes of the public tree and of the layout of a problem."""
    arrays = [array for street in problem.tree.streets for array in street.contexts]
    return sum([array.nbytes for array in (*arrays, *problem.layout.bets, *problem.layout.draws)])


def _matrices(problem: Problem) -> int:
    """The bytes of the weights of card removal: one copy, one more in the precision of each sweep, and the ends."""
    if not isinstance(problem.meeting, Removal):
        return 0
    weights = [*problem.meeting.alive, *problem.meeting.wins]
    last = problem.tree.streets[-1]
    nodes = int(np.diff(last.nodes.begin)[last.contexts.round].sum())
    return 3 * sum([w.nbytes for w in weights]) + 3 * 12 * nodes * problem.sizes[-1]


def check_limit(problem: Problem, limit: int | None) -> None:
    """Check that solving a problem stays within a limit.

    Args:
        problem: The problem.
        limit: The most bytes; None for no limit.

    Raises:
        MemoryLimit: Solving takes more.
    """
    need = needed(problem)
    if limit is not None and need > limit:
        raise MemoryLimit(
            f"solving this takes {gib(need)} and the limit is {gib(limit)}: "
            "fewer draw counts, keeps, states or bet sizes take less"
        )


def gib(size: int) -> str:
    """A number of bytes as text, such as ``3.20 GiB``."""
    return f"{size / (1 << 30):.2f} GiB"
