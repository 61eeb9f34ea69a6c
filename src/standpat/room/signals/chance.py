"""How far from chance a figure is: intervals and probabilities for the operator's signals.

Probabilities are two-sided and from the normal approximation, so they are rough for small samples. `expected` is the
honest figure where many pairs are looked at: how many of them would stand out at least so much by chance alone.

References: E. B. Wilson, JASA 22 (1927); R. G. Newcombe, Statistics in Medicine 17 (1998), method 10.

>>> [round(x, 3) for x in wilson(8, 10)]
[0.49, 0.943]
>>> [round(x, 3) for x in difference(56, 70, 48, 80)]
[0.052, 0.334]
>>> round(compared(56, 70, 48, 80), 4), expected(0.01, 300)
(0.008, 3.0)
"""

from math import erfc, sqrt
from typing import Final

Z: Final = 1.959963984540054
"""Standard deviations on either side of a 95% interval."""


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95% interval of a share."""
    share, z2 = part / whole, Z * Z
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    half = Z / (1 + z2 / whole) * sqrt(share * (1 - share) / whole + z2 / (4 * whole * whole))
    return middle - half, middle + half


def difference(part: int, whole: int, other_part: int, other_whole: int) -> tuple[float, float]:
    """The 95% interval of the difference of two shares."""
    one, other = part / whole, other_part / other_whole
    (low, high), (other_low, other_high) = wilson(part, whole), wilson(other_part, other_whole)
    below = sqrt((one - low) ** 2 + (other_high - other) ** 2)
    above = sqrt((high - one) ** 2 + (other - other_low) ** 2)
    return one - other - below, one - other + above


def compared(part: int, whole: int, other_part: int, other_whole: int) -> float:
    """The probability that two shares differ at least so much if what is behind them is the same."""
    pooled = (part + other_part) / (whole + other_whole)
    spread = sqrt(pooled * (1 - pooled) * (1 / whole + 1 / other_whole))
    return 1.0 if spread == 0 else tail((part / whole - other_part / other_whole) / spread)


def tail(deviations: float) -> float:
    """The probability of a result at least so many standard deviations from the mean, on either side."""
    return erfc(abs(deviations) / sqrt(2))


def expected(probability: float, pairs: int) -> float:
    """How many of so many pairs stand out at least so much by chance alone."""
    return probability * pairs
