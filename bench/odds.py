"""Odds, counted and dealt: `python bench/odds.py [seconds]`, `seconds` a row (2 by default).

The case by which tools of this kind are timed: 2c3d that draws three against 5s6d8c that draws two, all 15,339,390
showdowns, on one thread and on all cores, each the best of many runs. Beside it pokerstove's `ps-eval` at the 3.6
seconds it took on the machine of our survey (it is in no registry), and in this run `poker-equity` (a Rust library)
where it is installed: pip install poker-equity. It gives up counting where there is much to count; its sampling is
timed then, by the showdown.

Then what those do not have: match-ups with three draws to come, dealt by the rules. The CPU time on one core until all
95% intervals are within 0.0005, beside that of deals that are played to the last card (in turn with it, from their
speed and the number that is needed); and deals a second.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from standpat.lab.odds import MatchUp, matchup
from standpat.lab.odds.matchup import setup

PS_EVAL = 3.6
HANDS = ["2c3d", "5s6d8c"]
SHOWDOWNS, WON, TIED = 15_339_390, 7_598_551, 243
PRECISION = 0.0005
MEASURED = (["d1:8", "pat:9-7"], ["d1:8", "d2:7"], ["d2:8", "d3:8"], ["pat:9-7", "random"])
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


def precise(hands: list[str], seconds: float) -> None:
    """The time to the precision, set-up included; then that of deals whose results are wins and losses."""
    few, times = 200_000, []
    sampler = setup(hands, None, "27td", "best", "", 0).sampler(1)
    sampler.play(0, 1)
    for _ in range(3):
        taken = best(lambda: matchup(hands, exact=False, precision=PRECISION, samples=10**8), seconds / 3, threads=1)
        times.append((taken, best(lambda: sampler.play(0, few), seconds / 3, threads=1)))
    found = matchup(hands, exact=False, precision=PRECISION, samples=10**8)
    share = found.sides[0].equity
    needed = share * (1 - share) * (1.96 / PRECISION) ** 2
    now, before = (sorted(column)[1] for column in zip(*times, strict=True))
    before *= needed / few
    print(
        f"  {' against '.join(hands):28} {now:6.3f} s {found.showdowns:11,}"
        f"   {before:6.2f} s {needed:11,.0f}   ({before / now:.1f} times)"
    )


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
    print(f"three draws to come, two ranges, to within {PRECISION}: CPU time, deals; played to the last card")
    for hands in MEASURED:
        precise(hands, seconds)
    print("three draws to come, random deals a second (one thread, all cores)")
    for name, hands in DEALT:
        rates = []
        for threads in (1, 0):
            work = partial(matchup, hands, exact=False, samples=200_000, threads=threads)
            rates.append(200_000 / best(work, seconds, threads))
        print(f"  {name:28} {rates[0]:12,.0f} {rates[1]:12,.0f}")


if __name__ == "__main__":
    main()
