"""Counters and histograms equal those of the library."""

from random import Random

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from standpat.room.tables.count import Count, Spread
from standpat.room.tables.metrics import BUCKETS


def test_they_are_collected_like_the_librarys() -> None:
    random, theirs, ours = Random(1), CollectorRegistry(), CollectorRegistry()
    counter, histogram = Counter("a", "What", registry=theirs), Histogram("b", "It", registry=theirs, buckets=BUCKETS)
    count, spread = Count("a", "What", ours), Spread("b", "It", BUCKETS, ours)
    assert generate_latest(ours) == generate_latest(theirs)
    for _ in range(500):
        value = random.choice([0.0, random.random(), 6 * random.random(), *BUCKETS, 100.0])
        by = random.randint(1, 3)
        counter.inc(by)
        count.inc(by)
        histogram.observe(value)
        spread.observe(value)
    assert generate_latest(ours) == generate_latest(theirs)
    assert ours.get_sample_value("a_total") == theirs.get_sample_value("a_total")
