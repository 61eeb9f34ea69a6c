"""Deals of a training in several threads, which learn into the same sums.

Each thread plays a part of the deals, with a random stream of its own. What a deal teaches counts at once for the deals
of all threads, as it does for those in step. Nothing is locked (Recht et al. 2011, "Hogwild!"): if two threads add to
the same number in the same moment, one of the two may be lost. With millions of spots that is rare. So what several
threads learn cannot be repeated to the last bit. One thread learns what the plain walk learns, to the last bit.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import in_order
from standpat.solver.multiway import in_step_kernel
from standpat.solver.multiway.cfr_kernel import PLAN, THREAD


def learn(
    learner: NDArray[np.void],
    cards: Any,
    plan: Any,
    response: NDArray[np.uint8],
    known: NDArray[np.float32],
    lanes: Sequence[in_step_kernel.Lanes],
    others: Sequence[np.uint64] = (),
) -> None:
    """Learn from more deals, in a thread for each of the lanes.

    Args:
        learner: A row of `cfr_kernel.LEARNER` in an array, which is changed. Its random stream is the first thread's.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `cfr_kernel.PLAN`, for all threads together.
        response: As in `in_step_kernel.learn`.
        known: As in `in_step_kernel.learn`.
        lanes: By thread, space for deals in step.
        others: Where the random streams of the other threads begin.
    """
    regret, average = learner["regret"][0], learner["average"][0]
    count = len(lanes)
    states, plans = np.zeros(count, THREAD), np.full(count, plan, PLAN)
    states["random"] = (learner["random"][0], *others)
    plans["deals"] = [plan["deals"] // count + (thread < plan["deals"] % count) for thread in range(count)]

    def play(thread: int) -> None:
        state, own = states[thread], plans[thread]
        in_step_kernel.learn(regret, average, state, cards, own, response, known, lanes[thread])

    for _ in in_order(play, range(count), count):
        pass
    learner["random"] = states["random"][0]
    for counted in ("deals", "nodes"):
        learner[counted] += states[counted].sum()
