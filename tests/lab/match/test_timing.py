import pytest

from standpat.lab.match.timing import Timing


def timing(times: list[float]) -> Timing:
    made = Timing()
    for ms in times:
        made.record(ms)
    return made


def test_quantiles_are_near_and_the_mean_is_exact() -> None:
    figures = timing([0.01 * k for k in range(1, 1001)]).plain()
    assert figures["count"] == 1000
    assert figures["mean_ms"] == pytest.approx(5.005)
    assert figures["max_ms"] == 10
    for name, exact in (("p50_ms", 5.0), ("p90_ms", 9.0), ("p99_ms", 9.9)):
        assert figures[name] == pytest.approx(exact, rel=0.047)


def test_times_add_up() -> None:
    both = timing([1, 5])
    both.add(timing([0.0001, 1e9]))
    assert both == timing([1, 5, 0.0001, 1e9])


def test_without_decisions_there_are_no_times() -> None:
    assert timing([]).plain() == dict.fromkeys(("mean_ms", "p50_ms", "p90_ms", "p99_ms", "max_ms"), None) | {"count": 0}
