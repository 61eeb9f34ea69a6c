"""Odds, counted and dealt, as tables: `python bench/odds.py [--rounds N]`.

The case by which tools of this kind are timed: 2c3d that draws three against 5s6d8c that draws two, all 15,339,390
showdowns, on one thread. Beside it pokerstove's `ps-eval` at the 3.6 seconds it took on the machine of our survey (it
is in no registry), and in turn `poker-equity` (a Rust library) where it is installed: pip install poker-equity.

Then what those do not have: match-ups with three draws to come, dealt by the rules. The CPU time on one thread, set-up
included, until all 95% intervals are within 0.0005; beside it, in turn, that of deals that are played to the last card
and won or lost, from their speed and the number that is needed. And deals a second.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from report import spread, table
from standpat.lab.odds import MatchUp, matchup
from standpat.lab.odds.interval import Z95
from standpat.lab.odds.matchup import setup

PS_EVAL = 3.6
HANDS = ["2c3d", "5s6d8c"]
SHOWDOWNS, WON, TIED = 15_339_390, 7_598_551, 243
PRECISION = 0.0005
MEASURED = (["d1:8", "pat:9-7"], ["d1:8", "d2:7"], ["d2:8", "d3:8"], ["pat:9-7", "random"])
DEALT = (
    ("a hand against a range", ["2c3d4h7sKc", "d1:8"]),
    ("three ranges", ["d1:8", "pat:9-7", "d2:7"]),
    (
        "six hands with two kept cards each; the deck runs out in most deals",
        ["2c3d", "2d3h", "2h3s", "2s3c", "4c5d", "4d5c"],
    ),
)
DEALS = 200_000


def taken(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """The CPU times of some works, in turn. The first run, which may compile, is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            began = time.process_time()
            work()
            if number:
                seconds[name].append(time.process_time() - began)
    return seconds


def counted() -> MatchUp:
    found = matchup(HANDS, draws=1, exact=True)
    assert (found.showdowns, found.won, found.tied) == (SHOWDOWNS, (WON, SHOWDOWNS - WON - TIED), (TIED, TIED))
    return found


def rival() -> Callable[[], object] | None:
    """Poker-equity's count of the same showdowns."""
    try:
        poker_equity: Any = import_module("poker_equity")
    except ImportError:
        return None
    counts = poker_equity.exact_from_text("deuce_seven", HANDS)
    assert counts is None or abs(counts["players"][0]["equity"] - (WON + TIED / 2) / SHOWDOWNS) < 1e-9
    return None if counts is None else lambda: poker_equity.exact_from_text("deuce_seven", HANDS)


def of_counts(rounds: int) -> str:
    works: dict[str, Callable[[], object]] = {"**standpat**, one thread": counted}
    other = rival()
    if other:
        works["poker-equity, Rust, all its threads"] = other
    seconds = taken(works, rounds)
    rows = [
        (name, f"{1000 * statistics.median(one):,.1f}", spread(one), f"{PS_EVAL / statistics.median(one):,.0f}")
        for name, one in seconds.items()
    ]
    if not other:
        rows.append(("poker-equity: NOT INSTALLED, or it does not count this", "–", "", ""))
    rows.append(("pokerstove's ps-eval (surveyed)", f"{1000 * PS_EVAL:,.0f}", "", "1"))
    return str(table((f"all {SHOWDOWNS:,} showdowns", "milliseconds", "spread", "times ps-eval"), rows))


def of_precision(rounds: int) -> str:
    rows = []
    for hands in MEASURED:
        sampler = setup(hands, None, "27td", "best", "", 0).sampler(1)
        ask = partial(matchup, hands, exact=False, precision=PRECISION, samples=10**8)
        seconds = taken({"ours": ask, "played": partial(sampler.play, 0, DEALS)}, rounds)
        found = ask()
        share = found.sides[0].equity
        needed = share * (1 - share) * (Z95 / PRECISION) ** 2
        played = [one * needed / DEALS for one in seconds["played"]]
        ratio = statistics.median([other / mine for mine, other in zip(seconds["ours"], played, strict=True)])
        rows.append(
            (
                " against ".join(hands),
                f"**{statistics.median(seconds['ours']):.2f}**",
                spread(seconds["ours"]),
                f"{found.showdowns:,}",
                f"{statistics.median(played):.2f}",
                f"{needed:,.0f}",
                f"{ratio:.1f}",
            )
        )
    heads = ("seconds", "spread", "deals", "played to the last card, seconds", "deals", "ratio")
    return str(table((f"three draws, to within {PRECISION}", *heads), rows))


def of_deals(rounds: int) -> str:
    works = {name: partial(matchup, hands, exact=False, samples=DEALS) for name, hands in DEALT}
    seconds = taken(dict(works), rounds)
    rows = [(name, f"{DEALS / statistics.median(one):,.0f}", spread(one)) for name, one in seconds.items()]
    return str(table(("three draws", "deals a second", "spread"), rows))


def main() -> None:
    parser = argparse.ArgumentParser(description="Odds, counted and dealt.")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print("\n\n".join([of_counts(3 * options.rounds), of_precision(options.rounds), of_deals(options.rounds)]))


if __name__ == "__main__":
    main()
