"""Counterfactual regret minimisation in vector form: `Training` runs iterations on a problem for as long as you like.

The algorithm is CFR (Zinkevich et al. 2007, "Regret minimization in games with incomplete information") with
alternating updates: each iteration is a sweep for either seat. Regrets are clipped at 0 as in CFR+ (Tammelin 2014,
"Solving large imperfect information games using CFR+"). In iteration t they are multiplied by t ** discount / (t **
discount + 1), with t counted from 0, which forgets the first iterations sooner (discounted CFR, Brown and Sandholm
2019, "Solving imperfect-information games via discounted regret minimization"). The average strategy gives iteration t
the weight t ** averaging. Decisions that neither seat reaches are not changed. The result is the average; its
exploitability, not the regrets, says how good it is.

`regret` and `average` are in single precision, one number a slot each (`memory` has the total). Nothing is random: the
same settings give the same numbers to the last bit, in one run or resumed.
"""

import math
from dataclasses import asdict, dataclass

import numpy as np

from standpat.solver.cfr.card_removal_sweep import sweep_of
from standpat.solver.cfr.sweep import Step
from standpat.solver.game.problem import SEATS, Problem
from standpat.solver.kernels.layout import UPDATE, StrategyTables


@dataclass(frozen=True)
class Rule:
    """The numbers of the learning rule.

    Attributes:
        discount: The exponent of the discount of the regrets (α of discounted CFR); None for plain CFR+.
        averaging: The exponent of the weight of an iteration in the average.
        cut: Smaller probabilities count as 0.
        least: Smaller reach probabilities after a draw count as 0.
    """

    discount: float | None = 1.5
    averaging: float = 3.0
    cut: float = 1e-6
    least: float = 1e-20

    def decay(self, iteration: int) -> float:
        """What the regrets are multiplied by in an iteration, counted from 1."""
        if self.discount is None:
            return 1.0
        kept = math.pow(iteration - 1, self.discount)
        return kept / (kept + 1)

    def weight(self, iteration: int) -> float:
        """The weight of an iteration in the average, counted from 1."""
        return math.pow(iteration, self.averaging)

    def as_dict(self) -> dict[str, float | None]:
        """The numbers as plain data, for a checkpoint."""
        return asdict(self)


class Training:
    """A problem that is being solved.

    Args:
        problem: The problem.
        rule: The learning rule; None for the default.
        workers: Threads.

    Attributes:
        iteration: Iterations done.
        regret: The regrets of both seats, float32, shape (slots,).
        average: The sums of the average strategy, float32, shape (slots,).
    """

    def __init__(self, problem: Problem, rule: Rule | None = None, *, workers: int = 1) -> None:
        self.problem, self.rule, self.iteration = problem, rule or Rule(), 0
        self.regret = np.zeros(problem.size, np.float32)
        self.average = np.zeros(problem.size, np.float32)
        self._sweep = sweep_of(problem, workers, np.float32)

    def iterate(self) -> None:
        """Do one more iteration: a sweep for each seat."""
        t = self.iteration + 1
        rule = self.rule
        play = StrategyTables(self.regret, self.regret, self.regret, self.average)
        for seat in SEATS:
            step = Step(seat, UPDATE, play, rule.cut, rule.least, rule.decay(t), rule.weight(t))
            self._sweep.run(step)
        self.iteration = t
