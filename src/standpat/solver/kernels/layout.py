"""What the kernels of a sweep have in common; they are in `betting` and `draw`.

They do one round of betting or one draw at a time, over vectors of states.

A kernel works on a `Span` of a street's contexts or exits, in a `Traversal`. The value of a state is the expectation of
the player who is asked times the reach of the other seat. The mode says what is done at the player's own decisions.
VALUE: their strategy is played. BEST: the best action is taken. UPDATE: their current strategy (regret matching) is
played, its regrets are added to `regret` and the strategy to `average`:

    regret  <- max(regret * decay + regret of this sweep, 0)      average <- average + weight * reach * probability

A round that begins at `slot` has its weights there. `buffers` is scratch space: reaches of both seats, probabilities
and values, a row of states for each node or action, a number for each row of a draw.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import Contexts, Nodes

UPDATE, VALUE, BEST = range(3)
TINY = 1e-30

Real: TypeAlias = NDArray[Any]


class Shape(NamedTuple):
    """How many states the sweep has in a row. A strategy may be over coarser `states`: `of` has those of the sweep's,
    and is empty where they are the same."""

    size: int
    states: int
    of: NDArray[np.int32]


class Ground(NamedTuple):
    """A street: its rounds, its contexts, the slot where each context's betting begins."""

    nodes: Nodes
    contexts: Contexts
    slots: NDArray[np.int64]
    shape: Shape


class Span(NamedTuple):
    """The contexts or exits `begin, begin + step, …` below `end`, so that several threads share a chunk. Its buffers
    count from the first of the chunk, `low`."""

    low: int
    begin: int
    end: int
    step: int


class Traversal(NamedTuple):
    """Whose values are asked, in which mode, and the numbers of the learning rule.

    Probabilities below `cut` count as 0, reaches after a draw below `least` too: denormal numbers cost four times the
    time. All are in the precision of the buffers, as is `one`.
    """

    player: int
    mode: int
    cut: Any
    least: Any
    one: Any
    decay: Any
    weight: Any


class Buffers(NamedTuple):
    """Scratch space of one thread."""

    reach0: Real
    reach1: Real
    sigma: Real
    coarse: Real
    value: Real
    rows: Real
    state: Real
    mass: Real


class StrategyTables(NamedTuple):
    """What is played, the two seats' strategies as weights (`standpat.solver.game.problem`), and what is learnt from
    it. In UPDATE the regrets are what both play."""

    weights0: NDArray[np.float32]
    weights1: NDArray[np.float32]
    regret: NDArray[np.float32]
    average: NDArray[np.float32]


@fast_kernel
def reached(reach: Real, size: int) -> bool:
    """Is any state reached?"""
    for i in range(size):
        if reach[i] > 0:
            return True
    return False


@fast_kernel
def idle(theirs: Real, mine: Real, mode: int, size: int, out: Real) -> bool:
    """Is there nothing to work out? Then the values are 0. Where only the player comes their average still grows."""
    if reached(theirs, size) or (mode == UPDATE and reached(mine, size)):
        return False
    for i in range(size):
        out[i] = 0
    return True


@fast_kernel
def unplayed(traversal: Traversal) -> int:
    """The seat whose strategy is not played: the player's, where they do their best; else -1."""
    return traversal.player if traversal.mode == BEST else -1
