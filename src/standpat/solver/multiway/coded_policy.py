"""A strategy in a byte for each probability, from which nearly all choices are sampled (compiled).

Whoever plays hands reads a strategy at random places. A strategy of `cfr_kernel.POLICY` is 260 MB, more than a
processor's caches hold. What is often met of a quarter of it, a row of `CODES`, mostly fits. `coded_choice` samples
from that, and reads the strategy itself only where the codes leave a doubt. So its choices are those of
`cfr_kernel.sampled_choice`, always. A strategy that comes from a file leaves hardly any doubt, because its
probabilities are bytes there too.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES, SPOTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.cfr_kernel import sampled_choice
from standpat.solver.multiway.hand_kernel import PASS

LEVELS: Final = 255
"""The code of probability 1."""

CODES: Final = np.dtype([("code", np.uint8, (SPOTS, CHOICES)), ("doubt", np.float64)], align=True)
"""By spot and choice the code, 0 for probability 0 only; and how near to a bound between two choices a code's roll
leaves a doubt.
"""


def codes_of(policy: NDArray[np.void]) -> Any:
    """The codes of a strategy.

    Args:
        policy: A row of `cfr_kernel.POLICY`.

    Returns:
        A row of `CODES`.
    """
    codes = np.zeros(1, CODES)[0]
    # A roll is compared with a sum of up to four codes, and is itself in proportion to such a sum.
    codes["doubt"] = 2 * CHOICES * encode(policy[0], codes) + 1e-6
    return codes


@fast_kernel
def encode(policy: Row, codes: Row) -> float:
    """Set the codes of a strategy. Returns the most that a code, as a part of `LEVELS`, is from its probability."""
    most = 0.0
    for spot in range(SPOTS):
        for a in range(CHOICES):
            level = np.float64(LEVELS) * np.float64(policy.chance[spot, a])
            code = 0
            if level > 0.0:
                code = min(max(int(level + 0.5), 1), LEVELS)
            codes.code[spot, a] = code
            most = max(most, abs(level - np.float64(code)))
    return most


@fast_kernel
def coded_choice(codes: Row, policy: Row, spot: int, allowed: int, roll: float) -> int:
    """The choice of `sampled_choice`.

    Args:
        codes: `codes_of` the strategy.
        policy: A row of `cfr_kernel.POLICY`, the strategy.
        spot: The spot.
        allowed: The choices allowed, a bit each.
        roll: A random number, uniform between 0 and 1.
    """
    total = 0
    many = 0
    last = PASS
    for a in range(CHOICES):
        code = int(np.int64(codes.code[spot, a])) * (allowed >> a & 1)
        total += code
        if code > 0:
            many += 1
            last = a
    if many <= 1:
        return last
    left = roll * total
    for a in range(last):
        left -= np.int64(codes.code[spot, a]) * (allowed >> a & 1)
        if left < -codes.doubt:
            return a
        if left <= codes.doubt:
            return sampled_choice(policy.chance, spot, allowed, roll)
    return last
