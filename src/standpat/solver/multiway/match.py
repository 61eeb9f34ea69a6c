"""Measure the bot `multiway` in its own game: against other strategies, and against exploiters.

All results are in mSB a hand with a 95% confidence interval; each deck is played in every cyclic seating. The game is
that of `standpat.solver.multiway.hand_kernel`, which differs from the engine's only in reshuffles.

`exploit(…)` searches the habits of one kind for the one that wins most from frozen players: many random habits first,
then changes of the best. The result is measured with new decks, so that luck in the search does not count.
What a responder learns to win is in `standpat.solver.multiway.response`.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of as check_down
from standpat.engine.games import Game
from standpat.solver.kernels import random_stream as chance_kernel
from standpat.solver.multiway import match_kernel
from standpat.solver.multiway.rule_kernel import rule_table
from standpat.solver.multiway.training import cards_of

MSB: Final = 500.0
"""Thousandths of a small bet in a small blind."""

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
"""The exploiters: for each number of a habit the range that is searched; numbers that are missing are 0."""


class Won(NamedTuple):
    """A result.

    Attributes:
        msb: mSB a hand.
        within: Half the width of the 95% confidence interval.
        hands: The hands played.
    """

    msb: float
    within: float
    hands: int

    def __str__(self) -> str:
        return f"{self.msb:+.1f} ± {self.within:.1f}"


class Arena:
    """A place where strategies, habits and the bot `rule` play each other.

    Args:
        game: The game.
        policies: Rows of `standpat.solver.multiway.cfr_kernel.POLICY`.

    Attributes:
        rule: The number of `rule`: that after the last strategy.
    """

    def __init__(self, game: Game, policies: Sequence[NDArray[np.void]]) -> None:
        self.cards = cards_of(game)
        self.policies = np.concatenate(list(policies))
        self.rule = len(self.policies)
        self._place = np.array(check_down(game).place)
        self._rule = rule_table(game)

    def play(self, who: Sequence[int], decks: int, seed: int, habit: NDArray[np.void] | None = None) -> list[Won]:
        """Play a match.

        Args:
            who: By player, the number of a strategy or of `rule`, or -1 for the habit.
            decks: Decks; each is played in every cyclic seating.
            seed: The seed.
            habit: A row of `match_kernel.HABIT`, for player -1.

        Returns:
            By player, what it wins a hand; equal players are counted together and have the result at the first of them.
        """
        seats = len(who)
        state = np.zeros(1, chance_kernel.CHANCE)
        state["random"] = seed
        habits = np.zeros(1, match_kernel.HABIT) if habit is None else habit
        won = np.zeros(2 * seats)
        match_kernel.match(
            np.array(who), self.policies, habits, self.cards, self._place, self._rule, decks, state[0], won
        )
        results = []
        for player, kind in enumerate(who):
            hands = decks * seats * list(who).count(kind)
            mean, squares = won[player] / decks, won[seats + player] / decks
            scale = MSB * decks / hands
            results.append(Won(mean * scale, 1.96 * scale * sqrt(max(0.0, squares - mean**2) / decks), hands))
        return results


def exploit(
    arena: Arena, kind: str, seats: int, *, tries: int = 240, decks: int = 400, seed: int = 1
) -> tuple[dict[str, float], Won]:
    """Search for the habit that wins most from strategy 0.

    Args:
        arena: The arena.
        kind: The kind of habit, a key of `KINDS`.
        seats: The number of players; all others play strategy 0.
        tries: Random habits at first.
        decks: Decks for each of them.
        seed: The seed.

    Returns:
        The best habit, and what it wins with new decks.
    """
    random = Random(f"{kind} {seats} {seed}")
    ranges = KINDS[kind]
    habits = [{name: random.uniform(*bounds) for name, bounds in ranges.items()} for _ in range(tries)]
    who = [-1] + [0] * (seats - 1)

    def best(some: list[dict[str, float]], keep: int, many: int) -> list[dict[str, float]]:
        some = sorted(some, key=lambda habit: -arena.play(who, many, random.getrandbits(60), habit_of(habit))[0].msb)
        return some[:keep]

    habits = best(habits, tries // 8, decks)
    for size in (0.3, 0.15, 0.08):
        changed = [{n: _moved(habit[n], ranges[n], size, random) for n in habit} for habit in habits for _ in range(3)]
        habits = best(habits + changed, max(2, len(habits) // 3), 6 * decks)
    (habit,) = best(habits, 1, 60 * decks)
    return habit, arena.play(who, 600 * decks, random.getrandbits(60), habit_of(habit))[0]


def _moved(value: float, bounds: Range, size: float, random: Random) -> float:
    low, high = bounds
    return min(high, max(low, value + random.gauss(0, size) * (high - low)))


def habit_of(numbers: dict[str, float]) -> NDArray[np.void]:
    """A row of `standpat.solver.multiway.match_kernel.HABIT` from numbers by name, such as ``open`` and ``wager1``."""
    row = np.zeros(1, match_kernel.HABIT)
    for name, value in numbers.items():
        if name[-1].isdigit():
            row[name[:-1]][0, int(name[-1])] = value
        else:
            row[name] = value
    return row
