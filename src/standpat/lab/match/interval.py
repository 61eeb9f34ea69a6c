"""Student-t intervals of a mean, from sums: exact where those are whole numbers.

`student_t(freedom)` is the two-sided 95% quantile: exact by the closed form of the distribution (Abramowitz and
Stegun 26.7.3 and 26.7.4) up to 40 degrees of freedom, beyond that by the expansion 26.7.5, good to nine digits.
"""

from dataclasses import dataclass
from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)


@cache
def student_t(freedom: int) -> float:
    """
    >>> round(student_t(1), 4), round(student_t(10), 4), round(student_t(1000), 4)
    (12.7062, 2.2281, 1.9623)
    """
    if freedom < 1:
        raise ValueError(f"an interval needs 1 degree of freedom or more, not {freedom}")
    if freedom > 40:
        z = _Z
        terms = (
            z,
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        )
        return sum([term / float(freedom) ** power for power, term in enumerate(terms)])
    low, high = 0.0, 16.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < LEVEL else (low, middle)
    return low


def half_width(count: int, total: float, squares: float) -> float | None:
    """Half the width of the 95% interval of a mean.

    Args:
        count: The number of observations.
        total: Their sum.
        squares: The sum of their squares.

    Returns:
        The half width; None with fewer than two observations.
    """
    if count < 2:
        return None
    variance = (count * squares - total * total) / (count * (count - 1))
    return student_t(count - 1) * sqrt(variance / count)


@dataclass
class Mean:
    """The mean of observations that are added one by one. Formatted it includes its interval.

    >>> mean = Mean()
    >>> for value in (1.5, 2.5, 0.5, 3.5):
    ...     mean.add(value)
    >>> f"{mean:+.2f}"
    '+2.00 ± 2.05'
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one more observation."""
        self.count, self.total, self.squares = self.count + 1, self.total + value, self.squares + value * value

    def scaled(self, factor: float) -> "Mean":
        """The mean in another unit.

        >>> f"{Mean(4, 8.0, 21.0).scaled(10):+.1f}"
        '+20.0 ± 20.5'

        Args:
            factor: What an observation is multiplied by.
        """
        return Mean(self.count, factor * self.total, factor**2 * self.squares)

    def __format__(self, spec: str) -> str:
        half = half_width(self.count, self.total, self.squares)
        return f"{self.total / self.count:{spec}} ± {'?' if half is None else format(half, spec.lstrip('+'))}"


def _within(t: float, freedom: int) -> float:
    """The chance of a value between -t and t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * k / (k + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
