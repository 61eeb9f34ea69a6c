"""Counters and histograms that cost little to change, for what happens with every decision.

Each of the library's own takes a lock for every change. These are for one thread: only the event loop, or only the
writer's thread, may change one. They are collected like the library's, and read in any thread.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.registry import Collector


class Count(Collector):
    """A counter.

    Args:
        name: Its name, without ``_total``.
        what: What it counts.
        registry: Where it is collected.
    """

    def __init__(self, name: str, what: str, registry: CollectorRegistry) -> None:
        self._name = name
        self._what = what
        self._value = 0
        registry.register(self)

    def inc(self, by: int = 1) -> None:
        """Count one more, or `by` more."""
        self._value += by

    def collect(self) -> Iterator[Metric]:
        """The counter as a metric of the library."""
        metric = Metric(self._name, self._what, "counter")
        metric.add_sample(f"{self._name}_total", {}, float(self._value))
        yield metric


class Spread(Collector):
    """A histogram.

    Args:
        name: Its name.
        what: What it measures.
        bounds: The upper bounds of its buckets, ascending.
        registry: Where it is collected.
    """

    def __init__(self, name: str, what: str, bounds: Sequence[float], registry: CollectorRegistry) -> None:
        self._name = name
        self._what = what
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[Metric]:
        """The histogram as a metric of the library."""
        metric = Metric(self._name, self._what, "histogram")
        counts = list(accumulate(self._counts))
        for bound, count in zip([*self._bounds, float("inf")], counts, strict=True):
            metric.add_sample(f"{self._name}_bucket", {"le": "+Inf" if bound == float("inf") else str(bound)}, count)
        metric.add_sample(f"{self._name}_count", {}, counts[-1])
        metric.add_sample(f"{self._name}_sum", {}, self._sum)
        yield metric
