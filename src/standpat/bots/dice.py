"""Random choices in a player's decisions: drawn at random when it plays, followed along every branch for its policy.

A player that makes all its random choices with a `Dice` is played with `Rolled`, and `branches` gives its policy. Both
run the same rules.
"""

from collections.abc import Callable, Sequence
from math import erfc, sqrt
from random import Random
from typing import Final, Protocol, TypeVar

from standpat.engine.action import Action

T = TypeVar("T")

NEVER: Final = 1e-12
"""Branches with a smaller probability are left out of a policy."""


class Dice(Protocol):
    """Makes the random choices of a player."""

    def chance(self, likely: float) -> bool:
        """True with this probability."""

    def below(self, bound: float, mean: float, deviation: float) -> bool:
        """Whether a normal deviate with this mean and standard deviation is below the bound."""

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""


class Rolled:
    """Random choices by random numbers, one number for each choice."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def chance(self, likely: float) -> bool:
        """True with this probability."""
        return self._random.random() < likely

    def below(self, bound: float, mean: float, deviation: float) -> bool:
        """Whether a normal deviate with this mean and standard deviation is below the bound."""
        return self._random.gauss(mean, deviation) < bound

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return self._random.choice(options)


class _Scripted:
    """Choices by a script, then the first possible choice. `others` are the scripts of the branches not taken, `likely`
    the probability of this branch."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self._script = script
        self._chosen: list[int] = []
        self.likely = 1.0
        self.others: list[tuple[int, ...]] = []

    def chance(self, likely: float) -> bool:
        return self._answer([likely, 1 - likely]) == 0

    def below(self, bound: float, mean: float, deviation: float) -> bool:
        return self.chance(erfc((mean - bound) / deviation / sqrt(2)) / 2)

    def choice(self, options: Sequence[T]) -> T:
        return options[self._answer([1 / len(options)] * len(options))]

    def _answer(self, chances: list[float]) -> int:
        possible = [at for at, p in enumerate(chances) if p > NEVER]
        if len(self._chosen) < len(self._script):
            answer = self._script[len(self._chosen)]
        else:
            answer = possible[0]
            self.others += [(*self._chosen, at) for at in possible[1:]]
        self._chosen.append(answer)
        if len(possible) > 1:
            self.likely *= chances[answer]
        return answer


def branches(decide: Callable[[Dice], Action]) -> dict[Action, float]:
    """The probability of every action that `decide` may return; they sum to 1."""
    chances: dict[Action, float] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        dice = _Scripted(scripts.pop())
        action = decide(dice)
        chances[action] = chances.get(action, 0.0) + dice.likely
        scripts += dice.others
    return chances
