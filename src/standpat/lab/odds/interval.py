"""Confidence intervals of measured chances."""

from math import sqrt

Z95 = 1.959963984540054


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95% interval (Wilson's) of a chance measured as `share` of `count` independent deals. For a share of the
    pot between 0 and 1, whose variance is at most that of a win or loss, it is no narrower than need be.

    >>> [round(end, 4) for end in wilson(0.5, 10_000)]
    [0.4902, 0.5098]
    """
    spread = Z95 * Z95 / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(max(0.0, share * (1 - share)) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
