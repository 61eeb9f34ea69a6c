"""Ranks of random hands, millions a second on one core: `python bench/batch.py [hands]`.

The same random hands in every row, each best of several runs, in CPU time: the compiled batch ranking with cards in
five columns and in rows, the same tables through NumPy indexing alone, and, for scale, `eval7.evaluate` and our own
one-hand function called hand by hand from Python (eval7 ranks high hands; there is no lowball in it). No registry has
a batch evaluator for lowball: below are the figures of the C and C++ libraries of our survey, on its machine, one core.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import standpat
from standpat.cards.card import text
from standpat.compute.rank_table import VALUE, WEIGHT
from standpat.lab import batch

SURVEYED = (
    ("poker-eval, 2-7", 79, 97, "wrong for flushes or wheels"),
    ("pokerstove, 2-7", 60, 60, "right"),
    ("OMPEval, high hands only", 593, 646, "the fastest in public"),
)


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


def best(work: Callable[[], object], runs: int) -> float:
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


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


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    rows = random_hands(count)
    columns = [np.ascontiguousarray(rows[:, k]) for k in range(5)]
    out = np.empty(count, np.uint16)
    print(f"{count:,} random hands, one core, M hands/s")
    for order, (name, many) in enumerate(
        (("deuce-to-seven", batch.deuce_to_seven), ("ace-to-five", batch.ace_to_five))
    ):
        many(columns, out=out)
        assert np.array_equal(many(rows), out)
        assert np.array_equal(numpy_only(order, columns), out)
        compiled = best(lambda f=many: f(columns, out=out), 9)  # type: ignore[misc]
        in_rows = best(lambda f=many: f(rows, out=out), 9)  # type: ignore[misc]
        indexed = best(lambda k=order: numpy_only(k, columns), 3)  # type: ignore[misc]
        print(f"  {name:15} five columns {count / compiled / 1e6:7.1f}   rows {count / in_rows / 1e6:7.1f}", end="")
        print(f"   NumPy alone {count / indexed / 1e6:6.1f}   ({indexed / compiled:.1f} times)")
    for name, least, most, remark in SURVEYED:
        span = f"{least}–{most}" if least < most else f"{most}"
        print(f"  of our survey: {name} {span} ({remark})")
    few = min(count, 200_000)
    hands = [tuple(map(int, row)) for row in rows[:few]]
    one = best(lambda: [standpat.deuce_to_seven(hand) for hand in hands], 3)
    print(f"  hand by hand    standpat.deuce_to_seven {few / one / 1e6:.2f}")
    try:
        import eval7
    except ImportError:
        print("                  eval7 is NOT INSTALLED here: pip install eval7")
        return
    theirs = [[eval7.Card(text([card])) for card in hand] for hand in hands]
    rival = best(lambda: [eval7.evaluate(hand) for hand in theirs], 3)
    print(f"                  eval7.evaluate (high) {few / rival / 1e6:.2f}", end="")
    print(f"   batch / eval7 = {rival / few / (compiled / count):.0f} times")


if __name__ == "__main__":
    main()
