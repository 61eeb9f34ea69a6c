"""A decision's probabilities as bytes, and back: the codes in the blocks of a table (`encode`).

A code is a byte from 0 to `levels`. A decision of two actions has one for each state, q of the second's probability
sin²(πq / 2 levels); one of more has one for each action and state, action by action, and the probabilities are
as q². Both are fine near 0, where it matters most. What rounding adds to one state it takes from the next one
that mixes; an action that is never taken stays so, and one that is always taken. States that do not come there, or
hardly, repeat the code before them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.layout import Real

Bytes = NDArray[np.uint8]
LIMIT = 0.1
"""The most that rounding may owe."""


class Decision(NamedTuple):
    """Where a decision's weights lie: those of action a in state i at `at + a * across + i * along`."""

    at: int
    across: int
    along: int
    actions: int
    size: int


class Scratch(NamedTuple):
    """Space for a state's probabilities and for what rounding owes; no states."""

    share: Real
    owed: Real
    none: NDArray[np.int32]


@fast_kernel
def likely(code: float, levels: int) -> Any:
    """The probability of the second of two actions that a code stands for."""
    return np.sin(np.pi / 2 * code / levels) ** 2


@fast_kernel
def _off(share: Real, actions: int, size: int, levels: int, out: Bytes, at: int) -> float:
    """The squares of the differences from the probabilities that the codes at `at` stand for."""
    total = found = 0.0
    if actions == 2:
        far: float = share[1] - likely(out[at], levels)
        return 2 * far * far
    for a in range(actions):
        code = float(out[at + a * size])
        total += code * code
    for a in range(actions):
        code = float(out[at + a * size])
        off = share[a] - (code * code / total if total > 0 else 1.0 / actions)
        found += off * off
    return found


@fast_kernel
def encode(
    weights: NDArray[np.float32],
    decision: Decision,
    reach: Real,
    least: float,
    dear: float,
    levels: int,
    scratch: Scratch,
    out: Bytes,
    pos: int,
) -> int:
    """The codes of a decision; the next place in `out`. Where a code of its own gains less than `dear`, the one before
    is repeated."""
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
        if i and reach[i] * _off(share, actions, size, levels, out, pos + i - 1) < dear:
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
            owed[0] = min(LIMIT, max(-LIMIT, p + owed[0] - likely(q, levels)))
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
    """The weights that the codes at `pos` stand for; the place after them."""
    at, across, along, actions, size = decision
    if actions == 2:
        for i in range(size):
            p = likely(data[pos + i], levels)
            weights[at + i * along] = 1 - p
            weights[at + across + i * along] = p
        return pos + size
    for a in range(actions):
        for i in range(size):
            weights[at + a * across + i * along] = data[pos + a * size + i] * data[pos + a * size + i]
    return pos + actions * size
