"""Measuring the player for more than two in its own game: against other strategies, and against exploiters.

Everything is in mSB a hand with a 95% interval, each deck played in every cyclic seating. The game is that of
`standpat.solver.multiway.hand_kernel`, which is the engine's but for reshuffles.

`exploit(…)` looks among the habits of a kind for the one that wins most from five frozen players (or fewer): many
drawn at random, then changes of the best. What it finds is measured with fresh decks, so that luck in the search does
not count. `respond(…)` trains one player by the same walk as the strategy itself, against the others frozen: a lower
bound for what can be won from it.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of as check_down
from standpat.engine.games import Game
from standpat.solver.kernels import random_stream as chance_kernel
from standpat.solver.multiway import cfr_kernel, hand_kernel, match_kernel
from standpat.solver.multiway.training import cards_of, plan_of, policy_of

MSB: Final = 500.0
"""Of a small blind."""

Range = tuple[float, float]

KINDS: Final[dict[str, dict[str, Range]]] = {
    "caller": {
        "open": (0, 0), "come": (0.15, 1), "wager0": (2, 2), "wager1": (2, 2), "wager2": (2, 2), "wager3": (2, 2),
        "call1": (0, 0.5), "call2": (0, 0.5), "call3": (0, 0.5),
    },
    "raiser": {
        "open": (0.1, 1), "come": (0.1, 1), "wager0": (0, 0.75), "wager1": (0, 0.6), "wager2": (0, 0.6),
        "wager3": (0, 0.8), "step": (0, 0.15), "call1": (0, 0.5), "call2": (0, 0.5), "call3": (0, 0.5),
    },
    "snower": {
        "open": (0.1, 0.6), "come": (0.1, 0.6), "wager0": (0.5, 0.9), "wager1": (0.4, 0.9), "wager2": (0.4, 0.9),
        "wager3": (0.5, 0.9), "step": (0, 0.15), "call1": (0.1, 0.5), "call2": (0.1, 0.6), "call3": (0.1, 0.6),
        "snow": (0.1, 1), "snow_from": (1, 3.99), "snow_rivals": (1, 3.99), "snow_wagers": (1, 4.99), "bluff": (0, 1),
    },
    "nit": {
        "open": (0.01, 0.2), "come": (0.01, 0.2), "wager0": (0.5, 0.9), "wager1": (0.4, 0.9), "wager2": (0.4, 0.9),
        "wager3": (0.5, 0.95), "step": (0, 0.15), "call1": (0.1, 0.6), "call2": (0.2, 0.7), "call3": (0.2, 0.8),
    },
}  # fmt: skip
"""The exploiters: of each number of a habit the range it is looked for in; 0 where there is none."""


class Won(NamedTuple):
    """mSB a hand, with the half of the 95% interval."""

    msb: float
    within: float
    hands: int

    def __str__(self) -> str:
        return f"{self.msb:+.1f} ± {self.within:.1f}"


class Arena:
    """Where strategies and habits meet. `policies` are rows of `standpat.solver.multiway.cfr_kernel.POLICY`."""

    def __init__(self, game: Game, policies: Sequence[NDArray[np.void]]) -> None:
        self.cards = cards_of(game)
        self.policies = np.concatenate(list(policies))
        self._place = np.array(check_down(game).place)

    def play(self, who: Sequence[int], decks: int, seed: int, habit: NDArray[np.void] | None = None) -> list[Won]:
        """What each player wins a hand, those who are the same together; numbers as in `match_kernel.match`."""
        seats = len(who)
        state = np.zeros(1, chance_kernel.CHANCE)
        state["random"] = seed
        habits = np.zeros(1, match_kernel.HABIT) if habit is None else habit
        won = np.zeros(2 * seats)
        match_kernel.match(np.array(who), self.policies, habits, self.cards, self._place, decks, state[0], won)
        found = []
        for player, kind in enumerate(who):
            hands = decks * seats * list(who).count(kind)
            mean, squares = won[player] / decks, won[seats + player] / decks
            scale = MSB * decks / hands
            found.append(Won(mean * scale, 1.96 * scale * sqrt(max(0.0, squares - mean**2) / decks), hands))
        return found


def exploit(
    arena: Arena, kind: str, seats: int, *, tries: int = 240, decks: int = 400, seed: int = 1
) -> tuple[dict[str, float], Won]:
    """The best habit found, and what it wins from `seats` - 1 players of strategy 0 with fresh decks."""
    random = Random(f"{kind} {seats} {seed}")
    ranges = KINDS[kind]
    found = [{name: random.uniform(*bounds) for name, bounds in ranges.items()} for _ in range(tries)]
    who = [-1] + [0] * (seats - 1)

    def best(some: list[dict[str, float]], keep: int, many: int) -> list[dict[str, float]]:
        some = sorted(some, key=lambda habit: -arena.play(who, many, random.getrandbits(60), habit_of(habit))[0].msb)
        return some[:keep]

    found = best(found, tries // 8, decks)
    for size in (0.3, 0.15, 0.08):
        changed = [{n: _moved(habit[n], ranges[n], size, random) for n in habit} for habit in found for _ in range(3)]
        found = best(found + changed, max(2, len(found) // 3), 6 * decks)
    (habit,) = best(found, 1, 60 * decks)
    return habit, arena.play(who, 600 * decks, random.getrandbits(60), habit_of(habit))[0]


def _moved(value: float, bounds: Range, size: float, random: Random) -> float:
    low, high = bounds
    return min(high, max(low, value + random.gauss(0, size) * (high - low)))


def habit_of(numbers: dict[str, float]) -> NDArray[np.void]:
    """A row of `standpat.solver.multiway.match_kernel.HABIT`."""
    row = np.zeros(1, match_kernel.HABIT)
    for name, value in numbers.items():
        if name[-1].isdigit():
            row[name[:-1]][0, int(name[-1])] = value
        else:
            row[name] = value
    return row


def respond(game: Game, policy: NDArray[np.void], seats: int, epochs: int, deals: int = 25_000) -> NDArray[np.void]:
    """A strategy that one player learnt against all others playing `policy`."""
    mind = np.zeros(1, cfr_kernel.MIND)
    mind["random"] = 7
    hands, decks = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros(1, hand_kernel.DECK)
    share: Any = tuple([float(n == seats) for n in range(2, 7)])
    cards = cards_of(game)
    for epoch in range(1, epochs + 1):
        cfr_kernel.learn(mind[0], policy[0], 1, cards, hands, decks, plan_of(deals, share))
        decay = epoch / (epoch + 1)
        mind["regret"] *= np.float32(decay)
        mind["average"] *= np.float32(decay**2)
    return policy_of(mind)
