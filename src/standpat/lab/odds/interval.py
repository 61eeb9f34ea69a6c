"""Confidence intervals of measured probabilities."""

from math import sqrt

Z95 = 1.959963984540054


def wilson(share: float, count: float) -> tuple[float, float]:
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


def around(mean: float, variance: float, count: int) -> tuple[float, float]:
    """The 95% interval of a share of the pot, measured by results that differ less than wins and losses.

    It is Wilson's interval for as many deals, won or lost, as would measure the share as precisely. The variance is
    that of the results and four more (the square of `Z95`) that differ as wins and losses do: a few results that happen
    to be equal prove little.

    Args:
        mean: The mean of the results.
        variance: Their variance.
        count: The number of results.

    Returns:
        The ends of the interval.

    >>> [round(end, 4) for end in around(0.5, 0.0025, 10_000)]
    [0.499, 0.501]
    >>> around(0.5, 0.25, 10_000) == wilson(0.5, 10_000)
    True
    """
    share = min(1.0, max(0.0, mean))
    alone = share * (1 - share)
    if not alone:
        return wilson(share, count)
    spread = Z95 * Z95
    return wilson(share, count * alone * (count + spread) / (variance * count + alone * spread))
