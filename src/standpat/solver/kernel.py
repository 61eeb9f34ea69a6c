"""What the kernels of a sweep have in common; they are in `bet_kernel` and `draw_kernel`.

They do one round of betting or one draw at a time, over vectors of states.

Every kernel works on the contexts or exits `begin, begin + step, …` below `end` of one chunk of a street, so that
several threads share a chunk; `low` is the first of the chunk, from which its buffers count. `player` is the seat
whose values are computed: the value of a state is its expectation times the reach of the other seat.

`mode` says what is done at the player's own decisions. VALUE: his strategy is played. BEST: the best action is
taken. UPDATE: his current strategy (regret matching) is played, its regrets are added to `regret` and the
strategy to `average`:

    regret  <- max(regret * decay + regret of this sweep, 0)      average <- average + weight * reach * probability

`weights0`, `weights1` are the two seats' strategies as weights (`standpat.solver.problem`); in UPDATE both are
`regret`. Probabilities below `cut` count as 0, reaches below `least` too: denormal numbers cost four times the
time. `one` is 1 in the precision of the buffers. `room` is scratch space: reaches of both seats, probabilities
and values, a row of states for each node or action, a number for each row of a draw. `states` and `of` are
those of the layout: a strategy may be over coarser states than the sweep.

In the draws, `menu` is the `Draw` of a seat; the draws after exit e begin at slot `slots[e]`, those of the seat that
draws second at `late[c]` from there after count c of the first.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.solver.compiled import kernel

UPDATE, VALUE, BEST = range(3)
TINY = 1e-30

Real: TypeAlias = NDArray[Any]


class Room(NamedTuple):
    """Scratch space of one thread."""

    reach0: Real
    reach1: Real
    sigma: Real
    coarse: Real
    value: Real
    rows: Real
    state: Real
    mass: Real


class Play(NamedTuple):
    """What is played: the strategies and what is learnt from them."""

    weights0: NDArray[np.float32]
    weights1: NDArray[np.float32]
    regret: NDArray[np.float32]
    average: NDArray[np.float32]


@kernel
def reached(reach: Real, size: int) -> bool:
    """Is any state reached?"""
    for i in range(size):
        if reach[i] > 0:
            return True
    return False
