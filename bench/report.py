"""Tables of measurements in Markdown. What a benchmark prints is what docs/measurements.md has of it.

A figure is measured in several rounds, in turn with its rival. The table has the median and the spread: half the
distance between the smallest and the largest round, in percent of the median. A ratio is the median of the ratios of
the rounds.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are figures."""
    cells = [list(columns), *map(list, rows)]
    assert all(len(row) == len(columns) for row in cells), "a row has another number of cells than the head"
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]

    def line(row: Sequence[str]) -> str:
        first, *others = (
            cell.ljust(n) if k == 0 else cell.rjust(n) for k, (cell, n) in enumerate(zip(row, wide, strict=True))
        )
        return "| " + " | ".join([first, *others]) + " |"

    rule = "|" + "|".join(["-" * (n + 2) if k == 0 else "-" * (n + 1) + ":" for k, n in enumerate(wide)]) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def spread(rounds: Sequence[float]) -> str:
    """How far the rounds lie apart."""
    return f"±{50 * (max(rounds) - min(rounds)) / statistics.median(rounds):.0f}%"


def times(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How many times as fast as a rival, from the rates of each round."""
    return statistics.median([mine / other for mine, other in zip(ours, theirs, strict=True)])


def in_turn(works: dict[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """The rates of some works, each of which returns how many things it did: things per second of CPU time."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            began = time.process_time()
            many = work()
            rates[name].append(many / (time.process_time() - began))
    return rates
