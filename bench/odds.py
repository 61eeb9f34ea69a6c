"""Odds, counted and dealt: `python bench/odds.py [seconds]`, `seconds` a row (2 by default).

The case by which tools of this kind are timed: 2c3d that draws three against 5s6d8c that draws two, all 15,339,390
showdowns, on one thread and on all cores, each the best of many runs. Beside it pokerstove's `ps-eval` at the 3.6
seconds it took on the machine of our survey (it is in no registry), and in this run `poker-equity` (a Rust library)
where it is installed: pip install poker-equity. It gives up counting where there is much to count; its sampling is
timed then, by the showdown.

Then what those do not have: match-ups with three draws to come, dealt by the rules, in deals a second.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from standpat.lab.odds import MatchUp, matchup

PS_EVAL = 3.6
HANDS = ["2c3d", "5s6d8c"]
SHOWDOWNS, WON, TIED = 15_339_390, 7_598_551, 243
DEALT = (
    ("2c3d4h7sKc against d1:8", ["2c3d4h7sKc", "d1:8"]),
    ("three ranges", ["d1:8", "pat:9-7", "d2:7"]),
    ("six, most decks run out", ["2c3d", "2d3h", "2h3s", "2s3c", "4c5d", "4d5c"]),
)


def best(work: Callable[[], object], seconds: float, threads: int = 0) -> float:
    """The shortest run, on the wall or (`threads` 1) in CPU time; the first, which may compile, is not counted."""
    clock = time.process_time if threads == 1 else time.perf_counter
    work()
    least, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = clock()
        work()
        least = min(least, clock() - start)
    return least


def counted(threads: int) -> MatchUp:
    found = matchup(HANDS, draws=1, exact=True, threads=threads)
    assert (found.showdowns, found.won, found.tied) == (SHOWDOWNS, (WON, SHOWDOWNS - WON - TIED), (TIED, TIED))
    return found


def rival(seconds: float) -> str:
    try:
        poker_equity: Any = import_module("poker_equity")
    except ImportError:
        return "  poker-equity is NOT INSTALLED here: pip install poker-equity"
    counts = poker_equity.exact_from_text("deuce_seven", HANDS)
    if counts is not None:
        assert abs(counts["players"][0]["equity"] - (WON + TIED / 2) / SHOWDOWNS) < 1e-9
        taken = best(lambda: poker_equity.exact_from_text("deuce_seven", HANDS), seconds, threads=1)
        return f"  poker-equity, counted:           {1000 * taken:10.2f} ms of CPU time in all its threads"
    deals = 2_000_000
    taken = best(lambda: poker_equity.chunk_from_text("deuce_seven", HANDS, samples=deals), seconds)
    rate = deals / taken
    return (
        f"  poker-equity, {deals:,} random:  {1000 * taken:8.2f} ms, {rate / 1e6:,.1f} M showdowns/s on all cores: "
        f"{1000 * SHOWDOWNS / rate:,.0f} ms for as many (an estimate, ±0.07%; it does not count them)"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{' against '.join(HANDS)}, one draw: {SHOWDOWNS:,} showdowns, {WON:,} won, {TIED} tied")
    for threads, name in ((1, "one thread"), (0, "all cores ")):
        taken = best(partial(counted, threads), seconds, threads)
        rate = SHOWDOWNS / taken / 1e6
        print(
            f"  standpat, counted, {name}:    {1000 * taken:10.2f} ms, {rate:,.0f} M showdowns/s, "
            f"{PS_EVAL / taken:,.0f} times ps-eval (wanted: 50)"
        )
    print(f"  ps-eval, of our survey:          {1000 * PS_EVAL:10.2f} ms")
    print(rival(seconds))
    print("three draws to come, random deals a second (one thread, all cores)")
    for name, hands in DEALT:
        rates = []
        for threads in (1, 0):
            work = partial(matchup, hands, exact=False, samples=200_000, threads=threads)
            rates.append(200_000 / best(work, seconds, threads))
        print(f"  {name:28} {rates[0]:12,.0f} {rates[1]:12,.0f}")


if __name__ == "__main__":
    main()
