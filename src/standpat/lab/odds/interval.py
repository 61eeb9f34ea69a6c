"""Confidence intervals of measured probabilities."""

from math import sqrt

Z95 = 1.959963984540054


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95% interval of a measured probability (Wilson 1927, "Probable inference, the law of succession, and
    statistical inference").

    For a share of the pot between 0 and 1, whose variance is at most that of a win or loss, the interval is at least as
    wide as needed.

    Args:
        share: The measured probability.
        count: The number of independent deals.

    Returns:
        The ends of the interval.

    >>> [round(end, 4) for end in wilson(0.5, 10_000)]
    [0.4902, 0.5098]
    """
    spread = Z95 * Z95 / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(max(0.0, share * (1 - share)) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
