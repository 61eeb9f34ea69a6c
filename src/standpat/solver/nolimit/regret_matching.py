"""Probabilities in proportion to positive regrets, for one bucket of a spot or for all of them (compiled)."""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, FOLD, PASS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row


@fast_kernel
def matching(
    mind: NDArray[np.float32],
    start: int,
    rows: int,
    bucket: int,
    half: int,
    allowed: int,
    chances: NDArray[np.float64],
) -> None:
    """Regret matching for one bucket: probabilities in proportion to the positive regrets; if there is none, all draws
    alike, and of the bets fold and check or call.

    Args:
        mind: What is learned.
        start: Where the spot begins in it.
        rows: The buckets of the spot.
        bucket: The bucket.
        half: The number of choices.
        allowed: The choices, a bit each.
        chances: Gets the probabilities.
    """
    total = 0.0
    for a in range(CHOICES):
        chances[a] = 0.0
        if allowed >> a & 1:
            regret = mind[start + a * rows + bucket]
            if regret > 0:
                chances[a] = regret
                total += regret
    many = 0
    if total <= 0:
        if half == CHOICES:
            allowed &= 1 << FOLD | 1 << PASS
        for a in range(half):
            many += allowed >> a & 1
    for a in range(half):
        if total > 0:
            chances[a] /= total
        elif allowed >> a & 1:
            chances[a] = 1.0 / many


@fast_kernel
def matching_all(
    regrets: NDArray[np.float32],
    rows: int,
    half: int,
    allowed: int,
    cards: Row,
    chances: NDArray[np.float32],
    total: NDArray[np.float32],
) -> None:
    """Regret matching as in `matching` for all buckets of a spot at once.

    Args:
        regrets: The regrets of the spot: by choice, then by bucket.
        rows: The buckets of the spot.
        half: The number of choices.
        allowed: The choices, a bit each; of a draw all that any bucket has.
        cards: A row of `deal_kernel.CARDS`.
        chances: Gets the probabilities, by choice and bucket.
        total: Space for a number for each bucket.
    """
    one = np.float32(1.0)
    zero = np.float32(0.0)
    for b in range(rows):
        total[b] = zero
    for a in range(half):
        mine = chances[a]
        if allowed >> a & 1:
            regret = regrets[a * rows : (a + 1) * rows]
            for b in range(rows):
                mine[b] = max(regret[b], zero)
                total[b] += mine[b]
        else:
            for b in range(rows):
                mine[b] = zero
    if half == CHOICES:
        even = one if allowed & 1 << FOLD == 0 else np.float32(0.5)
        for a in range(half):
            mine = chances[a]
            rest = even if a <= PASS and allowed >> a & 1 else zero
            for b in range(rows):
                mine[b] = mine[b] / total[b] if total[b] > zero else rest
    else:
        for b in range(rows):
            may = np.int64(cards.allowed[0, b])
            many = zero
            for a in range(half):
                many += np.float32(may >> a & 1)
            for a in range(half):
                if total[b] > zero:
                    chances[a, b] /= total[b]
                elif may >> a & 1:
                    chances[a, b] = one / many
