"""Matches: hands a second of two bots against each other, beside PokerKit driven by equally cheap bots.

    python bench/match.py [--rounds N] [--seconds S]

Our matches are `standpat match`: duplicate dealing, every decision timed, styles counted. The rival's loop is the least
that plays the same hands: PokerKit with all its automations, a function that picks the action, nets summed. In both the
random player takes every kind of action that is open to it alike often, but every other fold again, and draws any
number of any cards; the caller checks, calls and stands pat. 2-7 triple draw, blinds 50 and 100, stacks of 10,000, and
the rival's draws are announced with a burn, ours as in the house `wsop`.

All of them take turns in one process, `rounds` times `seconds` of CPU time each. Printed are the medians and the ratio
to PokerKit's. The rule player has no rival: it is there for the cost of thinking, and of AIVAT on top.
"""

import argparse
import random
import statistics
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import pokerkit

from report import spread, table, times
from standpat import Stakes, game
from standpat.lab.match import Plan, play

AUTOMATIONS = tuple(pokerkit.Automation)
STACK = 10_000
GAME = game("27td", house="wsop")
DECKS = 5


def ours(players: tuple[str, ...], aivat: bool, seed: int) -> int:
    """Some decks; how many hands."""
    plan = Plan(GAME, Stakes(50, 100), STACK, seed, players, aivat=aivat)
    return play(plan, DECKS * len(players)).tally.hands


def pick(state: Any, rng: random.Random) -> None:
    """A decision of the random player, in PokerKit."""
    drawer = state.stand_patter_or_discarder_index
    if drawer is not None:
        state.stand_pat_or_discard(rng.sample(list(state.hole_cards[drawer]), rng.randint(0, 5)))
        return
    to = state.min_completion_betting_or_raising_to_amount
    kinds = ["call"] if to is None else ["call", "raise"]
    seat = state.actor_index
    if state.bets[seat] < max(state.bets) and rng.randrange(2 * len(kinds) + 2) == 0:
        state.fold()
    elif rng.choice(kinds) == "call":
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(to)


def call(state: Any, rng: random.Random) -> None:
    """Of the caller."""
    if state.stand_patter_or_discarder_index is not None:
        state.stand_pat_or_discard()
    else:
        state.check_or_call()


def theirs(player: Callable[[Any, random.Random], None], seats: int, rng: random.Random, seed: int) -> int:
    """As many hands in PokerKit."""
    rng.seed(seed)
    random.seed(seed)  # its shuffle
    nets = [0] * seats
    hands = DECKS * seats
    for hand in range(hands):
        state = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state(
            AUTOMATIONS, True, 0, (50, 100), 100, 200, STACK, seats
        )
        while state.status:
            player(state, rng)
        for seat in range(seats):
            nets[(seat + hand) % seats] += state.stacks[seat] - STACK
    assert sum(nets) == 0
    return hands


def rate(run: Callable[[int], int], seconds: float) -> float:
    hands, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        hands += run(hands)
    return hands / spent


def main() -> None:
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    rng = random.Random(1)
    runs: dict[str, Callable[[int], int]] = {}
    rivals: dict[str, str] = {}
    for seats in (2, 6):
        for name, rival in (("random", pick), ("caller", call)):
            title = f"{name} players, {seats} seats"
            runs[title] = partial(ours, (name,) * seats, False)
            rivals[title] = f"PokerKit, {title}"
            runs[rivals[title]] = partial(theirs, rival, seats, rng)
        for aivat in (False, True):
            runs[f"rule players{', AIVAT' if aivat else ''}, {seats} seats"] = partial(ours, ("rule",) * seats, aivat)
    for run in runs.values():
        run(0)  # tables, caches
    rates: dict[str, list[float]] = {title: [] for title in runs}
    for _ in range(args.rounds):
        for title, run in runs.items():
            rates[title].append(rate(run, args.seconds))
    rows = []
    for title, found in rates.items():
        if title in rivals.values():
            continue
        theirs_ = rates.get(rivals.get(title, ""))
        beside = ("", "") if theirs_ is None else (f"{statistics.median(theirs_):,.0f}", f"{times(found, theirs_):.1f}")
        rows.append((title, f"{statistics.median(found):,.0f}", spread(found), *beside))
    print(table(("27td, hands a second of CPU time", "standpat match", "spread", "PokerKit", "times"), rows))


if __name__ == "__main__":
    main()
