"""The terms and structs that the kernels of a sweep have in common. The kernels are in `betting` and `draw`.

A kernel computes one betting round or one draw at a time, over vectors of states. It works on a `Span` of a street's
contexts or exits, in a `Traversal`. The value of a state is the expectation of the player whose values are computed,
times the opponent's reach probability (a counterfactual value). The mode says what happens at the player's own
decisions. VALUE: their strategy is played. BEST: the best action is taken. UPDATE: their current strategy (regret
matching) is played, its regrets are added to `regret` and the strategy to `average`:

    regret  <- max(regret * decay + regret of this sweep, 0)      average <- average + weight * reach * probability

A round that begins at `slot` has its weights there. `buffers` is scratch space: reach probabilities of both seats,
probabilities and values with a row of states for each node or action, and a number for each row of a draw.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.public_tree import Contexts, Nodes

UPDATE, VALUE, BEST = range(3)
TINY = 1e-30
"""Smaller regrets count as 0, since denormal numbers are slow."""

Real: TypeAlias = NDArray[Any]


class Shape(NamedTuple):
    """The states of a sweep and of a strategy.

    Attributes:
        size: States of a row in the sweep.
        states: States of the strategy, which may be coarser.
        of: The strategy's state of each state of the sweep; empty if they are the same.
    """

    size: int
    states: int
    of: NDArray[np.int32]


class StreetSlots(NamedTuple):
    """A street: its rounds, its contexts, the slot where each context's betting begins, and the states."""

    nodes: Nodes
    contexts: Contexts
    slots: NDArray[np.int64]
    shape: Shape


class Span(NamedTuple):
    """The contexts or exits `begin, begin + step, …` below `end`, so that several threads share a chunk. The buffers of
    a chunk count from its first context or exit, `low`.
    """

    low: int
    begin: int
    end: int
    step: int


class Traversal(NamedTuple):
    """Whose values are computed in which mode, and the numbers of the learning rule.

    Probabilities below `cut` and reach probabilities after a draw below `least` count as 0, because denormal numbers
    take four times as long. All numbers are in the precision of the buffers, as is `one`.
    """

    player: int
    mode: int
    cut: Any
    least: Any
    one: Any
    decay: Any
    weight: Any


class Buffers(NamedTuple):
    """Scratch space of one thread.

    Attributes:
        reach0, reach1: By node, the reach probabilities of seats 0 and 1.
        sigma: By action, the probabilities.
        coarse: By action, the probabilities over the states of the strategy.
        value: By node, the values.
        rows: By row of a draw, its value or its mass.
        state: Space for one row of states.
        mass: By state of the strategy, the opponent's reach.
    """

    reach0: Real
    reach1: Real
    sigma: Real
    coarse: Real
    value: Real
    rows: Real
    state: Real
    mass: Real


class StrategyTables(NamedTuple):
    """What is played and what is learned.

    Attributes:
        weights0, weights1: The strategies of seats 0 and 1 as weights (`standpat.solver.game.problem`). In UPDATE these
            are the regrets.
        regret: The regrets.
        average: The sums of the average strategy.
    """

    weights0: NDArray[np.float32]
    weights1: NDArray[np.float32]
    regret: NDArray[np.float32]
    average: NDArray[np.float32]


@fast_kernel
def reached(reach: Real, size: int) -> bool:
    """Whether any state is reached."""
    for i in range(size):
        if reach[i] > 0:
            return True
    return False


@fast_kernel
def idle(theirs: Real, mine: Real, mode: int, size: int, out: Real) -> bool:
    """Whether there is nothing to compute; then the values are set to 0. In UPDATE the average grows even if only the
    player comes.
    """
    if reached(theirs, size) or (mode == UPDATE and reached(mine, size)):
        return False
    for i in range(size):
        out[i] = 0
    return True


@fast_kernel
def unplayed(traversal: Traversal) -> int:
    """The seat whose strategy is not played: the player's if they play a best response; else -1."""
    return traversal.player if traversal.mode == BEST else -1
