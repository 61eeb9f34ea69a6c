"""Hands per second of the engine beside PokerKit, and the cost of copying a hand under way.

    python bench/engine.py [--rounds N] [--seconds S]
    python bench/engine.py --profile

Each engine plays whole hands from the shuffle to the last chip: 2-7 triple draw (limit) and 2-7 single draw (no
limit), six-handed and heads-up, blinds 5 and 10, every stack 1,000 (100 big blinds). Both are driven alike:

- A decision to bet is a third each to fold, to call and to raise; no bet to fold to is a check, no right to raise
  a call. No-limit raises are uniform from the least to the whole stack. At a draw each card goes with probability 1/2.
- PokerKit runs with all its automations and is asked nothing needless: no `can_...`, one property a raise. Its warnings
  are off. Its rules differ from ours in the cap and in what is reshuffled. Rows marked "dealt alike" draw as it does,
  announced and with a burn; the others are played under our default house, without either.

The engines take turns in one process, `rounds` times `seconds` of CPU time each. Printed are the medians of the rounds
and their ratio, with the decisions a hand took, which says that both played the same kind of hand.

Copies: `Hand.copy()` and `copy.deepcopy` of PokerKit's `State`, which has no copy of its own, of a six-handed triple
draw hand in which all called and drew two, before the betting after the second draw.

With `--profile` our hands are played alone, and a signal asks every millisecond of CPU time what runs. Printed are the
microseconds a hand for each of `PARTS`: the time of a function belongs to the part of the nearest caller that has one.
"""

import argparse
import copy
import random
import signal
import statistics
import time
import warnings
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pokerkit

from report import spread, table, times
from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game

RULES = {
    "": {id: game(id) for id in ("27td", "27sd")},
    "dealt alike": {id: game(id, draws="announced", burn=1) for id in ("27td", "27sd")},
}
STAKES = Stakes(5, 10)
STACK = 1000
TABLES = (
    ("27td", 6, ""),
    ("27td", 6, "dealt alike"),
    ("27td", 2, "dealt alike"),
    ("27sd", 6, "dealt alike"),
    ("27sd", 2, "dealt alike"),
)
PARTS = {
    "shuffle": "shuffling",
    "new_hand": "the rest of the set-up",
    "apply": "decisions of betting",
    "_open_draw": "draws",
    "_draw": "draws",
    "_open_betting": "opening a round",
    "_end_betting": "the end of a round and of the hand",
    "_showdown": "the end of a round and of the hand",
    "_pay": "the end of a round and of the hand",
    "play_ours": "this program's choices",
}
"""By function of the engine or of this program, what it belongs to."""
AUTOMATIONS = tuple(pokerkit.Automation)

Play = Callable[[str, int, str, random.Random], int]


def new_hand(id: str, seats: int, dealt: str, rng: random.Random) -> Hand:
    return Hand(RULES[dealt][id], STAKES, [STACK] * seats, seats - 1, Dealer(rng.getrandbits(64)))


def new_state(id: str, seats: int) -> Any:
    variant: Any = pokerkit.NoLimitDeuceToSevenLowballSingleDraw
    bets: tuple[int, ...] = (10,)
    if id == "27td":
        variant, bets = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, (10, 20)
    return variant.create_state(AUTOMATIONS, True, 0, (5, 10), *bets, STACK, seats)


def play_ours(id: str, seats: int, dealt: str, rng: random.Random) -> int:
    """One hand; how many decisions it took."""
    hand = new_hand(id, seats, dealt, rng)
    chance = rng.random
    count = 0
    while (seat := hand.to_act) is not None:
        count += 1
        if hand.drawing:
            hand.apply(Discard(tuple([card for card in hand.cards(seat) if chance() < 0.5])))
            continue
        legal = hand.legal
        choice = chance()
        wager = (legal.bet or legal.raise_) if choice > 2 / 3 else None
        if wager is not None:
            least, most = wager
            to = least + int(chance() * (most - least + 1))
            hand.apply(Bet(to) if legal.bet else Raise(to))
        elif legal.check:
            hand.apply(Check())
        else:
            hand.apply(Fold() if choice < 1 / 3 else Call())
    return count


def play_theirs(id: str, seats: int, dealt: str, rng: random.Random) -> int:
    """The same in PokerKit."""
    state = new_state(id, seats)
    chance = rng.random
    limit = id == "27td"
    count = 0
    while state.status:
        count += 1
        drawer = state.stand_patter_or_discarder_index
        if drawer is not None:
            state.stand_pat_or_discard([card for card in state.hole_cards[drawer] if chance() < 0.5])
            continue
        choice = chance()
        least = state.min_completion_betting_or_raising_to_amount if choice > 2 / 3 else None
        seat = state.actor_index
        if least is not None:
            most = least if limit else state.stacks[seat] + state.bets[seat]
            state.complete_bet_or_raise_to(least + int(chance() * (most - least + 1)))
        elif choice < 1 / 3 and state.bets[seat] < max(state.bets):
            state.fold()
        else:
            state.check_or_call()
    return count


def rate(play: Play, id: str, seats: int, dealt: str, rng: random.Random, seconds: float) -> tuple[float, float]:
    """Hands per second of CPU time, and decisions per hand."""
    hands = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(20):
            decisions += play(id, seats, dealt, rng)
        hands += 20
    return hands / spent, decisions / hands


def compare_play(id: str, seats: int, dealt: str, rounds: int, seconds: float) -> tuple[str, ...]:
    rng = random.Random(1)
    turns: list[list[tuple[float, float]]] = [[], []]
    for _ in range(rounds):
        for play, taken in zip((play_ours, play_theirs), turns, strict=True):
            taken.append(rate(play, id, seats, dealt, rng, seconds))
    ours, theirs = ([hands for hands, _ in taken] for taken in turns)
    lengths = [statistics.mean([length for _, length in taken]) for taken in turns]
    name = f"{id}, {seats} seats, {dealt}" if dealt else f"{id}, {seats} seats"
    return (*_figures(name, ours, theirs, ",.0f"), f"{lengths[0]:.1f} and {lengths[1]:.1f}")


def _figures(name: str, ours: list[float], theirs: list[float], form: str) -> tuple[str, ...]:
    middle = [format(statistics.median(rates), form) for rates in (ours, theirs)]
    return name, middle[0], spread(ours), middle[1], f"**{times(ours, theirs):.1f}**"


def hand_under_way() -> Hand:
    hand = new_hand("27td", 6, "", random.Random(1))
    while (seat := hand.to_act) is not None and (hand.street < 2 or hand.drawing):
        if hand.drawing:
            hand.apply(Discard(hand.cards(seat)[:2]))
        else:
            hand.apply(Check() if hand.legal.check else Call())
    return hand


def state_under_way() -> Any:
    state = new_state("27td", 6)
    while state.street_index < 2 or state.stand_patter_or_discarder_index is not None:
        drawer = state.stand_patter_or_discarder_index
        if drawer is not None:
            state.stand_pat_or_discard(state.hole_cards[drawer][:2])
        else:
            state.check_or_call()
    return state


def compare_copies(rounds: int, seconds: float) -> tuple[str, ...]:
    """Microseconds a copy; the ratio is how many times as long PokerKit's takes."""
    hand, state = hand_under_way(), state_under_way()
    ways: tuple[Callable[[], object], ...] = (hand.copy, partial(copy.deepcopy, state))
    turns: list[list[float]] = [[], []]
    for _ in range(rounds):
        for duplicate, taken in zip(ways, turns, strict=True):
            copies = 0
            start = time.process_time()
            while (spent := time.process_time() - start) < seconds:
                for _ in range(20):
                    duplicate()
                copies += 20
            taken.append(1e6 * spent / copies)
    name, ours, apart, theirs, _ = _figures("copying a hand, µs", turns[0], turns[1], ".1f")
    return name, ours, apart, theirs, f"**{times(turns[1], turns[0]):.0f}**", ""


def profile(id: str, seats: int, dealt: str, seconds: float) -> Counter[str]:
    """Microseconds a hand by part, and in all."""
    samples: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_name not in PARTS:
            frame = frame.f_back
        if frame is not None:
            samples[PARTS[frame.f_code.co_name]] += 1

    rng, hands = random.Random(1), 0
    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        play_ours(id, seats, dealt, rng)
        hands += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
    each = 1e6 * spent / hands / samples.total()
    return Counter(
        {part: round(each * count) for part, count in samples.items()} | {"in all": round(1e6 * spent / hands)}
    )


def print_profiles(seconds: float) -> None:
    found = [profile(*what, seconds) for what in TABLES]
    names = [", ".join([id, f"{seats} seats", *([dealt] if dealt else [])]) for id, seats, dealt in TABLES]
    rows = [(part, *[str(column[part]) for column in found]) for part in (*dict.fromkeys(PARTS.values()), "in all")]
    print(table(("microseconds a hand", *names), rows))


def main() -> None:
    parser = argparse.ArgumentParser(description="Hands per second beside PokerKit.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each engine in each round")
    parser.add_argument("--profile", action="store_true", help="say where our time goes, and compare nothing")
    options = parser.parse_args()
    if options.profile:
        print_profiles(10 * options.seconds)
        return
    warnings.simplefilter("ignore")
    rows = [compare_play(*what, options.rounds, options.seconds) for what in TABLES]
    rows.append(compare_copies(options.rounds, options.seconds))
    print(table(("hands a second", "standpat", "spread", "PokerKit", "times", "decisions a hand"), rows))


if __name__ == "__main__":
    main()
