"""Random hands to the end, hands a second: `python bench/kernel.py [seconds]`, `seconds` a row (10 by default).

The kernel on one thread and on every core, 100 big blinds deep, by the habit `standpat.lab.kernel.play.UNIFORM`; the
kernel with a log of each decision (`play_logged`: the place, its cards, what it may do and the action), which is what a
learner or a log needs; then `standpat.engine.hand.Hand` from Python by the same habit, for scale. What runs on one
thread is measured in CPU time, several threads by the clock on the wall, for which the machine must have nothing else
to do.

Where the environment variable STANDPAT_ARENA_BENCH names a program for poker-arena's engine, both run in turn, and
"times" is the median ratio of the rounds. Called as `PROGRAM GAME SEATS HANDS SEED`, it plays so many hands by the same
habit at blinds 5/10 with stacks of 1,000 on one thread, and prints {"hands":…, "decisions":…, "seconds":…}
(`bench/poker_arena.rs` is such a program). That engine checks each action and makes a list of events for it; the kernel
does neither in `simulate`. Where the variable names none, the ratio is to what that engine did on the machine of our
survey.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np

import machine
from report import spread, table, times
from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.compute.rank_table import TABLES
from standpat.lab.kernel import play
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.play import UNIFORM

STAKES = Stakes(5, 10)
ROWS = 64
RIVAL = os.environ.get("STANDPAT_ARENA_BENCH")
SURVEYED = {
    ("27td", 2): 415_894,
    ("27td", 6): 161_299,
    ("a5td", 2): 484_993,
    ("a5td", 6): 160_020,
    ("27sd", 2): 562_996,
    ("27sd", 6): 193_710,
}
"""Hands a second of poker-arena's Rust engine, one thread, there."""
LEAST_ROUNDS = 3


class Rate(NamedTuple):
    hands: float
    decisions: float


def ours(id: str, seats: int, threads: int) -> Callable[[int], tuple[float, float, float]]:
    hands = Hands((id, STAKES), np.full((ROWS, seats), 1000), np.arange(ROWS))
    hands.simulate(10, seed=0, threads=threads)  # compiles

    clock = time.process_time if threads == 1 else time.perf_counter

    def work(seed: int) -> tuple[float, float, float]:
        start = clock()
        tally = hands.simulate(1500 * threads, seed, threads=threads)
        return tally.hands, tally.decisions, clock() - start

    return work


def logged(id: str, seats: int) -> Callable[[int], tuple[float, float, float]]:
    """The kernel with a log of every decision."""
    rows = 8192
    hands = Hands((id, STAKES), np.full((rows, seats), 1000), np.arange(rows))
    habits = np.tile(np.array(UNIFORM, np.int64), (rows, 1))
    log, ends = np.zeros((rows * 60, play.LOG_COLUMNS), np.int64), np.zeros(rows, np.int64)

    def work(seed: int) -> tuple[float, float, float]:
        start = time.process_time()
        hands.deal(np.arange(rows) + seed * rows)
        assert play.play_logged(hands.state, hands.rules, hands.which, TABLES, habits, np.uint64(seed), log, ends)
        return rows, int(ends[-1]), time.process_time() - start

    work(0)  # compiles
    return work


def theirs(id: str, seats: int) -> Callable[[int], tuple[float, float, float]]:
    def work(seed: int) -> tuple[float, float, float]:
        assert RIVAL
        command = [RIVAL, id, str(seats), str(120_000 // seats), str(seed)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return told["hands"], told["decisions"], min(spent, told["seconds"])

    return work


def by_hand(id: str, seats: int) -> Callable[[int], tuple[float, float, float]]:
    """`Hand`, one action after the other."""
    record = game(id)

    def work(seed: int) -> tuple[float, float, float]:
        random, dealer, decisions, start = Random(seed), Dealer(seed), 0, time.process_time()
        for _ in range(300):
            hand = Hand(record, STAKES, [1000] * seats, 0, dealer)
            while hand.to_act is not None:
                hand.apply(random_action(hand, random))
                decisions += 1
        return 300, decisions, time.process_time() - start

    return work


def random_action(hand: Hand, random: Random) -> Fold | Check | Call | Bet | Raise | Discard:
    legal = hand.legal
    if legal.draw is not None:
        assert hand.to_act is not None
        bits = random.getrandbits(5)
        return Discard(tuple([card for k, card in enumerate(hand.cards(hand.to_act)) if bits >> k & 1]))
    if legal.fold and random.getrandbits(8) < UNIFORM.fold:
        return Fold()
    bounds = legal.bet or legal.raise_
    if bounds and random.getrandbits(8) < UNIFORM.wager:
        to = random.randint(bounds.min_to, bounds.max_to)
        return Bet(to) if legal.bet else Raise(to)
    return Check() if legal.check else Call()


def rates(works: dict[str, Callable[[int], tuple[float, float, float]]], seconds: float) -> dict[str, list[Rate]]:
    """The rates of all works in each round; they take turns until so many seconds are over."""
    found: dict[str, list[Rate]] = {name: [] for name in works}
    end, seed = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or seed < LEAST_ROUNDS:
        seed += 1
        for name, work in works.items():
            hands, decisions, spent = work(seed)
            found[name].append(Rate(hands / spent, decisions / spent))
    return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    cores, cycle = os.cpu_count() or 1, statistics.median(machine.cycles())
    rows = []
    for id, seats in (("27td", 2), ("27td", 6), ("a5td", 2), ("a5td", 6), ("27sd", 2), ("27sd", 6)):
        works = {
            "kernel": ours(id, seats, 1),
            "threads": ours(id, seats, cores),
            "logged": logged(id, seats),
            "Hand": by_hand(id, seats),
        }
        if RIVAL:
            works["rival"] = theirs(id, seats)
        found = rates(works, seconds)
        hands = {name: [rate.hands for rate in rounds] for name, rounds in found.items()}
        rival = hands.get("rival", [SURVEYED[id, seats]] * len(hands["kernel"]))
        middle = {name: statistics.median(rounds) / 1e3 for name, rounds in hands.items()}
        decisions = statistics.median([rate.decisions for rate in found["kernel"]])
        rows.append(
            (
                f"{id}, {seats} players",
                f"{middle['kernel']:,.0f}",
                spread(hands["kernel"]),
                f"{statistics.median(rival) / 1e3:,.0f}" + ("" if RIVAL else " (surveyed)"),
                f"**{times(hands['kernel'], rival):.1f}**",
                f"{middle['logged']:,.0f}",
                f"{times(hands['logged'], rival):.1f}",
                f"{times(hands['threads'], hands['kernel']):.2f}",
                f"{cycle / decisions:.0f}",
                f"{middle['Hand']:.1f}",
            )
        )
    heads = ("thousand hands a second", "kernel", "spread", "poker-arena", "times", "logged", "times")
    print(table((*heads, f"{cores} threads / 1", "cycles a decision", "`Hand`"), rows))


if __name__ == "__main__":
    main()
