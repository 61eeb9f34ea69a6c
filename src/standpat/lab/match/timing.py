"""How long decisions take, in milliseconds, gathered without keeping them.

Quantiles come from a histogram whose bins grow by a factor of 2 ** (1/8), so a quantile is off by at most 4.5%. The
mean and the maximum are exact. Times are the one part of a match that a seed does not repeat.
"""

from math import exp2, log2
from typing import Final

from msgspec import Struct

BINS: Final = 240  # from a microsecond to a quarter of an hour
_STEPS: Final = 8
_LEAST: Final = 0.001


class Timing(Struct):
    """The times of decisions. `bins` has counts by the number of the bin; empty bins are left out."""

    count: int = 0
    total_ms: float = 0.0
    max_ms: float = 0.0
    bins: dict[int, int] = {}

    def record(self, ms: float) -> None:
        """Count a decision that took `ms` milliseconds."""
        at = min(max(0, int(log2(max(ms, _LEAST) / _LEAST) * _STEPS)), BINS - 1)
        self.count += 1
        self.total_ms += ms
        self.max_ms = max(self.max_ms, ms)
        self.bins[at] = self.bins.get(at, 0) + 1

    def add(self, other: "Timing") -> None:
        """Add the decisions of another."""
        self.count += other.count
        self.total_ms += other.total_ms
        self.max_ms = max(self.max_ms, other.max_ms)
        for at, count in other.bins.items():
            self.bins[at] = self.bins.get(at, 0) + count

    def quantile(self, part: float) -> float | None:
        """The middle of the bin in which the quantile lies; None without decisions."""
        passed = 0
        for at in sorted(self.bins):
            passed += self.bins[at]
            if passed >= part * self.count:
                return min(_LEAST * exp2((at + 0.5) / _STEPS), self.max_ms)
        return None

    def plain(self) -> dict[str, float | None]:
        """The figures for a report."""
        return {
            "count": self.count,
            "mean_ms": self.total_ms / self.count if self.count else None,
            "p50_ms": self.quantile(0.5),
            "p90_ms": self.quantile(0.9),
            "p99_ms": self.quantile(0.99),
            "max_ms": self.max_ms if self.count else None,
        }
