"""Hands ranked per second, one at a time, beside eval7 (a C extension for high hands) and PokerKit's lowball.

    python bench/ranking.py [--rounds N]

Measured is one call a hand in a plain Python loop, over the same 50,000 random five-card hands: `deuce_to_seven` and
`ace_to_five` of a tuple of five ints, `eval7.evaluate` of a list of five of its `Card` objects, each made beforehand
as its library takes them; PokerKit's `StandardLowHand` of its cards, the only deuce-to-seven ranking in a registry, and
its answers are compared with ours. The cost of the loop itself is in all of them. eval7 ranks high hands only: that
compares the speed of ranking a hand, not two answers to one question.

They take turns in one process, `rounds` times over all hands. Printed are the medians of the rounds, in CPU time,
and the ratio to eval7 (above 1: faster than it).
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import eval7
import pokerkit

from report import spread, table, times
from standpat import ace_to_five, deuce_to_seven
from standpat.cards.card import DECK, TEXT

HANDS = 50_000
FEW = 5_000  # of the slow one
EVAL7 = "eval7.evaluate, C, high hands only"


class Contender(NamedTuple):
    name: str
    rank: Callable[[Any], object]
    hands: Sequence[Any]


def contenders() -> tuple[Contender, ...]:
    rng = random.Random(1)
    ours = [tuple(rng.sample(DECK, 5)) for _ in range(HANDS)]
    theirs = [[eval7.Card(TEXT[card]) for card in hand] for hand in ours]
    low = [tuple(pokerkit.Card.parse("".join([TEXT[card] for card in hand]))) for hand in ours[:FEW]]
    for k in range(0, 400, 2):
        better = pokerkit.StandardLowHand(low[k]) > pokerkit.StandardLowHand(low[k + 1])
        assert better == (deuce_to_seven(ours[k]) < deuce_to_seven(ours[k + 1]))
    return (
        Contender("**standpat.deuce_to_seven**", deuce_to_seven, ours),
        Contender("**standpat.ace_to_five**", ace_to_five, ours),
        Contender(EVAL7, eval7.evaluate, theirs),
        Contender("PokerKit StandardLowHand, deuce-to-seven", pokerkit.StandardLowHand, low),
    )


def rate(rank: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands per second of CPU time."""
    start = time.process_time()
    for hand in hands:
        rank(hand)
    return len(hands) / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description="One-hand ranking speed beside eval7.")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    field = contenders()
    taken: dict[str, list[float]] = {contender.name: [] for contender in field}
    for _ in range(options.rounds):
        for name, rank, hands in field:
            taken[name].append(rate(rank, hands))
    rows = [
        (name, f"{statistics.median(rates):,.0f}", spread(rates), f"{times(rates, taken[EVAL7]):.2f}")
        for name, rates in taken.items()
    ]
    print(table(("one hand in a call", "hands a second", "spread", "times eval7"), rows))


if __name__ == "__main__":
    main()
