"""Counterfactual regret minimisation (Zinkevich et al. 2007) in vector form: `Training` goes on with a problem for as
long as you like.

The seats take turns; each iteration is a sweep for either seat. Regrets are clipped at 0 (CFR+, Tammelin 2014) and lose
a part in each iteration t, t ** discount / (t ** discount + 1) remaining, which forgets the first iterations sooner
(DCFR, Brown and Sandholm 2019); the average strategy gives iteration t the weight t ** averaging. Where neither seat
comes, nothing is touched. What it gives is the average; its exploitability, not the regrets, says how good it is.

`regret` and `average` are single precision, one number a slot each (`memory` says how much that is).
Nothing is drawn by chance: the same settings give the same numbers to the last bit, in one go or resumed.
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
    """The numbers of the learning rule. `discount` None: plain CFR+. `cut`, `least`: what counts as 0."""

    discount: float | None = 1.5
    averaging: float = 3.0
    cut: float = 1e-6
    least: float = 1e-20

    def decay(self, iteration: int) -> float:
        """What is left of the regrets when iteration `iteration` begins."""
        if self.discount is None:
            return 1.0
        kept = math.pow(iteration - 1, self.discount)
        return kept / (kept + 1)

    def weight(self, iteration: int) -> float:
        """The weight of iteration t in the average."""
        return math.pow(iteration, self.averaging)

    def as_dict(self) -> dict[str, float | None]:
        """As plain data, for a checkpoint."""
        return asdict(self)


class Training:
    """A problem being solved. `iteration` counts those done."""

    def __init__(self, problem: Problem, rule: Rule | None = None, *, workers: int = 1) -> None:
        self.problem, self.rule, self.iteration = problem, rule or Rule(), 0
        self.regret = np.zeros(problem.size, np.float32)
        self.average = np.zeros(problem.size, np.float32)
        self._sweep = sweep_of(problem, workers, np.float32)

    def iterate(self) -> None:
        """One more iteration: a sweep for each seat."""
        t = self.iteration + 1
        rule = self.rule
        play = StrategyTables(self.regret, self.regret, self.regret, self.average)
        for seat in SEATS:
            step = Step(seat, UPDATE, play, rule.cut, rule.least, rule.decay(t), rule.weight(t))
            self._sweep.run(step)
        self.iteration = t
