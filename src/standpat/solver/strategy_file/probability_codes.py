"""Probabilities of a decision as bytes: the codes in the blocks of a strategy file (`encode`).

A code is a byte from 0 to `levels`. A decision with two actions has one code q for each state; the probability of the
second action is sin²(πq / 2 levels). A decision with more actions has one code for each action and state, action by
action; the probabilities are proportional to q². Both are finest near 0, where precision matters most. States that do
not reach the decision, or hardly, repeat the code before them.

The rounding error of a state is carried over to the states after it, in proportion to how often each reaches the
decision, so that each action is played as often in all as it should be. An opponent gains little from an error in one
state, and much from an action that is played too often.

`encode` has a `price`: how much a byte must gain, in squared differences of probabilities weighted by reach. Each state
gets the code that costs least with its bytes at that price: the code before it, or the nearest multiple of a power of 2
up to `COARSEST`. Coarse codes take fewer bytes after compression. With price 0 each state has the nearest code.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.layout import Real

Bytes = NDArray[np.uint8]
LIMIT = 0.1
"""The largest rounding error that is carried over."""
COARSEST = 16
"""The largest step between codes."""
BIT, REPEATED, OWN = 0.1, 0.05, 0.35
"""Bytes after compression, about: for each bit of a code, to choose it; for a code that repeats the one before it; and
for any other code, to choose decisions.
"""


class Decision(NamedTuple):
    """Where the weights of a decision lie: the weight of action a in state i is at `at + a * across + i * along`."""

    at: int
    across: int
    along: int
    actions: int
    size: int


class Scratch(NamedTuple):
    """Scratch space: the probabilities of a state, the rounding error that is carried over, codes that are tried, the
    best codes so far, and an empty array of states.
    """

    share: Real
    owed: Real
    tried: Real
    best: Real
    none: NDArray[np.int32]


@fast_kernel
def second_probability(code: float, levels: int) -> Any:
    """The probability of the second of two actions that a code stands for."""
    return np.sin(np.pi / 2 * code / levels) ** 2


class Encoded(NamedTuple):
    """An encoded decision.

    Attributes:
        end: The position after the codes.
        bytes: The bytes that the codes take after compression, about.
        error: The squared differences between the probabilities and those that the codes stand for, weighted by reach.
    """

    end: int
    bytes: float
    error: float


@fast_kernel
def _squared_error(share: Real, owed: Real, carried: float, codes: Real, actions: int, levels: int) -> float:
    """The squared differences between a state's probabilities and those that codes stand for. `carried` is the part of
    `owed` that is wanted as well.
    """
    total = squares = 0.0
    if actions == 2:
        difference: float = share[1] + carried * owed[0] - second_probability(codes[0], levels)
        return 2 * difference * difference
    for a in range(actions):
        total += codes[a] * codes[a]
    for a in range(actions):
        difference = share[a] + carried * owed[a] - (codes[a] * codes[a] / total if total > 0 else 1.0 / actions)
        squares += difference * difference
    return squares


@fast_kernel
def _nearest(share: Real, owed: Real, actions: int, levels: int, step: int, codes: Real) -> None:
    """Find the nearest codes that are multiples of `step` or the largest code. Probabilities 0 and 1 keep theirs."""
    if actions == 2:
        p = share[1]
        if p <= 0 or p >= 1:
            codes[0] = levels if p >= 1 else 0
            return
        want = min(1.0, max(0.0, p + owed[0]))
        codes[0] = min(levels, step * np.floor(levels * np.arcsin(np.sqrt(want)) / (np.pi / 2) / step + 0.5))
        return
    total, best = 0.0, 0
    for a in range(actions):
        codes[a] = 0
        if share[a] > 0:
            want = min(1.0, max(0.0, share[a] + owed[a]))
            codes[a] = min(levels, step * np.floor(levels * np.sqrt(want) / step + 0.5))
        total += codes[a]
        best = a if share[a] > share[best] else best
    if total <= 0:
        codes[best] = 1


@fast_kernel
def _cheapest(
    share: Real, owed: Real, tried: Real, best: Real, actions: int, levels: int, reach: float, price: float, i: int
) -> None:
    """Find the codes of a state that cost least. `best` has the codes of the state before, if there is one (`i`)."""
    wide = 1 if actions == 2 else actions
    least = np.inf
    if i and price > 0:
        cost = reach * _squared_error(share, owed, 1.0, best, actions, levels)
        least = cost + price * REPEATED * (actions - 1)
    step = 1
    while step <= (COARSEST if price > 0 else 1):
        _nearest(share, owed, actions, levels, step, tried)
        cost = reach * _squared_error(share, owed, 1.0, tried, actions, levels)
        cost += price * BIT * (actions - 1) * np.log2((levels + 1) / step)
        if cost < least:
            least = cost
            for a in range(wide):
                best[a] = tried[a]
        step *= 2


@fast_kernel
def _carry(share: Real, owed: Real, codes: Real, actions: int, levels: int) -> None:
    """Add the rounding error of a state to what is carried over."""
    if actions == 2:
        owed[0] = min(LIMIT, max(-LIMIT, owed[0] + share[1] - second_probability(codes[0], levels)))
        return
    total = 0.0
    for a in range(actions):
        total += codes[a] * codes[a]
    for a in range(actions):
        owed[a] = min(LIMIT, max(-LIMIT, owed[a] + share[a] - codes[a] * codes[a] / total))


@fast_kernel
def encode(
    weights: NDArray[np.float32],
    decision: Decision,
    reach: Real,
    least: float,
    price: float,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    pos: int,
) -> Encoded:
    """Encode a decision.

    Args:
        weights: The weights of the strategy.
        decision: Where its weights lie.
        reach: The player's own reach probability of each state.
        least: States with at most this reach repeat the code before them.
        price: What a byte must gain.
        levels: The largest code.
        scratch: Scratch space.
        out: The bytes to write.
        pos: Where to write.

    Returns:
        The position after the codes, the bytes that they take, and what they lose.
    """
    at, across, along, actions, size = decision
    share, owed, best = scratch.share, scratch.owed, scratch.best
    wide = 1 if actions == 2 else actions
    for a in range(actions):
        owed[a] = 0
    for a in range(wide):
        best[a] = levels if actions > 2 else levels // 2
    taken = error = came = 0.0
    for i in range(size):
        if reach[i] > least:
            total = 0.0
            for a in range(actions):
                share[a] = weights[at + a * across + i * along]
                total += share[a]
            for a in range(actions):
                share[a] = share[a] / total if total > 0 else 1.0 / actions
                owed[a] = min(LIMIT, max(-LIMIT, owed[a] * came / reach[i]))
            came = reach[i]
            _cheapest(share, owed, scratch.tried, best, actions, levels, came, price, i)
            same = i > 0
            for a in range(wide):
                same = same and best[a] == out[pos + a * size + i - 1]
            taken += (actions - 1) * (REPEATED if same else OWN)
            error += came * _squared_error(share, owed, 0.0, best, actions, levels)
            _carry(share, owed, best, actions, levels)
        for a in range(wide):
            out[pos + a * size + i] = int(best[a])
    return Encoded(pos + wide * size, taken, error)


@fast_kernel
def decode(
    weights: NDArray[np.float32],
    decision: Decision,
    levels: int,
    data: Bytes,
    pos: int,
) -> int:
    """Decode a decision into weights, and return the position after its codes."""
    at, across, along, actions, size = decision
    if actions == 2:
        for i in range(size):
            p = second_probability(data[pos + i], levels)
            weights[at + i * along] = 1 - p
            weights[at + across + i * along] = p
        return pos + size
    for a in range(actions):
        for i in range(size):
            weights[at + a * across + i * along] = data[pos + a * size + i] * data[pos + a * size + i]
    return pos + actions * size
