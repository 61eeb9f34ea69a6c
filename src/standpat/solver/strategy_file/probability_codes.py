"""Probabilities of a decision as bytes: the codes in the blocks of a strategy file (`encode`).

A code is a byte from 0 to `levels`. A decision with two actions has one code q for each state; the probability of the
second action is sin²(πq / 2 levels). A decision with more actions has one code for each action and state, action by
action; the probabilities are proportional to q². Both are finest near 0, where precision matters most. The rounding
error of one state is carried over to the next state that mixes. An action with probability 0 or 1 keeps it exactly.
States that do not reach the decision, or hardly, repeat the code before them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.layout import Real

Bytes = NDArray[np.uint8]
LIMIT = 0.1
"""The largest rounding error that is carried over."""


class Decision(NamedTuple):
    """Where the weights of a decision lie: the weight of action a in state i is at `at + a * across + i * along`."""

    at: int
    across: int
    along: int
    actions: int
    size: int


class Scratch(NamedTuple):
    """Scratch space: the probabilities of a state, the rounding error that is carried over, and an empty array of
    states.
    """

    share: Real
    owed: Real
    none: NDArray[np.int32]


@fast_kernel
def second_probability(code: float, levels: int) -> Any:
    """The probability of the second of two actions that a code stands for."""
    return np.sin(np.pi / 2 * code / levels) ** 2


@fast_kernel
def _squared_error(share: Real, actions: int, size: int, levels: int, out: Bytes, at: int) -> float:
    """The squared differences between a state's probabilities and those that the codes at `at` stand for."""
    total = squares = 0.0
    if actions == 2:
        difference: float = share[1] - second_probability(out[at], levels)
        return 2 * difference * difference
    for a in range(actions):
        code = float(out[at + a * size])
        total += code * code
    for a in range(actions):
        code = float(out[at + a * size])
        difference = share[a] - (code * code / total if total > 0 else 1.0 / actions)
        squares += difference * difference
    return squares


@fast_kernel
def encode(
    weights: NDArray[np.float32],
    decision: Decision,
    reach: Real,
    least: float,
    least_gain: float,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    pos: int,
) -> int:
    """Encode a decision.

    Args:
        weights: The weights of the strategy.
        decision: Where its weights lie.
        reach: The player's own reach probability of each state.
        least: States with at most this reach repeat the code before them.
        least_gain: A state repeats the code before it if a code of its own gains less.
        levels: The largest code.
        scratch: Scratch space.
        out: The bytes to write.
        pos: Where to write.

    Returns:
        The position after the codes.
    """
    at, across, along, actions, size = decision
    share, owed = scratch.share, scratch.owed
    for a in range(actions):
        owed[a] = 0
    wide = 1 if actions == 2 else actions
    for i in range(size):
        if reach[i] <= least:
            for a in range(wide):
                out[pos + a * size + i] = out[pos + a * size + i - 1] if i else (levels if actions > 2 else levels // 2)
            continue
        total = 0.0
        for a in range(actions):
            share[a] = weights[at + a * across + i * along]
            total += share[a]
        for a in range(actions):
            share[a] = share[a] / total if total > 0 else 1.0 / actions
        if i and reach[i] * _squared_error(share, actions, size, levels, out, pos + i - 1) < least_gain:
            for a in range(wide):
                out[pos + a * size + i] = out[pos + a * size + i - 1]
            continue
        if actions == 2:
            p = share[1]
            if p <= 0 or p >= 1:
                out[pos + i] = levels if p >= 1 else 0
                continue
            want = min(1.0, max(0.0, p + owed[0]))
            q = int(np.floor(levels * np.arcsin(np.sqrt(want)) / (np.pi / 2) + 0.5))
            out[pos + i] = q
            owed[0] = min(LIMIT, max(-LIMIT, p + owed[0] - second_probability(q, levels)))
            continue
        total = 0.0
        for a in range(actions):
            q = 0
            if share[a] > 0:
                want = min(1.0, max(0.0, share[a] + owed[a]))
                q = int(np.floor(levels * np.sqrt(want) + 0.5))
            out[pos + a * size + i] = q
            total += q * q
        if total <= 0:
            best = 0
            for a in range(1, actions):
                best = a if share[a] > share[best] else best
            out[pos + best * size + i] = 1
            total = 1.0
        for a in range(actions):
            if share[a] > 0 and share[a] < 1:
                code = out[pos + a * size + i]
                owed[a] = min(LIMIT, max(-LIMIT, share[a] + owed[a] - code * code / total))
    return pos + wide * size


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
