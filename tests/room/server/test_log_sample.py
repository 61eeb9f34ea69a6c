"""A flood of similar log records becomes one line per minute, and no other record is lost."""

import logging
from io import StringIO

from standpat.room.server.app import JsonLines
from standpat.room.server.log_sample import FEW, KINDS, PERIOD, Sample


def record(text: str, *values: object, error: Exception | None = None) -> logging.LogRecord:
    told = None if error is None else (type(error), error, None)
    return logging.LogRecord("standpat.room", logging.ERROR, "here.py", 1, text, values, told)


def test_the_first_few_pass_and_then_one_a_period_with_the_count() -> None:
    now = [0.0]
    sample = Sample(lambda: now[0])
    assert [sample.filter(record("accept: %s", number)) for number in range(FEW + 80)] == [True] * FEW + [False] * 80
    now[0] = PERIOD
    late = record("accept: %s", 9)
    assert sample.filter(late)
    assert '"repeated": 80' in JsonLines().format(late)
    assert [sample.filter(record("accept: %s", 10)) for _ in range(5)] == [False] * 5
    now[0] = 2 * PERIOD
    later = record("accept: %s", 11)
    assert sample.filter(later)
    assert '"repeated": 5' in JsonLines().format(later)
    now[0] = 9 * PERIOD  # after a quiet time it starts anew
    assert [sample.filter(record("accept: %s", 12)) for _ in range(FEW + 1)] == [True] * FEW + [False]


def test_other_records_are_not_missing() -> None:
    sample = Sample(lambda: 0.0)
    for _ in range(1000):
        sample.filter(record("accept"))
    assert sample.filter(record("table %s: a fault", "t1"))
    assert sample.filter(record("accept", error=OSError()))
    assert "repeated" not in JsonLines().format(record("accept"))


def test_the_kinds_are_bounded() -> None:
    sample = Sample(lambda: 0.0)
    assert all(sample.filter(record(f"text {number}")) for number in range(5 * KINDS))
    assert len(sample._kinds) == KINDS


def test_a_million_bytes_of_log_become_few() -> None:
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    handler.addFilter(Sample(lambda: 0.0))
    for _ in range(10_000):
        handler.handle(record("socket.accept() out of system resource", error=OSError(24)))
    assert len(out.getvalue()) < 10_000
