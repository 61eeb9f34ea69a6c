"""Ranks of random hands on one core, as a table: `python bench/batch.py [--hands N] [--rounds N]`.

The same random hands in every row, in turn, in CPU time: the batch ranking as it is called, with cards in five columns
and in rows; the kernels for every processor; the same tables through NumPy indexing alone. Many hands come from memory;
100,000 stay in the cache, and of 1,000 the cost of a call is a part. The limit is the same code with one hand repeated:
then it finds the table's entry in the nearest cache. No registry has a batch evaluator for lowball, so the C and C++
libraries of our survey are there with their figures on its machine, on one core.
"""

import argparse
import statistics
from collections.abc import Callable
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from report import in_turn, spread, table, times
from standpat.compute.rank_table import VALUE, WEIGHT
from standpat.lab import batch

SURVEYED = (
    ("OMPEval, C++, high hands only (surveyed)", "593–646", "–"),
    ("poker-eval, C (surveyed; deuce-to-seven wrong for flushes or wheels)", "79–97", "76–94"),
    ("pokerstove, C++ (surveyed; wrong for aces up in ace-to-five)", "60", "63"),
)
RANKINGS = (batch.deuce_to_seven, batch.ace_to_five)
AT_LEAST = 2_000_000
"""Hands of a round, in as many calls as it takes."""


def random_hands(count: int) -> NDArray[np.uint8]:
    """Five different cards each, uniform (Floyd's sampling, hand by hand in columns)."""
    random = np.random.default_rng(1)
    hands = np.empty((count, 5), np.uint8)
    for place in range(5):
        last = 47 + place
        card = random.integers(0, last + 1, count, np.uint8)
        taken = (hands[:, :place] == card[:, None]).any(axis=1)
        hands[:, place] = np.where(taken, last, card)
    return hands


def numpy_only(order: int, columns: list[NDArray[np.uint8]]) -> NDArray[np.uint16]:
    """The tables of the compiled code, indexed by NumPy; in blocks that stay in the cache."""
    count = len(columns[0])
    out = np.empty(count, np.uint16)
    for low in range(0, count, 1 << 14):
        a, *rest = (column[low : low + (1 << 14)] for column in columns)
        key, suits = WEIGHT[a], np.zeros_like(a)
        for card in rest:
            key = key + WEIGHT[card]
            suits |= a ^ card
        out[low : low + len(a)] = VALUE[order, (suits & 3 == 0).astype(np.uint8), key]
    return out


def works(order: int, rows: NDArray[np.uint8]) -> dict[str, Callable[[], float]]:
    """What is measured for an order. Each work ranks hands and returns how many."""
    rank = RANKINGS[order]
    found: dict[str, Callable[[], float]] = {}

    def add(name: str, cards: NDArray[np.uint8] | list[NDArray[np.uint8]], portable: bool = False) -> None:
        count = len(cards) if isinstance(cards, np.ndarray) else len(cards[0])
        out = np.empty(count, np.uint16)
        calls = max(1, AT_LEAST // count)

        def call() -> float:
            for _ in range(calls):
                rank(cards, out=out)
            return count * calls

        def work() -> float:
            if not portable:
                return call()
            with patch.object(batch, "_wide", lambda: False):
                return call()

        work()
        assert np.array_equal(out[:1000], numpy_only(order, list(np.ascontiguousarray(rows[:count].T)))[:1000])
        found[name] = work

    for count in (len(rows), 100_000, 1_000):
        part = rows[:count].copy()
        columns = [np.ascontiguousarray(part[:, k]) for k in range(5)]
        add(f"**five columns**, {count:,} hands", columns)
        add(f"rows, {count:,} hands", part)
        add(f"for every processor, five columns, {count:,} hands", columns, portable=True)
        if count == len(rows):
            add(f"for every processor, rows, {count:,} hands", part, portable=True)
    few = 1_000_000
    columns = [np.ascontiguousarray(rows[:few, k]) for k in range(5)]
    found[NUMPY] = lambda: len(numpy_only(order, columns))
    one = [np.full(100_000, rows[0, k], np.uint8) for k in range(5)]
    out = np.empty(100_000, np.uint16)
    found[LIMIT] = lambda: sum([len(rank(one, out=out)) for _ in range(20)])
    return found


NUMPY = "the same tables through numpy alone"
LIMIT = "the limit: one hand repeated, five columns"


def main() -> None:
    parser = argparse.ArgumentParser(description="Ranks of random hands.")
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    rows = random_hands(options.hands)
    rates = [in_turn(works(order, rows), options.rounds) for order in range(2)]
    lines = []
    for name in rates[0]:
        cells = [
            (f"{statistics.median(one[name]) / 1e6:,.0f}", spread(one[name]), f"{times(one[name], one[NUMPY]):.1f}")
            for one in rates
        ]
        lines.append((name, *cells[0], *cells[1]))
    lines += [(name, low, "", "", ace, "", "") for name, low, ace in SURVEYED]
    heads = ("spread", "times numpy")
    print(table(("million hands a second", "deuce-to-seven", *heads, "ace-to-five", *heads), lines))


if __name__ == "__main__":
    main()
