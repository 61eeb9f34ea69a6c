"""The chance in a player's decisions: rolled when it plays, followed down every branch when its policy is asked for.

A player that takes all its chance from a `Dice` is played with `Rolled`, and `branches` says how likely it does what.
The two are the same rules by construction.
"""

from collections.abc import Callable, Sequence
from math import erfc, sqrt
from random import Random
from typing import Final, Protocol, TypeVar

from standpat.engine.action import Action

T = TypeVar("T")

NEVER: Final = 1e-12
"""What is less likely is left out of a policy."""


class Dice(Protocol):
    """Answers the questions of chance that a player asks."""

    def chance(self, likely: float) -> bool:
        """True this often."""

    def below(self, bound: float, mean: float, deviation: float) -> bool:
        """Whether a normal deviate is below the bound."""

    def choice(self, options: Sequence[T]) -> T:
        """One of them, each as likely as any other."""


class Rolled:
    """What `random` brings, one roll for each question."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def chance(self, likely: float) -> bool:
        """True this often."""
        return self._random.random() < likely

    def below(self, bound: float, mean: float, deviation: float) -> bool:
        """Whether a normal deviate is below the bound."""
        return self._random.gauss(mean, deviation) < bound

    def choice(self, options: Sequence[T]) -> T:
        """One of them, each as likely as any other."""
        return self._random.choice(options)


class _Told:
    """Answers by a script, then the first answer that there is; notes what it could have said instead."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self._script = script
        self._said: list[int] = []
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
        if len(self._said) < len(self._script):
            answer = self._script[len(self._said)]
        else:
            answer = possible[0]
            self.others += [(*self._said, at) for at in possible[1:]]
        self._said.append(answer)
        if len(possible) > 1:
            self.likely *= chances[answer]
        return answer


def branches(decide: Callable[[Dice], Action]) -> dict[Action, float]:
    """Every action that `decide` may come to and how likely it does; they sum to 1."""
    found: dict[Action, float] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        told = _Told(scripts.pop())
        action = decide(told)
        found[action] = found.get(action, 0.0) + told.likely
        scripts += told.others
    return found
